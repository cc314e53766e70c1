"""Tables in code for a GPU, in its main memory.

Numba puts each mention of a table into constant memory, which has room for 64 KiB and is slow if threads want different
numbers.  Here equal tables are one, however often they are mentioned, and there may be any number of them.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

GLOBAL = 1  # NVVM's number for a GPU's main memory
ALIGNED = 16


def shared_table(context: Any, builder: Any, kind: Any, table: Any) -> Any:
    """A table as an array, in place of `CUDATargetContext.make_constant_array`."""
    if not (table.flags.c_contiguous or table.flags.f_contiguous):
        table = np.ascontiguousarray(table)
    content = table.tobytes("A")  # as it is in memory
    name = f"ludoteca_table_{hashlib.blake2b(content, digest_size=12).hexdigest()}"
    known = builder.module.globals.get(name)
    if known is None:
        bytes_type = ir.ArrayType(ir.IntType(8), len(content))
        known = ir.GlobalVariable(builder.module, bytes_type, name, addrspace=GLOBAL)
        known.linkage = "linkonce_odr"  # other modules may have the same one
        known.global_constant, known.align = True, ALIGNED
        known.initializer = ir.Constant(bytes_type, bytearray(content))
    array = context.make_array(kind)(context, builder)
    data = builder.bitcast(builder.addrspacecast(known, ir.IntType(8).as_pointer(), "generic"), array.data.type)
    sizes = table.shape, table.strides
    shape, strides = ([context.get_constant(types.intp, each) for each in part] for part in sizes)
    context.populate_array(array, data=data, shape=shape, strides=strides, itemsize=array.itemsize, meminfo=None)
    return array._getvalue()


def use_shared_tables(target: Any) -> None:
    """Let Numba's CUDA, a module with its target, do so."""
    target.CUDATargetContext.make_constant_array = shared_table
