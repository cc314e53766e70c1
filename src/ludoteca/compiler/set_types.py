"""Sets of cells as values, on boards of any size.

On a board of up to 64 cells a set is a `numpy.uint64`.  On a larger one it is a `CellSet`: several words of 64 bits, or
of fewer if a board says so.  In compiled code a CellSet stays in registers; nothing is allocated or changed in place.
Both have the operators `&`, `|`, `^` and `~`, compare with `==`, and are false if they are empty: see `set_operators`.
Several sets together are in `set_arrays`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.imputils import lower_constant
from numba.extending import (
    NativeValue,
    box,
    lower_builtin,
    models,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

WORD = ir.IntType(64)


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


def set_of(whole: int, words: int, word: int) -> Any:
    """The set with these bits on a board of this size: a number of NumPy if it is a single word."""
    return np.uint64(whole) if words == 1 else CellSet(whole, words, word)


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


@typeof_impl.register(CellSet)
def _typeof_set(cells: CellSet, context: Any) -> SetType:
    return SetType(cells.words, cells.word)


@lower_constant(SetType)
def _constant_set(context: Any, builder: Any, kind: SetType, value: CellSet) -> Any:
    return ir.Constant(ir.ArrayType(WORD, kind.words), [ir.Constant(WORD, part) for part in value.parts])


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
