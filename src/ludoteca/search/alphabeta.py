"""Alpha-beta over verbs: principal variation search with a transposition table.

The value is always the mover's.  A turn may have several plies by one player, so values and bounds change sign when the
mover changes, never by assumption.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.kernel import verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.verbs import Ending
from ludoteca.search.desk import HISTORY, MAX_PLY
from ludoteca.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_MOVE,
    packed_bound,
    packed_depth,
    packed_move,
    packed_value,
    probe,
    store,
)
from ludoteca.search.values import INFINITE, PROVEN, ending_value, static_value

CHECK_EVERY = 1023  # nodes between two looks at the stop switch, less one
SUPERKO = 2
FIRST_TRIED, KILLER = 1 << 30, 1 << 28


@compiled
def is_repeated(desk: Any, ply: int) -> bool:
    """Whether the position at this ply stood on the board before, in the game or in this line."""
    here = desk.past + ply
    key = desk.keys[here]
    for earlier in range(here - 1, -1, -1):
        if desk.keys[earlier] == key:
            return True
    return False


@compiled
def must_stop(desk: Any, stop: Any) -> bool:
    """Count a node; now and then look whether the search has to end."""
    desk.nodes += 1
    if (desk.nodes & CHECK_EVERY == 0 and stop[0] != 0) or desk.nodes == desk.node_limit:
        desk.is_aborted = 1
    return desk.is_aborted != 0


@compiled
def score_moves(desk: Any, ply: int, count: int, known: int) -> None:
    """Which moves to try first: the one the table knows, then killers, then those that refuted elsewhere."""
    mover = desk.states[ply].mover
    for index in range(count):
        move = desk.moves[ply, index]
        if move == known:
            score = FIRST_TRIED
        elif move == desk.killers[ply, 0]:
            score = KILLER + 1
        elif move == desk.killers[ply, 1]:
            score = KILLER
        else:
            score = int(desk.history[mover, move & (HISTORY - 1)])
        desk.order[ply, index] = score


@compiled
def bring_best_forward(desk: Any, ply: int, index: int, count: int) -> None:
    """Swap the most promising of the moves from `index` on into that place."""
    moves, order = desk.moves[ply], desk.order[ply]
    best = index
    for other in range(index + 1, count):
        if order[other] > order[best]:
            best = other
    if best != index:
        moves[index], moves[best] = moves[best], moves[index]
        order[index], order[best] = order[best], order[index]


@compiled
def credit(desk: Any, ply: int, index: int, depth: int) -> None:
    """A move has refuted the line: try it sooner in sister positions, and those tried in vain later."""
    move = desk.moves[ply, index]
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    history = desk.history[desk.states[ply].mover]
    history[move & (HISTORY - 1)] += depth * depth
    for earlier in range(index):
        history[desk.moves[ply, earlier] & (HISTORY - 1)] -= depth
    if history[move & (HISTORY - 1)] > KILLER // 2:
        for place in range(HISTORY):
            history[place] //= 2


@compiled
def remember_line(desk: Any, ply: int, move: int) -> None:
    """The best line from here is this move and then the best line after it."""
    desk.line[ply, 0] = move
    length = desk.line_length[ply + 1]
    for place in range(length):
        desk.line[ply, place + 1] = desk.line[ply + 1, place]
    desk.line_length[ply] = length + 1


@compiled
def to_table(value: int, ply: int) -> int:
    """Distances to a forced end are kept from the position, not from the root."""
    if value >= PROVEN:
        return value + ply
    return value - ply if value <= -PROVEN else value


@compiled
def from_table(value: int, ply: int) -> int:
    """The reverse of `to_table`."""
    if value >= PROVEN:
        return value - ply
    return value + ply if value <= -PROVEN else value


@compiled
def search(desk: Any, table: Any, stop: Any, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value of states[ply] looking `depth` plies ahead, exact when it lies between alpha and beta."""
    desk.line_length[ply] = 0
    state = desk.states[ply]
    how = verbs.ending(state)
    if how != Ending.NONE:
        return ending_value(how, state.mover, ply)
    if ply >= desk.plies_left:
        return 0
    if depth <= 0 or ply >= MAX_PLY - 1:
        desk.evaluated += 1
        return static_value(state)
    key = verbs.key(state)
    desk.keys[desk.past + ply] = key
    if desk.repetition != 0 and is_repeated(desk, ply):
        return 0
    word = probe(table, key)
    bound = packed_bound(word)
    known = packed_move(word) if bound else NO_MOVE
    if bound:
        found = packed_depth(word)
        if found == depth or (found > depth and not desk.is_exact):
            value = from_table(packed_value(word), ply)
            if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                return value
    count = verbs.moves(state, desk.moves[ply])
    score_moves(desk, ply, count, known)
    best, best_move, low = -INFINITE, NO_MOVE, alpha
    for index in range(count):
        if depth > 1 or index == 0:
            bring_best_forward(desk, ply, index, count)
        move = desk.moves[ply, index]
        desk.states[ply + 1] = state
        verbs.play(desk.states[ply + 1], move)
        if must_stop(desk, stop):
            return 0
        if desk.repetition == SUPERKO:
            desk.keys[desk.past + ply + 1] = verbs.key(desk.states[ply + 1])
            if is_repeated(desk, ply + 1):
                continue
        is_first = best == -INFINITE
        if desk.states[ply + 1].mover == state.mover:
            value = search(desk, table, stop, ply + 1, depth - 1, low, beta if is_first else low + 1)
            if not is_first and low < value < beta:
                value = search(desk, table, stop, ply + 1, depth - 1, low, beta)
        else:
            value = -search(desk, table, stop, ply + 1, depth - 1, -beta if is_first else -low - 1, -low)
            if not is_first and low < value < beta:
                value = -search(desk, table, stop, ply + 1, depth - 1, -beta, -low)
        if desk.is_aborted:
            return 0
        if value > best:
            best, best_move = value, move
            if value > low:
                low = value
                remember_line(desk, ply, move)
                if low >= beta:
                    credit(desk, ply, index, depth)
                    break
    if best == -INFINITE:  # every move would repeat a position
        return 0
    if ply > desk.deepest:
        desk.deepest = ply
    kind = AT_LEAST if best >= beta else (EXACT if best > alpha else AT_MOST)
    store(table, key, best_move, to_table(best, ply), depth, kind)
    return best


