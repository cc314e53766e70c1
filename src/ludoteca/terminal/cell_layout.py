"""Where each cell of a board lies on a sheet of characters: squares in rows and columns, hexes as a hexagon."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ludoteca.kernel.boards import Board

SQUARE_SIZES = ((1, 3), (2, 4), (2, 5), (3, 7), (4, 9), (5, 11))  # lines and characters of a cell, smallest first
HEX_SIZES = ((1, 4), (2, 4), (3, 6), (4, 8))  # lines from row to row, characters from hex to hex
SQUARE_MARGIN = 3  # for the numbers of the rows
HEX_MARGIN = 4  # for the name at either end of a row


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
        """Where a text begins that stands in the middle."""
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
    def width(self) -> int:
        """Characters altogether."""
        longest = max(len(cells) for cells in self.board.rows)
        return longest * self.step + (2 * HEX_MARGIN + 1 if self.is_hex else SQUARE_MARGIN + 1)

    @cached_property
    def height(self) -> int:
        """Lines altogether."""
        return len(self.board.rows) * self.pitch + (self.slant if self.is_hex else 1)

    def row_begin(self, row: int) -> int:
        """Where the first cell of a row begins."""
        if not self.is_hex:
            return SQUARE_MARGIN
        longest = max(len(cells) for cells in self.board.rows)
        return HEX_MARGIN + (longest - len(self.board.rows[row])) * self.step // 2

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The box of each cell, by name; of a hex what lies between its sides."""
        found = {}
        for row, cells in enumerate(self.board.rows):
            for at, cell in enumerate(cells):
                x = self.row_begin(row) + at * self.step
                if self.is_hex:
                    reach = min(1, self.slant - 1) if self.slant else 0  # lines above and below that are wide enough
                    left = x + 1 + reach
                    box = Box(left, row * self.pitch + self.slant - reach, self.step - 1 - 2 * reach, 1 + 2 * reach)
                else:
                    box = Box(x, 1 + row * self.pitch, self.step, self.pitch)
                found[self.board.name[cell]] = box
        return found

    def cell_at(self, x: int, y: int) -> str | None:
        """The cell under a point."""
        for name, box in self.boxes.items():
            left, width = (box.x - 1, box.width + 1) if self.is_hex else (box.x, box.width)
            if left <= x < left + width and box.y <= y < box.y + box.height:
                return name
        return None


def best_layout(board: Board, width: int, height: int) -> Layout:
    """The largest layout that fits; the smallest there is where none does."""
    sizes = HEX_SIZES if board.shape == "hex" else SQUARE_SIZES
    layouts = [Layout(board, pitch, step) for pitch, step in sizes]
    fitting = [layout for layout in layouts if layout.width <= width and layout.height <= height]
    return fitting[-1] if fitting else layouts[0]


def neighbour(board: Board, name: str, down: int, right: int) -> str:
    """The cell that an arrow key leads to from here: on hex boards up and down keep to the nearest column."""
    row, _ = board.spot[board.number[name]]
    rows = board.rows
    at = next(index for index, cells in enumerate(rows) if board.number[name] in cells)
    place = rows[at].index(board.number[name])
    if right:
        place = min(max(place + right, 0), len(rows[at]) - 1)
        return board.name[rows[at][place]]
    target = min(max(at + down, 0), len(rows) - 1)
    if board.shape == "hex":
        # the middle of the row, less half its length, is where it begins on the screen
        shift = (len(rows[at]) - len(rows[target])) / 2
        place = min(max(int(place - shift + (0.5 if row % 2 else 0)), 0), len(rows[target]) - 1)
    return board.name[rows[target][min(place, len(rows[target]) - 1)]]
