"""Runs of enemy discs that flip, on an 8x8 board kept as a bit set (cell = 8 * row + column).

A run flips when it is enclosed: an own disc, or a cell of `closers`, stands right behind it.  Closers stand outside the
board: closers[way] are the cells whose neighbour in that direction closes a run for either player (none in plain
Reversi).  Directions are numbered so that `way` and `way ^ 4` are opposite.

As in `bits`, each function has one meaning and three forms: the plain Python below, which is the reference; one for any
target; and for the CPU one that follows four directions at once in a vector.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.linked_code import overload

Bits = Any  # a numpy.uint64 in compiled code, any non-negative int outside
Closers = Any  # eight bit sets, one a direction

FLIP_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # (rows down, columns right)
SHIFTS = np.array([1, 8, 9, 7], np.uint64)  # of the first four directions, to the left; of the others to the right


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
    """The cells next to one of these, in any direction."""
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
def _stepped(cells, way):
    def portable(cells, way):
        shift = SHIFTS[way & 3]
        return (cells << shift if way < 4 else cells >> shift) & ENTERED[way]

    return portable


@overload(flipped, target="generic")
def _flipped(own, enemy, cell, closers):
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
def _flipping_cells(own, enemy, closers):
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


# --- four directions at once: LLVM turns these vectors into whatever the processor has

LANES = ir.VectorType(ir.IntType(64), 4)
PLACE = ir.IntType(32)


class _Half:
    """Code for the four directions that shift bits the same way: 0-3 to the left, 4-7 to the right."""

    def __init__(self, builder: Any, first: int, own: Any, enemy: Any, closers: list[Any]) -> None:
        self.builder = builder
        self.shift = builder.shl if first == 0 else builder.lshr
        self.entered = ir.Constant(LANES, [int(mask) for mask in ENTERED[first : first + 4]])
        self.own, self.enemy = self.spread(own), self.spread(enemy)
        self.ahead = self.packed(closers[first : first + 4])  # close runs in the direction of each lane
        self.behind = self.packed(closers[4 - first : 8 - first])  # and in the opposite one

    def packed(self, words: list[Any]) -> Any:
        lanes = ir.Constant(LANES, ir.Undefined)
        for place, word in enumerate(words):
            lanes = self.builder.insert_element(lanes, word, ir.Constant(PLACE, place))
        return lanes

    def spread(self, word: Any) -> Any:
        return self.packed([word] * 4)

    def moved(self, lanes: Any, steps: int) -> Any:
        return self.shift(lanes, ir.Constant(LANES, [int(shift) * steps for shift in SHIFTS]))

    def stepped(self, lanes: Any) -> Any:
        return self.builder.and_(self.moved(lanes, 1), self.entered)

    def run_from(self, seeds: Any) -> Any:
        """The seeds and the enemy discs that follow them without a gap, seven steps at most: 1, then 2, then 4."""
        both, either = self.builder.and_, self.builder.or_
        one = both(self.enemy, self.entered)
        run = either(seeds, both(one, self.moved(seeds, 1)))
        two = both(one, self.moved(one, 1))
        run = either(run, both(two, self.moved(run, 2)))
        four = both(two, self.moved(two, 2))
        return either(run, both(four, self.moved(run, 4)))

    def flips(self, placed: Any) -> Any:
        both, either = self.builder.and_, self.builder.or_
        run = self.run_from(both(self.enemy, self.stepped(self.spread(placed))))
        close = either(both(self.own, self.stepped(run)), both(self.ahead, run))
        none = ir.Constant(LANES, [0] * 4)
        return self.builder.select(self.builder.icmp_unsigned("!=", close, none), run, none)

    def cells(self) -> Any:
        both, either = self.builder.and_, self.builder.or_
        seeds = both(self.enemy, either(self.stepped(self.own), self.behind))
        return self.stepped(self.run_from(seeds))


def _union(builder: Any, left: Any, right: Any) -> Any:
    """All lanes of two vectors in one word."""
    function = builder.module.declare_intrinsic(
        "llvm.vector.reduce.or.v4i64", (), ir.FunctionType(ir.IntType(64), [LANES])
    )
    return builder.call(function, [builder.or_(left, right)])


@intrinsic
def _flipped_by_four(typingctx, own, enemy, placed, c0, c1, c2, c3, c4, c5, c6, c7):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own, enemy, placed, *closers = arguments
        left, right = (_Half(builder, first, own, enemy, closers).flips(placed) for first in (0, 4))
        return _union(builder, left, right)

    return types.uint64(*[types.uint64] * 11), generate


@intrinsic
def _cells_by_four(typingctx, own, enemy, c0, c1, c2, c3, c4, c5, c6, c7):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own, enemy, *closers = arguments
        left, right = (_Half(builder, first, own, enemy, closers).cells() for first in (0, 4))
        return builder.and_(_union(builder, left, right), builder.not_(enemy))

    return types.uint64(*[types.uint64] * 10), generate


@overload(flipped, target="cpu")
def _flipped_cpu(own, enemy, cell, closers):
    def by_four(own, enemy, cell, closers):
        c = closers
        placed = np.uint64(1) << np.uint64(cell)
        return _flipped_by_four(own, enemy, placed, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7])

    return by_four


@overload(flipping_cells, target="cpu")
def _flipping_cells_cpu(own, enemy, closers):
    def by_four(own, enemy, closers):
        c = closers
        return _cells_by_four(own, enemy, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7])

    return by_four
