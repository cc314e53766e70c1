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
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludoteca.compiler.compiled import HAS_BMI2, compiled
from ludoteca.compiler.linked_code import overload

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


# --- several directions at once: LLVM turns these vectors into whatever the processor has

WORD = ir.IntType(64)
LANE = ir.IntType(32)  # the index of a lane


class _Lanes:
    """Code for directions that shift bits the same way, one lane each; a single direction is a plain word."""

    def __init__(self, builder: Any, first: int, shifts: list[int], entered: list[int], discs: tuple[Any, ...]) -> None:
        self.builder, self.shifts, self.steps = builder, builder.shl if first < 4 else builder.lshr, shifts
        self.kind = WORD if len(shifts) == 1 else ir.VectorType(WORD, len(shifts))
        self.entered = self.constant(entered)
        self.own, self.enemy, self.ahead, self.behind = discs  # closers ahead of each lane, and behind it

    def constant(self, words: list[int]) -> Any:
        return ir.Constant(self.kind, words if len(words) > 1 else words[0])

    def moved(self, lanes: Any, steps: int) -> Any:
        return self.shifts(lanes, self.constant([shift * steps for shift in self.steps]))

    def stepped(self, lanes: Any) -> Any:
        return self.builder.and_(self.moved(lanes, 1), self.entered)

    def run_from(self, seeds: Any) -> Any:
        """The seeds and the enemy discs that follow them without a gap, at most seven steps: 1, then 2, then 4."""
        both, either = self.builder.and_, self.builder.or_
        one = both(self.enemy, self.entered)
        run = either(seeds, both(one, self.moved(seeds, 1)))
        two = both(one, self.moved(one, 1))
        run = either(run, both(two, self.moved(run, 2)))
        four = both(two, self.moved(two, 2))
        return either(run, both(four, self.moved(run, 4)))

    def flips(self, placed: Any) -> Any:
        both, either = self.builder.and_, self.builder.or_
        run = self.run_from(both(self.enemy, self.stepped(placed)))
        close = either(both(self.own, self.stepped(run)), both(self.ahead, run))
        none = self.constant([0] * len(self.steps))
        return self.builder.select(self.builder.icmp_unsigned("!=", close, none), run, none)

    def cells(self) -> Any:
        both, either = self.builder.and_, self.builder.or_
        seeds = both(self.enemy, either(self.stepped(self.own), self.behind))
        return self.stepped(self.run_from(seeds))


def _packed(builder: Any, words: list[Any]) -> Any:
    """Words as the lanes of a vector."""
    lanes = ir.Constant(ir.VectorType(WORD, len(words)), ir.Undefined)
    for place, word in enumerate(words):
        lanes = builder.insert_element(lanes, word, ir.Constant(LANE, place))
    return lanes


class _ByFour:
    """Four directions at once, each lane shifted by its own number of positions."""

    def __init__(self, builder: Any, own: Any, enemy: Any, closers: list[Any]) -> None:
        self.builder = builder
        discs = self.spread(own), self.spread(enemy)
        halves = [_packed(builder, closers[first : first + 4]) for first in (0, 4)]
        shifts = [int(shift) for shift in SHIFTS]
        self.halves = [
            _Lanes(builder, first, shifts, [int(mask) for mask in ENTERED[first : first + 4]], (*discs, ahead, behind))
            for first, ahead, behind in ((0, halves[0], halves[1]), (4, halves[1], halves[0]))
        ]

    def spread(self, word: Any) -> Any:
        return _packed(self.builder, [word] * 4)

    def union(self, left: Any, right: Any) -> Any:
        """All lanes of two vectors in one word."""
        kind = ir.FunctionType(WORD, [left.type])
        reduce = self.builder.module.declare_intrinsic("llvm.vector.reduce.or.v4i64", (), kind)
        return self.builder.call(reduce, [self.builder.or_(left, right)])

    def flips(self, placed: Any) -> Any:
        return self.union(*(half.flips(self.spread(placed)) for half in self.halves))

    def cells(self) -> Any:
        return self.union(*(half.cells() for half in self.halves))


class _ByTwo:
    """Down and up at once, in a second lane with its rows in reverse order, so that both are shifted alike.

    WebAssembly shifts all lanes by the same number of positions, so three of four directions work this way; right and
    left are done separately.
    """

    DOWN_AND_UP = ((1, 5), (2, 7), (3, 6))

    def __init__(self, builder: Any, own: Any, enemy: Any, closers: list[Any]) -> None:
        self.builder = builder
        discs = self.spread(own), self.spread(enemy)
        self.pairs = []
        for down, up in self.DOWN_AND_UP:
            ahead = self.reversed(_packed(builder, [closers[down], closers[up]]))
            behind = self.reversed(_packed(builder, [closers[down ^ 4], closers[up ^ 4]]))
            masks = [int(ENTERED[down])] * 2
            self.pairs.append(_Lanes(builder, down, [int(SHIFTS[down])] * 2, masks, (*discs, ahead, behind)))
        self.alone = [
            _Lanes(builder, way, [1], [int(ENTERED[way])], (own, enemy, closers[way], closers[way ^ 4]))
            for way in (0, 4)
        ]

    def reversed(self, lanes: Any) -> Any:
        """The second lane with its rows, which are bytes, in reverse order."""
        rows = self.builder.bitcast(lanes, ir.VectorType(ir.IntType(8), 16))
        order = ir.Constant(ir.VectorType(LANE, 16), [*range(8), *range(15, 7, -1)])
        return self.builder.bitcast(self.builder.shuffle_vector(rows, rows, order), lanes.type)

    def spread(self, word: Any) -> Any:
        return self.reversed(_packed(self.builder, [word] * 2))

    def union(self, pairs: list[Any], alone: list[Any]) -> Any:
        """All lanes in one word."""
        either = self.builder.or_
        both = self.reversed(either(either(pairs[0], pairs[1]), pairs[2]))
        down, up = (self.builder.extract_element(both, ir.Constant(LANE, place)) for place in (0, 1))
        return either(either(down, up), either(*alone))

    def flips(self, placed: Any) -> Any:
        lanes = self.spread(placed)
        return self.union([pair.flips(lanes) for pair in self.pairs], [one.flips(placed) for one in self.alone])

    def cells(self) -> Any:
        return self.union([pair.cells() for pair in self.pairs], [one.cells() for one in self.alone])


_Form = _ByFour if HAS_BMI2 else _ByTwo  # processors with BMI2 can also shift each lane by its own number


@intrinsic
def _flipped_by_lanes(typingctx, own, enemy, placed, c0, c1, c2, c3, c4, c5, c6, c7):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own, enemy, placed, *closers = arguments
        return _Form(builder, own, enemy, closers).flips(placed)

    return types.uint64(*[types.uint64] * 11), generate


@intrinsic
def _cells_by_lanes(typingctx, own, enemy, c0, c1, c2, c3, c4, c5, c6, c7):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own, enemy, *closers = arguments
        return builder.and_(_Form(builder, own, enemy, closers).cells(), builder.not_(enemy))

    return types.uint64(*[types.uint64] * 10), generate


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
