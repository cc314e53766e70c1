"""What an option changes: the same moves are played with two values of it, until moves, ending or score differ."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from ludoteca.arena.games import derived_seed
from ludoteca.arena.study.measures import Replayed
from ludoteca.errors import BadOption, LudotecaError
from ludoteca.kernel.options import Option
from ludoteca.play import Position, Variant

GAMES = 60  # random ones, and as many of strong players
MOST_PLIES = 5_000  # of each of the two kinds
MOST_VALUES = 6  # of one option that are tried
START, MOVES, ENDING, SCORE = "start", "moves", "ending", "score"


@dataclass(frozen=True)
class Line:
    """A game to be replayed with another option."""

    start: str
    codes: tuple[int, ...]


@dataclass(frozen=True)
class OptionEffect:
    """In how many games a value of an option first changed something, and what."""

    option: str
    value: str
    games: int
    changed: dict[str, int]  # by what: the start, the moves, the ending or the score

    @property
    def is_dead(self) -> bool:
        """Whether it never changed anything."""
        return not self.changed


def option_effects(variant: Variant, games: Sequence[Replayed], seed: int) -> list[OptionEffect]:
    """What each value of each option would have changed in these games, and in some random ones."""
    lines = sample_lines(variant, games, seed)
    effects = []
    for option in variant.game.options:
        for value in _values(option, variant.options[option.name]):
            try:
                other = Variant(variant.game, **{**variant.options, option.name: value})
            except BadOption:  # not every value is compatible with the others
                continue
            effects.append(
                OptionEffect(option.name, option.text(value), len(lines), differences(variant, other, lines))
            )
    return effects


def sample_lines(variant: Variant, games: Sequence[Replayed], seed: int) -> list[Line]:
    """Some random games, and some of these: enough of each."""
    return [*_some(random_lines(variant, seed)), *_some(map(line_of, games))]


def _some(lines: Iterable[Line]) -> Iterator[Line]:
    plies = 0
    for line in islice(lines, GAMES):
        yield line
        plies += len(line.codes)
        if plies > MOST_PLIES:
            return


def dead_options(effects: Sequence[OptionEffect]) -> list[str]:
    """The options of which no value ever changed anything."""
    names = dict.fromkeys(effect.option for effect in effects)
    return [name for name in names if all(effect.is_dead for effect in effects if effect.option == name)]


def differences(variant: Variant, other: Variant, lines: Sequence[Line]) -> dict[str, int]:
    """In how many games the two differ, by what differs first."""
    counts = Counter(difference(variant, other, line) for line in lines)
    return {what: counts[what] for what in (START, MOVES, ENDING, SCORE) if counts[what]}


def difference(variant: Variant, other: Variant, line: Line) -> str | None:
    """What differs first when a game is played with other options; None if nothing does."""
    setup = derived_seed(line.start)
    if str(variant.start(setup)) != str(other.start(setup)):
        return START
    try:
        here, there = variant.position(line.start), other.position(line.start)
    except LudotecaError:
        return START
    for code in (*line.codes, None):
        if (here.outcome is None) != (there.outcome is None):
            return ENDING
        if here.outcome is not None and there.outcome is not None:
            if here.outcome.winner != there.outcome.winner:
                return ENDING
            return SCORE if here.score != there.score else None
        if set(here.codes) != set(there.codes):
            return MOVES
        if code is not None:
            here, there = _after(here, code), _after(there, code)
    return None


def random_lines(variant: Variant, seed: int) -> Iterator[Line]:
    """Random games, without end."""
    chance = random.Random(derived_seed(seed, "options"))
    while True:
        start = position = variant.start(chance.getrandbits(63))
        codes = []
        while position.outcome is None:
            codes.append(chance.choice(position.codes))
            position = _after(position, codes[-1])
        yield Line(str(start), tuple(codes))


def line_of(game: Replayed) -> Line:
    """A game of the study."""
    return Line(str(game.positions[0]), game.codes)


def _after(position: Position, code: int) -> Position:
    step = position.follow(code)
    assert step is not None
    return step[1]


def _values(option: Option, chosen: object) -> list[object]:
    """Values to try: all but the chosen one, or an evenly spaced selection."""
    others = [value for value in option.choices if value != chosen]
    if len(others) <= MOST_VALUES:
        return others
    return [others[round(place * (len(others) - 1) / (MOST_VALUES - 1))] for place in range(MOST_VALUES)]
