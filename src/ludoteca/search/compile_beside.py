"""A second process that compiles parts of a search while this one compiles the rest, so that a first move comes sooner.

Both keep what they compile on disk, and each waits for a function that the other is compiling.  This process compiles
the rules, then parts of the search that hold none, then the rest from the root down; the other begins with the parts
that hold rules.  Nothing depends on it: where it cannot be started, or fails, this process compiles everything.
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
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numba
import numpy as np

from ludoteca.kernel.compiled import cache_directory, compile_part, compile_whole, is_compiled, is_part_being_compiled
from ludoteca.kernel.declare import Game
from ludoteca.play.position import Variant, variant_again, where_found
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
from ludoteca.search.ordering import reduction_of, score_moves, weigh_moves
from ludoteca.search.stop_flag import new_stop
from ludoteca.search.transposition_table import new_transposition_table
from ludoteca.search.workspace import workspace_type

COMPILERS = "LUDOTECA_COMPILERS"  # how many processes may compile a search at once; 1 means no second one
NOT_WANTED = 3  # the exit code of a second process that ended with the first
OWN_PARTS = (take_value, close_node, score_moves, must_stop, reduction_of, is_repeated)  # they hold no rules
PARTS = (  # of `at_root`, in the order of the second process: rules and judging, then what is left, callees first
    *(weigh_moves, next_child, *reversed(OWN_PARTS)),
    *(leaf_value, child_value, search, root_child, search_root, score_root),
)

_helpers: dict[Game, subprocess.Popen[bytes]] = {}
_starting = threading.Lock()


def compile_beside(variant: Variant) -> None:
    """Start the second process where a game is searched by alpha-beta.

    Unless it runs, the code is there already, or there is one processor only.
    """
    game = variant.game
    if processors() < 2 or cache_directory() is None or not has_evaluation(variant):
        return
    with _starting, suppress(pickle.PicklingError, OSError):  # no other process finds this game; none can be started
        if game in _helpers or is_compiled(at_root, types_of(at_root, game)):
            return
        where = json.dumps([*where_found(game), variant.changed_options])
        _helpers[game] = subprocess.Popen(
            [sys.executable, "-m", __name__, where],
            stdin=subprocess.PIPE,  # nothing is sent; it closes when this process ends
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def compile_own_parts(game: Game) -> None:
    """What this process does first where there is a second one, before it needs what that one does first."""
    if game in _helpers:
        compile_parts(game, OWN_PARTS)


def end_beside(game: Game) -> None:
    """End the second process, since everything is compiled.  What it has kept stays: files are written as a whole."""
    helper = _helpers.pop(game, None)
    if helper is not None:
        with helper:
            helper.kill()


@atexit.register
def end_all_beside() -> None:
    """Leave no process behind."""
    for game in list(_helpers):
        end_beside(game)


def processors() -> int:
    """How many processes may compile at once: what the environment says, or as many as there are processors."""
    given = os.environ.get(COMPILERS, "")
    if given.isdecimal():
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def types_of(function: Any, game: Game) -> tuple[Any, ...]:
    """Numba's types of the arguments of a search's function, which have the same names in all of them."""
    named = {
        "work": numba.from_dtype(workspace_type(game)),
        "table": numba.typeof(new_transposition_table(0)),
        "stop": numba.typeof(new_stop()),
        "values": numba.typeof(np.zeros(0, np.int64)),
    }
    code = function.py_func.__code__
    return tuple(named.get(name, numba.types.int64) for name in code.co_varnames[: code.co_argcount])


def compile_parts(game: Game, parts: Sequence[Any]) -> None:
    """Compile parts in their order, but for those that the other process is at; whoever calls them will wait."""
    for part in parts:
        types = types_of(part, game)
        if not is_part_being_compiled(part, types):
            compile_part(part, types)


def end_with_the_other() -> None:
    """Wait for the end of the process that this one is for, which closes the pipe between them; then end too."""
    sys.stdin.read()
    os._exit(NOT_WANTED)


def main() -> None:
    """Compile the parts, then the whole; end with the process that this one is for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for that process
    threading.Thread(target=end_with_the_other, daemon=True).start()
    game = variant_again(*json.loads(sys.argv[1])).game
    compile_parts(game, PARTS)
    compile_whole(at_root, types_of(at_root, game))


if __name__ == "__main__":
    main()
