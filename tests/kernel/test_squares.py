"""Squares of four corners agree with looking for them one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.compiler.set_types import CellSet
from ludoteca.kernel import SquareBoard
from ludoteca.kernel.patterns.squares import (
    HALF,
    SQUARE_STRIDE,
    TOP_LEFT,
    largest_square,
    moved_up,
    square_corners,
    square_fits,
)

WHOLE = (1 << 2 * HALF) - 1


def halves(cells: int):
    return np.array([cells & (1 << HALF) - 1, cells >> HALF], np.uint64)


def one_by_one(cells: int, width: int, larger_than: int) -> tuple[int, int]:
    """The same, as plainly as it can be said."""
    for side in range(width - 1, larger_than, -1):
        for row in range(width - side):
            for column in range(width - side):
                corner = SQUARE_STRIDE * row + column
                if all(cells >> cell & 1 for cell in square_corners.py_func(side, corner)):
                    return side, corner
    return 0, 0


CELLS = st.integers(0, WHOLE) | st.builds(lambda one, other: one | other, *[st.integers(0, WHOLE)] * 2)


@given(CELLS, st.integers(1, 10), st.integers(0, 9))
def test_the_largest_square_is_the_first_of_the_largest(cells, width, larger_than):
    board = int.from_bytes(TOP_LEFT[width, 0, :1].tobytes(), "little") | int(TOP_LEFT[width, 0, 1]) << HALF
    expected = one_by_one(cells & board, width, larger_than)
    for function in (largest_square, largest_square.py_func):
        assert function(CellSet(cells & board, 2, HALF), width, larger_than) == expected


@given(CELLS, st.integers(1, 9))
def test_a_set_moves_up(cells, rows):
    for function in (moved_up, moved_up.py_func):
        assert function(*halves(cells), rows) == tuple(halves(cells >> SQUARE_STRIDE * rows))


@pytest.mark.parametrize("width", range(1, 11))
def test_squares_that_fit_have_all_corners_on_the_board(width):
    board = SquareBoard(width, width, SQUARE_STRIDE)
    for side in range(10):
        for corner in range(2 * HALF):
            on_board = side < width and all(cell in board.spot for cell in square_corners(side, corner))
            wraps = corner % SQUARE_STRIDE + side >= SQUARE_STRIDE
            assert square_fits(width, side, corner) == (on_board and not wraps)


def test_corners_go_around():
    assert square_corners(2, 11) == square_corners.py_func(2, 11) == (11, 13, 33, 31)
