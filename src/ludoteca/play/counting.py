"""Perft: counting the move sequences of each length, the fingerprint of a rules engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.kernel import records, verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Move, Position


@compiled
def _count_below(states: Any, room: Any, ply: int, depth: int) -> int:
    """Sequences of `depth - ply` further moves from states[ply]; each ply has its own state and list of moves."""
    if verbs.ending(states[ply]) != Ending.NONE:
        return 0
    count = verbs.moves(states[ply], room[ply])
    if ply + 1 == depth:
        return count
    total = 0
    for index in range(count):
        states[ply + 1] = states[ply]
        verbs.play(states[ply + 1], room[ply, index])
        total += _count_below(states, room, ply + 1, depth)
    return total


def count_sequences(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves the rules allow; repetition plays no part."""
    if depth == 0:
        return 1
    game = position.variant.game
    states = records.new_states(depth + 1, game.state)
    states[0] = position.state
    room = np.zeros((depth, game.most_moves), dtype=np.int32)
    return int(_count_below(states, room, 0, depth))


def divide(position: Position, depth: int) -> list[tuple[Move, int]]:
    """The count under each first move."""
    return [(move, count_sequences(position.play(move), depth - 1)) for move in position.moves()]
