"""Runs of enemy discs that flip, on an 8x8 board stored as a bit set (cell = 8 * row + column).

A run flips if it is enclosed: an own disc, or a cell of `closers`, is right behind it.  Closers are outside the board:
closers[way] are the cells whose neighbour in that direction closes a run for either player (none in plain Reversi).
Directions are numbered so that `way` and `way ^ 4` are opposite.

As in `bits`, each function has one meaning and three forms: the plain Python below, which is the reference; one for any
target; and one for the CPU that follows several directions at once in a vector.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.linked_code import overload
from ludoteca.compiler.vectors import following_runs

Bits = Any  # a numpy.uint64 in compiled code, any non-negative int outside
Closers = Any  # eight bit sets, one per direction

FLIP_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # (rows down, columns right)
SHIFTS = np.array([1, 8, 9, 7], np.uint64)  # of the first four directions, to the left; of the others, to the right


def _cells_where(is_meant: Any) -> int:
    return sum(1 << cell for cell in range(64) if is_meant(*divmod(cell, 8)))


# the cells that a step in each direction can lead to: all but the edge it comes from
ENTERED = np.array(
    [
        _cells_where(lambda row, column, way=way: 0 <= row - way[0] < 8 and 0 <= column - way[1] < 8)
        for way in FLIP_WAYS
    ],
    np.uint64,
)


def closed_by(row: int, column: int) -> list[int]:
    """The closers for a place around the board: by direction, the cell whose neighbour it is, as a set.

    Rows and columns around the board are 0 and 9, those of the board 1 to 8.
    """
    places = [(row - down - 1, column - right - 1) for down, right in FLIP_WAYS]
    return [_cells_where(lambda *cell, place=place: cell == place) for place in places]


def stepped(cells: Bits, way: int) -> Bits:
    """The cells moved one step; those that leave the board vanish."""
    shift = int(SHIFTS[way & 3])
    moved = int(cells) << shift if way < 4 else int(cells) >> shift
    return np.uint64(moved & int(ENTERED[way]))


def flipped(own: Bits, enemy: Bits, cell: int, closers: Closers) -> Bits:
    """The enemy discs that flip when an own disc is placed on a cell."""
    flips = np.uint64(0)
    for way in range(8):
        run = np.uint64(0)
        near = stepped(1 << int(cell), way)
        last = near
        while near & enemy:
            run |= near
            last, near = near, stepped(near, way)
        if run and (near & own or last & closers[way]):
            flips |= run
    return flips


def flipping_cells(own: Bits, enemy: Bits, closers: Closers) -> Bits:
    """The cells behind an enclosed run, on which an own disc would flip something; they need not be free."""
    found = np.uint64(0)
    for way in range(8):
        run = np.uint64((int(stepped(own, way)) | int(closers[way ^ 4])) & int(enemy))
        while run:
            run = stepped(run, way)
            found |= run & ~np.uint64(enemy)
            run &= np.uint64(enemy)
    return found


@compiled
def around(cells: Bits) -> Bits:
    """The cells adjacent to one of these, in any direction."""
    near = np.uint64(0)
    for way in range(8):
        near |= stepped(cells, way)
    return near


@compiled
def firm(discs: Bits, walls: Bits, closers: Closers) -> Bits:
    """Discs that can never flip: on each of the four lines they lean on a wall, the bare edge or another firm disc."""
    found = np.uint64(0)
    while True:
        more, support = discs, walls | found
        for way in range(4):
            back = way ^ 4
            edge = (~ENTERED[back] & ~closers[way]) | (~ENTERED[way] & ~closers[back])
            more &= stepped(support, way) | stepped(support, back) | edge
        if more == found:
            return found
        found = more


@overload(stepped, target="generic")
def portable_stepped(cells, way):
    """`stepped` for any processor."""

    def portable(cells, way):
        shift = SHIFTS[way & 3]
        return (cells << shift if way < 4 else cells >> shift) & ENTERED[way]

    return portable


@overload(flipped, target="generic")
def portable_flipped(own, enemy, cell, closers):
    """`flipped` for any processor."""

    def portable(own, enemy, cell, closers):
        flips = np.uint64(0)
        for way in range(8):
            run = np.uint64(0)
            near = stepped(np.uint64(1) << np.uint64(cell), way)
            last = near
            while near & enemy:
                run |= near
                last = near
                near = stepped(near, way)
            if run and ((near & own) | (last & closers[way])):
                flips |= run
        return flips

    return portable


@overload(flipping_cells, target="generic")
def portable_flipping_cells(own, enemy, closers):
    """`flipping_cells` for any processor."""

    def portable(own, enemy, closers):
        found = np.uint64(0)
        for way in range(8):
            run = (stepped(own, way) | closers[way ^ 4]) & enemy
            while run:
                run = stepped(run, way)
                found |= run & ~enemy
                run &= enemy
        return found

    return portable


# --- several directions at once, on the CPU

_flipped_by_lanes, _cells_by_lanes = following_runs([int(shift) for shift in SHIFTS], [int(cells) for cells in ENTERED])


@overload(flipped, target="cpu")
def _flipped_cpu(own, enemy, cell, closers):
    def by_lanes(own, enemy, cell, closers):
        c = closers
        placed = np.uint64(1) << np.uint64(cell)
        return _flipped_by_lanes(own, enemy, placed, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7])

    return by_lanes


@overload(flipping_cells, target="cpu")
def _flipping_cells_cpu(own, enemy, closers):
    def by_lanes(own, enemy, closers):
        c = closers
        return _cells_by_lanes(own, enemy, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7])

    return by_lanes
