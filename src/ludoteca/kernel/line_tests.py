"""Lines on square boards as shifts of bit sets.

Boards with a gap after each row (`SquareBoard(6, 6, stride=8)`) need no masks at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.kernel.cell_sets import either
from ludoteca.kernel.compiled import compiled

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
def word_from(cells: Bits, first: int) -> Any:
    """The 64 cells of a set of several words that begin with this one; zero beyond its end."""
    index, offset = first >> 6, first & 63
    word = cells[index] >> np.uint64(offset) if index < len(cells) else np.uint64(0)
    if offset > 0 and index + 1 < len(cells):
        word |= cells[index + 1] << np.uint64(64 - offset)
    return word


def _has_line(stones: Bits, stride: int, length: int) -> bool:
    for shift in (1, stride, stride + 1, stride - 1):
        run = stones
        for _ in range(length - 1):
            run = run & (run >> np.uint64(shift))
        if run != np.uint64(0):
            return True
    return False


@either(_has_line, "stones")
def has_line(stones: Bits, stride: int, length: int) -> bool:
    """Whether `length` stones are in line in any of the four directions on a board with gaps, of any size."""
    for shift in (1, stride, stride + 1, stride - 1):
        for word in range(len(stones)):
            run = stones[word]
            for step in range(1, length):
                run &= word_from(stones, 64 * word + step * shift)
            if run != np.uint64(0):
                return True
    return False
