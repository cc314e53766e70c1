"""What the options of a game determine, as tables: a page cannot run the Python functions that compute it.

Such functions are few: `configure` fills in a state, `board`, `longest` and `repetition` are functions of the options.
Most of their results depend on one or two options only.  Which ones is found out by trying; then a table has one entry
for each combination of their values, the last option's value changing fastest.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.kernel.declare import Game
from ludoteca.kernel.options import Option, whole_numbers
from ludoteca.play import Variant

MOST_VALUES = 40  # of an option that is a number; if it has more, a page offers round ones
MOST_ENTRIES = 20_000  # of one table
BASES, PROBES = 16, 200  # combinations from which options are varied, and those by which tables are checked

Values = tuple[Any, ...]  # one for each option


class CannotTabulate(LudotecaError):
    """The options determine too much for a table."""


@dataclass(frozen=True)
class Decided:
    """What one combination of options determines."""

    state: bytes
    board: int  # its index among the boards
    longest: int
    repetition: str


def values_of(option: Option) -> list[Any]:
    """The values that a page offers: the choices; of a number all, or round ones if there are many."""
    found = [option.default, *option.choices]
    if isinstance(option.parse, whole_numbers):
        low, high = option.parse.low, option.parse.high
        numbers = range(low, high + 1)
        found += numbers if len(numbers) <= MOST_VALUES else [each for each in _round_numbers() if low <= each <= high]
        found = sorted(set(found) - {None}) + [None] * (None in found)
    return list(dict.fromkeys(found))


def _round_numbers() -> Iterator[int]:
    yield 0
    for power in range(7):
        yield from (digit * 10**power for digit in (1, 2, 5))


class OptionTables:
    """The tables of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.names = [option.name for option in game.options]
        self.values = [values_of(option) for option in game.options]
        self.boards: list[Variant] = []  # a variant with each of the boards
        self._known: dict[Values, Decided | None] = {}

    @cached_property
    def _default(self) -> Values:
        return tuple(option.default for option in self._game.options)

    def decided(self, values: Values) -> Decided | None:
        """What these values determine; None if they are incompatible."""
        if values not in self._known:
            try:
                variant = Variant(self._game, **dict(zip(self.names, values, strict=True)))
            except LudotecaError:
                self._known[values] = None
            else:
                self._known[values] = Decided(
                    variant.blank.tobytes(), self._board(variant), variant.longest, variant.repetition
                )
        return self._known[values]

    def _board(self, variant: Variant) -> int:
        for place, known in enumerate(self.boards):
            if known.board is variant.board or known.board == variant.board:
                return place
        self.boards.append(variant)
        return len(self.boards) - 1

    def to_json(self) -> dict[str, Any]:
        """The values of all options as text, and the tables."""
        base = self.decided(self._default)
        if base is None:
            raise CannotTabulate(f"the options of {self._game.title} cannot all have their defaults")
        size = len(base.state)
        deciders = self._deciders(size)
        state: list[dict[str, Any]] = []
        place = 0
        while place < size:
            own, end = deciders[place], place + 1
            while end < size and deciders[end] == own:
                end += 1
            if own:
                begin = place
                table = self._table(own, lambda each, begin=begin, end=end: each.state[begin:end].hex())
                state.append({"offset": place, **table})
            place = end
        found = {
            "values": {
                name: [option.text(value) for value in values]
                for name, option, values in zip(self.names, self._game.options, self.values, strict=True)
            },
            "blank": base.state.hex(),
            "state": state,
            "board": self._table(deciders[size], lambda each: each.board),
            "longest": self._table(deciders[size + 1], lambda each: each.longest),
            "repetition": self._table(deciders[size + 2], lambda each: each.repetition),
        }
        self._check(found)
        return found

    def _deciders(self, size: int) -> list[tuple[int, ...]]:
        """For each byte of a state, then the board, the longest game and repetition: the options that matter."""
        chance = random.Random(1)
        found: list[set[int]] = [set() for _ in range(size + 3)]
        bases = [self._default, *(self._drawn(chance) for _ in range(BASES))]
        for base, (place, values) in itertools.product(bases, enumerate(self.values)):
            here = self.decided(base)
            for value in values:
                there = self.decided((*base[:place], value, *base[place + 1 :]))
                if here is None or there is None:
                    continue
                for byte in range(size) if here.state != there.state else ():
                    if here.state[byte] != there.state[byte]:
                        found[byte].add(place)
                if here.board != there.board:
                    found[size].add(place)
                if here.longest != there.longest:
                    found[size + 1].add(place)
                if here.repetition != there.repetition:
                    found[size + 2].add(place)
        return [tuple(sorted(each)) for each in found]

    def _drawn(self, chance: random.Random) -> Values:
        return tuple(chance.choice(values) for values in self.values)

    def _table(self, places: Sequence[int], take: Any) -> dict[str, Any]:
        """What each combination of some options determines; the other options have their defaults."""
        entries: list[Any] = []
        for values in itertools.product(*(self.values[place] for place in places)):
            if len(entries) >= MOST_ENTRIES:
                raise CannotTabulate(
                    f"too many combinations of {', '.join(self.names[place] for place in places)} in {self._game.title}"
                )
            chosen = list(self._default)
            for place, value in zip(places, values, strict=True):
                chosen[place] = value
            decided = self.decided(tuple(chosen))
            entries.append(None if decided is None else take(decided))
        return {"options": [self.names[place] for place in places], "entries": entries}

    def _check(self, tables: dict[str, Any]) -> None:
        """Check that the tables agree with the functions, for random combinations."""
        chance = random.Random(2)
        for _ in range(PROBES):
            values = self._drawn(chance)
            decided = self.decided(values)
            if decided is not None and self._looked_up(tables, values) != decided:
                raise CannotTabulate(f"the options of {self._game.title} decide together what no table shows")

    def _looked_up(self, tables: dict[str, Any], values: Values) -> Decided:
        state = bytearray.fromhex(tables["blank"])
        for one in tables["state"]:
            found = bytes.fromhex(self._entry(one, values) or "")
            state[one["offset"] : one["offset"] + len(found)] = found
        others = (self._entry(tables[name], values) for name in ("board", "longest", "repetition"))
        return Decided(bytes(state), *others)

    def _entry(self, table: dict[str, Any], values: Values) -> Any:
        number = 0
        for name in table["options"]:
            place = self.names.index(name)
            number = number * len(self.values[place]) + self.values[place].index(values[place])
        return table["entries"][number]
