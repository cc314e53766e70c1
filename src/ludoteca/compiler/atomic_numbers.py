"""Atomic operations on shared numbers, for trees that several threads grow."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ludoteca.compiler.compiled import compiled


def _element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The address of array[index]."""
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, signature.args[0], array, [arguments[1]])


@intrinsic
def _add(typingctx: Any, array: Any, index: Any, amount: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.atomic_rmw("add", _element(context, builder, signature, arguments), arguments[2], "monotonic")

    return array.dtype(array, types.intp, array.dtype), generate


@intrinsic
def _swap_if(typingctx: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _element(context, builder, signature, arguments)
        pair = builder.cmpxchg(place, arguments[2], arguments[3], "acq_rel", "monotonic")
        return builder.extract_value(pair, 1)

    return types.boolean(array, types.intp, array.dtype, array.dtype), generate


@compiled
def add_to(array: Any, index: int, amount: int) -> int:
    """Add to array[index] and return the previous value."""
    return _add(array, index, amount)


@compiled
def claim(array: Any, index: int, old: int, new: int) -> bool:
    """Change array[index] from old to new; False if it was not old, because another thread came first."""
    return _swap_if(array, index, old, new)
