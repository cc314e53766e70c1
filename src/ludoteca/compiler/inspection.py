"""Inspection of a game's compiled functions: as plain Python, what they call, and what compiled rules must not do.

For checking games, not for playing them.
"""

from __future__ import annotations

import dis
import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from ludoteca.compiler.compiled import compiling
from ludoteca.compiler.layouts import as_sets, as_stored, copied
from ludoteca.compiler.set_arrays import SetArray
from ludoteca.compiler.set_types import CellSet
from ludoteca.errors import LudotecaError

Compiled = Any  # a compiled function
Plain = Callable[..., Any]
Wrap = Callable[[Compiled, Plain], Plain]

NUMBER, GENERATOR = numba.types.int64, numba.types.Array(numba.types.uint64, 1, "C")  # types of arguments

OURS = ("ludoteca.kernel.", "ludoteca.compiler.")
ALLOCATING = ("@NRT_MemInfo_alloc", "@NRT_MemInfo_new", "@NRT_Allocate")  # what machine code calls for memory


def helpers(function: Compiled) -> dict[str, Compiled]:
    """The compiled functions of the game that a function calls, by the names it uses for them."""
    source = function.py_func
    found = {name: source.__globals__.get(name) for name in source.__code__.co_names}
    return {
        name: helper
        for name, helper in found.items()
        if isinstance(helper, Dispatcher) and not helper.py_func.__module__.startswith(OURS)
    }


def reached(function: Compiled) -> list[Compiled]:
    """The function and all compiled functions of the game that it calls, directly or not."""
    found = [function]
    for each in found:
        found += [helper for helper in helpers(each).values() if helper not in found]
    return found


def plain(function: Compiled, wrap: Wrap = lambda _, source: source) -> Plain:
    """The function as plain Python, including all functions of the game that it calls.

    `function.py_func` is plain only itself: what it calls is compiled.  `wrap` may wrap each of them.
    """
    made: dict[Compiled, Plain] = {}
    spaces: dict[Compiled, dict[str, Any]] = {}  # the globals of each of them
    for each in reached(function):
        source, spaces[each] = each.py_func, dict(each.py_func.__globals__)
        again = FunctionType(source.__code__, spaces[each], source.__name__, source.__defaults__, source.__closure__)
        made[each] = wrap(each, again)
    for each, space in spaces.items():
        space.update({name: made[helper] for name, helper in helpers(each).items()})
    return made[function]


def place_of(function: Compiled) -> str:
    """Where a function is written: `target (hexapawn.py, line 31)`."""
    code = function.py_func.__code__
    return f"{function.py_func.__name__} ({Path(code.co_filename).name}, line {code.co_firstlineno})"


def raising_lines(function: Compiled) -> Iterator[str]:
    """Where the function, or one that it calls, raises an exception or has an assertion."""
    for each in reached(function):
        for step in dis.get_instructions(each.py_func):
            if step.opname == "RAISE_VARARGS" and step.positions and step.positions.lineno:
                yield f"{Path(each.py_func.__code__.co_filename).name}, line {step.positions.lineno}"


def allocating(function: Compiled, types: Sequence[Any]) -> Compiled | None:
    """The innermost function that allocates memory while it runs; None if nothing does."""
    if not _allocates(function, tuple(types)):
        return None
    for helper in helpers(function).values():
        for signature in helper.linked().nopython_signatures:
            if (inner := allocating(helper, signature.args)) is not None:
                return inner
    return function


def gives_bool(function: Compiled, types: tuple[Any, ...] = ()) -> bool:
    """Whether a function returns a bool for arguments of these types; without them, where others have called it."""
    made = _compiled_again(function, types) if types else function.linked()
    return any(isinstance(each.return_type, numba.types.Boolean) for each in made.nopython_signatures)


def _allocates(function: Compiled, types: tuple[Any, ...]) -> bool:
    """Whether the function's machine code allocates memory."""
    codes = _compiled_again(function, types).inspect_llvm().values()
    return any(call in code for code in codes for call in ALLOCATING)


@cache
def _compiled_again(function: Compiled, types: tuple[Any, ...]) -> Any:
    """The function compiled once more, because cached code cannot be read."""
    fresh = numba.njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function.py_func
    )
    with compiling(function.py_func, [kind for kind in types if isinstance(kind, numba.types.Record)]):
        fresh.compile(types)
    return fresh


