"""Boards: which cells there are, how they are called, what lies next to what, and their symmetries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

import numpy as np
import numpy.typing as npt

OFF = -1  # the neighbour of a cell at the edge

Table = npt.NDArray[np.int16]
Spot = tuple[int, int]  # (row, column); on hex boards axial (i, j)

EIGHT_WAYS: tuple[Spot, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1))
SIX_WAYS: tuple[Spot, ...] = ((0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0))
SIX_WAY_NAMES = ("e", "w", "se", "nw", "sw", "ne")


@dataclass(frozen=True)
class Symmetry:
    """A turn or mirroring of a board: where each cell goes, and what becomes of each direction."""

    cells: dict[int, int]
    ways: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """Cells with names and places.  Cell numbers need not be consecutive: see `SquareBoard.stride`."""

    shape: str  # "square" or "hex"
    ways: tuple[Spot, ...]
    cells: tuple[int, ...]
    spots: tuple[Spot, ...]  # the place of each of `cells`, in the same order
    names: tuple[str, ...]  # likewise

    @property
    def board(self) -> Board:
        """The board itself, as `Region.board` is the board of a part."""
        return self

    @cached_property
    def size(self) -> int:
        """One more than the highest cell number."""
        return max(self.cells) + 1

    @cached_property
    def cell_of(self) -> dict[int, int]:
        """The cell of each number: on a whole board, the same; see `Region`."""
        return {cell: cell for cell in self.cells}

    @property
    def number_of(self) -> dict[int, int]:
        """The number of each cell: the same."""
        return self.cell_of

    @cached_property
    def number(self) -> dict[str, int]:
        """The cell number of a name."""
        return dict(zip(self.names, self.cells, strict=True))

    @cached_property
    def name(self) -> dict[int, str]:
        """The name of a cell number."""
        return dict(zip(self.cells, self.names, strict=True))

    @cached_property
    def spot(self) -> dict[int, Spot]:
        """The place of a cell number."""
        return dict(zip(self.cells, self.spots, strict=True))

    @cached_property
    def at(self) -> dict[Spot, int]:
        """The cell number at a place."""
        return dict(zip(self.spots, self.cells, strict=True))

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row, top first."""
        numbers = sorted({row for row, _ in self.spots})
        return tuple(tuple(self.at[spot] for spot in sorted(self.spots) if spot[0] == row) for row in numbers)

    @cached_property
    def step(self) -> Table:
        """step[cell, way] is the neighbour in that direction, or OFF."""
        table = np.full((max(self.cells) + 1, len(self.ways)), OFF, dtype=np.int16)
        for cell, (row, column) in zip(self.cells, self.spots, strict=True):
            for way, (down, right) in enumerate(self.ways):
                table[cell, way] = self.at.get((row + down, column + right), OFF)
        return table

    def ray(self, cell: int, way: int) -> list[int]:
        """The cells from here to the edge in one direction, nearest first."""
        path = []
        near = int(self.step[cell, way])
        while near != OFF:
            path.append(near)
            near = int(self.step[near, way])
        return path

    def bits(self, cells: Iterable[int]) -> np.uint64:
        """Cells as a bit set."""
        return np.uint64(sum(1 << cell for cell in set(cells)))

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Every way the board can be turned or mirrored onto itself; the first changes nothing."""
        found: dict[tuple[int, ...], Symmetry] = {}
        for turned in self._turned_spots():
            if all(spot in self.at for spot in turned):
                cells = {cell: self.at[spot] for cell, spot in zip(self.cells, turned, strict=True)}
                found.setdefault(tuple(cells.values()), Symmetry(cells, self._turned_ways(cells)))
        return tuple(found.values())

    def _turned_ways(self, cells: dict[int, int]) -> tuple[int, ...]:
        turned = []
        for way in range(len(self.ways)):
            cell = next((cell for cell in self.cells if self.step[cell, way] != OFF), None)
            if cell is None:  # a board one cell wide has no such neighbours
                turned.append(way)
                continue
            (row, column), (row2, column2) = self.spot[cells[cell]], self.spot[cells[int(self.step[cell, way])]]
            turned.append(self.ways.index((row2 - row, column2 - column)))
        return tuple(turned)

    def _turned_spots(self) -> Iterable[list[Spot]]:
        if self.shape == "square":
            last_row = max(row for row, _ in self.spots)
            last_column = max(column for _, column in self.spots)
            first_row = min(row for row, _ in self.spots)
            first_column = min(column for _, column in self.spots)
            for flip_rows in (False, True):
                for flip_columns in (False, True):
                    for swap in (False, True):
                        turned = []
                        for row, column in self.spots:
                            down = last_row + first_row - row if flip_rows else row
                            right = last_column + first_column - column if flip_columns else column
                            turned.append((right, down) if swap else (down, right))
                        yield turned
            return
        middle = (max(i for i, _ in self.spots) + min(i for i, _ in self.spots)) // 2
        centred = [(i - middle, j - middle) for i, j in self.spots]
        for mirror in (False, True):
            spots = [(j, i) for i, j in centred] if mirror else centred
            for _ in range(6):
                yield [(i + middle, j + middle) for i, j in spots]
                spots = [(i - j, i) for i, j in spots]  # a sixth of a turn


@dataclass(frozen=True)
class Region:
    """Some cells of a board under numbers of their own: number n is the cell `cells[n]`."""

    board: Board
    cells: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.cells)

    @cached_property
    def cell_of(self) -> dict[int, int]:
        """The cell of each number."""
        return dict(enumerate(self.cells))

    @cached_property
    def number_of(self) -> dict[int, int]:
        """The number of each cell."""
        return {cell: number for number, cell in enumerate(self.cells)}


def SquareBoard(rows: int, columns: int, stride: int | None = None) -> Board:
    """A rectangle of squares, a1 at the top left.

    `stride` is how far the cell numbers of one column lie apart; a stride of at least columns + 1 leaves a gap
    after each row, so that shifting a bit set can never carry a stone around the edge.
    """
    width = columns if stride is None else stride
    spots = tuple((row, column) for row in range(rows) for column in range(columns))
    return Board(
        shape="square",
        ways=EIGHT_WAYS,
        cells=tuple(row * width + column for row, column in spots),
        spots=spots,
        names=tuple(f"{ascii_lowercase[column]}{row + 1}" for row, column in spots),
    )


def HexBoard(side: int) -> Board:
    """A hexagon of hexes with `side` cells a side, in axial rows i and columns j."""
    last = 2 * side - 2
    spots = tuple((i, j) for i in range(last + 1) for j in range(max(0, i - side + 1), min(last, i + side - 1) + 1))
    return Board(
        shape="hex",
        ways=SIX_WAYS,
        cells=tuple(range(len(spots))),
        spots=spots,
        names=tuple(f"{ascii_lowercase[j]}{i + 1}" for i, j in spots),
    )
