"""Lines on square boards as shifts of bit sets.

Boards with a gap after each row (`SquareBoard(6, 6, stride=8)`) need no masks at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel.cell_sets import shifted_down

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
            run = run & shifted_down(run, shift)
        if run:
            return True
    return False
