"""Where things are: each cell on a sheet of characters, the board and the rest in a window; where arrow keys lead."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ludoteca.kernel.boards import Board

SQUARE_SIZES = ((1, 3), (2, 4), (2, 5), (3, 7), (4, 9), (5, 11))  # lines and characters of a cell, smallest first
GRID_SIZES = ((1, 2), *SQUARE_SIZES)
HEX_SIZES = ((1, 4), (2, 4), (3, 6), (4, 8))  # lines from row to row, characters from hex to hex
SQUARE_MARGIN = 3  # for the numbers of the rows
HEX_MARGIN = 4  # for the name at either end of a row


Point = tuple[float, int]  # cells to the right, rows down


def cell_points(board: Board) -> dict[str, Point]:
    """Where each cell is, by name: this many cells from the leftmost one, this many rows from the top."""
    left, top = board.bounds[0], min(row for row, _ in board.spots)
    if board.shape in ("edges", "pits"):  # in their rows and columns, wherever pictures show them
        return {name: (float(board.spot[cell][1]), board.spot[cell][0]) for name, cell in board.number.items()}
    return {name: (board.place[cell][0] - left, board.spot[cell][0] - top) for name, cell in board.number.items()}


@dataclass(frozen=True, slots=True)
class Box:
    """The part of the sheet that belongs to a cell."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """Its middle line."""
        return self.y + self.height // 2 if self.height % 2 else self.y + self.height // 2 - 1

    def centred(self, text: str) -> int:
        """Where a centred text begins."""
        return self.x + (self.width - len(text)) // 2


@dataclass(frozen=True)
class Layout:
    """A board at one size."""

    board: Board
    pitch: int  # lines from row to row
    step: int  # characters from cell to cell

    @property
    def is_hex(self) -> bool:
        """Whether the cells are hexes."""
        return self.board.shape == "hex"

    @property
    def slant(self) -> int:
        """The lines that a hex's upper edges take."""
        return self.pitch - 1 if self.is_hex else 0

    @cached_property
    def points(self) -> dict[str, Point]:
        """The place of each cell by name, in cells and rows."""
        return cell_points(self.board)

    @cached_property
    def width(self) -> int:
        """The total width in characters."""
        cells = 1 + max(x for x, _ in self.points.values())
        return round(cells * self.step) + (2 * HEX_MARGIN + 1 if self.is_hex else SQUARE_MARGIN + 1)

    @cached_property
    def height(self) -> int:
        """The total height in lines."""
        rows = 1 + max(y for _, y in self.points.values())
        return rows * self.pitch + (self.slant if self.is_hex else 1)

    def corner(self, name: str) -> tuple[int, int]:
        """The left end of a cell's first line; for a hex, of its middle line."""
        x, row = self.points[name]
        margin = HEX_MARGIN if self.is_hex else SQUARE_MARGIN
        return margin + round(x * self.step), row * self.pitch + (self.slant if self.is_hex else 1)

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The box of each cell, by name; for a hex, what is between its sides."""
        found = {}
        for name in self.points:
            x, y = self.corner(name)
            if self.is_hex:
                reach = min(1, self.slant - 1) if self.slant else 0  # lines above and below that are wide enough
                found[name] = Box(x + 1 + reach, y - reach, self.step - 1 - 2 * reach, 1 + 2 * reach)
            else:
                found[name] = Box(x, y, self.step, self.pitch)
        return found

    def form_of(self, name: str) -> str:
        """The form of a cell: "square", "across", "pit"."""
        return self.board.form(self.board.number[name])

    def middle_of(self, name: str) -> tuple[int, int]:
        """The character in the middle of a cell."""
        box = self.boxes[name]
        return box.centred("x"), box.middle

    def cell_at(self, x: int, y: int) -> str | None:
        """The cell under a point."""
        for name, box in self.boxes.items():
            left, width = (box.x - 1, box.width + 1) if self.is_hex else (box.x, box.width)
            if left <= x < left + width and box.y <= y < box.y + box.height:
                return name
        return None


def layouts(board: Board) -> list[Layout]:
    """A board at every size, smallest first."""
    sizes = HEX_SIZES if board.shape == "hex" else GRID_SIZES if board.is_grid else SQUARE_SIZES
    return [Layout(board, pitch, step) for pitch, step in sizes]


def best_layout(board: Board, width: int, height: int) -> Layout:
    """The largest layout that fits, or the smallest if none does."""
    found = layouts(board)
    fitting = [layout for layout in found if layout.width <= width and layout.height <= height]
    return fitting[-1] if fitting else found[0]


def neighbour(board: Board, name: str, down: int, right: int) -> str:
    """The cell that an arrow key leads to from here: in the same row, or the nearest in the next one.

    Of two equally near hexes, even rows lead to the left and odd rows to the right, so that repeated key presses stay
    in a straight line.
    """
    rows = [[board.name[cell] for cell in cells] for cells in board.rows]
    at = next(index for index, row in enumerate(rows) if name in row)
    if right:
        place = rows[at].index(name) + right
        return rows[at][min(max(place, 0), len(rows[at]) - 1)]
    target = min(max(at + down, 0), len(rows) - 1)
    if target == at:
        return name
    points = cell_points(board)
    x, row = points[name]
    side = 1 if row % 2 else -1
    return min(rows[target], key=lambda other: (abs(points[other][0] - x), side * (x - points[other][0])))


def centre_cell(board: Board) -> str:
    """The cell in the middle, where the cursor starts."""
    middle = board.rows[(len(board.rows) - 1) // 2]
    return board.name[middle[(len(middle) - 1) // 2]]


TITLE_AND_KEYS = 2  # lines
SIDE_WIDTH, WIDE_SIDE_WIDTH = 31, 46
WIDE_WINDOW = 110  # from here on the side is wide
NORMAL_WINDOW = 70  # from here on the side is beside the board if both ways are equally good
SIDE_LINES = 9  # below the board, for everything
BRIEF_LINES = 4  # below the board, for whose turn it is, a refusal or the choices, and the field
LEAST_LINES = 3  # the same, if not even the board fits


class Side(StrEnum):
    """Where everything except the board is, and how much of it is shown."""

    BESIDE = "beside"
    BELOW = "below"
    BRIEF = "brief"  # below, without players, facts and moves


@dataclass(frozen=True, slots=True)
class WindowLayout:
    """Where things are in a window of some size."""

    side: Side
    side_width: int  # beside the board
    side_lines: int  # below the board
    needed: tuple[int, int] | None = None  # the smallest window that shows the whole board, if this one does not


def window_layout(board: Board, width: int, height: int) -> WindowLayout:
    """The layout with the largest board; if it does not fit at all, the window size that it needs."""
    lines = max(0, height - TITLE_AND_KEYS)
    side_width = WIDE_SIDE_WIDTH if width >= WIDE_WINDOW else SIDE_WIDTH
    beside = best_layout(board, width - side_width, lines)
    below = best_layout(board, width, lines - SIDE_LINES)
    fits_beside = _fits(beside, width - side_width, lines)
    fits_below = _fits(below, width, lines - SIDE_LINES)
    is_below_better = below.pitch > beside.pitch or (below.pitch == beside.pitch and width < NORMAL_WINDOW)
    if fits_beside and not (fits_below and is_below_better):
        return WindowLayout(Side.BESIDE, side_width, lines)
    if fits_below:
        return WindowLayout(Side.BELOW, width, max(SIDE_LINES, lines - below.height))
    smallest = layouts(board)[0]
    if _fits(smallest, width, lines - BRIEF_LINES):
        return WindowLayout(Side.BRIEF, width, lines - smallest.height)
    needed = smallest.width, smallest.height + BRIEF_LINES + TITLE_AND_KEYS
    return WindowLayout(Side.BRIEF, width, min(LEAST_LINES, max(1, lines // 2)), needed)


def _fits(layout: Layout, width: int, height: int) -> bool:
    return layout.width <= width and layout.height <= height
