"""The device environment: many games in the memory of a GPU, where other libraries use what it writes without a copy.

    games = DeviceEnv(ludoteca.game("reversi"), 65_536, seed=1)
    planes, masks = games.reset()
    while training:
        planes, masks, rewards, dones = games.step(choose(torch.as_tensor(planes), torch.as_tensor(masks)))

The returned arrays are always the same ones, overwritten by the next call.  With device="cpu" the same functions go
through the same rows on this processor, and the arrays are NumPy's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.adapters.batch import batch_of, checked_seat
from ludoteca.adapters.device_rows import (
    NOBODY_ANSWERS,
    RANDOM_ANSWERS,
    Ends,
    Games,
    Scratch,
    Tables,
    begin_rows,
    clear_rows,
    convert_rows,
    find_broken_rules,
    finish_rows,
    forget_rows,
    judge_rows,
    look_for_waiting,
    move_rows,
    observe_rows,
    pick_rows,
    play_rows,
)
from ludoteca.adapters.stepping import NOBODY, UNFINISHED, StepResults, deal_chance
from ludoteca.adapters.vector import SavedRows
from ludoteca.compiler import layouts
from ludoteca.compiler.devices import device_called
from ludoteca.errors import BrokenRules, LudotecaError
from ludoteca.kernel import random_numbers
from ludoteca.kernel.broken_rules import position_text
from ludoteca.play import Position, Variant
from ludoteca.play.encoder import Encoder
from ludoteca.play.game_rows import SPARE
from ludoteca.play.planes import HIGHEST

__all__ = ["NOBODY", "UNFINISHED", "DeviceEnv", "SavedRows"]

Policy = Callable[[Any, Any], Any]  # from planes and masks to actions, all on the device
PLANE_TYPES = {np.dtype(np.uint8): np.uint8, np.dtype(np.float16): np.uint16, np.dtype(np.float32): np.uint32}
ROW_ARRAYS = ("states", "rows", "keys", "which", "randoms")  # what is saved of a game


class DeviceEnv:
    """N games in the memory of a device.

    The arrays are those of `VectorEnv`, and the same actions give the same content, bit for bit.  On a GPU each is a
    `DeviceArray`: PyTorch, JAX and CuPy take it without a copy.  `dtype` is uint8, float16 or float32; with `scaled`,
    floating-point planes are from 0 to 1.

    The opponent is "random", or a function from planes and masks to an action for each row, all on the device, of which
    those count where it is its turn; if one is illegal, -1 included, it loses the game.  A step then waits once or more
    for the device, and otherwise not at all.
    """

    def __repr__(self) -> str:
        return f"<DeviceEnv of {self.n} games of {self.variant!r} on {self.device}>"

    def __init__(
        self,
        variant: Variant | Sequence[Variant],
        n: int | None = None,
        *,
        device: str = "cuda",
        seed: int | None = None,
        opponent: str | Policy | None = None,
        seat: int | None = None,
        dtype: npt.DTypeLike = np.uint8,
        scaled: bool = False,
    ) -> None:
        batch = self._batch = batch_of(variant, n)
        kind = np.dtype(dtype)
        if kind not in PLANE_TYPES:
            raise LudotecaError(f"planes are {', '.join(map(str, PLANE_TYPES))}, not {kind}")
        if scaled and kind == np.uint8:
            raise LudotecaError("scaled planes are float16 or float32, not uint8")
        if not (opponent is None or opponent == "random" or callable(opponent)):
            raise LudotecaError(
                "an opponent on a device is 'random' or a function from planes and masks to actions, "
                f"not {opponent!r}; VectorEnv plays against any bot"
            )
        self.n, self.device = batch.n, device
        self.variants, self.encoders = batch.variants, batch.encoders
        self.variant, self.encoder = self.variants[0], self.encoders[0]
        self._policy = opponent if callable(opponent) else None
        self._has_opponent, self._seat = opponent is not None, checked_seat(seat)
        self._answers = RANDOM_ANSWERS if opponent == "random" else NOBODY_ANSWERS
        self._device = device_called(device)
        self._make_games()
        self._make_results()
        self._make_planes(kind, is_scaled=scaled)
        self._random = random_numbers.new_random(seed)
        self._deal_chance()
        self.reset()

    def _make_games(self) -> None:
        """The games, and what their threads work with."""
        n, new, batch = self.n, self._device.array, self._batch
        threads = self._device.threads(n)
        states = new(np.zeros(n, self.variant.game.state))
        self._games = Games(
            states=states,
            words=self._device.as_type(states, np.uint64),
            rows=new(batch.rows),
            keys=self._device.empty((n, batch.keys), np.uint64),
            which=new(batch.which),
            randoms=new(np.zeros((n, 1), np.uint64)),
            masks=new(np.zeros((n, batch.actions), np.int8)),
            counts=new(np.zeros(n, np.int32)),
            to_move=new(np.zeros(n, np.int8)),
        )
        self._tables = Tables(new(batch.blanks), new(batch.action_tables), new(batch.move_tables))
        self._program = batch.program._replace(
            **{name: new(part) for name, part in batch.program._asdict().items() if isinstance(part, np.ndarray)}
        )
        self._spare = new(np.zeros(threads * SPARE, self.variant.game.state))
        room = self._device.empty((threads, len(batch.room)), batch.room.dtype)
        self._scratch = Scratch(self._spare.reshape(threads, SPARE), room)
        self._actions = new(np.zeros(n, np.int32))
        self._all_rows = new(np.arange(n))
        self.masks, self.counts, self.to_move = map(self._shown, self._games[-3:])

    def _make_results(self) -> None:
        """What a step tells of every row."""
        n, new = self.n, self._device.array
        states = new(np.zeros(n, self.variant.game.state))
        self._results = StepResults(
            rewards=new(np.zeros(n, np.float32)),
            player_rewards=new(np.zeros((n, 2), np.float32)),
            dones=new(np.zeros(n, np.bool_)),
            truncations=new(np.zeros(n, np.bool_)),
            was_illegal=new(np.zeros(n, np.bool_)),
            winners=new(np.zeros(n, np.int8)),
            final_states=states,
            final_seats=new(np.zeros(n, np.int8)),
        )
        planes = new(np.zeros((n, int(np.prod(self._batch.shape))), np.uint8))
        self._ends = Ends(states, self._device.as_type(states, np.uint64), self._results.final_seats, planes)
        self.rewards, self.player_rewards, self.dones, self.truncations, self.was_illegal, self.winners = map(
            self._shown, self._results[:6]
        )
        self.final_seats = self._shown(self._results.final_seats)

    def _make_planes(self, kind: np.dtype[Any], *, is_scaled: bool) -> None:
        """What players see, as drawn and in the type that is wanted."""
        shape = (self.n, *self._batch.shape)
        size = int(np.prod(self._batch.shape))
        self._planes = self._device.array(np.zeros((self.n, size), np.uint8))
        if kind == np.uint8:
            self._converted: tuple[Any, Any] | None = None
            shown = self._planes, self._ends.planes
        else:
            most = np.array([[plane.most for plane in each.planes] for each in self.encoders]).max(axis=0)
            numbers = np.arange(HIGHEST + 1) / (most[:, None] if is_scaled else np.ones((len(most), 1)))
            bits = PLANE_TYPES[kind]  # written as whole numbers, which threads know in every width
            self._bits_of = self._device.array(numbers.astype(kind).view(bits))
            blank = np.zeros((self.n, size), bits)
            shown = self._converted = self._device.array(blank), self._device.array(blank)
        self.planes, self.final_planes = (self._device.shown(each, shape, kind) for each in shown)

    def _shown(self, array: Any) -> Any:
        return self._device.shown(array, array.shape, array.dtype)

    def _deal_chance(self) -> None:
        randoms = np.zeros((self.n, 1), np.uint64)
        deal_chance(self._random, randoms)
        self._copy_rows({"randoms": self._device.array(randoms)}, self._all_rows, self._all_rows)

    def reset(self, seed: int | None = None) -> tuple[Any, Any]:
        """New games in every row; with a seed, the same ones as before with that seed."""
        if seed is not None:
            self._random[:] = random_numbers.new_random(seed)
            self._deal_chance()
        seat = -1 if self._seat is None else self._seat
        self._run(begin_rows, self._games, self._tables, self._scratch, seat, self._answers)
        self._ask_policy()
        self._observe()
        self._run(forget_rows, self._results, self._all_rows)
        self.check()
        return self.planes, self.masks

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any]:
        """One action in every game: returns planes, masks, rewards and dones."""
        self._play(actions, is_answer=False)
        self._ask_policy()
        self._run(
            finish_rows, self._games, self._tables, self._scratch, self._program, self._results, self._ends,
            self._has_opponent, self._seat is None, self._answers,
        )  # fmt: skip
        self._ask_policy()
        self._observe()
        self._convert(self._ends.planes, 1)
        return self.planes, self.masks, self.rewards, self.dones

    def random_actions(self) -> Any:
        """A random legal action for every game, overwritten by the next call."""
        self._run(pick_rows, self._games, self._random[0], self._actions)
        self._random[0] = (int(self._random[0]) + self.n * int(random_numbers.STEP)) % 2**64
        return self._shown(self._actions)

    def check(self) -> None:
        """Raise BrokenRules if the rules of the game are broken; a GPU cannot say so by itself.  Waits for it."""
        for states in (self._games.states, self._spare):
            found = self._noted(find_broken_rules, self._device.as_type(states, np.uint64))
            if found:
                where = position_text(self.variant.game, self._state(states, found - 1))
                raise BrokenRules(
                    f"the rules of {self.variant.game.title} are broken in the position {where}; "
                    "VectorEnv says how, and so does `ludoteca check`"
                )

    def variant_of(self, row: int) -> Variant:
        """The game and options of a row."""
        return self.variants[int(self._element(self._games.which, row))]

    def encoder_of(self, row: int) -> Encoder:
        """The planes and actions of a row."""
        return self.encoders[self.variants.index(self.variant_of(row))]

    def position(self, row: int) -> Position:
        """The position of one game, without its history."""
        return Position(self.variant_of(row), self._state(self._games.states, row))

    def final_position(self, row: int) -> Position:
        """The last position of the game that has just ended in a row."""
        if not self._element(self._results.dones, row):
            raise LudotecaError(f"no game has ended in row {row} at the last step")
        return Position(self.variant_of(row), self._state(self._ends.states, row))

    def set_position(self, row: int, position: Position) -> None:
        """Let a row continue from a position, including its history; the player to move is the learner.

        The row has the options of the position from then on.  A finished game is done at the next step, whatever the
        action.
        """
        kind, fresh, keys = self._batch.continued(position)
        state = np.zeros(1, self.variant.game.state)
        state[0] = position.state
        line = np.zeros((1, self._batch.keys), np.uint64)
        line[0, : len(keys)] = keys
        parts = {"states": state, "rows": fresh, "keys": line, "which": np.array([kind], np.int32)}
        chosen = self._chosen(row)
        self._copy_rows({name: self._device.array(part) for name, part in parts.items()}, self._all_rows[:1], chosen)
        self._device.run(judge_rows, len(chosen), self._games, self._scratch, chosen)
        self._observe()
        self._device.run(forget_rows, len(chosen), self._results, chosen)

    def save_rows(self, rows: Any = None) -> SavedRows:
        """The current games of some rows, or of all; `restore_rows` continues from there.  They stay on the device."""
        chosen = self._all_rows if rows is None else self._chosen(rows)
        numbers = self._all_rows[: len(chosen)]
        saved = {}
        for name in ROW_ARRAYS:
            array = getattr(self._games, name)
            saved[name] = self._device.empty((len(chosen), *array.shape[1:]), array.dtype)
            self._copy(array, chosen, saved[name], numbers)
        return SavedRows(self.variants, chosen, saved)

    def restore_rows(self, saved: SavedRows, rows: Any = None, *, with_chance: bool = False) -> None:
        """Let rows continue from saved games, by default those they were saved from.

        One saved game may go into many rows.  The games may be of another environment on the same device with the same
        variants.  With their random generators, the opponent's moves and later setups repeat, too.
        """
        if saved.variants != self.variants:
            raise LudotecaError(f"games of {saved.variants} cannot be restored among games of {self.variants}")
        chosen = self._chosen(saved.rows if rows is None else rows)
        if len(saved) not in (1, len(chosen)):
            raise LudotecaError(f"{len(saved)} saved games do not fit into {len(chosen)} rows")
        parts = {name: part for name, part in saved.arrays.items() if with_chance or name != "randoms"}
        self._copy_rows(parts, self._device.array(np.arange(len(saved))), chosen)
        self._observe()
        self._device.run(forget_rows, len(chosen), self._results, chosen)

    def copy_rows(self, sources: Any, targets: Any, *, with_chance: bool = False) -> None:
        """Let some rows continue as copies of others, or all as copies of one; see `restore_rows`."""
        self.restore_rows(self.save_rows(sources), targets, with_chance=with_chance)

    def _run(self, function: Any, *arguments: Any) -> None:
        self._device.run(function, self.n, *arguments)

    def _play(self, actions: Any, *, is_answer: bool) -> None:
        given = self._device.given(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise LudotecaError(f"actions are {self.n} whole numbers, not {given.dtype} of shape {given.shape}")
        self._run(play_rows, self._games, self._tables, self._scratch, given, is_answer, self._answers)

    def _ask_policy(self) -> None:
        """Let the caller's function move where it is to move, until it is the learner's turn or the game is over."""
        while self._policy is not None and self._noted(look_for_waiting, self._games):
            self._observe()
            self._play(self._policy(self.planes, self.masks), is_answer=True)

    def _noted(self, function: Any, given: Any) -> int:
        """What threads report of rows; the host waits for them."""
        note = self._device.array(np.zeros(1, np.int64))
        self._device.run(function, len(given.states) if isinstance(given, Games) else len(given), given, note)
        return int(self._device.host(note)[0])

    def _observe(self) -> None:
        self._device.run_wide(clear_rows, self.n, self._games, self._program, self._planes)
        self._run(observe_rows, self._games, self._tables, self._scratch, self._program, self._planes)
        self._convert(self._planes, 0)

    def _convert(self, drawn: Any, number: int) -> None:
        """Planes in the type that is wanted: the present ones (0), or those of games that have ended (1)."""
        if self._converted is not None:
            area = self._batch.program.area
            self._device.run_wide(
                convert_rows, self.n, drawn, self._bits_of, area, self._results.dones, number == 1,
                self._converted[number],
            )  # fmt: skip

    def _copy_rows(self, parts: dict[str, Any], numbers: Any, chosen: Any) -> None:
        for name, part in parts.items():
            self._copy(part, numbers, getattr(self._games, name), chosen)

    def _copy(self, source: Any, numbers: Any, target: Any, chosen: Any) -> None:
        ours, theirs = self._device.as_type(target, np.uint8), self._device.as_type(source, np.uint8)
        self._device.run_wide(move_rows, len(chosen), theirs, numbers, ours, chosen)

    def _chosen(self, rows: Any) -> Any:
        """The numbers of rows, on the device; those that come from the host exist."""
        if hasattr(rows, "__cuda_array_interface__"):
            return self._device.given(rows)
        chosen = np.atleast_1d(np.asarray(rows, np.int64))
        return self._device.array(np.arange(self.n)[chosen])

    def _state(self, states: Any, row: int) -> Any:
        return layouts.copied(self._element(states, row))

    def _element(self, array: Any, row: int) -> Any:
        index = range(len(array))[row]
        return self._device.host(array[index : index + 1])[0]