@cache
def _linked(function: Compiled) -> Plain:
    """The function as other compiled code calls it; Python calls separate machine code, which may be newer."""
    names = ", ".join(inspect.signature(function.py_func).parameters)
    space = {"function": function}
    exec(f"def call({names}): return function({names})", space)
    caller = numba.njit(nogil=True, error_model="numpy")(space["call"])

    def called(*arguments: Any) -> Any:
        with compiling(function.py_func, arguments):
            return caller(*arguments)

    return called


class Different(LudotecaError):
    """A function gives different answers compiled and uncompiled."""


def cause_of_difference(function: Compiled, *arguments: Any) -> str:
    """Which function of the game causes the difference between compiled and uncompiled, and for which arguments."""

    def compared(helper: Compiled, source: Plain) -> Plain:
        if helper is function:
            return source

        def both(*given: Any) -> Any:
            before = [own(argument) for argument in given]
            uncompiled = source(*given)
            try:
                answer = _linked(helper)(*before)
            except LudotecaError:  # not for arguments of these types
                return uncompiled
            if not is_same(answer, uncompiled) or not is_same(before, list(given)):
                words = ", ".join("state" if _is_state(argument) else str(argument) for argument in given)
                raise Different(
                    f"{place_of(helper)}: {helper.py_func.__name__}({words}) gives {shown(answer)} compiled and "
                    f"{shown(uncompiled)} uncompiled"
                )
            return uncompiled

        return both

    try:
        plain(function, compared)(*map(plain_own, arguments))
    except Different as error:
        return str(error)
    return f"{place_of(function)} itself, not a function that it calls"


def _is_state(argument: Any) -> bool:
    return getattr(getattr(argument, "dtype", None), "names", None) is not None


def own(argument: Any) -> Any:
    """A copy, if a function could change what it is given."""
    if _is_state(argument) and argument.ndim == 0:
        return copied(argument)
    return argument.copy() if isinstance(argument, np.ndarray) else argument


class PlainState(np.void):  # type checkers call it final, but NumPy's own record is a subclass
    """A state as uncompiled functions see it: small numbers are Python's, so that sums do not overflow.

    Compiled code widens numbers in arithmetic.  NumPy would stay at one byte, and 200 + 100 would be 44.
    """

    def __getattr__(self, name: str) -> Any:
        if name not in (self.dtype.fields or ()):
            raise AttributeError(f"this state has no field {name!r}")
        value = as_sets(self.dtype, name, self[name])
        if isinstance(value, CellSet | SetArray) or value.dtype.itemsize == 8:
            return value
        return value.view(PlainNumbers) if isinstance(value, np.ndarray) else int(value)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = as_stored(value)


class PlainNumbers(np.ndarray[Any, Any]):
    """An array of small numbers, each of which is read as one of Python's."""

    def __getitem__(self, place: Any) -> Any:
        value = super().__getitem__(place)
        return value if isinstance(value, np.ndarray) else int(value)


def plain_own(argument: Any) -> Any:
    """The same for an uncompiled function."""
    if not (_is_state(argument) and argument.ndim == 0):
        return own(argument)
    copies = np.zeros(1, np.dtype((PlainState, argument.dtype)))
    copies[0] = argument
    return copies[0]


def is_same(one: Any, other: Any) -> bool:
    """Whether two answers are the same: numbers of any type, floating point nearly."""
    if isinstance(one, (tuple, list)):
        is_as_long = isinstance(other, (tuple, list)) and len(one) == len(other)
        return is_as_long and all(map(is_same, one, other))
    if _is_state(one):
        return bool(one.tobytes() == other.tobytes())
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, CellSet):
        return bool(one == other)
    if one is None or other is None:
        return one is other
    if isinstance(one, float) or isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)
    return int(one) == int(other)


def shown(answer: Any) -> str:
    """An answer in a sentence: NumPy's numbers as plain numbers."""
    if isinstance(answer, tuple):
        return f"({', '.join(map(shown, answer))})"
    return str(answer.tolist() if isinstance(answer, (np.generic, np.ndarray)) else answer)
