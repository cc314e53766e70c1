"""Runs of enemy discs on an 8x8 board, followed in several directions at once: vectors for `kernel.patterns.flips`.

A set of cells is a word of 64 bits, and a step in a direction is a shift.  LLVM turns these vectors into whatever the
processor has.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludoteca.compiler.compiled import HAS_BMI2

WORD = ir.IntType(64)
LANE = ir.IntType(32)  # the index of a lane


class Ways(NamedTuple):
    """The eight directions; `way` and `way ^ 4` are opposite."""

    shifts: list[int]  # of the first four, to the left; of the others, to the right
    entered: list[int]  # by direction: the cells that a step can lead to


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

    def __init__(self, builder: Any, ways: Ways, own: Any, enemy: Any, closers: list[Any]) -> None:
        self.builder = builder
        discs = self.spread(own), self.spread(enemy)
        halves = [_packed(builder, closers[first : first + 4]) for first in (0, 4)]
        self.halves = [
            _Lanes(builder, first, ways.shifts, ways.entered[first : first + 4], (*discs, ahead, behind))
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

    def __init__(self, builder: Any, ways: Ways, own: Any, enemy: Any, closers: list[Any]) -> None:
        self.builder = builder
        discs = self.spread(own), self.spread(enemy)
        self.pairs = []
        for down, up in self.DOWN_AND_UP:
            ahead = self.reversed(_packed(builder, [closers[down], closers[up]]))
            behind = self.reversed(_packed(builder, [closers[down ^ 4], closers[up ^ 4]]))
            masks = [ways.entered[down]] * 2
            self.pairs.append(_Lanes(builder, down, [ways.shifts[down]] * 2, masks, (*discs, ahead, behind)))
        self.alone = [
            _Lanes(builder, way, [ways.shifts[0]], [ways.entered[way]], (own, enemy, closers[way], closers[way ^ 4]))
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


def following_runs(shifts: list[int], entered: list[int]) -> tuple[Any, Any]:
    """Two functions for compiled code: the discs that flip when one is placed, and the cells where one would flip any.

    Both take the own discs and the enemy's, the first then the disc placed, and at last the eight sets of cells whose
    neighbour in a direction closes a run.
    """
    ways = Ways(shifts, entered)

    @intrinsic
    def flipped(typingctx, own, enemy, placed, c0, c1, c2, c3, c4, c5, c6, c7):
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            own, enemy, placed, *closers = arguments
            return _Form(builder, ways, own, enemy, closers).flips(placed)

        return types.uint64(*[types.uint64] * 11), generate

    @intrinsic
    def flipping_cells(typingctx, own, enemy, c0, c1, c2, c3, c4, c5, c6, c7):
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            own, enemy, *closers = arguments
            return builder.and_(_Form(builder, ways, own, enemy, closers).cells(), builder.not_(enemy))

        return types.uint64(*[types.uint64] * 10), generate

    return flipped, flipping_cells
