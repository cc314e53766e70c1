"""Patterns: which cells are looked up together, and which of them share a table.

Windows of neighbouring cells, lines, and single cells.  Patterns that a symmetry of the board maps onto each other
share a table; on boards too large for that, so do patterns that look alike within a certain distance.  Or patterns are
small and share a table wherever they are: in games of shapes, such as stones in a row, fewer positions suffice to learn
that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludoteca.kernel.boards import OFF, Board, Symmetry

Spot = tuple[int, int]

LARGEST = 20_000  # entries of one table
LARGEST_SHARED = 1_100  # of one that serves all locations of a pattern
MOST_ENTRIES = 400_000  # of all tables, for one stage
MOST_PATTERNS = 400
ENOUGH_PATTERNS = 256  # from which on windows are square only
LONGEST_LINE = 8
WINDOW, SINGLE, ROW = range(3)  # families of patterns
SIGHTS = (99, 3, 2, 1, 0)  # how many steps from a cell to the edge are distinguished


@dataclass(frozen=True)
class Pattern:
    """Some cells in order, and the number of the table with the values of their contents."""

    cells: tuple[int, ...]
    table: int


@dataclass(frozen=True)
class Patterns:
    """All patterns of a board, and how many cells those of each table have."""

    patterns: tuple[Pattern, ...]
    widths: tuple[int, ...]

    def entries(self, contents: int) -> int:
        """The total length of all tables."""
        return sum(contents**width for width in self.widths)


def patterns_of(board: Board, turns: Sequence[Symmetry], contents: int, *, are_shared: bool = False) -> Patterns:
    """The patterns of a board whose cells can have this many contents; small ones if their tables are shared."""
    most = 1
    while contents ** (most + 1) <= (LARGEST_SHARED if are_shared else LARGEST):
        most += 1
    while True:
        lines = _lines(board, min(most, LONGEST_LINE))
        sets = [*_windows(board, most, turns, has_narrow=True), *lines]
        if len(sets) > ENOUGH_PATTERNS:
            sets = [*_windows(board, most, turns, has_narrow=False), *lines]
        for sight in SIGHTS[-1:] if are_shared else SIGHTS:
            told = [one for one in sets if one[1] != SINGLE or sight < SIGHTS[0]]  # windows distinguish where a cell is
            found = _shared(board, turns, told, sight)
            if found.entries(contents) <= MOST_ENTRIES and len(found.patterns) <= MOST_PATTERNS:
                return found
        if most == 1:
            return found
        most -= 1


def _windows(
    board: Board, most: int, turns: Sequence[Symmetry], *, has_narrow: bool
) -> list[tuple[frozenset[int], int]]:
    """Rectangles of at most this many cells, square or narrow, and their images by symmetry; each with a family."""
    tall = max(size for size in range(1, most + 1) if size * size <= most)
    wide = most // tall
    shapes = {(tall, wide), (wide, tall)} if tall > 1 else {(1, 1)}
    if has_narrow and tall > 1:
        shapes |= {(2, most // 2), (most // 2, 2)}
    found: dict[frozenset[int], int] = {}
    for rows, columns in sorted(shapes):
        for row, column in board.spots:
            spots = [(row + down, column + right) for down in range(rows) for right in range(columns)]
            if all(spot in board.at for spot in spots):
                cells = [board.at[spot] for spot in spots]
                for turn in turns:
                    found.setdefault(frozenset(turn.cells[cell] for cell in cells), WINDOW)
    for cell in board.cells:
        found.setdefault(frozenset((cell,)), SINGLE)
    return list(found.items())


def _lines(board: Board, most: int) -> list[tuple[frozenset[int], int]]:
    """Cells in a row, along every way of the board."""
    if most < 3:
        return []
    found: dict[frozenset[int], int] = {}
    half = len(board.ways) // 2
    ways = [way for way in range(len(board.ways)) if board.ways[way] > (0, 0)][:half]
    for way in ways:
        for cell in board.cells:
            if any(int(board.step[back, way]) == cell for back in board.cells):
                continue  # not where the line begins
            line = [cell]
            while (after := int(board.step[line[-1], way])) != OFF:
                line.append(after)
            if len(line) >= 3:
                length = min(most, len(line))
                for start in range(len(line) - length + 1):
                    found.setdefault(frozenset(line[start : start + length]), ROW)
    return list(found.items())


def _shared(
    board: Board, turns: Sequence[Symmetry], sets: Iterable[tuple[frozenset[int], int]], sight: int
) -> Patterns:
    """The sets as patterns, ordered so that those which share a table correspond; single cells are distinguished."""
    near = {
        cell: tuple(min(_steps_to_edge(board, cell, way), sight) for way in range(len(board.ways)))
        for cell in board.cells
    }
    exact = {cell: board.spot[cell] for cell in board.cells}
    tables: dict[object, int] = {}
    widths: list[int] = []
    patterns: dict[frozenset[int], Pattern] = {}
    for cells, family in sets:
        if cells in patterns:
            continue
        best: tuple[object, tuple[int, ...]] | None = None
        for turn in turns:
            order = sorted(cells, key=lambda cell: board.spot[turn.cells[cell]])
            there = [turn.cells[cell] for cell in order]
            sign = (
                family,
                _shape(board.spot[cell] for cell in there),
                tuple(exact[cell] if family == SINGLE else near[cell] for cell in there),
            )
            if best is None or sign < best[0]:  # type: ignore[operator]
                best = sign, tuple(order)
        assert best is not None
        if best[0] not in tables:
            tables[best[0]] = len(widths)
            widths.append(len(cells))
        patterns[cells] = Pattern(best[1], tables[best[0]])
    return Patterns(tuple(patterns.values()), tuple(widths))


def _shape(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    """Cells relative to the first of them."""
    all_spots = list(spots)
    row, column = all_spots[0]
    return tuple((each_row - row, each_column - column) for each_row, each_column in all_spots)


def _steps_to_edge(board: Board, cell: int, way: int) -> int:
    steps = 0
    while (after := int(board.step[cell, way])) != OFF:
        cell = after
        steps += 1
    return steps
