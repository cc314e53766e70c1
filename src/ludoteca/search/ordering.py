"""Which moves a search tries first, and how deep it tries late ones."""

from __future__ import annotations

from typing import Any

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.search.transposition_table import NO_MOVE
from ludoteca.search.values import ending_value, static_value
from ludoteca.search.workspace import HISTORY

FIRST_TRIED, FORCING, KILLER = 1 << 30, 1 << 29, 1 << 28
LOOK_FIRST = 3  # plies to go from which on moves are sorted by the resulting positions, and late ones reduced
KILLER_WORTH = 300  # the bonus of a killer in that order, in units of a value
LATE = 3  # moves in that order searched to full depth; each doubling of their number costs the others a ply


@compiled
def score_moves(work: Any, ply: int, count: int, known: int) -> None:
    """Which moves to try first: the table's move, then forcing moves, killers, and those that refuted elsewhere."""
    state = work.states[ply]
    mover = state.mover
    for index in range(count):
        move = work.moves[ply, index]
        forcing = verbs.forcing_score(state, move)
        if move == known:
            score = FIRST_TRIED
        elif forcing > 0:
            score = FORCING + forcing
        elif move == work.killers[ply, 0]:
            score = KILLER + 1
        elif move == work.killers[ply, 1]:
            score = KILLER
        else:
            score = int(work.history[mover, move & (HISTORY - 1)])
        work.order[ply, index] = score


@compiled
def value_after(mover: int, after: Any, ply: int) -> int:
    """The value of a move to the player who made it, by the position it leads to."""
    how = verbs.ending(after)
    value = static_value(after) if how == Ending.NONE else ending_value(how, after.mover, ply)
    return value if after.mover == mover else -value


@compiled
def weigh_moves(work: Any, ply: int, count: int, known: int) -> None:
    """Which moves to try first: the table's move, then those that lead to the best-looking positions."""
    state = work.states[ply]
    for index in range(count):
        move = work.moves[ply, index]
        work.states[ply + 1] = state
        after = work.states[ply + 1]
        verbs.play(after, move)
        value = value_after(state.mover, after, ply + 1)
        if move == known:
            value = FIRST_TRIED
        elif move == work.killers[ply, 0] or move == work.killers[ply, 1]:
            value += KILLER_WORTH
        work.order[ply, index] = value


@compiled
def reduction_of(work: Any, depth: int, index: int) -> int:
    """How many plies less deep a late move is searched at first."""
    if work.is_exact or depth < LOOK_FIRST:
        return 0
    less, late = 0, LATE
    while index >= late and less < depth - 1:
        less += 1
        late *= 2
    return less


@compiled
def bring_best_forward(work: Any, ply: int, index: int, count: int) -> None:
    """Swap the most promising of the moves from `index` on to that index."""
    moves, order = work.moves[ply], work.order[ply]
    best = index
    for other in range(index + 1, count):
        if order[other] > order[best]:
            best = other
    if best != index:
        moves[index], moves[best] = moves[best], moves[index]
        order[index], order[best] = order[best], order[index]


@compiled
def credit(work: Any, ply: int, index: int, depth: int) -> None:
    """A move has refuted the line: try it earlier in sister positions, and those tried in vain later."""
    move = work.moves[ply, index]
    if work.killers[ply, 0] != move:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = move
    history = work.history[work.states[ply].mover]
    history[move & (HISTORY - 1)] += depth * depth
    for earlier in range(index):
        place = work.moves[ply, earlier] & (HISTORY - 1)
        if history[place] > -KILLER:
            history[place] -= depth
    if history[move & (HISTORY - 1)] > KILLER // 2:
        for place in range(HISTORY):
            history[place] //= 2


@compiled
def order_root(work: Any, count: int) -> None:
    """The root's moves by the positions they lead to, the best-looking first."""
    weigh_moves(work, 0, count, NO_MOVE)
    for index in range(count):
        bring_best_forward(work, 0, index, count)
