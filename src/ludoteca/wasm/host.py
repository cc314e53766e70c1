"""What a module asks of the page: whether a search should stop.

A search reads the first number of its stop flag now and then.  In a module that is a call to the page, which knows the
time: `env.look()` returns anything but 0 to stop.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, models, overload, register_model, typeof_impl

LOOK = "look"  # the name of the function that the page provides


class StopFlagOfHost:
    """Replaces a search's stop flag."""


class StopFlagType(types.Type):
    """Its type in compiled code; it is empty."""

    def __init__(self) -> None:
        super().__init__("StopFlagOfHost")


@register_model(StopFlagType)
class StopFlagModel(models.OpaqueModel):  # type: ignore[misc]
    """Nothing is stored."""


STOP = StopFlagOfHost()
STOP_TYPE = StopFlagType()


@typeof_impl.register(StopFlagOfHost)
def _typeof(flag, context):
    return STOP_TYPE


@lower_constant(StopFlagType)
def _constant(context, builder, kind, value):
    return context.get_dummy_value()


@intrinsic
def _look(typingctx: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        known = builder.module.globals.get(LOOK)
        if known is None:
            known = ir.Function(builder.module, ir.FunctionType(ir.IntType(32), []), LOOK)
        return builder.call(known, [])

    return types.int32(), generate


@overload(operator.getitem)
def _getitem(flag, index):
    if not isinstance(flag, StopFlagType):
        return None
    return lambda flag, index: _look()
