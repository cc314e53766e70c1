"""How the entry points of a module see memory: a page's script passes addresses, compiled functions take arrays."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic


def record_at(layout: np.dtype[Any]) -> Any:
    """Makes a function that returns the record at an address: `record(address)`."""
    kind = numba.from_dtype(layout)

    @intrinsic
    def record(typingctx: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int32), generate

    return record


def array_at(kind: Any) -> Any:
    """Makes two functions that return numbers or records at an address: `array(address, count)`, `rows(address, …)`."""

    def generate_for(array_type: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = builder.inttoptr(arguments[0], context.get_data_type(kind).as_pointer())
            size = kind.size if isinstance(kind, types.Record) else kind.bitwidth // 8
            step = context.get_constant(types.intp, size)
            shape = [context.cast(builder, each, types.int32, types.intp) for each in arguments[1:]]
            strides = [builder.mul(shape[1], step), step] if len(shape) == 2 else [step]
            array = context.make_array(array_type)(context, builder)
            context.populate_array(array, data=data, shape=shape, strides=strides, itemsize=step, meminfo=None)
            return array._getvalue()

        return generate

    @intrinsic
    def array(typingctx: Any, address: Any, count: Any) -> Any:
        array_type = types.Array(kind, 1, "C")
        return array_type(types.int32, types.int32), generate_for(array_type)

    @intrinsic
    def rows(typingctx: Any, address: Any, count: Any, columns: Any) -> Any:
        array_type = types.Array(kind, 2, "C")
        return array_type(types.int32, types.int32, types.int32), generate_for(array_type)

    return array, rows
