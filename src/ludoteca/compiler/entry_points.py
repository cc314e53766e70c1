"""The functions that a WebAssembly module exports, and the one that it calls: what they take and return."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, models, overload, register_model, typeof_impl

INTEGER, KEY, REAL, NOTHING = types.int32, types.uint64, types.float64, types.void
WIDE = types.int64
HOST_FUNCTION = "look"  # the name of the function that the page provides


class Entry(NamedTuple):
    """A function of the module: its name there, what is compiled, and its type."""

    name: str
    function: Callable[..., Any]
    result: Any
    arguments: tuple[Any, ...]


def entry(name: str, function: Callable[..., Any], result: Any = NOTHING, reals: int = 0) -> Entry:
    """An entry whose arguments are whole numbers, except for the last few, which are floating point."""
    count = function.__code__.co_argcount
    return Entry(name, function, result, (INTEGER,) * (count - reals) + (REAL,) * reals)


def put(out: Any, told: Any) -> int:
    """Write the result of a function into an array: a number, or words, for which it returns 1."""
    if isinstance(told, tuple):
        out[: len(told)] = told
        return 1
    out[0] = told
    return 0


@overload(put)
def _put(out, told):
    if isinstance(told, types.BaseTuple):

        def put_words(out, told):
            for index in range(len(told)):
                out[index] = told[index]
            return 1

        return put_words

    def put_number(out, told):
        out[0] = np.int64(told)
        return 0

    return put_number


# --- a stop flag that asks the page


class StopFlagOfHost:
    """Replaces a search's stop flag: `stop[0]` is what the page's function returns."""


class StopFlagType(types.Type):
    """Its type in compiled code; it is empty."""

    def __init__(self) -> None:
        super().__init__("StopFlagOfHost")


STOP = StopFlagOfHost()
STOP_TYPE = StopFlagType()


@register_model(StopFlagType)
class StopFlagModel(models.OpaqueModel):
    """Nothing is stored."""


@typeof_impl.register(StopFlagOfHost)
def _typeof(flag: StopFlagOfHost, context: Any) -> StopFlagType:
    return STOP_TYPE


@lower_constant(StopFlagType)
def _constant(context: Any, builder: Any, kind: StopFlagType, value: Any) -> Any:
    return context.get_dummy_value()


@intrinsic
def _asked_of_host(typingctx: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        known = builder.module.globals.get(HOST_FUNCTION)
        if known is None:
            known = ir.Function(builder.module, ir.FunctionType(ir.IntType(32), []), HOST_FUNCTION)
        return builder.call(known, [])

    return types.int32(), generate


@overload(operator.getitem)
def _getitem(flag, index):
    if not isinstance(flag, StopFlagType):
        return None
    return lambda flag, index: _asked_of_host()
