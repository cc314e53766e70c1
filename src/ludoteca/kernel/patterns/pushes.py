"""Pieces pushed away from a cell in all eight directions at once.

The board is stored as a bit set with rows of eight (cell = 8 * row + column) and two rows and two columns to spare
(`SquareBoard(6, 6, stride=8)`), so a step over the edge leads to a cell off the board and never to the far side.

As in `bits`, the function has one meaning and two forms: the plain Python below, which moves whole rows and columns and
works on every target, and one for processors with BMI2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.bits import deposit, extract
from ludoteca.compiler.compiled import HAS_BMI2, compiled
from ludoteca.compiler.linked_code import overload

Bits = Any  # a numpy.uint64

CENTRE = 18  # row 2, column 2: sets are rotated until the pushing cell has this number
LAST = 63  # the highest bit
ROW, COLUMN = np.uint64(8), np.uint64(1)


def _cells(rows: tuple[int, ...], columns: tuple[int, ...]) -> np.uint64:
    return np.uint64(sum(1 << 8 * row + column for row in rows for column in columns))


# The cells one step from the centre, those two steps away, and the rows and columns that both consist of.
NEAR = _cells((1, 2, 3), (1, 2, 3)) ^ _cells((2,), (2,))
FAR = _cells((0, 2, 4), (0, 2, 4)) ^ _cells((2,), (2,))
FAR_ABOVE, NEAR_ABOVE, BESIDE, NEAR_BELOW, FAR_BELOW = (_cells((row,), tuple(range(5))) for row in range(5))
FAR_LEFT, NEAR_LEFT, IN_LINE, NEAR_RIGHT, FAR_RIGHT = (_cells(tuple(range(5)), (column,)) for column in range(5))


@compiled
def _turned(cells: Bits, places: int) -> Bits:
    """The bits rotated by this many positions, towards the low end."""
    return (cells >> np.uint64(places & LAST)) | (cells << np.uint64(-places & LAST))


def pushed_away(pieces: Bits, taken: Bits, cell: int) -> Bits:
    """The pieces after each neighbour of a cell has moved a step away from it, unless the cell behind it is taken.

    A piece that moves over the edge is then on none of the board's cells.
    """
    seen, far = _turned(np.uint64(pieces), cell - CENTRE), _turned(np.uint64(taken), cell - CENTRE) & FAR
    rows = ((far & FAR_ABOVE) << ROW) | (far & BESIDE) | ((far & FAR_BELOW) >> ROW)
    blocked = ((rows & FAR_LEFT) << COLUMN) | (rows & IN_LINE) | ((rows & FAR_RIGHT) >> COLUMN)
    moving = seen & NEAR & ~blocked
    rows = ((moving & NEAR_ABOVE) >> ROW) | (moving & BESIDE) | ((moving & NEAR_BELOW) << ROW)
    moved = ((rows & NEAR_LEFT) >> COLUMN) | (rows & IN_LINE) | ((rows & NEAR_RIGHT) << COLUMN)
    return _turned((seen ^ moving) | moved, CENTRE - cell)


@overload(pushed_away, target="generic")
def _pushed_away(pieces: Bits, taken: Bits, cell: int) -> Any:  # same annotations, or Numba considers them different
    return pushed_away


if HAS_BMI2:

    @overload(pushed_away, target="cpu")
    def _pushed_away_bmi2(pieces, taken, cell):
        def by_number(pieces, taken, cell):  # the eight neighbours, and the eight cells behind them, in the same order
            seen = _turned(np.uint64(pieces), cell - CENTRE)
            blocked = extract(_turned(np.uint64(taken), cell - CENTRE), FAR)
            moving = extract(seen, NEAR) & ~blocked
            return _turned((seen ^ deposit(moving, NEAR)) | deposit(moving, FAR), CENTRE - cell)

        return by_number
