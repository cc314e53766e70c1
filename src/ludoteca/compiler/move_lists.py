"""Move lists with bounds that rules cannot exceed.

A game's `moves(state, out)` gets one of these as its `out`: indexing and `len` work as with an array.  Writes past the
end are ignored, so a game with more moves than it declares does no harm, and the number that it returns is how many it
needs room for.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from ludoteca.compiler.bits import lowest, popcount, without_lowest
from ludoteca.compiler.linked_code import overload
from ludoteca.compiler.set_operators import each
from ludoteca.compiler.set_types import SetType, as_set, is_tuple_of_words, words_of

MOVE = types.int32
PLACES = types.CPointer(MOVE)  # the stubs leave it out
INDEX = ir.IntType(64)
WRITABLE = (types.Number, types.Boolean, types.EnumMember)


class MoveListType(types.Type):
    """The type of such a list in compiled code."""

    def __init__(self) -> None:
        super().__init__("MoveList")


@register_model(MoveListType)
class MoveListModel(models.StructModel):
    """The address and capacity; the array itself belongs to the caller."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("places", PLACES), ("length", types.int64)])


MOVE_LIST = MoveListType()


class PlainMoveList:
    """The same for uncompiled rules."""

    def __init__(self, length: int) -> None:
        self.codes = np.zeros(length, dtype=np.int32)

    def __len__(self) -> int:
        return len(self.codes)

    def __setitem__(self, index: int, move: int) -> None:
        if 0 <= index < len(self.codes):
            self.codes[index] = move

    def __getitem__(self, index: int) -> int:
        return int(self.codes[index]) if 0 <= index < len(self.codes) else 0


@intrinsic
def bounded(typingctx: Any, out: Any) -> Any:
    """The array as a move list."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(out)(context, builder, arguments[0])
        made = cgutils.create_struct_proxy(MOVE_LIST)(context, builder)
        made.places = array.data
        made.length = builder.zext(array.nitems, INDEX) if array.nitems.type.width < INDEX.width else array.nitems
        return made._getvalue()

    if not (isinstance(out, types.Array) and out.dtype == MOVE and out.ndim == 1 and out.layout == "C"):
        return None
    return MOVE_LIST(out), generate


def _fits(builder: Any, made: Any, index: Any) -> Any:
    return builder.icmp_unsigned("<", index, made.length)  # one comparison: negative numbers are huge


@intrinsic
def _put(typingctx: Any, out: Any, index: Any, move: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(MOVE_LIST)(context, builder, value=arguments[0])
        with builder.if_then(_fits(builder, made, arguments[1]), likely=True):
            builder.store(arguments[2], builder.gep(made.places, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(MOVE_LIST, types.int64, MOVE), generate


@intrinsic
def _get(typingctx: Any, out: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(MOVE_LIST)(context, builder, value=arguments[0])
        found = cgutils.alloca_once_value(builder, ir.Constant(ir.IntType(32), 0))
        with builder.if_then(_fits(builder, made, arguments[1]), likely=True):
            builder.store(builder.load(builder.gep(made.places, [arguments[1]])), found)
        return builder.load(found)

    return MOVE(MOVE_LIST, types.int64), generate


@intrinsic
def _length(typingctx: Any, out: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.create_struct_proxy(MOVE_LIST)(context, builder, value=arguments[0]).length

    return types.int64(MOVE_LIST), generate


@intrinsic
def _put_unchecked(typingctx: Any, out: Any, index: Any, move: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(MOVE_LIST)(context, builder, value=arguments[0])
        builder.store(arguments[2], builder.gep(made.places, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(MOVE_LIST, types.int64, MOVE), generate


def list_cells(cells: Any, out: Any, count: int, first: int) -> int:
    """Write a move for each cell of a set (`first` plus its number), from index `count` on; return the new count."""
    for cell in each(as_set(cells)):
        out[count] = first + cell
        count += 1
    return count


@overload(list_cells, target="generic")
def _list_cells(cells, out, count, first):
    if not isinstance(out, MoveListType):
        return lambda cells, out, count, first: list_cells(cells, bounded(out), count, first)
    if is_tuple_of_words(cells):
        return lambda cells, out, count, first: list_cells(as_set(cells), out, count, first)
    if isinstance(cells, SetType):
        width = cells.word

        def word_by_word(cells, out, count, first):
            total: Any = np.int64(count)
            begin: Any = np.int64(first)
            for word in words_of(cells):
                total = list_cells(word, out, total, begin)
                begin += width
            return total

        return word_by_word

    def at_once(cells, out, count, first):
        left, begin = np.uint64(cells), np.int64(count)
        end = begin + popcount(left)
        if begin >= 0 and end <= len(out):  # checked once for all of them
            for place in range(begin, end):
                _put_unchecked(out, place, first + lowest(left))
                left = without_lowest(left)
        return end

    return at_once


@overload(operator.setitem, target="generic")
def _setitem(out, index, move):
    if isinstance(out, MoveListType) and isinstance(index, types.Integer) and isinstance(move, WRITABLE):
        return lambda out, index, move: _put(out, index, move)
    return None


@overload(operator.getitem, target="generic")
def _getitem(out, index):
    if isinstance(out, MoveListType) and isinstance(index, types.Integer):
        return lambda out, index: _get(out, index)
    return None


@overload(len, target="generic")
def _len(out):
    if isinstance(out, MoveListType):
        return lambda out: _length(out)
    return None
