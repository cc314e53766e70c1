"""The vector environment: N games stepped by compiled calls, NumPy in and out, without allocations.

    games = VectorEnv(ludoteca.game("reversi"), 1024, seed=1)
    planes, masks = games.reset()
    while training:
        planes, masks, rewards, dones = games.step(choose(planes, masks))

The returned arrays are always the same ones, overwritten by the next call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.adapters.batch import Array, batch_of, checked_seat
from ludoteca.adapters.stepping import (
    LEAVE,
    NOBODY,
    UNFINISHED,
    StepResults,
    answer_at_random,
    answer_by_playouts,
    answer_by_search,
    answer_greedily,
    begin_all,
    deal_chance,
    draw_some,
    finish,
    observe_all,
    pick_actions,
    play_actions,
    play_moves,
)
from ludoteca.bots import Bot, BotLike, check_plays, find_bot
from ludoteca.bots.compiled_levels import LevelTools, level_number
from ludoteca.bots.registry import close_bot
from ludoteca.compiler import layouts
from ludoteca.errors import LudotecaError
from ludoteca.kernel import random_numbers
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Position, Variant
from ludoteca.play.encoder import Encoder
from ludoteca.play.game_rows import SPARE, SUPERKO, judge_all, legal_moves
from ludoteca.play.planes import words_in

__all__ = ["NOBODY", "UNFINISHED", "SavedRows", "VectorEnv"]

Rows = int | Sequence[int] | npt.NDArray[np.integer[Any]]
PLANE_TYPES = np.dtype(np.uint8), np.dtype(np.float32)
COMPILED = ("random", "greedy")  # the opponents in compiled code; most levels are, too
ANSWERS: dict[str, Any] = {"alphabeta": answer_by_search, "mcts": answer_by_playouts}  # of levels, by their search


@dataclass(frozen=True)
class SavedRows:
    """Saved games of a vector environment, to continue from."""

    variants: tuple[Variant, ...]
    rows: Array  # that they were saved from
    arrays: dict[str, Array]

    def __len__(self) -> int:
        return len(self.arrays["states"])


class VectorEnv:
    """N games, each with its row in every array.

    planes          [n, planes, rows, columns] what the player to move sees
    masks           [n, actions]  1 where an action is legal (int8)
    counts          [n]           how many are (int32)
    to_move         [n]           0 or 1 (int8)
    rewards         [n]           1, 0 or -1 for the player who moved, when that ended the game (float32)
    player_rewards  [n, 2]        the same for both players, by seat (float32)
    dones           [n]           whether it did; the row then shows the first position of the next game
    truncations     [n]           whether that was because the game had lasted as long as games may
    was_illegal     [n]           whether it was because the action was illegal
    winners         [n]           0, 1, NOBODY for a draw, UNFINISHED while the game goes on (int8)
    final_planes    [n, planes, rows, columns] where a game ended, what was seen of its last position
    final_seats     [n]           who saw it: the learner, or without an opponent the player to move (int8)

    An illegal action loses the game; an action of -1, and no other, leaves its game as it is.  With an opponent, every
    row is always the learner's to move, rewards are the learner's, and seats are swapped from game to game unless a
    `seat` is chosen.

    The games have one variant, or one for each row: variants of one game.  Boards of different sizes stand in the first
    rows and columns of planes that are large enough for all; an action has the number that it has in its own variant.
    """

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.n} games of {self.variant!r}>"

    def __init__(
        self,
        variant: Variant | Sequence[Variant],
        n: int | None = None,
        *,
        seed: int | None = None,
        opponent: BotLike | None = None,
        seat: int | None = None,
        dtype: npt.DTypeLike = np.uint8,
    ) -> None:
        batch = self._batch = batch_of(variant, n)
        if np.dtype(dtype) not in PLANE_TYPES:
            raise LudotecaError(f"planes are {' or '.join(map(str, PLANE_TYPES))}, not {np.dtype(dtype)}")
        self.n = n = batch.n
        self.variants, self.encoders = batch.variants, batch.encoders
        self.variant, self.encoder = self.variants[0], self.encoders[0]
        game, shape = self.variant.game, batch.shape
        self.planes: Array = np.zeros((n, *shape), dtype)
        self.masks: npt.NDArray[np.int8] = np.zeros((n, batch.actions), np.int8)
        self.counts: npt.NDArray[np.int32] = np.zeros(n, np.int32)
        self.to_move: npt.NDArray[np.int8] = np.zeros(n, np.int8)
        self.rewards: npt.NDArray[np.float32] = np.zeros(n, np.float32)
        self.player_rewards: npt.NDArray[np.float32] = np.zeros((n, 2), np.float32)
        self.dones: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.truncations: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.was_illegal: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.winners: npt.NDArray[np.int8] = np.full(n, UNFINISHED, np.int8)
        self.final_planes: Array = np.zeros((n, *shape), dtype)
        self.final_seats: npt.NDArray[np.int8] = np.zeros(n, np.int8)
        self.illegal = 0  # illegal actions so far
        self._opponent, self._chosen_seat = opponent, checked_seat(seat)
        self._answers = opponent.strip().lower() if isinstance(opponent, str) else ""
        self.bot: Bot | None = None
        level = level_number(game, self._answers)
        self.levels = [] if level is None else [LevelTools(each, level) for each in self.variants]
        if opponent is not None:
            check_plays(opponent, self.variant.name)
            if self._answers not in COMPILED and not self.levels:
                self.bot = find_bot(opponent, seed=seed)
        self._random = random_numbers.new_random(seed)
        self._randoms = np.zeros((n, 1), np.uint64)
        self._which, self._program, self._rows = batch.which, batch.program, batch.rows
        self._action_tables, self._move_tables, self._blanks = batch.action_tables, batch.move_tables, batch.blanks
        # plain arrays, since compiled functions take longer to access record arrays than to step a row
        self._states, self._final_states, self._spare = (
            layouts.new_states(count, game.state).view(np.ndarray) for count in (n, n, SPARE)
        )
        self._keys = np.zeros((n, batch.keys), np.uint64)
        self._room, self._second_room = batch.room, np.zeros_like(batch.room)
        self._actions = np.zeros(n, np.int32)
        self._wide = np.zeros(n, np.int64)  # actions as given
        deal_chance(self._random, self._randoms)
        self.reset()

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """New games in every row; with a seed, the same ones as before with that seed, whoever the opponent is."""
        if seed is not None:
            self._random[:] = random_numbers.new_random(seed)
            deal_chance(self._random, self._randoms)
            if self.bot is not None:
                assert self._opponent is not None
                self.close()
                self.bot = find_bot(self._opponent, seed=seed)
        self._rows["seat"] = np.arange(self.n) % 2 if self._chosen_seat is None else self._chosen_seat
        with self._reporter():
            begin_all(self._states, self._rows, self._keys, self._which, self._blanks, self._randoms)
            self._let_opponent_answer()
            self._observe()
        self._forget_results(slice(None))
        return self.planes, self.masks

    def close(self) -> None:
        """End what the opponent has started, such as an engine; it is restarted when needed."""
        if self.bot is not None:
            close_bot(self.bot, self._opponent)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array]:
        """One action in every game: returns planes, masks, rewards and dones."""
        np.copyto(self._wide, actions, casting="same_kind")
        np.clip(self._wide, LEAVE - 1, self.masks.shape[1], out=self._wide)  # no illegal one becomes legal by wrapping
        np.copyto(self._actions, self._wide, casting="same_kind")
        with self._reporter():
            play_actions(
                self._states, self._rows, self._keys, self._which, self._spare, self._room, self._action_tables,
                self._move_tables, self.masks, self._actions,
            )  # fmt: skip
            self._let_opponent_answer()
            over = finish(
                self._states, self._rows, self._keys, self._which, self._blanks, self._randoms,
                self._opponent is not None, self._chosen_seat is None,
                StepResults(
                    self.rewards, self.player_rewards, self.dones, self.truncations, self.was_illegal, self.winners,
                    self._final_states, self.final_seats,
                ),
            )  # fmt: skip
            if over:
                self.illegal += int(np.count_nonzero(self.was_illegal))
                words = words_in(self._final_states)
                draw_some(words, self.final_seats, self._which, self._program, self.dones, self.final_planes)
                self._let_opponent_answer()
            self._observe()
        return self.planes, self.masks, self.rewards, self.dones

    def random_actions(self, out: Array | None = None) -> Array:
        """A random legal action for every game."""
        out = np.zeros(self.n, np.int32) if out is None else out
        pick_actions(self.masks, self.counts, self._random, out)
        return out

    def variant_of(self, row: int) -> Variant:
        """The game and options of a row."""
        return self.variants[int(self._which[row])]

    def encoder_of(self, row: int) -> Encoder:
        """The planes and actions of a row."""
        return self.encoders[int(self._which[row])]

    def position(self, row: int) -> Position:
        """The position of one game, without its history."""
        return Position(self.variant_of(row), layouts.copied(self._states[row]))

    def final_position(self, row: int) -> Position:
        """The last position of the game that has just ended in a row."""
        if not self.dones[row]:
            raise LudotecaError(f"no game has ended in row {row} at the last step")
        return Position(self.variant_of(row), layouts.copied(self._final_states[row]))

    def set_position(self, row: int, position: Position) -> None:
        """Let a row continue from a position, including its history; the player to move is the learner.

        The row has the options of the position from then on.  A finished game is done at the next step, whatever the
        action.
        """
        kind, fresh, keys = self._batch.continued(position)
        part = slice(row, row + 1)
        self._states[row], self._which[row], self._rows[part] = position.state, kind, fresh
        self._keys[row, : len(keys)] = keys
        with self._reporter():
            judge_all(self._states[part], self._rows[part], self._keys[part], self._spare, self._room)
            self._observe(part)
        self._forget_results(part)

    def save_rows(self, rows: Rows | None = None) -> SavedRows:
        """The current games of some rows, or of all; `restore_rows` continues from there."""
        chosen = np.atleast_1d(np.arange(self.n) if rows is None else np.asarray(rows))
        saved = {name: array[chosen] for name, array in self._games().items()}
        moves = int(saved["rows"]["plies"].max(initial=0)) if self._keys.shape[1] > 1 else 0
        return SavedRows(self.variants, chosen, saved | {"keys": self._keys[chosen, : moves + 1]})

    def restore_rows(self, saved: SavedRows, rows: Rows | None = None, *, with_chance: bool = False) -> None:
        """Let rows continue from saved games, by default those they were saved from.

        One saved game may go into many rows.  The games may be of another environment with the same variants.  With
        their random generators, the opponent's moves and later setups repeat, too.
        """
        if saved.variants != self.variants:
            raise LudotecaError(f"games of {saved.variants} cannot be restored among games of {self.variants}")
        chosen = np.atleast_1d(saved.rows if rows is None else np.asarray(rows))
        if len(saved) not in (1, len(chosen)):
            raise LudotecaError(f"{len(saved)} saved games do not fit into {len(chosen)} rows")
        for name, array in self._games().items():
            if with_chance or name != "randoms":
                array[chosen] = saved.arrays[name]
        keys = saved.arrays["keys"]
        self._keys[chosen, : keys.shape[1]] = keys
        self._forget_results(chosen)

    def copy_rows(self, sources: Rows, targets: Rows, *, with_chance: bool = False) -> None:
        """Let some rows continue as copies of others, or all as copies of one; see `restore_rows`."""
        self.restore_rows(self.save_rows(sources), targets, with_chance=with_chance)

    def _games(self) -> dict[str, Array]:
        """What is saved of a row, except for the keys of earlier positions, whose number varies."""
        return {
            "states": self._states,
            "rows": self._rows,
            "which": self._which,
            "randoms": self._randoms,
            "planes": self.planes,
            "masks": self.masks,
            "counts": self.counts,
            "to_move": self.to_move,
        }

    def _forget_results(self, rows: Any) -> None:
        for results in (self.rewards, self.player_rewards, self.dones, self.truncations, self.was_illegal):
            results[rows] = 0
        self.winners[rows] = UNFINISHED

    def _reporter(self) -> BrokenRulesReporter:
        return BrokenRulesReporter(
            self.variant.game, self._states, self._spare, *(level.states for level in self.levels)
        )

    def _observe(self, part: slice = slice(None)) -> None:
        states = self._states[part]
        observe_all(
            states, words_in(states), self._rows[part], self._keys[part], self._which[part], self._spare, self._room,
            self._action_tables, self._program, self.planes[part], self.masks[part], self.counts[part],
            self.to_move[part],
        )  # fmt: skip

    def _let_opponent_answer(self) -> None:
        """Let the opponent move where it is to move, until it is the learner's turn or the game is over."""
        if self._opponent is None:
            return
        games = self._states, self._rows, self._keys
        if self.bot is not None:
            self._ask_bot(self.bot)
        elif self.levels:
            self._ask_levels()
        elif self._answers == "greedy":
            answer_greedily(*games, self._randoms, self._spare, self._room, self._second_room)
        else:
            answer_at_random(*games, self._randoms, self._spare, self._room)

    def _ask_levels(self) -> None:
        """A level answers, for some rows at a time, so that Ctrl-C works."""
        for kind, level in enumerate(self.levels):
            for first in range(0, self.n, level.games_at_once):
                part = slice(first, first + level.games_at_once)
                ANSWERS[level.method](
                    self._states[part], self._rows[part], self._keys[part], self._which[part], kind,
                    self._randoms[part], self._spare, self._room, level.tools,
                )  # fmt: skip

    def _ask_bot(self, bot: Bot) -> None:
        """A bot of any kind answers, row by row.  Not fast, but works for any bot."""
        while True:
            is_waiting = (self._rows["how"] == Ending.NONE) & (self._states["mover"] != self._rows["seat"])
            waiting = np.flatnonzero(is_waiting)
            if not waiting.size:
                return
            moves = np.array([self._move_of(bot, row) for row in waiting.tolist()], np.int64)
            play_moves(self._states, self._rows, self._keys, self._spare, self._room, waiting, moves)

    def _move_of(self, bot: Bot, row: int) -> int:
        code = bot.choose_code(self.position(row))
        if self._rows["repetition"][row] == SUPERKO:  # a bot cannot know what would repeat a position of this game
            count = legal_moves(self._states[row], self._rows[row], self._keys[row], self._room, self._spare)
            legal = self._room[:count].tolist()
            return code if code in legal else legal[0]
        return code
