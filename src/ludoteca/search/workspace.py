"""The workspace of a search thread: everything it works on, in one array element passed by reference."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel.declare import Game
from ludoteca.play.position import Position

MAX_PLY = 96  # how far below the root a line may go
MOST_PAST = 1024  # earlier positions of the game that are checked for repetition
HISTORY = 4096  # counters for move ordering, by move modulo this
REPETITION_MODES = ("off", "threefold", "superko", "twofold")

Workspace = Any  # one element of an array of the dtype below

# What the search has to remember about each node of the current line.  The search has its own stack: Numba's disk cache
# cannot load recursive functions.
FRAME = np.dtype(
    [
        ("depth", "i4"),
        ("alpha", "i4"),
        ("beta", "i4"),
        ("low", "i4"),  # the best certain value so far
        ("best", "i4"),
        ("best_move", "i4"),
        ("index", "i4"),  # of the current move
        ("count", "i4"),
        ("has_skipped", "i4"),  # a move was skipped because it would repeat a position
        ("is_scout", "i4"),  # the move is being tried with an empty window
        ("reduction", "i4"),  # by how many plies its depth is reduced
        ("key", "u8"),
        ("began", "i8"),  # the number of nodes when it was opened
    ],
    align=True,
)


@cache
def workspace_type(game: Game) -> np.dtype[Any]:
    """The fields of a workspace; [ply] counts from the root."""
    most = game.most_moves
    return np.dtype(
        [
            ("states", game.state, (MAX_PLY + 1,)),
            ("moves", "i4", (MAX_PLY + 1, most)),
            ("order", "i4", (MAX_PLY + 1, most)),  # higher ones are tried first
            ("root_lines", "i4", (most, MAX_PLY + 2)),  # the root's lines that a step of deepening found
            ("root_lengths", "i4", (most,)),
            ("root_values", "i4", (most,)),
            ("root_index", "i4"),  # of the root's current move
            ("frames", FRAME, (MAX_PLY + 2,)),
            ("keys", "u8", (MOST_PAST + MAX_PLY + 1,)),  # of the game's earlier positions, then of this line
            ("killers", "i4", (MAX_PLY + 1, 2)),  # moves that refuted a sister position
            ("history", "i4", (2, HISTORY)),
            ("line", "i4", (MAX_PLY + 2, MAX_PLY + 2)),  # the best line from each ply on
            ("line_length", "i4", (MAX_PLY + 2,)),
            ("nodes", "i8"),
            ("next_look", "i8"),  # number of nodes at which the stop flag is checked again
            ("node_limit", "i8"),  # 0: none
            ("evaluated", "i8"),  # leaves that were evaluated rather than played out
            ("deepest", "i4"),
            ("is_aborted", "i4"),
            ("repetition", "i4"),  # an index of REPETITION_MODES
            ("past", "i4"),  # how many of `keys` are the game's
            ("plies_left", "i4"),  # until the maximum length of a game
            ("is_exact", "i4"),  # never take a deeper result from the table
            ("spent", "i8", (1,)),  # nodes of a game's own routine that are still to be counted
        ],
        align=True,
    )


def new_workspace(
    position: Position, codes: Sequence[int] = (), *, node_limit: int = 0, is_exact: bool = False
) -> Workspace:
    """A workspace with the position and the codes of its moves set up in it."""
    variant = position.variant
    work = np.zeros(1, dtype=workspace_type(variant.game)).view(np.recarray)[0]
    mode = REPETITION_MODES.index(variant.repetition)
    keys = [earlier.repetition_key for earlier in position.line()][:0:-1] if mode else ()
    uncompiled: Any = set_up.py_func  # type: ignore[attr-defined]  # once per search: not worth compiling
    uncompiled(work, position.state, codes, len(codes), keys, position.ply, variant.longest, mode, node_limit)
    work.is_exact = is_exact
    return work


@compiled
def set_up(
    work: Any, state: Any, codes: Any, count: int, keys: Any, plies: int, longest: int, repetition: int, nodes: int
) -> None:
    """Set up a position in a workspace, which may have been used before; keys are those of the game so far."""
    work.states[0] = state
    for index in range(count):
        work.moves[0, index] = codes[index]
    work.repetition = repetition
    work.past = min(plies, MOST_PAST) if repetition != 0 else 0
    for place in range(work.past):
        work.keys[place] = keys[plies - work.past + place]
    work.killers[:] = -1
    work.history[:] = 0
    work.plies_left = longest - plies
    work.node_limit = nodes
    work.nodes = 0
    work.next_look = 0
    work.evaluated = 0
    work.deepest = 0
    work.is_aborted = 0


@compiled
def occurs_before(keys: Any, here: int) -> bool:
    """Whether the key at `here` is among those before it."""
    key = keys[here]
    for earlier in range(here - 1, -1, -1):
        if keys[earlier] == key:
            return True
    return False
