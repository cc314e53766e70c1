"""A second process that compiles parts of a search while this one compiles the rest, so that a first move comes sooner.

Both cache what they compile on disk, and each waits for a function that the other is compiling.  This process compiles
the rules, then parts of the search that contain no rules, then the rest from the root down; the other begins with the
parts that contain rules.  At the end one generates machine code for the search, the other for everything else that a
first move needs.

The other is a fork of this one, which has everything imported, or a new process if threads make a fork unsafe. Nothing
depends on it: if it cannot be started, or fails, this process compiles everything.
"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import numba
import numpy as np

from ludoteca.kernel.compiled import (
    cache_directory,
    compile_part,
    compile_whole,
    is_compiled,
    is_part_being_compiled,
    is_whole_being_compiled,
)
from ludoteca.kernel.declare import Game
from ludoteca.kernel.verbs import play_compiled
from ludoteca.play.position import Variant, unpickle_variant, where_found
from ludoteca.search.alphabeta import (
    at_root,
    child_value,
    close_node,
    is_repeated,
    leaf_value,
    must_stop,
    next_child,
    root_child,
    score_root,
    search,
    search_root,
    take_value,
)
from ludoteca.search.learned_evaluation import has_evaluation
from ludoteca.search.ordering import order_root, reduction_of, score_moves, weigh_moves
from ludoteca.search.stop_flag import new_stop
from ludoteca.search.transposition_table import known_move, new_transposition_table
from ludoteca.search.values import static_value
from ludoteca.search.workspace import workspace_type

COMPILERS = "LUDOTECA_COMPILERS"  # how many processes may compile a search at once; 1 means no second one
NOT_WANTED = 3  # the exit code of a second process that ended with the first
SMALL_PARTS = (take_value, close_node, score_moves, must_stop, reduction_of, is_repeated)  # without rules
ENTRY_POINTS = (at_root, known_move, play_compiled)  # called from Python; the others are parts of them
IN_THIS_PROCESS = (*SMALL_PARTS, leaf_value, *ENTRY_POINTS)  # moves have been listed here, and `leaf_value` lists them
IN_THE_OTHER = (  # evaluating and playing, then what is left, callees first
    *(static_value, weigh_moves, next_child, order_root, *reversed(SMALL_PARTS), known_move, play_compiled),
    *(leaf_value, child_value, search, root_child, search_root, score_root, at_root),
)

End = Callable[[], object]  # ends a process, and returns when it has ended

_helpers: dict[Game, End] = {}
_starting = threading.Lock()


def compile_beside(variant: Variant) -> None:
    """Start the second process for a game that is searched by alpha-beta.

    Unless it is running, the code is already there, or there is only one processor.
    """
    game = variant.game
    if processors() < 2 or cache_directory() is None or not has_evaluation(variant):
        return
    with _starting, suppress(pickle.PicklingError, OSError):  # no other process finds this game; none can be started
        if game not in _helpers and not is_compiled(at_root, types_of(at_root, game)):
            _helpers[game] = _forked(game) if can_fork() else _started(variant)


def can_fork() -> bool:
    """Whether a fork of this process can continue: no other thread holds a lock that it would wait for forever."""
    return sys.platform == "linux" and threading.active_count() == 1


def _forked(game: Game) -> End:
    kept_open, closing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # about threads that are not Python's, such as NumPy's
        process = os.fork()
    if process == 0:
        os.close(closing)
        _be_forked(game, kept_open)
    os.close(kept_open)

    def end() -> None:
        os.close(closing)
        with suppress(ProcessLookupError, ChildProcessError):  # already reaped by someone who waits for all
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)

    return end


def _be_forked(game: Game, kept_open: int) -> NoReturn:
    """What a fork does: its output is discarded, and nothing of the original program continues."""
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for standard in range(3):
            os.dup2(nowhere, standard)
        _compile_all(game, kept_open)
    finally:
        os._exit(0)


def _started(variant: Variant) -> End:
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, json.dumps([*where_found(variant.game), variant.changed_options])],
        stdin=subprocess.PIPE,  # nothing is sent; it closes when this process ends
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def end() -> None:
        with process:
            process.kill()

    return end


def compile_with_the_other(game: Game) -> None:
    """What this process does if there is a second one, before it calls what may be compiled there."""
    if game in _helpers:
        compile_in_order(game, IN_THIS_PROCESS)


def end_beside(game: Game) -> None:
    """End the second process, since everything is compiled.  What it has cached stays: files are written as a whole."""
    end = _helpers.pop(game, None)
    if end is not None:
        end()


@atexit.register
def end_all_beside() -> None:
    """Leave no process behind."""
    for game in list(_helpers):
        end_beside(game)


def processors() -> int:
    """How many processes may compile at once: as the environment says, or the number of processors."""
    given = os.environ.get(COMPILERS, "")
    if given.isdecimal():
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def types_of(function: Any, game: Game) -> tuple[Any, ...]:
    """Numba's types for the arguments of a search's function, which have the same names in all of them."""
    named = {
        "work": numba.from_dtype(workspace_type(game)),
        "table": numba.typeof(new_transposition_table(0)),
        "stop": numba.typeof(new_stop()),
        "values": numba.typeof(np.zeros(0, np.int64)),
        "state": numba.from_dtype(game.state),
        "key": numba.types.uint64,
    }
    code = function.py_func.__code__
    return tuple(named.get(name, numba.types.int64) for name in code.co_varnames[: code.co_argcount])


def compile_in_order(game: Game, functions: Sequence[Any]) -> None:
    """Compile functions, except those that the other process is compiling; callers will wait for them."""
    for function in functions:
        types = types_of(function, game)
        if function in ENTRY_POINTS:
            if not is_whole_being_compiled(function, types):
                compile_whole(function, types)
        elif not is_part_being_compiled(function, types):
            compile_part(function, types)


def _compile_all(game: Game, kept_open: int) -> None:
    """What the second process does; it ends with the first, which holds a pipe open while it runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first process
    threading.Thread(target=_end_with_the_other, args=(kept_open,), daemon=True).start()
    compile_in_order(game, IN_THE_OTHER)


def _end_with_the_other(kept_open: int) -> None:
    os.read(kept_open, 1)
    os._exit(NOT_WANTED)


if __name__ == "__main__":
    _compile_all(unpickle_variant(*json.loads(sys.argv[1])).game, sys.stdin.fileno())