@compiled
def search_root(
    desk: Any, table: Any, stop: Any, depth: int, alpha: int, beta: int, first: int, count: int
) -> int:
    """Search the root's moves from `first` on; the best comes to that place, its line to line[0].

    Moves before `first` are better lines found already.  When the search is stopped, the best so far stands.
    """
    best = -INFINITE
    desk.keys[desk.past] = verbs.key(desk.states[0])
    for index in range(first, count):
        move = desk.moves[0, index]
        desk.states[1] = desk.states[0]
        verbs.play(desk.states[1], move)
        if must_stop(desk, stop):
            return best
        is_first = best == -INFINITE
        if desk.states[1].mover == desk.states[0].mover:
            value = search(desk, table, stop, 1, depth - 1, alpha, beta if is_first else alpha + 1)
            if not is_first and alpha < value < beta and not desk.is_aborted:
                value = search(desk, table, stop, 1, depth - 1, alpha, beta)
        else:
            value = -search(desk, table, stop, 1, depth - 1, -beta if is_first else -alpha - 1, -alpha)
            if not is_first and alpha < value < beta and not desk.is_aborted:
                value = -search(desk, table, stop, 1, depth - 1, -beta, -alpha)
        if desk.is_aborted:
            return best
        if value > best:
            best = value
            if value > alpha or is_first:
                for place in range(index, first, -1):
                    desk.moves[0, place] = desk.moves[0, place - 1]
                    desk.root_values[place] = desk.root_values[place - 1]
                desk.moves[0, first] = move
                desk.root_values[first] = value
                remember_line(desk, 0, move)
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    break
    return best
