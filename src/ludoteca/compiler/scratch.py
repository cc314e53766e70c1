"""Memory for compiled functions that nobody allocates or counts, so it works on CUDA too.

Scratch memory is on the stack, and a borrowed array is one whose references are not counted.  Pass them to functions
that you call; never return them, and never store them in a state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, type_callable

WORDS = types.Array(types.uint64, 1, "C")
NUMBERS = types.Array(types.int16, 1, "C")
MOST_CELLS = 1024  # of a board
MOST_WORDS = 4096  # of `scratch_words`: a set for each of 512 cells


def scratch_numbers(count: int) -> Any:
    """An array of small numbers, all zero, one for each of `count` cells."""
    return np.zeros(count, np.int16)


def scratch_words(count: int) -> Any:
    """Room for the words of many sets, up to MOST_WORDS; its initial content is undefined."""
    return np.zeros(count, np.uint64)


@type_callable(scratch_words)
def _type_words(context: Any) -> Any:
    return lambda count: WORDS if isinstance(count, types.Integer) else None


@type_callable(scratch_numbers)
def _type_numbers(context: Any) -> Any:
    return lambda count: NUMBERS if isinstance(count, types.Integer) else None


def _on_the_stack(
    context: Any, builder: Any, signature: Any, arguments: Any, most: int, *, is_zero: bool = True
) -> Any:
    """An array of the requested length in room for `most`; a longer one is truncated."""
    kind = signature.return_type
    number = ir.IntType(kind.dtype.bitwidth)
    size = number.width // 8
    data = cgutils.alloca_once(builder, number, size=most)
    if is_zero:
        cgutils.memset(builder, data, context.get_constant(types.intp, most * size), 0)
    asked = context.cast(builder, arguments[0], signature.args[0], types.intp)
    room = context.get_constant(types.intp, most)
    length = builder.select(builder.icmp_unsigned("<", asked, room), asked, room)
    array = context.make_array(kind)(context, builder)
    step = context.get_constant(types.intp, size)
    context.populate_array(array, data=data, shape=[length], strides=[step], itemsize=step, meminfo=None)
    return array._getvalue()


@lower_builtin(scratch_numbers, types.Integer)
def _lower_numbers(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _on_the_stack(context, builder, signature, arguments, MOST_CELLS)


@lower_builtin(scratch_words, types.Integer)
def _lower_words(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _on_the_stack(context, builder, signature, arguments, MOST_WORDS, is_zero=False)


def borrowed(*arrays: Any) -> Any:
    """The same array, or the same tuple of arrays, without reference counting."""
    return arrays if len(arrays) > 1 else arrays[0]


@infer_global(borrowed)
class Borrowed(AbstractTemplate):
    """The typing of `borrowed` for the compiler."""

    def generic(self, arrays: Any, named: Any) -> Any:
        """The types of the arrays are unchanged."""
        if named or not all(isinstance(each, types.Array) for each in arrays):
            return None
        lent = types.Tuple(arrays) if len(arrays) > 1 else arrays[0]
        return signature(lent, *arrays)


@lower_builtin(borrowed, types.VarArg(types.Array))
def _lower_borrowed(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    lent = []
    for kind, value in zip(call.args, arguments, strict=True):
        array = context.make_array(kind)(context, builder, value=value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        lent.append(array._getvalue())
    return context.make_tuple(builder, call.return_type, lent) if len(lent) > 1 else lent[0]
