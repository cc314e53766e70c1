"""Squares given by four corners, with sides along rows and columns, on square boards of up to ten rows.

On such a board (`square_board`) a set of cells moves up with one or two shifts:

    BOARD = square_board(8)
    STATE = State(discs=Cells(BOARD, per_player=True))
    side, corner = largest_square(state.discs[player], 8, 0)

The side of a square is the distance between its corners in cells, its corner the top left one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.bits import has, lowest
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.set_types import words_of
from ludoteca.kernel.boards import Board, SquareBoard

Bits = Any
CellSet = Any  # two words

SQUARE_STRIDE = 10
HALF_ROWS = 5
HALF = HALF_ROWS * SQUARE_STRIDE  # cells per word
HALF_BITS = np.uint64((1 << HALF) - 1)


def _top_left_cells(width: int, side: int) -> tuple[int, int]:
    """The top left cells of all squares of a side on a board of this width, as two words."""
    spots = range(width - side)
    whole = sum(1 << SQUARE_STRIDE * row + column for row in spots for column in spots)
    return whole & int(HALF_BITS), whole >> HALF


# TOP_LEFT[width, side, half]; a square of side 0 is a cell, so TOP_LEFT[width, 0] has all cells of the board
TOP_LEFT = np.array([[_top_left_cells(width, side) for side in range(10)] for width in range(11)], np.uint64)


def square_board(width: int) -> Board:
    """A square board: cells have the same numbers whatever its width, and a set of them is two words of five rows."""
    return SquareBoard(width, width, SQUARE_STRIDE, word=HALF)


@compiled
def halves(cells: CellSet) -> Any:
    """The upper and the lower half of a set of cells."""
    return words_of(cells)


@compiled
def moved_up(upper: Bits, lower: Bits, rows: int) -> Any:
    """Both halves of a set of cells after moving it up by 1 to 9 rows."""
    if rows >= HALF_ROWS:
        return lower >> np.uint64(SQUARE_STRIDE * (rows - HALF_ROWS)), np.uint64(0)
    down = np.uint64(SQUARE_STRIDE * rows)
    return (upper >> down) | ((lower << (np.uint64(HALF) - down)) & HALF_BITS), lower >> down


@compiled
def largest_square(cells: CellSet, width: int, larger_than: int) -> Any:
    """The side and corner of the largest square with all four corners in a set, if it is larger; else 0 and 0.

    Of several, the first in reading order.
    """
    upper, lower = halves(cells)
    for side in range(width - 1, larger_than, -1):
        upper_below, lower_below = moved_up(upper, lower, side)
        shift = np.uint64(side)
        pairs = upper & np.uint64(upper_below)  # cells with another one `side` rows below
        found = pairs & (pairs >> shift) & TOP_LEFT[width, side, 0]
        if found:
            return side, lowest(found)
        if side < HALF_ROWS:
            pairs = lower & np.uint64(lower_below)
            found = pairs & (pairs >> shift) & TOP_LEFT[width, side, 1]
            if found:
                return side, HALF + lowest(found)
    return 0, 0


@compiled
def square_fits(width: int, side: int, corner: int) -> bool:
    """Whether a square fits on the board."""
    half = 1 if corner >= HALF else 0
    return side < width and has(TOP_LEFT[width, side, half], corner - half * HALF)


@compiled
def square_corners(side: int, corner: int) -> Any:
    """The four corners of a square, in order around it."""
    below = corner + side * SQUARE_STRIDE
    return corner, corner + side, below + side, below
