"""Several sets of cells in memory, such as a field of a state or the neighbours of every cell.

They are an array of NumPy if a set has one word, otherwise a `SetArray`.  Its elements are read and written as values:

    state.stones[player] |= NEIGHBOURS[cell]
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import NativeValue, intrinsic, lower_builtin, models, register_model, typeof_impl, unbox

from ludoteca.compiler.linked_code import overload
from ludoteca.compiler.set_types import WORD, CellSet, SetType, cell_set, load_set, store_set

ANY_LENGTH = 1 << 32  # of an array whose length is not known when code is compiled


class SetArray:
    """Sets of several words in memory, as values: a field of a state, or a table of a board."""

    __slots__ = ("raw", "word")

    def __init__(self, raw: Any, word: int) -> None:
        self.raw, self.word = raw, word  # the words are the last dimension

    @property
    def shape(self) -> tuple[int, ...]:
        """Its dimensions, without the words of a set."""
        return tuple(self.raw.shape[:-1])

    @property
    def address(self) -> int:
        """Where it is in memory."""
        return int(self.raw.ctypes.data)

    def __len__(self) -> int:
        return len(self.raw)

    def __getitem__(self, index: Any) -> Any:
        found = self.raw[index]
        return cell_set(tuple(found.tolist()), self.word) if found.ndim == 1 else SetArray(found, self.word)

    def __setitem__(self, index: Any, cells: CellSet) -> None:
        self.raw[index] = np.array(cells.parts, np.uint64)


# --- in compiled code


class SetArrayType(types.Type):
    """The type of a SetArray: its dimensions are known, so it is just an address."""

    def __init__(self, shape: tuple[int, ...], words: int, word: int) -> None:
        self.shape, self.words, self.word = shape, words, word
        super().__init__(f"SetArray({','.join(map(str, shape))}:{words}x{word})")

    @property
    def element(self) -> Any:
        """The type of an element."""
        return (
            SetArrayType(self.shape[1:], self.words, self.word)
            if len(self.shape) > 1
            else SetType(self.words, self.word)
        )

    @property
    def stride(self) -> int:
        """Words from one element to the next."""
        return self.words * int(np.prod(self.shape[1:], dtype=int))


@register_model(SetArrayType)
class SetArrayModel(models.PrimitiveModel):
    """The address of the first word."""

    def __init__(self, manager: Any, kind: SetArrayType) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@typeof_impl.register(SetArray)
def _typeof_sets(sets: SetArray, context: Any) -> SetArrayType:
    return SetArrayType(sets.shape, sets.raw.shape[-1], sets.word)


@lower_constant(SetArrayType)
def _constant_sets(context: Any, builder: Any, kind: SetArrayType, value: SetArray) -> Any:
    raw = np.ascontiguousarray(value.raw).reshape(-1)
    array = types.Array(types.uint64, 1, "C", readonly=True)
    made = context.make_array(array)(context, builder, context.make_constant_array(builder, array, raw))
    return made.data


@unbox(SetArrayType)
def _unbox_sets(kind: SetArrayType, thing: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(thing, "address")
    address = c.pyapi.number_as_ssize_t(number)
    c.pyapi.decref(number)
    return NativeValue(
        c.builder.inttoptr(address, WORD.as_pointer()), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred())
    )


@infer_global(operator.getitem)
class _Element(AbstractTemplate):
    def generic(self, given: Any, named: Any) -> Any:
        sets, index = given
        if not isinstance(sets, SetArrayType):
            return None
        if isinstance(index, types.Integer):
            return signature(sets.element, sets, types.int64)
        if isinstance(index, types.BaseTuple) and all(isinstance(each, types.Integer) for each in index):
            found: Any = sets
            for _ in index:
                if not isinstance(found, SetArrayType):
                    raise TypingError(f"{sets} has fewer dimensions than {len(index)}")
                found = found.element
            wide = types.UniTuple(types.int64, len(index))
            return signature(found, sets, wide)
        return None


@infer_global(operator.setitem)
class _SetElement(AbstractTemplate):
    def generic(self, given: Any, named: Any) -> Any:
        sets, index, cells = given
        if not (isinstance(sets, SetArrayType) and isinstance(cells, SetType)):
            return None
        wide: Any = types.int64
        if isinstance(index, types.BaseTuple):
            wide = types.UniTuple(types.int64, len(index))
        count = 1 if isinstance(index, types.Integer) else len(index)
        return signature(types.none, sets, wide, cells) if count == len(sets.shape) else None


def _element_at(context: Any, builder: Any, kind: SetArrayType, place: Any, indices: list[Any]) -> tuple[Any, Any]:
    """The type and the address of an element."""
    found: Any = kind
    for index in indices:
        _check_bounds(context, builder, found, index)
        place = builder.gep(place, [builder.mul(index, ir.Constant(WORD, found.stride))])
        found = found.element
    return found, place


def _check_bounds(context: Any, builder: Any, kind: SetArrayType, index: Any) -> None:
    """If bounds are checked, an index past the end is an error, as with arrays."""
    if not context.enable_boundscheck:
        return
    with builder.if_then(builder.icmp_unsigned(">=", index, ir.Constant(WORD, kind.shape[0])), likely=False):
        message = "index is out of bounds of a table of sets"
        context.call_conv.return_user_exc(builder, IndexError, (message,))


def _indices(context: Any, builder: Any, kind: Any, index: Any) -> list[Any]:
    return [index] if isinstance(kind, types.Integer) else cgutils.unpack_tuple(builder, index)


@lower_builtin(operator.getitem, SetArrayType, types.Integer)
@lower_builtin(operator.getitem, SetArrayType, types.UniTuple)
def _lower_getitem(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    indices = _indices(context, builder, call.args[1], arguments[1])
    found, place = _element_at(context, builder, call.args[0], arguments[0], indices)
    return load_set(builder, found, place) if isinstance(found, SetType) else place


@lower_builtin(operator.setitem, SetArrayType, types.Integer, SetType)
@lower_builtin(operator.setitem, SetArrayType, types.UniTuple, SetType)
def _lower_setitem(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    indices = _indices(context, builder, call.args[1], arguments[1])
    found, place = _element_at(context, builder, call.args[0], arguments[0], indices)
    store_set(builder, found, arguments[2], place)
    return context.get_dummy_value()


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, given: Any, named: Any) -> Any:
        fits = len(given) == 1 and isinstance(given[0], SetArrayType)
        return signature(types.int64, *given) if fits else None


@lower_builtin(len, SetArrayType)
def _lower_len(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    return ir.Constant(WORD, call.args[0].shape[0])


@intrinsic
def _sets_at_words(typingctx: Any, words: Any, like: Any) -> Any:
    def generate(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        return context.make_array(words)(context, builder, arguments[0]).data

    return SetArrayType((ANY_LENGTH,), like.words, like.word)(words, like), generate


def sets_in(words: Any, like: Any) -> Any:
    """An array of words as sets of the same size as another one: the same memory, which must outlive them."""
    return SetArray(words.reshape(-1, like.words), like.word) if isinstance(like, CellSet) else words


@overload(sets_in, target="generic")
def _sets_in(words: Any, like: Any) -> Any:
    def of_several_words(words: Any, like: Any) -> Any:
        return _sets_at_words(words, like)

    def of_one_word(words: Any, like: Any) -> Any:
        return words

    return of_several_words if isinstance(like, SetType) else of_one_word
