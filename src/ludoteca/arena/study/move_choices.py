"""Which of the possible moves strong players choose: kinds of moves and cells that never pay.

A group of moves is judged by how often it was chosen, compared with how often chance would have chosen it among the
legal moves of the same positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludoteca.arena.study.measures import Replayed
from ludoteca.kernel.move_parts import Choice, Way
from ludoteca.play import Position, Variant

MOST_LISTED = 200_000  # legal moves examined; of more, an evenly spaced sample of positions
LEAST_EXPECTED = 5.0  # by chance; below this, never being chosen says little
HARDLY = 0.1  # of that


@dataclass(frozen=True)
class MoveGroup:
    """Moves that have something in common, and how often they were chosen."""

    what: str
    positions: int  # in which one of them was legal
    chosen: int
    expected: float  # how often chance would have chosen them

    @property
    def liking(self) -> float:
        """How often they were chosen relative to chance: 1 for average moves."""
        return self.chosen / self.expected if self.expected else 1.0

    @property
    def never_pays(self) -> bool:
        """Whether strong players avoid them, as far as can be told."""
        return self.expected >= LEAST_EXPECTED and self.liking <= HARDLY


@dataclass(frozen=True)
class MoveChoices:
    """What was chosen in the positions of some games."""

    positions: int
    groups: tuple[MoveGroup, ...]  # by kind of move, then by their named parts
    cells: dict[str, tuple[MoveGroup, ...]]  # by kind of move, where the moves end; symmetric cells are one group
    liking: dict[str, dict[str, float]]  # the same for each cell by name, for pictures

    @property
    def never_paid(self) -> list[MoveGroup]:
        """What strong players avoid, the most striking first."""
        everything = [*self.groups, *(group for groups in self.cells.values() for group in groups)]
        return sorted((group for group in everything if group.never_pays), key=lambda each: -each.expected)


class _Tally:
    """Counts for one group of moves."""

    def __init__(self) -> None:
        self.positions = self.chosen = 0
        self.expected = 0.0

    def group(self, what: str) -> MoveGroup:
        return MoveGroup(what, self.positions, self.chosen, round(self.expected, 3))


def move_choices(variant: Variant, games: Iterable[Replayed]) -> MoveChoices:
    """Go through the games, position by position."""
    tallies: dict[tuple[str, ...], _Tally] = {}
    faced = [
        (position, code)
        for game in games
        for position, code in zip(game.positions, game.codes, strict=True)
        if len(position.codes) > 1
    ]
    faced = faced[:: 1 + sum(len(position.codes) for position, _ in faced) // MOST_LISTED]
    orbits = _orbits(variant)
    for position, chosen in faced:
        seen: dict[tuple[str, ...], int] = {}
        for code in position.codes:
            for group in _groups(position, code, orbits):
                seen[group] = seen.get(group, 0) + 1
        for group, count in seen.items():
            tally = tallies.setdefault(group, _Tally())
            tally.positions += 1
            tally.expected += count / len(position.codes)
        for group in _groups(position, chosen, orbits):
            tallies[group].chosen += 1
    named = [(group, tallies[group]) for group in sorted(tallies)]
    cells: dict[str, list[MoveGroup]] = {}
    liking: dict[str, dict[str, float]] = {}
    for (sort, *words), tally in named:
        if sort != "cell":
            continue
        kind, orbit = words
        ending_here = tally.group(f"{kind} at {orbit}")
        cells.setdefault(kind, []).append(ending_here)
        liking.setdefault(kind, {}).update(dict.fromkeys(orbit.split(", "), round(ending_here.liking, 3)))
    groups = [tally.group(" ".join(words)) for (sort, *words), tally in named if sort != "cell"]
    return MoveChoices(len(faced), tuple(groups), {kind: tuple(each) for kind, each in cells.items()}, liking)


def _groups(position: Position, code: int, orbits: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """The groups that a move belongs to: its kind, its named parts, and the cell where it ends."""
    game = position.variant.game
    kind = game.kinds.of(code)
    name = kind_name(position.variant, code)
    yield "a kind", name
    for (part_name, part), value in zip(kind.parts.items(), kind.values(code), strict=True):
        if isinstance(part, Choice | Way):
            yield "a part", name, part_name, part.names[value]
    ends = [pick.name for pick in game.picks(position.reading, code) if pick.is_cell]
    if ends and ends[-1] in orbits:
        yield "cell", name, orbits[ends[-1]]


def kind_name(variant: Variant, code: int) -> str:
    """The name of a kind of move: from the game's file, in lower case."""
    kinds = variant.game.kinds
    kind = kinds.of(code)
    name: str = next(name for name, each in kinds.by_name.items() if each is kind)
    return name.lower().replace("_", " ")


def _orbits(variant: Variant) -> dict[str, str]:
    """For each cell, the cells it is mapped to by the symmetries of the rules."""
    board = variant.board
    names = dict(zip(board.cells, board.names, strict=True))
    turned = {cell: {symmetry.cells[cell] for symmetry in variant.symmetries} for cell in board.cells}
    return {names[cell]: ", ".join(sorted(names[each] for each in turned[cell])) for cell in board.cells}
