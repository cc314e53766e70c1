"""Flips: the plain Python, the portable form and the form by vectors give the same answers."""

from __future__ import annotations

import numba
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.kernel.patterns import flips
from ludoteca.kernel.patterns.flips import ENTERED, around, closed_by, firm, flipped, flipping_cells, stepped

EVERYWHERE = 2**64 - 1
BEYOND = [EVERYWHERE & ~int(ENTERED[way ^ 4]) for way in range(8)]  # cells whose neighbour lies outside
SETS = st.integers(0, EVERYWHERE) | st.builds(lambda a, b, c: a | b | c, *[st.integers(0, EVERYWHERE)] * 3)

portable_flipped = numba.njit(flips.portable_flipped(None, None, None, None))
portable_cells = numba.njit(flips.portable_flipping_cells(None, None, None))
portable_stepped = numba.njit(flips.portable_stepped(None, None))


@numba.njit
def compiled_flipped(own, enemy, cell, closers):
    return flipped(own, enemy, cell, closers)


@numba.njit
def compiled_cells(own, enemy, closers):
    return flipping_cells(own, enemy, closers)


@given(SETS, SETS, st.integers(0, 63), st.tuples(*[st.integers(0, EVERYWHERE)] * 8))
def test_the_three_forms_agree(first, second, cell, seeds):
    enemy = np.uint64(first & ~(1 << cell))
    own = np.uint64(second & ~first & ~(1 << cell))
    closers = np.array([seed & beyond for seed, beyond in zip(seeds, BEYOND, strict=True)], np.uint64)
    found = flipped(own, enemy, cell, closers)
    assert found == compiled_flipped(own, enemy, cell, closers) == portable_flipped(own, enemy, cell, closers)
    cells = flipping_cells(own, enemy, closers)
    assert cells == compiled_cells(own, enemy, closers) == portable_cells(own, enemy, closers)
    assert bool(found) == bool(int(cells) >> cell & 1)
    assert int(found) & ~int(enemy) == 0


@given(SETS, st.integers(0, 7))
def test_a_step_moves_every_cell_that_stays_on_the_board(cells, way):
    down, right = flips.FLIP_WAYS[way]
    expected = 0
    for cell in range(64):
        row, column = cell // 8 + down, cell % 8 + right
        if cells >> cell & 1 and 0 <= row < 8 and 0 <= column < 8:
            expected |= 1 << (8 * row + column)
    assert stepped(cells, way) == portable_stepped(np.uint64(cells), way) == expected


def test_around_a_cell_in_the_corner_are_three():
    assert around(np.uint64(1)) == around.py_func(np.uint64(1)) == (1 << 1) | (1 << 8) | (1 << 9)


@given(SETS, SETS)
def test_firm_discs_lean_on_edges_walls_and_each_other(discs, walls):
    none = np.zeros(8, np.uint64)
    held, standing = np.uint64(discs & ~walls), np.uint64(walls)
    assert firm(held, standing, none) == firm.py_func(held, standing, none)
    corner_row = np.uint64(0b111)
    assert firm(corner_row, np.uint64(0), none) == 0b111
    assert firm(np.uint64(0b110), np.uint64(0), none) == 0
    assert firm(np.uint64(1), np.uint64(0), np.array(BEYOND, np.uint64)) == 0


def test_what_stands_around_the_board_closes_runs_towards_it():
    places = [(row, column) for row in range(10) for column in range(10) if row in (0, 9) or column in (0, 9)]
    around_it = [closed_by(*place) for place in places]
    for way in range(8):
        assert sum(closers[way] for closers in around_it) == BEYOND[way]  # each cell at the edge once
    corner = closed_by(0, 0)
    assert [way for way in range(8) if corner[way]] == [flips.FLIP_WAYS.index((-1, -1))] and max(corner) == 1
