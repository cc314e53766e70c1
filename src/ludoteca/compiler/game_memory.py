"""A few numbers of each game that Python changes while machine code reads them, such as the tables in use.

Machine code on disk cannot contain an address, which differs in each process; it finds these numbers by a symbol, which
is named after the game's layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludoteca.compiler.compiled import compiled

SYMBOL = "ludoteca_memory_of_"  # begins the symbol of every game
TABLES_IN_USE, TABLE_READER, TABLES_ARE_ADDED = range(3)  # addresses, and whether the game's evaluation counts, too
SIZE = 3  # numbers for each game
NUMBER = ir.IntType(64)
ASKED = types.float64(types.int64, types.int64, types.int64, types.int64)

_numbers: dict[str, npt.NDArray[np.int64]] = {}  # by symbol; never moved, since machine code knows where they are


def _symbol(fields: Iterable[str]) -> str:
    """The symbol of a game: a layout is known by its last field."""
    return SYMBOL + list(fields)[-1]


def add_game_memory(layout: np.dtype[Any]) -> None:
    """Make room for the numbers of a game, all zero, before any machine code that reads them is loaded."""
    symbol = _symbol(layout.names or ())
    if symbol not in _numbers:
        _numbers[symbol] = np.zeros(SIZE, np.int64)
        llvmlite.binding.add_symbol(symbol, _numbers[symbol].ctypes.data)


def game_memory(layout: np.dtype[Any]) -> npt.NDArray[np.int64]:
    """The numbers of a game, to read and to change."""
    return _numbers[_symbol(layout.names or ())]


@intrinsic
def game_number(typingctx: Any, state: Any, place: Any) -> Any:
    """One of the numbers of a state's game, in compiled code; 0 on a GPU."""
    if not isinstance(state, types.Record):
        return None
    symbol = _symbol(state.fields)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if "CUDA" in type(context).__name__:
            return ir.Constant(NUMBER, 0)
        known = builder.module.globals.get(symbol)
        if known is None:
            known = ir.GlobalVariable(builder.module, ir.ArrayType(NUMBER, SIZE), symbol)
            known.linkage = "external"
        return builder.load(builder.gep(known, [ir.Constant(ir.IntType(32), 0), arguments[1]]))

    return types.int64(state, types.int64), generate


def address_of(function: Callable[..., Any]) -> int:
    """Where the machine code of a function is that takes a state's address, its words and two numbers."""
    made: Any = compiled(function)
    made.compile(ASKED.args)
    code = made.overloads[ASKED.args]
    return int(code.library.get_pointer_to_function(code.fndesc.llvm_cfunc_wrapper_name))


@intrinsic
def call_at(typingctx: Any, address: Any, state: Any, first: Any, second: Any) -> Any:
    """Call the function at an address with a state and two numbers; its answer is floating point."""
    if not isinstance(state, types.Record):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.DoubleType(), [NUMBER] * 4)
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        words = ir.Constant(NUMBER, state.size // 8)
        return builder.call(function, [builder.ptrtoint(arguments[1], NUMBER), words, *arguments[2:]])

    return types.float64(types.int64, state, types.int64, types.int64), generate
