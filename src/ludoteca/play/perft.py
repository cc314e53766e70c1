"""Perft: counting the move sequences of each length, the fingerprint of a rules engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler import layouts
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Position


@compiled
def _count(states: Any, room: Any, counts: Any, tried: Any, depth: int) -> int:
    """Sequences of `depth` moves from states[0]; each ply has its own state, move list and index.

    A loop instead of recursion: Numba's disk cache cannot load recursive functions.
    """
    total, ply = 0, 0
    counts[0], tried[0] = _moves_of(states[0], room[0]), 0
    while ply >= 0:
        if ply + 1 == depth:
            total += counts[ply]
            ply -= 1
        elif tried[ply] == counts[ply]:
            ply -= 1
        else:
            states[ply + 1] = states[ply]
            verbs.play(states[ply + 1], room[ply, tried[ply]])
            tried[ply] += 1
            ply += 1
            counts[ply], tried[ply] = _moves_of(states[ply], room[ply]), 0
    return total


@compiled
def _moves_of(state: Any, room: Any) -> int:
    """The moves of a position; a finished game has none."""
    return verbs.moves(state, room) if verbs.ending(state) == Ending.NONE else 0


def count_sequences(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves the rules allow, ignoring repetition."""
    if depth == 0:
        return 1
    game = position.variant.game
    states = layouts.new_states(depth + 1, game.state)
    states[0] = position.state
    room = np.zeros((depth, game.most_moves), dtype=np.int32)
    counts, tried = np.zeros((2, depth), dtype=np.int64)
    with BrokenRulesReporter(game, states):
        return int(_count(states, room, counts, tried, depth))
