"""The bits of 64-bit numbers, which make up sets of cells, and the instructions that make them fast.

Each function has three implementations with the same meaning: the Python body below (used uncompiled, and the
reference), an LLVM intrinsic on the CPU, and a portable form that CUDA also accepts.  `has`, `lowest`, `highest` and
`without_lowest` also take sets of several words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludoteca.compiler.compiled import HAS_BMI2
from ludoteca.compiler.linked_code import overload
from ludoteca.compiler.set_operators import set_has, set_highest, set_lowest, set_without_lowest
from ludoteca.compiler.set_types import CellSet, SetType

Bits = Any  # a numpy.uint64 in compiled code, any non-negative int outside

WORD = ir.IntType(64)


def bit(cell: int) -> Bits:
    """The set of one cell."""
    return np.uint64(1 << int(cell))


def _whole(bits: Bits) -> int:
    return bits.whole if isinstance(bits, CellSet) else int(bits)


def has(bits: Bits, cell: int) -> bool:
    """Whether the set contains this cell."""
    return bool(_whole(bits) >> int(cell) & 1)


def popcount(bits: Bits) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits: Bits) -> int:
    """The first cell of a non-empty set."""
    return (_whole(bits) & -_whole(bits)).bit_length() - 1


def highest(bits: Bits) -> int:
    """The last cell of a non-empty set."""
    return _whole(bits).bit_length() - 1


def without_lowest(bits: Bits) -> Bits:
    """The set without its first cell; for loops that visit each cell once."""
    left = _whole(bits) & (_whole(bits) - 1) if bits else 0
    return CellSet(left, bits.words, bits.word) if isinstance(bits, CellSet) else np.uint64(left)


def extract(bits: Bits, mask: Bits) -> Bits:
    """The bits at the positions of the mask, packed together at the low end."""
    gathered, place = 0, 0
    for cell in range(64):
        if int(mask) >> cell & 1:
            gathered |= (int(bits) >> cell & 1) << place
            place += 1
    return np.uint64(gathered)


def deposit(bits: Bits, mask: Bits) -> Bits:
    """The low bits, spread over the positions of the mask: the inverse of `extract`."""
    spread, place = 0, 0
    for cell in range(64):
        if int(mask) >> cell & 1:
            spread |= (int(bits) >> place & 1) << cell
            place += 1
    return np.uint64(spread)


def nth_bit(bits: Bits, n: int) -> int:
    """The cell that has exactly `n` cells of the set before it."""
    left = int(bits)
    for _ in range(int(n)):
        left &= left - 1
    return lowest(left)


def _one_word(generate_call: Any) -> Any:
    """An intrinsic for an LLVM instruction that takes and returns one 64-bit word."""

    @intrinsic
    def instruction(typingctx: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return generate_call(builder, arguments[0])

        return types.int64(types.uint64), generate

    return instruction


def _bmi2(name: str) -> Any:
    """An intrinsic for one of the two BMI2 instructions."""

    @intrinsic
    def instruction(typingctx: Any, bits: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(WORD, [WORD, WORD])
            function = builder.module.declare_intrinsic(name, (), kind)
            return builder.call(function, arguments)

        return types.uint64(types.uint64, types.uint64), generate

    return instruction


DEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 0)

_count_ones = _one_word(lambda builder, word: builder.ctpop(word))
_count_trailing_zeros = _one_word(lambda builder, word: builder.cttz(word, DEFINED_AT_ZERO))
_count_leading_zeros = _one_word(lambda builder, word: builder.ctlz(word, DEFINED_AT_ZERO))
_gather = _bmi2("llvm.x86.bmi.pext.64")
_scatter = _bmi2("llvm.x86.bmi.pdep.64")


@overload(bit, target="generic")
def _bit(cell):
    return lambda cell: np.uint64(1) << np.uint64(cell)


@overload(has, target="generic")
def _has(bits, cell):
    if isinstance(bits, SetType):
        return lambda bits, cell: set_has(bits, cell)
    return lambda bits, cell: (np.uint64(bits) >> np.uint64(cell)) & np.uint64(1) != np.uint64(0)


@overload(popcount, target="generic")
def _popcount(bits):
    return lambda bits: _count_ones(np.uint64(bits))


@overload(lowest, target="generic")
def _lowest(bits):
    if isinstance(bits, SetType):
        return lambda bits: set_lowest(bits)
    return lambda bits: _count_trailing_zeros(np.uint64(bits))


@overload(highest, target="generic")
def _highest(bits):
    if isinstance(bits, SetType):
        return lambda bits: set_highest(bits)
    return lambda bits: 63 - _count_leading_zeros(np.uint64(bits))


@overload(without_lowest, target="generic")
def _without_lowest(bits):
    if isinstance(bits, SetType):
        return lambda bits: set_without_lowest(bits)
    return lambda bits: np.uint64(bits) & (np.uint64(bits) - np.uint64(1))


@overload(extract, target="generic")
def _extract(bits, mask):
    def portable(bits, mask):
        gathered, place, left = np.uint64(0), np.uint64(1), np.uint64(mask)
        while left != np.uint64(0):
            rest = left & (left - np.uint64(1))
            if np.uint64(bits) & (left ^ rest):
                gathered |= place
            place <<= np.uint64(1)
            left = rest
        return gathered

    return portable


@overload(deposit, target="generic")
def _deposit(bits, mask):
    def portable(bits, mask):
        spread, given, left = np.uint64(0), np.uint64(bits), np.uint64(mask)
        while left != np.uint64(0) and given != np.uint64(0):
            rest = left & (left - np.uint64(1))
            if given & np.uint64(1):
                spread |= left ^ rest
            given >>= np.uint64(1)
            left = rest
        return spread

    return portable


# NTH_OF_BYTE[256 * n + byte] is the position of the bit of a byte that has n others before it
NTH_OF_BYTE = np.array(
    [([place for place in range(8) if byte >> place & 1] + [0] * 8)[n] for n in range(8) for byte in range(256)],
    np.uint8,
)
ODD, PAIRS, HALVES, ONES, TOPS = (
    np.uint64(word * 0x01010101_01010101) for word in (0x55, 0x33, 0x0F, 0x01, 0x80)
)  # the same byte eight times


@overload(nth_bit, target="generic")
def _nth_bit(bits, n):
    def portable(bits, n):
        # the number of bits of each byte, then with all bytes below it; the bit is in the first that has enough
        word, number = np.uint64(bits), np.uint64(n)
        each = word - ((word >> np.uint64(1)) & ODD)
        each = (each & PAIRS) + ((each >> np.uint64(2)) & PAIRS)
        up_to = ((each + (each >> np.uint64(4))) & HALVES) * ONES
        has_enough = ((up_to | TOPS) - (number + np.uint64(1)) * ONES) & TOPS
        place = _count_trailing_zeros(has_enough) & 56
        before = ((up_to << np.uint64(8)) >> np.uint64(place)) & np.uint64(255)
        byte = (word >> np.uint64(place)) & np.uint64(255)
        return place + np.int64(NTH_OF_BYTE[np.uint64(256) * ((number - before) & np.uint64(7)) + byte])

    return portable


if HAS_BMI2:

    @overload(extract, target="cpu")
    def _extract_bmi2(bits, mask):
        return lambda bits, mask: _gather(np.uint64(bits), np.uint64(mask))

    @overload(deposit, target="cpu")
    def _deposit_bmi2(bits, mask):
        return lambda bits, mask: _scatter(np.uint64(bits), np.uint64(mask))

    @overload(nth_bit, target="cpu")
    def _nth_bit_bmi2(bits, n):
        return lambda bits, n: _count_trailing_zeros(_scatter(np.uint64(1) << np.uint64(n), np.uint64(bits)))
