"""Boards: their cells, names, adjacency, sides and symmetries.

A board is a set of squares or hexes of any outline, or of points joined by lines:

    SquareBoard(8, 8, first_row="bottom")                    # a1 at the bottom left, as in chess
    SquareBoard(15, 15, first_row="bottom", drawn="points")  # stones stand where lines cross, as in Gomoku
    HexBoard(5)                                              # a hexagon of hexes, five per side
    RhombusBoard(11, 11)                                     # as in the game of Hex
    board_from_picture(PICTURE, shape="hex")                 # any outline, drawn in dots
    PointBoard(PICTURE)                                      # points and the lines between them, drawn in characters

`edge_boards` and `pit_boards` have boards of edges and boxes, and of pits.

A board knows the size of its sets of cells (see `cell_sets`): `BOARD.none`, `BOARD.all`, `BOARD.bit(cell)`, and tables
of sets such as `BOARD.neighbours`.  Every interface draws a board from `places`, `bounds` and `sides`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import product
from string import ascii_letters, ascii_lowercase, digits
from textwrap import dedent
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.board_types import BoardSets
from ludoteca.compiler.scratch import MOST_CELLS
from ludoteca.compiler.set_arrays import SetArray
from ludoteca.compiler.set_types import CellSet
from ludoteca.errors import BadDeclaration
from ludoteca.kernel.cell_places import OUTWARD, Place, Side, Spot, border_sides, place_of, sides_of

OFF = -1  # the neighbour of a cell beyond the edge
WORD = 64  # cells per word of a set, unless a board says otherwise

Table = npt.NDArray[np.int16]
FirstRow = Literal["top", "bottom"]
DrawnAs = Literal["squares", "points"]

EIGHT_WAYS: tuple[Spot, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1))
EIGHT_WAY_NAMES = ("e", "w", "s", "n", "se", "nw", "sw", "ne")
SIX_WAYS: tuple[Spot, ...] = ((0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0))  # columns lean to the left
RIGHT_LEANING_WAYS: tuple[Spot, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
SIX_WAY_NAMES = ("e", "w", "se", "nw", "sw", "ne")
LEFT, RIGHT = -0.5, 0.5  # how far a hex is to the right of the one above it in the same column


Joined = tuple[int, int, int]  # a cell, a way, and the cell at the other end of the line


@dataclass(frozen=True)
class Symmetry:
    """A rotation or reflection of a board: where each cell goes, and what each direction becomes."""

    cells: dict[int, int]
    ways: tuple[int, ...]


class HasCells(BoardSets):
    """What a board and a region of one have in common: sets of their cells."""

    board: Any  # the whole board

    def bits(self, cells: Iterable[int | str]) -> Any:
        """The set of these cells of the whole board, given by number or name."""
        numbers = self.number_of
        return self._set(sum(1 << each for each in {numbers[cell] for cell in _known(cells, self.board, numbers)}))

    def table(self, sets: Iterable[Any]) -> Any:
        """A table of sets that compiled code can index, from a list or a list of lists."""
        if self.words == 1:
            return np.array(sets, np.uint64)
        return SetArray(np.array(_words_in(sets), np.uint64), self.word)


def _known(cells: Iterable[int | str], board: Board, among: Collection[int]) -> list[int]:
    """Cells by number, given by number or name; BadDeclaration if one is not `among` these."""
    found = [(board.number.get(each, OFF) if isinstance(each, str) else int(each), each) for each in cells]
    for cell, given in found:
        if cell not in among:
            first, *_, last = (board.name[each] for each in (*among, *among))
            raise BadDeclaration(f"there is no cell {given!r} here; the cells go from {first} to {last}")
    return [cell for cell, _ in found]


def _words_in(sets: Any) -> Any:
    return sets.parts if isinstance(sets, CellSet) else [_words_in(each) for each in sets]


@dataclass(frozen=True)
class Board(HasCells):
    """Cells with names and places.  Cell numbers need not be consecutive: see `SquareBoard.stride`."""

    shape: str  # of its cells, "square" or "hex"; or "points", "edges" or "pits"
    ways: tuple[Spot, ...]  # in pairs: each odd one leads back
    cells: tuple[int, ...]  # row by row, top first
    spots: tuple[Spot, ...]  # the row and column of each of `cells`, in the same order
    names: tuple[str, ...]  # likewise
    lean: float = 0.0  # how far a cell is to the right of the one above it in its column: LEFT or RIGHT for hexes
    word: int = WORD
    joined: tuple[Joined, ...] | None = None  # the drawn lines; without them, cells side by side are neighbours
    other_names: tuple[str, ...] = ()  # of `cells`, if people may call them something else too

    def __post_init__(self) -> None:
        if not self.cells:
            raise BadDeclaration("a board has at least one cell")
        if max(self.cells) >= MOST_CELLS:
            raise BadDeclaration(
                f"a board can have at most {MOST_CELLS} cells, including gaps; this one has {max(self.cells) + 1}"
            )

    @property
    def board(self) -> Board:
        """The board itself, like `Region.board` for a part of a board."""
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
        """The cell number for a name."""
        return dict(zip(self.names, self.cells, strict=True))

    @cached_property
    def name(self) -> dict[int, str]:
        """The name for a cell number."""
        return dict(zip(self.cells, self.names, strict=True))

    @cached_property
    def spot(self) -> dict[int, Spot]:
        """The row and column of a cell number."""
        return dict(zip(self.cells, self.spots, strict=True))

    @cached_property
    def at(self) -> dict[Spot, int]:
        """The cell number at a row and column."""
        return dict(zip(self.spots, self.cells, strict=True))

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells row by row, top first."""
        found: dict[int, list[int]] = {}
        for row, column in sorted(self.spots):
            found.setdefault(row, []).append(self.at[row, column])
        return tuple(map(tuple, found.values()))

    @cached_property
    def step(self) -> Table:
        """step[cell, way] is the neighbour in that direction, or OFF."""
        table = np.full((max(self.cells) + 1, len(self.ways)), OFF, dtype=np.int16)
        if self.joined is not None:
            for cell, way, near in self.joined:
                table[cell, way], table[near, way ^ 1] = near, cell
            return table
        for cell, (row, column) in zip(self.cells, self.spots, strict=True):
            for way, (down, right) in enumerate(self.ways):
                table[cell, way] = self.at.get((row + down, column + right), OFF)
        return table

    def ray(self, cell: int, way: int) -> list[int]:
        """The cells from here to the edge in one direction, nearest first, or back to here on a line that closes."""
        path: list[int] = []
        near = int(self.step[cell, way])
        while near not in (OFF, cell):
            path.append(near)
            near = int(self.step[near, way])
        return path

    @cached_property
    def rays(self) -> Table:
        """rays[cell, way, steps] is the cell this many steps away in that direction, or OFF."""
        paths = {(cell, way): self.ray(cell, way) for cell in self.cells for way in range(len(self.ways))}
        table = np.full((self.size, len(self.ways), 1 + max(map(len, paths.values()))), OFF, dtype=np.int16)
        for (cell, way), path in paths.items():
            table[cell, way, : 1 + len(path)] = [cell, *path]
        return table

    @cached_property
    def sight(self) -> Any:
        """sight[cell, way] is the set of cells in a straight line in that direction, for `in_sight`."""
        cells, ways = range(self.size), range(len(self.ways))
        return self.table([[self.bits(self.ray(cell, way)) for way in ways] for cell in cells])

    @cached_property
    def way_to(self) -> Table:
        """way_to[cell, there] is the direction of the straight line to `there`, or OFF if there is none."""
        table = np.full((self.size, self.size), OFF, dtype=np.int16)
        for cell in self.cells:
            for way in range(len(self.ways)):
                table[cell, self.ray(cell, way)] = way
        return table

    @cached_property
    def lines(self) -> Any:
        """Every complete straight line of two or more cells, as a table of sets."""
        ends = [(cell, way) for way in range(0, len(self.ways), 2) for cell in self.cells]
        whole = [[cell, *self.ray(cell, way)] for cell, way in ends if self.step[cell, way ^ 1] == OFF]
        return self.table([self.bits(line) for line in whole if len(line) > 1])

    @cached_property
    def neighbours(self) -> Any:
        """neighbours[cell] is the set of adjacent cells."""
        return self.table([self.bits(self._next_to(cell)) for cell in range(self.size)])

    def neighbours_to(self, *ways: str) -> Any:
        """The same for neighbours in some directions: `neighbours_to("ne", "nw")[cell]`."""
        for way in ways:
            if way not in self.way_names:
                raise BadDeclaration(f"no direction is called {way!r}; the directions are {', '.join(self.way_names)}")
        numbers = [self.way_names.index(way) for way in ways]
        return self.table([self.bits(self._next_to(cell, numbers)) for cell in range(self.size)])

    def leaps(self, *distances: int) -> Any:
        """The cells that a leap reaches, so far along rows and columns: `leaps(1, 2)[cell]` is where a knight goes."""
        spots, found = dict(zip(self.cells, self.spots, strict=True)), []
        for cell in range(self.size):
            row, column = spots.get(cell, (-99, -99))
            far = [spot for spot in self.at if sorted((abs(spot[0] - row), abs(spot[1] - column))) == sorted(distances)]
            found.append(self.bits([self.at[spot] for spot in far]))
        return self.table(found)

    def part(self, cells: Iterable[int | str]) -> Self:
        """A smaller board of some of the cells, by number or name: they keep their numbers, names and lines."""
        kept = set(_known(cells, self, self.cell_of))
        own = [each for each in zip(self.cells, self.spots, self.names, strict=True) if each[0] in kept]
        top, left = (min((spot[axis] for _, spot, _ in own), default=0) for axis in range(2))
        joined = None if self.joined is None else tuple(line for line in self.joined if {line[0], line[2]} <= kept)
        changes: dict[str, Any] = {
            "cells": tuple(cell for cell, _, _ in own),
            "spots": tuple((row - top, column - left) for _, (row, column), _ in own),
            "names": tuple(name for _, _, name in own),
            "joined": joined,
            "other_names": tuple(
                name for cell, name in zip(self.cells, self.other_names, strict=False) if cell in kept
            ),
        }
        part = object.__new__(type(self))  # some types of boards are made from other arguments
        Board.__init__(part, **{each.name: getattr(self, each.name) for each in fields(Board)} | changes)
        return part

    @property
    def is_numbered(self) -> bool:
        """Whether names are numbers, which are drawn on the cells and not around the board."""
        return self.other_names != ()

    def numbered(self) -> Board:
        """The same board with numbers for names, 1 at the top left; people may still type the other names."""
        return replace(self, names=tuple(map(str, range(1, len(self.cells) + 1))), other_names=self.names)

    def _next_to(self, cell: int, ways: Iterable[int] | None = None) -> list[int]:
        found = self.step[cell] if ways is None else (self.step[cell, way] for way in ways)
        return [near for near in map(int, found) if near != OFF]

    @property
    def way_names(self) -> tuple[str, ...]:
        """The names of `ways`: compass directions, with north at the top of the page."""
        return SIX_WAY_NAMES if self.shape == "hex" else EIGHT_WAY_NAMES

    @cached_property
    def directions(self) -> tuple[int, ...]:
        """The numbers of all `ways`, for `in_sight` and loops in rules; the odd one of a pair leads back."""
        return tuple(range(len(self.ways)))

    @cached_property
    def orthogonals(self) -> tuple[int, ...]:
        """Those along rows and columns, as a rook goes."""
        return tuple(way for way, step in enumerate(self.ways) if 0 in step)

    @cached_property
    def diagonals(self) -> tuple[int, ...]:
        """The others, as a bishop goes."""
        return tuple(way for way, step in enumerate(self.ways) if 0 not in step)

    @cached_property
    def way_steps(self) -> dict[str, Place]:
        """How far each way leads on the page, by name."""
        steps = map(self.place_of, self.ways)
        return dict(zip(self.way_names, steps, strict=True))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where the centre of each of `cells` is drawn: (x, y), in distances between neighbours, y downwards."""
        return tuple(map(self.place_of, self.spots))

    def place_of(self, spot: Spot) -> Place:
        """Where on the page a row and a column meet."""
        return place_of(self.shape, self.lean, spot)

    def form(self, cell: int) -> str:
        """The form of a cell, for drawing: on most boards, the same for all cells."""
        if not self.is_grid:
            return self.shape
        return "star" if self.spot[cell] in self.stars else "crossing"

    @property
    def is_grid(self) -> bool:
        """Whether it is drawn as rows and columns of lines, with a point where two of them cross."""
        return self.shape == "points" and self.joined is None

    @cached_property
    def stars(self) -> frozenset[Spot]:
        """The spots that a grid marks: near its corners, its centre and, on 19 lines, halfway along its sides."""
        rows, columns = (1 + max(spot[axis] for spot in self.spots) for axis in range(2))
        found = set(product(_star_lines(rows), _star_lines(columns)))
        if min(rows, columns) < 19:
            found -= {(row, column) for row, column in found if (row == rows // 2) != (column == columns // 2)}
        return frozenset(found & self.at.keys())

    @property
    def drawn_lines(self) -> list[tuple[Place, Place]]:
        """Where lines between points are drawn."""
        if self.is_grid:
            return [ends for way in (0, 2) for ends in self._drawn_along(way)]
        return [(self.place[cell], self.place[near]) for cell, _, near in self.joined or ()]

    def _drawn_along(self, way: int) -> Iterable[tuple[Place, Place]]:
        """The whole lines in one direction."""
        for cell in self.cells:
            if self.step[cell, way ^ 1] == OFF and (path := self.ray(cell, way)):
                yield self.place[cell], self.place[path[-1]]

    @property
    def drawn_dots(self) -> list[Place]:
        """Where dots that are not cells are drawn."""
        return []

    @cached_property
    def place(self) -> dict[int, Place]:
        """The same by cell number."""
        return dict(zip(self.cells, self.places, strict=True))

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The smallest box that contains all centres: left, top, right, bottom."""
        across, down = [x for x, _ in self.places], [y for _, y in self.places]
        return min(across), min(down), max(across), max(down)

    @cached_property
    def sides(self) -> dict[str, Side]:
        """The sides of the board by name, clockwise from the north.

        Rectangles and rhombuses have a north, an east, a south and a west; a hexagon has a northeast, a southeast, a
        southwest and a northwest instead of east and west.  A corner cell is on two sides.
        """
        if self.shape not in OUTWARD:
            return border_sides(self.at, self.place, self.bits)
        ways = dict(zip(self.way_names, self.ways, strict=True))
        return sides_of(self.shape, self.at, ways, self.place, self.bits)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All rotations and reflections of the board onto itself; the first is the identity."""
        found: dict[tuple[int, ...], Symmetry] = {}
        for turned in self._turned_spots():
            down, right = (one - other for one, other in zip(min(self.spots), min(turned), strict=True))
            moved = [(row + down, column + right) for row, column in turned]
            if all(spot in self.at for spot in moved):
                cells = {cell: self.at[spot] for cell, spot in zip(self.cells, moved, strict=True)}
                if not self._keeps_lines(cells):
                    continue
                found.setdefault(tuple(cells.values()), Symmetry(cells, self._turned_ways(cells)))
        return tuple(found.values())

    def _keeps_lines(self, cells: dict[int, int]) -> bool:
        """Whether moving the cells maps lines to lines."""
        lines = {frozenset((cell, near)) for cell, _, near in self.joined or ()}
        return all(frozenset(cells[cell] for cell in line) in lines for line in lines)

    def _turned_ways(self, cells: dict[int, int]) -> tuple[int, ...]:
        turned = []
        for way in range(len(self.ways)):
            cell = next((cell for cell in self.cells if self.step[cell, way] != OFF), None)
            if cell is None:  # a board one cell wide has no such neighbours
                turned.append(way)
                continue
            (row, column), (row2, column2) = self.spot[cells[cell]], self.spot[cells[int(self.step[cell, way])]]
            turned.append(self.ways.index((_sign(row2 - row), _sign(column2 - column))))  # points may be far apart
        return tuple(turned)

    def _turned_spots(self) -> Iterable[list[Spot]]:
        """The rows and columns after each rotation and reflection, wherever the whole board ends up."""
        if self.shape != "hex":
            for down in (1, -1):
                for right in (1, -1):
                    turned = [(down * row, right * column) for row, column in self.spots]
                    yield turned
                    yield [(column, row) for row, column in turned]
            return
        skew = 1 if self.lean == RIGHT else 0  # rotations are computed with columns that lean to the left
        leaning = [(row, column + skew * row) for row, column in self.spots]
        for is_mirrored in (False, True):
            turned = [(column, row) for row, column in leaning] if is_mirrored else leaning
            for _ in range(6):
                yield [(row, column - skew * row) for row, column in turned]
                turned = [(row - column, row) for row, column in turned]  # a sixth of a turn


@dataclass(frozen=True, init=False)
class Region(HasCells):
    """Some cells of a board, by number or name, numbered separately: number n is the cell `cells[n]`.

    Fields and parts of moves take a region in place of a board: `Cells(Region(BOARD, cells))`, `Cell(Region(...))`.
    Sets are then small, and cells outside the region cannot occur.
    """

    board: Board
    cells: tuple[int, ...]
    word: int = WORD

    def __init__(self, board: Board, cells: Iterable[int | str], word: int = WORD) -> None:
        self.__dict__.update(board=board, cells=tuple(_known(cells, board, board.cell_of)), word=word)

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @cached_property
    def cell_of(self) -> dict[int, int]:
        """The cell of each number."""
        return dict(enumerate(self.cells))

    @cached_property
    def number_of(self) -> dict[int, int]:
        """The number of each cell."""
        return {cell: number for number, cell in enumerate(self.cells)}


def SquareBoard(
    rows: int,
    columns: int,
    stride: int | None = None,
    *,
    without: Iterable[str] = (),
    first_row: FirstRow = "top",
    word: int = WORD,
    drawn: DrawnAs = "squares",
    letters: Sequence[str] = (),
) -> Board:
    """A rectangle of squares; a letter names the column, a number the row.

    `stride` is the distance between the cell numbers of a column's neighbours; a stride of at least columns + 1 leaves
    a gap after each row, so that shifting a bit set never carries a stone around the edge.  `without` names cells that
    the board lacks; their numbers stay unused.  Row 1 is at the top, or with `first_row="bottom"` at the bottom; cell
    numbers and position text begin at the top in either case.  `word` is the number of cells per word of a set,
    if compiled code needs whole rows in each word.  With `drawn="points"` pieces stand where lines cross, as in Go, and
    the usual star points are marked; `letters` are those of the columns, if they are not a, b, c and so on.
    """
    if drawn not in ("squares", "points"):
        raise BadDeclaration(f"a board is drawn as 'squares' or 'points', not {drawn!r}")
    if letters and len(set(letters)) != columns:
        raise BadDeclaration(f"a board of {columns} columns needs as many different letters, not {len(set(letters))}")
    lacking = set(without)
    spots = [(row, column) for row in range(rows) for column in range(columns)]
    names = {spot: cell_name(spot, rows, first_row, letters) for spot in spots}
    if unknown := lacking - set(names.values()):
        raise BadDeclaration(f"a board of {rows} rows and {columns} columns has no cell {min(unknown)}")
    kept = {spot: name for spot, name in names.items() if name not in lacking}
    return _square_board(kept, columns, stride, word, shape="square" if drawn == "squares" else "points")


def HexBoard(side: int) -> Board:
    """A hexagon of hexes with `side` cells per side; a letter names a left-leaning column, a number the row."""
    last = 2 * side - 2
    spots = [(i, j) for i in range(last + 1) for j in range(max(0, i - side + 1), min(last, i + side - 1) + 1)]
    return _hex_board(spots, LEFT, "top")


def RhombusBoard(rows: int, columns: int, *, first_row: FirstRow = "top") -> Board:
    """A rhombus of hexes that leans to the right, as in Hex; a letter names the column, a number the row."""
    return _hex_board([(row, column) for row in range(rows) for column in range(columns)], RIGHT, first_row)


def board_from_picture(
    picture: str, *, shape: str = "square", stride: int | None = None, first_row: FirstRow = "top"
) -> Board:
    """A board of any outline, drawn as text: a dot is a cell, a space is none.

    Squares are adjacent characters.  Hexes of a row are two characters apart, and the next row is shifted by one, so
    that a hex has its six neighbours around it; the columns lean to the side on which there are fewer of them.
    """
    lines = dedent(picture.strip("\n").rstrip()).split("\n")
    for line in lines:
        if other := set(line) - {".", " "}:
            raise BadDeclaration(
                f"a picture of a board may contain only dots and spaces; {line!r} contains {min(other)!r}"
            )
    dots = [(row, at) for row, line in enumerate(lines) for at, letter in enumerate(line) if letter == "."]
    if not dots:
        raise BadDeclaration("a picture of a board has at least one dot")
    if shape == "square":
        first = min(at for _, at in dots)
        spots = [(row, at - first) for row, at in dots]
        names = {spot: cell_name(spot, len(lines), first_row) for spot in spots}
        return _square_board(names, 1 + max(column for _, column in spots), stride)
    if shape != "hex":
        raise BadDeclaration(f"the shape of a board is 'square' or 'hex', not {shape!r}")
    if len({(row + at) % 2 for row, at in dots}) > 1:
        raise BadDeclaration("in a picture of hexes, each row must be shifted by one character relative to the next")
    left, right = ([(row, (at - shift * row) // 2) for row, at in dots] for shift in (-1, 1))
    widths = [len({column for _, column in spots}) for spots in (left, right)]
    spots, lean = (right, RIGHT) if widths[1] < widths[0] else (left, LEFT)
    first = min(column for _, column in spots)
    return _hex_board([(row, column - first) for row, column in spots], lean, first_row)


LINE_MARKS = {(0, 1): "-+", (1, 0): "|+", (1, 1): "\\x", (1, -1): "/x"}  # by way: a line, and two lines that cross


def PointBoard(picture: str, *, first_row: FirstRow = "bottom") -> Board:
    r"""A board of points and lines, drawn as text: `o` is a point, and - | \ / are lines to the next point.

        PointBoard(r'''
            o-o-o
            |\|/|
            o-o-o
            |/|\|
            o-o-o
        ''')

    Points joined by a line are neighbours, and `step` continues straight through a point as long as there is a line.
    `lines` are the complete lines.  A letter names the column and a number the row, as on squares; rows and columns
    without points are not counted.  Lines cross without a point at + or x.
    """
    lines = dedent(picture.strip("\n").rstrip()).split("\n")
    drawn = {(row, at): letter for row, line in enumerate(lines) for at, letter in enumerate(line) if letter != " "}
    if other := set(drawn.values()) - set("o-|\\/+x"):
        raise BadDeclaration(f"a picture of points and lines may contain only o - | \\ / + x; found {min(other)!r}")
    points = [spot for spot, letter in drawn.items() if letter == "o"]
    if not points:
        raise BadDeclaration("a picture of points and lines needs at least one point: o")
    rows, columns = (sorted({point[axis] for point in points}) for axis in range(2))
    spots = [(rows.index(row), columns.index(column)) for row, column in points]
    joined, used = [], set()
    for cell, (row, column) in enumerate(points):
        for way, (down, right) in enumerate(EIGHT_WAYS):
            if (down, right) not in LINE_MARKS:
                continue
            path = [(row + down, column + right)]
            while drawn.get(path[-1], "o") in LINE_MARKS[down, right]:
                path.append((path[-1][0] + down, path[-1][1] + right))
            if len(path) > 1 and path[-1] in points:
                joined.append((cell, way, points.index(path[-1])))
                used.update(path)
    if loose := sorted(set(drawn) - used - set(points)):
        row, column = loose[0]
        where = f"{drawn[row, column]!r} in line {row + 1}, character {column + 1}"
        raise BadDeclaration(f"in a picture of points and lines, {where}, does not join two points")
    return Board(
        shape="points",
        ways=EIGHT_WAYS,
        cells=tuple(range(len(points))),
        spots=tuple(spots),
        names=tuple(cell_name(spot, len(rows), first_row) for spot in spots),
        joined=tuple(joined),
    )


def _square_board(
    names: dict[Spot, str], columns: int, stride: int | None, word: int = WORD, *, shape: str = "square"
) -> Board:
    width = columns if stride is None else stride
    if width < columns:
        raise BadDeclaration(f"a stride of {width} is too short for {columns} columns")
    return Board(
        shape=shape,
        ways=EIGHT_WAYS,
        cells=tuple(row * width + column for row, column in names),
        spots=tuple(names),
        names=tuple(names.values()),
        word=word,
    )


def _hex_board(spots: list[Spot], lean: float, first_row: FirstRow) -> Board:
    rows = 1 + max((row for row, _ in spots), default=0)
    return Board(
        shape="hex",
        ways=SIX_WAYS if lean == LEFT else RIGHT_LEANING_WAYS,
        cells=tuple(range(len(spots))),
        spots=tuple(spots),
        names=tuple(cell_name(spot, rows, first_row) for spot in spots),
        lean=lean,
    )


def _star_lines(count: int) -> set[int]:
    """Those of so many lines on which a grid has stars: the third or fourth from either edge, and the middle one."""
    near = 2 if count < 12 else 3
    return {near, count - 1 - near, *((count // 2,) if count % 2 else ())} if count > 2 * near + 2 else set()


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def cell_name(spot: Spot, rows: int, first_row: FirstRow, letters: Sequence[str] = ()) -> str:
    """The usual name of a cell: a letter for its column and a number for its row."""
    row, column = spot
    if first_row not in ("top", "bottom"):
        raise BadDeclaration(f"first_row is 'top' or 'bottom', not {first_row!r}")
    letter = letters[column] if letters else column_name(column)
    return f"{letter}{row + 1 if first_row == 'top' else rows - row}"


def column_name(column: int) -> str:
    """The letters of a column: a to z, then aa, ab and so on to zz."""
    before, last = divmod(column, len(ascii_lowercase))
    if before > len(ascii_lowercase):
        raise BadDeclaration(f"a board has at most 702 columns, a to zz; this is number {column + 1}")
    return (ascii_lowercase[before - 1] if before else "") + ascii_lowercase[last]


def column_of(name: str) -> str:
    """The letters in a cell's name: c in c4."""
    return name.rstrip(digits)


def row_of(name: str) -> str:
    """The number in a cell's name: 4 in c4."""
    return name.lstrip(ascii_letters)


def heads_of(names: Sequence[str]) -> tuple[str, list[str]]:
    """The labels of a row of squares and of its columns: a letter names the column, or else the row."""
    letters, numbers = [column_of(name) for name in names], [row_of(name) for name in names]
    return (letters[0], numbers) if len(names) > 1 and len(set(letters)) == 1 else (numbers[0], letters)
