"""Arrays and records at an address, in memory that nobody counts: what a file or a web page has laid out."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludoteca.compiler.layouts import state_type


def record_at(layout: np.dtype[Any]) -> Any:
    """Makes a function that returns the record at an address: `record(address)`."""
    kind = state_type(layout)

    @intrinsic
    def record(typingctx: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.unliteral(address)), generate

    return record


def records_at(layout: np.dtype[Any]) -> Any:
    """Makes a function that returns the records from an address on: `records(address, count)`."""
    return _array_at(state_type(layout))


def _array_of(kind: Any, context: Any, builder: Any, signature: Any, data: Any, counts: list[Any]) -> Any:
    """An array in memory that is there already; `counts` are its rows and columns, or just its elements."""
    size = kind.size if isinstance(kind, types.Record) else kind.bitwidth // 8
    step = context.get_constant(types.intp, size)
    strides = [builder.mul(counts[1], step), step] if len(counts) == 2 else [step]
    array = context.make_array(signature.return_type)(context, builder)
    context.populate_array(array, data=data, shape=counts, strides=strides, itemsize=step, meminfo=None)
    return array._getvalue()


def _generating(kind: Any) -> Any:
    """Code for an array by its address and counts."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = builder.inttoptr(arguments[0], context.get_data_type(kind).as_pointer())
        given = zip(arguments[1:], signature.args[1:], strict=True)
        counts = [context.cast(builder, count, its_type, types.intp) for count, its_type in given]
        return _array_of(kind, context, builder, signature, data, counts)

    return generate


def _array_at(kind: Any) -> Any:
    @intrinsic
    def array(typingctx: Any, address: Any, count: Any) -> Any:
        return types.Array(kind, 1, "C")(*map(types.unliteral, (address, count))), _generating(kind)

    return array


def _rows_at(kind: Any) -> Any:
    @intrinsic
    def rows(typingctx: Any, address: Any, count: Any, columns: Any) -> Any:
        return types.Array(kind, 2, "C")(*map(types.unliteral, (address, count, columns))), _generating(kind)

    return rows


# by address and count
bytes_at, marks_at = _array_at(types.uint8), _array_at(types.int8)
int16_at, int32_at, int64_at = _array_at(types.int16), _array_at(types.int32), _array_at(types.int64)
words_at = _array_at(types.uint64)
float32_at, float64_at = _array_at(types.float32), _array_at(types.float64)

# by address, rows and columns
int64_rows_at, word_rows_at = _rows_at(types.int64), _rows_at(types.uint64)


@intrinsic
def four_at_once(typingctx: Any, small: Any) -> Any:
    """An array of numbers of 16 bits as one of 64 bits, each of which is four small ones: the same memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = context.make_array(small)(context, builder, arguments[0])
        data = builder.bitcast(given.data, ir.IntType(64).as_pointer())
        count = builder.lshr(builder.extract_value(given.shape, 0), context.get_constant(types.intp, 2))
        return _array_of(types.int64, context, builder, signature, data, [count])

    return types.Array(types.int64, 1, "C")(small), generate
