"""The vector environment: N games stepped by one compiled call, NumPy in and out, nothing allocated on the way.

    games = VectorEnv(ludoteca.game("reversi"), 1024, seed=1)
    planes, masks = games.reset()
    while training:
        planes, masks, rewards, dones = games.step(choose(planes, masks))

The arrays that come back are always the same ones, overwritten by the next call.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.adapters.stepping import LEAVE, NOBODY, REPETITION_MODES, UNFINISHED, begin_all, pick_actions, step_all
from ludoteca.bots import Bot, BotLike, check_plays, find_bot
from ludoteca.bots.registry import close_bot
from ludoteca.kernel import layouts, random_numbers
from ludoteca.kernel.broken_rules import explained
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.planes import words_in
from ludoteca.play import Position, Variant
from ludoteca.play.encoder import Encoder

__all__ = ["NOBODY", "UNFINISHED", "VectorEnv"]

Array = npt.NDArray[Any]
COMPILED = "random"  # the opponent that plays in the same compiled call


class VectorEnv:
    """N games of one variant, each with its row in every array.

    planes   [n, planes, rows, columns] what the player to move sees
    masks    [n, actions]  1 where an action is legal (int8)
    counts   [n]           how many are (int32)
    to_move  [n]           0 or 1 (int8)
    rewards  [n]           1, 0 or -1 for the player who moved, when that ended the game (float32)
    dones    [n]           whether it did; the row then shows the first position of the next game
    winners  [n]           0, 1, NOBODY for a draw, UNFINISHED while the game goes on (int8)

    An illegal action loses the game; an action of -1, and no other, leaves its game as it is.  With an opponent, every
    row is always the learner's to move, rewards are the learner's, and seats are swapped from game to game.
    """

    def __init__(
        self,
        variant: Variant,
        n: int,
        *,
        seed: int | None = None,
        opponent: BotLike | None = None,
        dtype: npt.DTypeLike = np.uint8,
    ) -> None:
        if n < 1:
            raise LudotecaError(f"a vector environment has at least one game, not {n}")
        self.variant, self.n = variant, n
        self.encoder = Encoder(variant)
        self.planes: Array = np.zeros((n, *self.encoder.shape), dtype)
        self.masks: npt.NDArray[np.int8] = np.zeros((n, self.encoder.actions), np.int8)
        self.counts: npt.NDArray[np.int32] = np.zeros(n, np.int32)
        self.to_move: npt.NDArray[np.int8] = np.zeros(n, np.int8)
        self.rewards: npt.NDArray[np.float32] = np.zeros(n, np.float32)
        self.dones: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.winners: npt.NDArray[np.int8] = np.full(n, UNFINISHED, np.int8)
        self.illegal = 0  # actions so far that were not legal
        self._answers = isinstance(opponent, str) and opponent.strip().lower() == COMPILED
        self._opponent = None if self._answers else opponent
        self._bot: Bot | None = None
        if self._opponent is not None:
            check_plays(self._opponent, variant.name)
            self._bot = find_bot(self._opponent, seed=seed)
        self._mode = REPETITION_MODES.index(variant.repetition)
        self._random = random_numbers.new_random(seed)
        self._states = layouts.new_states(n, variant.game.state)
        self._spare = layouts.new_states(2, variant.game.state)
        self._spare[0] = variant.blank
        self._room = np.zeros_like(variant.room)
        self._actions = np.zeros(n, np.int32)
        self._wide = np.zeros(n, np.int64)  # actions as they were given
        self._plies = np.zeros(n, np.int32)
        self._keys = np.zeros((n, variant.longest + 1) if self._mode else (1, 1), np.uint64)
        self._seats = np.zeros(n, np.int8)
        self.reset()

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """New games in every row; with a seed, the same ones as before with that seed, whoever the opponent is."""
        if seed is not None:
            self._random[:] = random_numbers.new_random(seed)
            if self._opponent is not None:
                self.close()
                self._bot = find_bot(self._opponent, seed=seed)
        self._seats[:] = np.arange(self.n) % 2
        with explained(self.variant.game, self._states, self._spare):
            begin_all(
                self._states, words_in(self._states), self._spare, *self.encoder.tables[:2], self._room, self._random,
                self._keys, self._plies, self._mode, self.variant.longest, self._seats, self._answers,
                self.planes, self.masks, self.counts, self.to_move,
            )  # fmt: skip
        if self._bot is not None:
            self._let_bot_answer()
        self.rewards[:], self.dones[:], self.winners[:] = 0, False, UNFINISHED
        return self.planes, self.masks

    def close(self) -> None:
        """End what the opponent has started, such as an engine; it starts again when it is needed."""
        close_bot(self._bot, self._opponent)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array]:
        """One action in every game: planes, masks, rewards and dones."""
        np.copyto(self._wide, actions, casting="same_kind")
        np.clip(self._wide, LEAVE - 1, self.encoder.actions, out=self._wide)  # no illegal one becomes legal by wrapping
        np.copyto(self._actions, self._wide, casting="same_kind")
        self._step()
        if self._bot is not None:
            self._let_bot_answer()
        return self.planes, self.masks, self.rewards, self.dones

    def random_actions(self, out: Array | None = None) -> Array:
        """A random legal action for every game."""
        out = np.zeros(self.n, np.int32) if out is None else out
        pick_actions(self.masks, self.counts, self._random, out)
        return out

    def position(self, index: int) -> Position:
        """The position of one game; what stood on the board before it is not known to it."""
        return Position(self.variant, layouts.copied(self._states[index]))

    def _step(self) -> None:
        with explained(self.variant.game, self._states, self._spare):
            self.illegal += step_all(
                self._states, words_in(self._states), self._spare, *self.encoder.tables, self._actions, self._room,
                self._random, self._keys, self._plies, self._mode, self.variant.longest, self._seats, self._answers,
                self.planes, self.masks, self.counts, self.to_move, self.rewards, self.dones, self.winners,
            )  # fmt: skip

    def _let_bot_answer(self) -> None:
        """A bot of any kind moves in the rows where it is to move, one after the other.  Not fast, but any bot can."""
        assert self._bot is not None
        rewards, dones, winners = self.rewards.copy(), self.dones.copy(), self.winners.copy()
        while (waiting := np.flatnonzero(self.to_move != self._seats)).size:
            self._actions[:] = LEAVE
            for index in waiting.tolist():
                position = self.position(index)
                action = self.encoder.action(position, self._bot.choose(position))
                if not self.masks[index, action]:  # it cannot know what would repeat a position of this game
                    action = int(np.flatnonzero(self.masks[index])[0])
                self._actions[index] = action
            self._step()
            rewards -= self.rewards
            dones |= self.dones
            winners = np.where(self.dones, self.winners, winners)
        self.rewards[:], self.dones[:], self.winners[:] = rewards, dones, winners
