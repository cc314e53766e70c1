"""Sets of cells as values, on boards of any size.

On a board of up to 64 cells a set is a `numpy.uint64`.  On a larger one it is a `CellSet`: several words of 64 bits, or
of fewer if a board says so.  In compiled code a CellSet stays in registers; nothing is allocated or changed in place.
Both have the operators `&`, `|`, `^` and `~`, compare with `==`, and are false if they are empty.

Several sets together, such as a field of a state or the neighbours of every cell, are an array of words in memory: of
NumPy if a set has one word, otherwise a `SetArray`.  Its elements are read and written as values:

    state.stones[player] |= NEIGHBOURS[cell]
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    models,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

WORD = ir.IntType(64)
ZERO, ONE = ir.Constant(WORD, 0), ir.Constant(WORD, 1)
DEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 0)


class CellSet:
    """A set of several words in plain Python; `whole` has all its cells as the bits of one number."""

    __slots__ = ("whole", "word", "words")
    __array_ufunc__ = None  # so that NumPy's numbers defer to these operators

    def __init__(self, whole: int, words: int, word: int) -> None:
        self.whole, self.words, self.word = int(whole), words, word

    @property
    def parts(self) -> tuple[int, ...]:
        """Its words, lowest cells first."""
        return tuple(self.whole >> self.word * number & (1 << self.word) - 1 for number in range(self.words))

    def _like(self, whole: int) -> CellSet:
        return CellSet(whole, self.words, self.word)

    def _other(self, other: Any) -> int:
        if not isinstance(other, CellSet) or (other.words, other.word) != (self.words, self.word):
            raise TypeError(f"a set of {self.words} words cannot be combined with {other!r}")
        return other.whole

    def __and__(self, other: CellSet) -> CellSet:
        return self._like(self.whole & self._other(other))

    def __or__(self, other: CellSet) -> CellSet:
        return self._like(self.whole | self._other(other))

    def __xor__(self, other: CellSet) -> CellSet:
        return self._like(self.whole ^ self._other(other))

    def __invert__(self) -> CellSet:
        return self._like(~self.whole & (1 << self.words * self.word) - 1)

    def __bool__(self) -> bool:
        return self.whole != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CellSet) and self.whole == other.whole and self.words == other.words

    def __hash__(self) -> int:
        return hash((self.whole, self.words, self.word))

    def __iter__(self) -> Iterator[int]:
        raise TypeError("write each(cells) to iterate over the cells of a set")

    def __repr__(self) -> str:
        return f"CellSet({self.whole:#x}, {self.words}, {self.word})"


def cell_set(parts: tuple[int, ...], word: int) -> CellSet:
    """A set from its words."""
    return CellSet(sum(int(part) << word * number for number, part in enumerate(parts)), len(parts), word)


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


class SetType(types.Type):
    """The type of a CellSet."""

    def __init__(self, words: int, word: int) -> None:
        self.words, self.word = words, word
        super().__init__(f"CellSet({words}x{word})")

    @property
    def tuple_type(self) -> Any:
        """The tuple of words that has the same representation."""
        return types.UniTuple(types.uint64, self.words)


@register_model(SetType)
class SetModel(models.PrimitiveModel):
    """An array of words, which LLVM keeps in registers."""

    def __init__(self, manager: Any, kind: SetType) -> None:
        super().__init__(manager, kind, ir.ArrayType(WORD, kind.words))


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


@typeof_impl.register(CellSet)
def _typeof_set(cells: CellSet, context: Any) -> SetType:
    return SetType(cells.words, cells.word)


@typeof_impl.register(SetArray)
def _typeof_sets(sets: SetArray, context: Any) -> SetArrayType:
    return SetArrayType(sets.shape, sets.raw.shape[-1], sets.word)


@lower_constant(SetType)
def _constant_set(context: Any, builder: Any, kind: SetType, value: CellSet) -> Any:
    return ir.Constant(ir.ArrayType(WORD, kind.words), [ir.Constant(WORD, part) for part in value.parts])


@lower_constant(SetArrayType)
def _constant_sets(context: Any, builder: Any, kind: SetArrayType, value: SetArray) -> Any:
    raw = np.ascontiguousarray(value.raw).reshape(-1)
    array = types.Array(types.uint64, 1, "C", readonly=True)
    made = context.make_array(array)(context, builder, context.make_constant_array(builder, array, raw))
    return made.data


@box(SetType)
def _box_set(kind: SetType, value: Any, c: Any) -> Any:
    parts = c.box(kind.tuple_type, value)
    word = c.pyapi.long_from_longlong(ir.Constant(WORD, kind.word))
    make = c.pyapi.unserialize(c.pyapi.serialize_object(cell_set))
    made = c.pyapi.call_function_objargs(make, (parts, word))
    for used in (make, parts, word):
        c.pyapi.decref(used)
    return made


@unbox(SetType)
def _unbox_set(kind: SetType, thing: Any, c: Any) -> Any:
    parts = c.pyapi.object_getattr_string(thing, "parts")
    native = c.unbox(kind.tuple_type, parts)
    c.pyapi.decref(parts)
    return NativeValue(native.value, is_error=native.is_error)


@unbox(SetArrayType)
def _unbox_sets(kind: SetArrayType, thing: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(thing, "address")
    address = c.pyapi.number_as_ssize_t(number)
    c.pyapi.decref(number)
    return NativeValue(
        c.builder.inttoptr(address, WORD.as_pointer()), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred())
    )


def parts_of(builder: Any, kind: SetType, cells: Any) -> list[Any]:
    """The words of a set."""
    return [builder.extract_value(cells, number) for number in range(kind.words)]


def packed(builder: Any, parts: list[Any]) -> Any:
    """A set of these words."""
    made = ir.Constant(ir.ArrayType(WORD, len(parts)), ir.Undefined)
    for number, part in enumerate(parts):
        made = builder.insert_value(made, part, number)
    return made


def load_set(builder: Any, kind: SetType, place: Any) -> Any:
    """The set at an address."""
    words = [builder.gep(place, [ir.Constant(ir.IntType(32), number)]) for number in range(kind.words)]
    return packed(builder, [builder.load(word, align=8) for word in words])


def store_set(builder: Any, kind: SetType, cells: Any, place: Any) -> None:
    """Write a set to an address."""
    for number, part in enumerate(parts_of(builder, kind, cells)):
        builder.store(part, builder.gep(place, [ir.Constant(ir.IntType(32), number)]), align=8)


# operators


def _combining(name: Any, combine: Any) -> None:
    class Combined(AbstractTemplate):
        def generic(self, given: Any, named: Any) -> Any:
            is_pair = len(given) == 2 and isinstance(given[0], SetType) and given[0] == given[1]
            return signature(given[0], *given) if is_pair else None

    infer_global(name)(Combined)

    @lower_builtin(name, SetType, SetType)
    def _lower(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        pairs = zip(*(parts_of(builder, call.return_type, cells) for cells in arguments), strict=True)
        return packed(builder, [combine(builder, one, other) for one, other in pairs])


for _name in (operator.and_, operator.iand):
    _combining(_name, lambda builder, one, other: builder.and_(one, other))
for _name in (operator.or_, operator.ior):
    _combining(_name, lambda builder, one, other: builder.or_(one, other))
for _name in (operator.xor, operator.ixor):
    _combining(_name, lambda builder, one, other: builder.xor(one, other))


def _is_set(given: Any) -> bool:
    return len(given) == 1 and isinstance(given[0], SetType)


@infer_global(operator.invert)
class _Inverted(AbstractTemplate):
    def generic(self, given: Any, named: Any) -> Any:
        return signature(given[0], *given) if _is_set(given) else None


@lower_builtin(operator.invert, SetType)
def _lower_invert(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    kind = call.return_type
    mask = ir.Constant(WORD, (1 << kind.word) - 1)
    return packed(builder, [builder.xor(part, mask) for part in parts_of(builder, kind, arguments[0])])


def _asking(name: Any, count: int, answer: Any) -> None:
    class Asked(AbstractTemplate):
        def generic(self, given: Any, named: Any) -> Any:
            fits = len(given) == count and isinstance(given[0], SetType) and given[-1] == given[0]
            return signature(types.boolean, *given) if fits else None

    infer_global(name)(Asked)

    @lower_builtin(name, *[SetType] * count)
    def _lower(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        return answer(builder, *(parts_of(builder, call.args[0], cells) for cells in arguments))


def _is_any(builder: Any, parts: list[Any]) -> Any:
    together = parts[0]
    for part in parts[1:]:
        together = builder.or_(together, part)
    return builder.icmp_unsigned("!=", together, ZERO)


def _differs(builder: Any, one: list[Any], other: list[Any]) -> Any:
    return _is_any(builder, [builder.xor(*pair) for pair in zip(one, other, strict=True)])


_asking(bool, 1, _is_any)
_asking(operator.truth, 1, _is_any)
_asking(operator.not_, 1, lambda builder, parts: builder.not_(_is_any(builder, parts)))
_asking(operator.ne, 2, _differs)
_asking(operator.eq, 2, lambda builder, one, other: builder.not_(_differs(builder, one, other)))


# single cells


def _place_of(builder: Any, kind: Any, cell: Any) -> tuple[Any, Any]:
    """The word of a cell and its place in that word."""
    if kind.word == 64:
        return builder.lshr(cell, ir.Constant(WORD, 6)), builder.and_(cell, ir.Constant(WORD, 63))
    width = ir.Constant(WORD, kind.word)
    number = builder.udiv(cell, width)
    return number, builder.sub(cell, builder.mul(number, width))


def single_cell(builder: Any, kind: Any, cell: Any) -> Any:
    """The set with one cell; none for a number beyond the last cell."""
    if kind.words == 1:
        return builder.shl(ONE, cell)
    number, place = _place_of(builder, kind, cell)
    one = builder.shl(ONE, place)
    return packed(
        builder,
        [
            builder.select(builder.icmp_unsigned("==", number, ir.Constant(WORD, index)), one, ZERO)
            for index in range(kind.words)
        ],
    )


@intrinsic
def set_single(typingctx: Any, like: Any, cell: Any) -> Any:
    """The set of one cell, of the same size as another set of several words."""
    if not (isinstance(like, SetType) and isinstance(cell, types.Integer)):
        return None
    return like(like, types.int64), lambda context, builder, call, arguments: single_cell(builder, like, arguments[1])


@intrinsic
def set_has(typingctx: Any, cells: Any, cell: Any) -> Any:
    """Whether a cell is in a set of several words."""
    if not (isinstance(cells, SetType) and isinstance(cell, types.Integer)):
        return None

    def generate(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        number, place = _place_of(builder, cells, arguments[1])
        parts = parts_of(builder, cells, arguments[0])
        found = ZERO if cells.words > 1 else parts[0]
        for index, part in enumerate(parts):
            found = builder.select(builder.icmp_unsigned("==", number, ir.Constant(WORD, index)), part, found)
        return builder.trunc(builder.lshr(found, place), ir.IntType(1))

    return types.boolean(cells, types.int64), generate


def _count(builder: Any, kind: SetType, parts: list[Any]) -> Any:
    counts = [builder.ctpop(part) for part in parts]
    total = counts[0]
    for count in counts[1:]:
        total = builder.add(total, count)
    return total


def _lowest_cell(builder: Any, kind: SetType, parts: list[Any]) -> Any:
    found = ir.Constant(WORD, kind.words * kind.word)
    for index in range(kind.words - 1, -1, -1):
        here = builder.add(builder.cttz(parts[index], DEFINED_AT_ZERO), ir.Constant(WORD, index * kind.word))
        found = builder.select(builder.icmp_unsigned("!=", parts[index], ZERO), here, found)
    return found


def _highest_cell(builder: Any, kind: SetType, parts: list[Any]) -> Any:
    found = ir.Constant(WORD, -1)
    for index, part in enumerate(parts):
        here = builder.sub(ir.Constant(WORD, index * kind.word + 63), builder.ctlz(part, DEFINED_AT_ZERO))
        found = builder.select(builder.icmp_unsigned("!=", part, ZERO), here, found)
    return found


def _without_lowest(builder: Any, parts: list[Any]) -> list[Any]:
    left, is_done = [], ir.Constant(ir.IntType(1), 0)
    for part in parts:
        fewer = builder.and_(part, builder.sub(part, ONE))
        left.append(builder.select(is_done, part, fewer))
        is_done = builder.or_(is_done, builder.icmp_unsigned("!=", part, ZERO))
    return left


def _of_one_set(answer: Any, result: Any = None) -> Any:
    """An intrinsic that takes a set of several words: `answer` gets the words, and `result` is None for a set."""

    @intrinsic
    def asked(typingctx: Any, cells: Any) -> Any:
        if not isinstance(cells, SetType):
            return None

        def generate(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
            return answer(builder, cells, parts_of(builder, cells, arguments[0]))

        return (cells if result is None else result)(cells), generate

    return asked


set_count = _of_one_set(_count, types.int64)
set_lowest = _of_one_set(_lowest_cell, types.int64)  # of a set that is not empty, like the next
set_highest = _of_one_set(_highest_cell, types.int64)
set_without_lowest = _of_one_set(lambda builder, kind, parts: packed(builder, _without_lowest(builder, parts)))


@intrinsic
def set_shifted(typingctx: Any, cells: Any, places: Any) -> Any:
    """A set of several words moved down by this many places."""
    if not (isinstance(cells, SetType) and isinstance(places, types.Integer)):
        return None

    def generate(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
        whole = ir.IntType(cells.words * cells.word)
        number = ir.Constant(whole, 0)
        for index, part in enumerate(parts_of(builder, cells, arguments[0])):
            placed = builder.shl(builder.zext(part, whole), ir.Constant(whole, index * cells.word))
            number = builder.or_(number, placed)
        number = builder.lshr(number, builder.zext(arguments[1], whole))
        mask = ir.Constant(WORD, (1 << cells.word) - 1)
        moved = [
            builder.and_(builder.trunc(builder.lshr(number, ir.Constant(whole, index * cells.word)), WORD), mask)
            for index in range(cells.words)
        ]
        return packed(builder, moved)

    return cells(cells, types.int64), generate


def words_of(cells: Any) -> Any:
    """The words of a set of several, lowest cells first, as a tuple."""
    return tuple(map(np.uint64, cells.parts))


@type_callable(words_of)
def _type_words(context: Any) -> Any:
    return lambda cells: cells.tuple_type if isinstance(cells, SetType) else None


@lower_builtin(words_of, SetType)
def _lower_words(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    return arguments[0]


def as_set(cells: Any) -> Any:
    """A tuple of words of 64 bits as a set; a set stays as it is."""
    return cell_set(cells, 64) if isinstance(cells, tuple) else cells


def is_tuple_of_words(kind: Any) -> bool:
    """Whether compiled code has a tuple of words here, by its type."""
    return isinstance(kind, types.UniTuple) and bool(kind.dtype == types.uint64)


@type_callable(as_set)
def _type_as_set(context: Any) -> Any:
    return lambda cells: SetType(cells.count, 64) if is_tuple_of_words(cells) else None


@lower_builtin(as_set, types.UniTuple)
def _lower_as_set(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    return arguments[0]


# one cell after the other


class EachType(types.SimpleIteratorType):
    """The type of each(cells)."""

    def __init__(self, cells: Any) -> None:
        self.cells = cells
        super().__init__(f"each({cells})", types.int64)


@register_model(EachType)
class EachModel(models.StructModel):
    """The remaining cells, in their own memory."""

    def __init__(self, manager: Any, kind: EachType) -> None:
        super().__init__(manager, kind, [("left", types.EphemeralPointer(kind.cells))])


def each(cells: Any) -> Iterator[int]:
    """Iterate over the cells of a set, lowest first."""
    left = cells.whole if isinstance(cells, CellSet) else int(cells)
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1


@type_callable(each)
def _type_each(context: Any) -> Any:
    def typed(cells: Any) -> Any:
        if isinstance(cells, types.Integer):
            return EachType(types.uint64)
        return EachType(cells) if isinstance(cells, SetType) else None

    return typed


def _each_of(context: Any, builder: Any, kind: EachType, cells: Any) -> Any:
    made = cgutils.create_struct_proxy(kind)(context, builder)
    made.left = cgutils.alloca_once(builder, cells.type)
    builder.store(cells, made.left)
    return made._getvalue()


@lower_builtin(each, types.Integer)
@lower_builtin(each, SetType)
def _lower_each(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    kind = call.return_type
    return _each_of(context, builder, kind, context.cast(builder, arguments[0], call.args[0], kind.cells))


@lower_builtin("iternext", EachType)
@iternext_impl(RefType.UNTRACKED)
def _next_of_each(context: Any, builder: Any, call: Any, arguments: Any, result: Any) -> None:
    kind = call.args[0]
    place = cgutils.create_struct_proxy(kind)(context, builder, value=arguments[0]).left
    left = builder.load(place)
    parts = parts_of(builder, kind.cells, left) if isinstance(kind.cells, SetType) else [left]
    is_valid = _is_any(builder, parts)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        if isinstance(kind.cells, SetType):
            result.yield_(_lowest_cell(builder, kind.cells, parts))
            builder.store(packed(builder, _without_lowest(builder, parts)), place)
        else:
            result.yield_(builder.cttz(left, DEFINED_AT_ZERO))
            builder.store(builder.and_(left, builder.sub(left, ONE)), place)


# several sets


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
