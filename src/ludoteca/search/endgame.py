"""Exact values: every line played to its end, for positions small enough, with the lead in points if there are any."""

from __future__ import annotations

from typing import Any

from ludoteca.kernel import verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.verbs import Ending
from ludoteca.search.alphabeta import bring_best_forward, credit, must_stop, remember_line, score_moves
from ludoteca.search.desk import MAX_PLY
from ludoteca.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_MOVE,
    packed_bound,
    packed_move,
    packed_value,
    probe,
    store,
)
from ludoteca.search.values import INFINITE

RESULT = 10_000  # a win is worth more than any lead in points


@compiled
def final_value(state: Any, how: int) -> int:
    """The result, then the lead in points, for the player who would be to move."""
    value = verbs.margin(state)
    if how == Ending.FIRST_WINS:
        value += RESULT
    elif how == Ending.SECOND_WINS:
        value -= RESULT
    return value if state.mover == 0 else -value


@compiled
def solve(desk: Any, table: Any, stop: Any, ply: int, alpha: int, beta: int) -> int:
    """The true value of states[ply], exact when it lies between alpha and beta; 0 and an aborted desk when stopped."""
    desk.line_length[ply] = 0
    state = desk.states[ply]
    how = verbs.ending(state)
    if how != Ending.NONE:
        return final_value(state, how)
    if ply >= MAX_PLY - 1:  # not small enough after all
        desk.is_aborted = 1
        return 0
    key = verbs.key(state)
    word = probe(table, key)
    bound = packed_bound(word)
    known = packed_move(word) if bound else NO_MOVE
    if bound and ply > 0:
        value = packed_value(word)
        if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
            return value
    count = verbs.moves(state, desk.moves[ply])
    score_moves(desk, ply, count, known)
    best, best_move, low = -INFINITE, NO_MOVE, alpha
    for index in range(count):
        bring_best_forward(desk, ply, index, count)
        move = desk.moves[ply, index]
        desk.states[ply + 1] = state
        verbs.play(desk.states[ply + 1], move)
        if must_stop(desk, stop):
            return 0
        if desk.states[ply + 1].mover == state.mover:
            value = solve(desk, table, stop, ply + 1, low, beta)
        else:
            value = -solve(desk, table, stop, ply + 1, -beta, -low)
        if desk.is_aborted:
            return 0
        if value > best:
            best, best_move = value, move
            if value > low:
                low = value
                remember_line(desk, ply, move)
                if low >= beta:
                    credit(desk, ply, index, 4)
                    break
    kind = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    store(table, key, best_move, best, 0, kind)
    return best
