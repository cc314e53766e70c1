"""The workspace of a search thread: everything it works on, in one array element passed by reference."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.declare import Game
from ludoteca.play.position import Position

MAX_PLY = 96  # how far below the root a line may go
MOST_PAST = 1024  # earlier positions of the game that are checked for repetition
HISTORY = 4096  # counters for move ordering, by move modulo this
REPETITION_MODES = ("off", "threefold", "superko")

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
            ("root_lines", "i4", (most, MAX_PLY + 2)),  # the best line after each of the root's moves
            ("root_lengths", "i4", (most,)),
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


def new_workspace(position: Position, *, node_limit: int = 0, is_exact: bool = False) -> Workspace:
    """A workspace with the position set up in it."""
    variant = position.variant
    work = np.zeros(1, dtype=workspace_type(variant.game)).view(np.recarray)[0]
    if variant.repetition != "off":
        past = [earlier.key for earlier in position.line()][1 : MOST_PAST + 1]
        work.keys[: len(past)] = past[::-1]
        work.past = len(past)
    work.states[0] = position.state
    work.killers[:] = -1
    work.node_limit = node_limit
    work.repetition = REPETITION_MODES.index(variant.repetition)
    work.plies_left = variant.longest - position.ply
    work.is_exact = is_exact
    return work


@compiled
def occurs_before(keys: Any, here: int) -> bool:
    """Whether the key at `here` is among those before it."""
    key = keys[here]
    for earlier in range(here - 1, -1, -1):
        if keys[earlier] == key:
            return True
    return False
