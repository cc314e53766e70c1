"""Pieces pushed away from a cell: every form gives what following each direction by itself gives."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import SquareBoard
from ludoteca.kernel.boards import OFF
from ludoteca.kernel.patterns.pushes import pushed_away

BOARD = SquareBoard(6, 6, 8)
CELLS = int(BOARD.bits(BOARD.cells))
SETS = st.sets(st.sampled_from(BOARD.cells)).map(lambda cells: sum(1 << cell for cell in cells))


@compiled
def pushed(pieces, taken, cell):
    return pushed_away(pieces, taken, cell)


def one_by_one(pieces: int, taken: int, cell: int) -> int:
    after = pieces
    for way in range(8):
        near = int(BOARD.step[cell, way])
        if near == OFF or not pieces >> near & 1:
            continue
        far = int(BOARD.step[near, way])
        if far == OFF:
            after &= ~(1 << near)
        elif not taken >> far & 1:
            after ^= 1 << near | 1 << far
    return after


@given(SETS, SETS, st.sampled_from(BOARD.cells))
def test_each_piece_moves_a_step_away_unless_the_cell_behind_it_is_taken(pieces, others, cell):
    pieces &= ~(1 << cell)
    taken = pieces | others
    given = np.uint64(pieces), np.uint64(taken), cell
    expected = one_by_one(pieces, taken, cell)
    assert int(pushed_away(*given)) & CELLS == expected
    assert int(pushed(*given)) & CELLS == expected


def test_over_the_edge_a_piece_is_on_no_cell_of_the_board():
    for cell in BOARD.cells:
        around = int(BOARD.neighbours[cell])
        far = int(pushed(np.uint64(around), np.uint64(around), cell))
        assert far & around == 0
        assert (far & CELLS).bit_count() == sum(len(BOARD.ray(cell, way)) > 1 for way in range(8))
