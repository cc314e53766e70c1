"""Kinds of moves in compiled code, where a move is a number: `SPLIT.code(cell, way)`, `SPLIT.cell(move)`, `has`.

A kind has consecutive codes; within it the values of the parts are the digits of a number (mixed radix).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import (
    NativeValue,
    lower_builtin,
    models,
    overload_attribute,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

WHOLE = (types.Integer, types.Boolean, types.IntEnumMember)  # what compiled code accepts as a value


class MoveCodes:
    """A kind of move as numbers: what compiled code knows of it."""

    first: int  # its lowest code
    count: int  # the number of codes
    parts: Mapping[str, Any]
    weights: tuple[int, ...]  # of each part
    sizes: tuple[int, ...]


def wrong_number(parts: Mapping[str, Any] | Sequence[str], given: int) -> str:
    """What to say when a code is requested with too many or too few parts."""
    return f"this move has {len(parts)} part{'' if len(parts) == 1 else 's'} ({', '.join(parts)}); code(…) got {given}"


class MoveType(types.Type):
    """The type of a kind of move in compiled code: it has all the numbers, so the object itself is empty."""

    def __init__(self, kind: MoveCodes) -> None:
        self.first, self.count = kind.first, kind.count
        self.digits = {
            name: (weight, size) for name, weight, size in zip(kind.parts, kind.weights, kind.sizes, strict=True)
        }
        digits = ",".join(f"{name}:{size}" for name, (_, size) in self.digits.items())
        super().__init__(f"Move({self.first},{self.count},{digits})")


@register_model(MoveType)
class MoveModel(models.OpaqueModel):
    """Nothing is stored."""


@typeof_impl.register(MoveCodes)
def _typeof(kind, context):
    return MoveType(kind)


@lower_constant(MoveType)
def _constant(context, builder, kind, value):
    return context.get_dummy_value()


@unbox(MoveType)
def _unbox(kind, thing, context):
    return NativeValue(context.context.get_dummy_value())


@overload_attribute(MoveType, "first", target="generic")
def _first(kind):
    first = kind.first
    return lambda kind: first


@overload_attribute(MoveType, "count", target="generic")
def _count(kind):
    count = kind.count
    return lambda kind: count


@overload_method(MoveType, "has", target="generic")
def _has(kind, move):
    first, count = kind.first, np.uint64(kind.count)
    return lambda kind, move: np.uint64(np.int64(move) - first) < count  # one comparison: negative numbers are huge


class CodeOf(AbstractTemplate):
    """The compiler's name for `code`."""

    key = "ludoteca.move.code"


class CodeType(types.BoundFunction):
    """The type of `code` of one kind; CUDA does not support default arguments, so the parts are counted here."""

    this: MoveType

    def get_call_type(self, context: Any, given: Any, named: Any) -> Any:
        """As many whole numbers as there are parts."""
        if named or len(given) != len(self.this.digits):
            raise TypingError(wrong_number(tuple(self.this.digits), len(given) + len(named)))
        if not all(isinstance(each, WHOLE) for each in given):
            raise TypingError(f"the parts of a move are whole numbers; code(…) got {', '.join(map(str, given))}")
        return signature(types.int64, *[types.int64] * len(given), recvr=self.this)


register_model(CodeType)(MoveModel)


@infer_getattr
class MoveAttributes(AttributeTemplate):
    """Where the compiler finds `code`."""

    key = MoveType

    def resolve_code(self, kind: MoveType) -> Any:
        """The method of this kind."""
        return CodeType(CodeOf, kind)


@lower_builtin(CodeOf.key, MoveType, types.VarArg(types.int64))
def _code(context, builder, signature, arguments):
    integer, kind = context.get_value_type(types.int64), signature.args[0]
    code = integer(kind.first)
    for (weight, _), value in zip(kind.digits.values(), arguments[1:], strict=True):
        code = builder.add(code, builder.mul(value, integer(weight)))
    return code


_asked: set[str] = set()  # names of parts


def read_part_in_compiled_code(name: str) -> None:
    """Let compiled code ask a move for the part of this name: `SPLIT.cell(move)`."""
    if name in _asked:
        return
    _asked.add(name)

    @overload_method(MoveType, name, target="generic")
    def digit(kind, move):
        if name not in kind.digits:
            return None
        first, count = kind.first, kind.count
        weight, size = kind.digits[name]
        divisor, modulus = np.uint64(weight), np.uint64(size)  # unsigned: half the work of Python's division
        if weight * size == count:
            return lambda kind, move: np.int64(np.uint64(np.int64(move) - first) // divisor)
        return lambda kind, move: np.int64(np.uint64(np.int64(move) - first) // divisor % modulus)
