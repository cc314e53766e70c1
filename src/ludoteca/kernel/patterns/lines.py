"""Lines: stones in a row, and lines of sight.

Stones in a row are found by shifting sets; boards with a gap after each row (`SquareBoard(6, 6, stride=8)`) need no
masks at all.

A piece sees another one in a direction across empty cells only.  A game that captures along lines stores, for each
direction, the set of pieces that see another one.  `heights[cell]` is 0 if a cell is empty, and `way ^ 1` is the
opposite direction, as on every board.

    sights=Hidden(BOARD, 4)  # sights[way] is a set
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.bits import has
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel.boards import OFF
from ludoteca.kernel.cell_sets import Table, only, shifted

Bits = Any


@compiled
def has_three(stones: Bits, stride: int) -> bool:
    """Whether three stones (a one-word set) are in line in any direction on a board with gaps."""
    across = stones & (stones >> np.uint64(1)) & (stones >> np.uint64(2))
    down = stones & (stones >> np.uint64(stride)) & (stones >> np.uint64(2 * stride))
    falling = stones & (stones >> np.uint64(stride + 1)) & (stones >> np.uint64(2 * stride + 2))
    rising = stones & (stones >> np.uint64(stride - 1)) & (stones >> np.uint64(2 * stride - 2))
    return (across | down | falling | rising) != np.uint64(0)


@compiled
def has_line(stones: Bits, stride: int, length: int) -> bool:
    """Whether `length` stones are in line in any of the four directions on a board with gaps, of any size."""
    for shift in (1, stride, stride + 1, stride - 1):
        run = stones
        for _ in range(length - 1):
            run = run & shifted(run, -shift)
        if run:
            return True
    return False


Heights = Any  # a number for each cell
Sights = Any  # a set for each direction


@compiled
def find_sights(sights: Sights, heights: Heights, step: Table) -> None:
    """Find which pieces see another one, from the heights alone."""
    for way in range(len(sights)):
        sights[way] ^= sights[way]
    for cell in range(len(step)):
        for way in range(0, len(sights), 2):  # a piece that sees another in a direction is seen from there
            there = step[cell, way] if heights[cell] > 0 else OFF
            while there != OFF and heights[there] == 0:
                there = step[there, way]
            if there != OFF:
                sights[way] |= only(sights[way], cell)
                sights[way ^ 1] |= only(sights[way], there)


@compiled
def sees_nothing(sights: Sights, cell: int) -> bool:
    """Whether the piece on a cell sees no other in any direction."""
    for way in range(len(sights)):
        if has(sights[way], cell):
            return False
    return True
