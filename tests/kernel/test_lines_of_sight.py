"""Lines of sight agree with looking along every line."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.kernel import SquareBoard, each
from ludoteca.kernel.patterns.lines import find_sights, sees_nothing

SMALL, LARGE = SquareBoard(5, 6), SquareBoard(9, 9)


def looked(board, heights):
    """By way, the pieces that see another one, as plainly as it can be said."""
    return [
        [cell for cell in board.cells if heights[cell] and any(heights[far] for far in board.ray(cell, way))]
        for way in range(4)
    ]


def found(board, heights, find=find_sights):
    sights = board.table([board.bits(board.cells[:3])] * 4)  # what was there before is forgotten
    find(sights, heights, board.step)
    return sights


@pytest.mark.parametrize("board", [SMALL, LARGE], ids=["one word", "two words"])
@given(seed=st.integers(0, 2**32), density=st.sampled_from([0.1, 0.4, 0.9]))
def test_pieces_see_along_rows_and_columns(board, seed, density):
    chance = random.Random(seed)
    heights = np.array([chance.random() < density for _ in range(board.size)], np.uint8)
    sights, seeing = found(board, heights), looked(board, heights)
    for one in (sights, found(board, heights, find_sights.py_func)):
        assert [list(each(one[way])) for way in range(4)] == seeing
    for cell in board.cells:
        is_blind = not any(cell in one for one in seeing)
        assert sees_nothing(sights, cell) == sees_nothing.py_func(sights, cell) == is_blind
