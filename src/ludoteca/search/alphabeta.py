"""Alpha-beta over verbs: principal variation search with a transposition table.

The value is always the mover's.  A turn may have several plies by one player, so values and bounds change sign only
when the mover actually changes.
"""

from __future__ import annotations

from typing import Any

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.search.ordering import (
    LOOK_FIRST,
    bring_best_forward,
    credit,
    order_root,
    reduction_of,
    score_moves,
    value_after,
    weigh_moves,
)
from ludoteca.search.transposition_table import (
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
from ludoteca.search.values import INFINITE, PROVEN, WIN, ending_value, path_value, static_value
from ludoteca.search.workspace import MAX_PLY, occurs_before

CHECK_EVERY = 1024  # nodes between two checks of the stop flag, at most; at first as many as there were before
SUPERKO = 2
NOT_A_LEAF = 1 << 20  # no value is this large


@compiled
def is_repeated(work: Any, ply: int) -> bool:
    """Whether the position at this ply occurred before, in the game or in this line."""
    return occurs_before(work.keys, work.past + ply)


@compiled
def must_stop(work: Any, stop: Any) -> bool:
    """Count a node; now and then check whether the search has to end."""
    work.nodes += 1
    if work.nodes >= work.next_look:
        work.next_look = work.nodes + min(work.nodes, CHECK_EVERY)
        if stop[0] != 0:
            work.is_aborted = 1
    if work.nodes >= work.node_limit > 0:
        work.is_aborted = 1
    return work.is_aborted != 0


@compiled
def remember_line(work: Any, ply: int, move: int) -> None:
    """The best line from here is this move and then the best line after it."""
    work.line[ply, 0] = move
    length = work.line_length[ply + 1]
    for place in range(length):
        work.line[ply, place + 1] = work.line[ply + 1, place]
    work.line_length[ply] = length + 1


@compiled
def to_table(value: int, ply: int) -> int:
    """Distances to a forced end are stored relative to the position, not to the root."""
    if value >= PROVEN:
        return value + ply
    return value - ply if value <= -PROVEN else value


@compiled
def from_table(value: int, ply: int) -> int:
    """The inverse of `to_table`."""
    if value >= PROVEN:
        return value - ply
    return value + ply if value <= -PROVEN else value


@compiled
def forcing_value(work: Any, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The same where the search ends, unless there are forcing moves: no position is judged in the middle of those.

    The mover need not play any of them, so the value of the position itself is what they have to exceed.
    """
    state, moves = work.states[ply], work.moves[ply]
    work.evaluated += 1
    value = static_value(state)
    if value >= beta:
        return value
    count = 0
    for index in range(verbs.moves(state, moves)):
        score = verbs.forcing_score(state, moves[index])
        if score > 0:
            moves[count], work.order[ply, count] = moves[index], score
            count += 1
    if count == 0:
        return value
    frame = work.frames[ply]
    frame.depth, frame.alpha, frame.beta, frame.low = depth, alpha, beta, max(alpha, value)
    frame.best, frame.best_move, frame.index, frame.key = value, NO_MOVE, -1, verbs.key(state)
    frame.count, frame.has_skipped = count, 0
    work.keys[work.past + ply] = frame.key
    return NOT_A_LEAF


@compiled
def leaf_value(work: Any, table: Any, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value of states[ply] if it is known without trying moves; else NOT_A_LEAF, and its frame is set up."""
    work.line_length[ply] = 0
    state = work.states[ply]
    how = verbs.ending(state)
    if how != Ending.NONE:
        return ending_value(how, state.mover, ply)
    if ply >= work.plies_left:
        work.evaluated += 1  # an end only on this path
        return path_value(verbs.at_longest(state), state.mover)
    if ply < MAX_PLY - 1:
        if verbs.is_in_check(state):
            if depth <= 0:
                depth = 1
            elif work.states[ply - 1].mover != state.mover:  # few moves answer a check: looking further costs little
                depth += 1
        elif depth <= 0 and verbs.has_forcing_moves(state):
            return forcing_value(work, ply, depth, alpha, beta)
    if depth <= 0 or ply >= MAX_PLY - 1:
        work.evaluated += 1
        return static_value(state)
    key = verbs.key(state)
    if work.repetition != 0:
        work.keys[work.past + ply] = verbs.repetition_key(state)
        if work.repetition != SUPERKO and is_repeated(work, ply):
            return path_value(verbs.repeated(state), state.mover)
    word = probe(table, key)
    bound = packed_bound(word)
    if bound:
        found = packed_depth(word)
        if found == depth or (found > depth and not work.is_exact):
            value = from_table(packed_value(word), ply)
            if abs(value) >= PROVEN and WIN - abs(value) > work.plies_left:
                bound = 0  # found when the maximum length was further away
            if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                return value
    frame = work.frames[ply]
    frame.depth, frame.alpha, frame.beta, frame.low = depth, alpha, beta, alpha
    frame.best, frame.best_move, frame.index, frame.key = -INFINITE, NO_MOVE, -1, key
    frame.count = verbs.moves(state, work.moves[ply])
    frame.has_skipped = 0
    known = packed_move(word) if packed_bound(word) else NO_MOVE
    if depth >= LOOK_FIRST:
        weigh_moves(work, ply, frame.count, known)
        work.nodes += frame.count
    else:
        score_moves(work, ply, frame.count, known)
    return NOT_A_LEAF


@compiled
def child_value(work: Any, table: Any, ply: int) -> int:
    """Evaluate states[ply + 1] with the window and the depth of this node's frame; like `leaf_value`."""
    frame = work.frames[ply]
    low, high = frame.low, frame.low + 1 if frame.is_scout else frame.beta
    depth = frame.depth - 1 - frame.reduction
    if work.states[ply + 1].mover == work.states[ply].mover:
        return leaf_value(work, table, ply + 1, depth, low, high)
    return leaf_value(work, table, ply + 1, depth, -high, -low)


@compiled
def next_child(work: Any, stop: Any, ply: int) -> bool:
    """Set up the position after the next move in states[ply + 1]; False if there is none or the search must end."""
    frame = work.frames[ply]
    while frame.index + 1 < frame.count:
        frame.index += 1
        if frame.depth != 1 or frame.index == 0:
            bring_best_forward(work, ply, frame.index, frame.count)
        work.states[ply + 1] = work.states[ply]
        verbs.play(work.states[ply + 1], work.moves[ply, frame.index])
        if must_stop(work, stop):
            return False
        if work.repetition == SUPERKO and verbs.can_repeat(work.states[ply], work.moves[ply, frame.index]):
            work.keys[work.past + ply + 1] = verbs.repetition_key(work.states[ply + 1])
            if is_repeated(work, ply + 1):
                frame.has_skipped = 1
                continue
        frame.is_scout = 1 if frame.best != -INFINITE else 0
        frame.reduction = reduction_of(work, frame.depth, frame.index) if frame.is_scout else 0
        return True
    return False


@compiled
def take_value(work: Any, ply: int, value: int) -> bool:
    """Take the value of the current move; True if it refutes the line."""
    frame = work.frames[ply]
    if value > frame.best:
        move = work.moves[ply, frame.index]
        frame.best, frame.best_move = value, move
        if value > frame.low:
            frame.low = value
            remember_line(work, ply, move)
            if value >= frame.beta:
                if not verbs.has_forcing_moves(work.states[ply]) or frame.depth > 0:
                    credit(work, ply, frame.index, min(frame.depth, 16))
                return True
    return False


@compiled
def close_node(work: Any, table: Any, ply: int) -> int:
    """All moves are tried, or one refuted the line: the node's value, which the table remembers."""
    frame = work.frames[ply]
    if frame.has_skipped and ply > 0:  # what a ban on repetition causes is true only on this path
        work.frames[ply - 1].has_skipped = 1
    if frame.best == -INFINITE:  # every move would repeat a position
        return 0
    if ply > work.deepest:
        work.deepest = ply
    if verbs.has_forcing_moves(work.states[ply]) and frame.depth <= 0:
        return frame.best
    bound = AT_LEAST if frame.best >= frame.beta else (EXACT if frame.best > frame.alpha else AT_MOST)
    if frame.has_skipped:  # the move is worth trying first elsewhere, the value is not worth remembering
        store(table, frame.key, frame.best_move, -INFINITE, 0, AT_LEAST)
        return frame.best
    store(table, frame.key, frame.best_move, to_table(frame.best, ply), min(frame.depth, 255), bound)
    return frame.best


@compiled
def search(work: Any, table: Any, stop: Any, base: int, depth: int, alpha: int, beta: int) -> int:
    """The value of states[base] searching `depth` plies ahead, exact if it is between alpha and beta.

    A loop over frames: go down into a child, or take a value back up.  0, and an aborted workspace, if stopped.
    """
    ply = base
    value = leaf_value(work, table, ply, depth, alpha, beta)
    while True:
        if value == NOT_A_LEAF:  # try the next move of this node
            if next_child(work, stop, ply):
                value = child_value(work, table, ply)
                ply += 1
                continue
            if work.is_aborted:
                return 0
            value = close_node(work, table, ply)
        if ply == base:
            return value
        ply -= 1
        frame = work.frames[ply]
        if work.states[ply + 1].mover != work.states[ply].mover:
            value = -value
        if frame.reduction and value > frame.low:  # better than expected: search again as deep as the others
            frame.reduction = 0
            value = child_value(work, table, ply)
            ply += 1
        elif frame.is_scout and frame.low < value < frame.beta:  # and again with the full window
            frame.is_scout = 0
            value = child_value(work, table, ply)
            ply += 1
        else:
            if take_value(work, ply, value):
                frame.index = frame.count  # no need to try the others
            value = NOT_A_LEAF


@compiled
def root_child(work: Any, table: Any, stop: Any, depth: int, alpha: int, beta: int) -> int:
    """The value of states[1] for the mover of states[0]."""
    if work.states[1].mover == work.states[0].mover:
        return search(work, table, stop, 1, depth, alpha, beta)
    return -search(work, table, stop, 1, depth, -beta, -alpha)


@compiled
def search_root(work: Any, table: Any, stop: Any, depth: int, alpha: int, beta: int, first: int, count: int) -> int:
    """Search the root's moves from `first` on; the best one is moved to that index, its line to line[0].

    Moves before `first` are better lines found already.  If the search is stopped, the best so far stands.
    """
    best = -INFINITE
    work.keys[work.past] = verbs.repetition_key(work.states[0])
    for index in range(first, count):
        work.root_index = index
        move = work.moves[0, index]
        work.states[1] = work.states[0]
        verbs.play(work.states[1], move)
        if must_stop(work, stop):
            return best
        is_first = best == -INFINITE
        high = beta if is_first else alpha + 1
        reduction = 0 if is_first else reduction_of(work, depth, index - first)
        value = root_child(work, table, stop, depth - 1 - reduction, alpha, high)
        if reduction and value > alpha and not work.is_aborted:
            value = root_child(work, table, stop, depth - 1, alpha, high)
        if not is_first and alpha < value < beta and not work.is_aborted:
            value = root_child(work, table, stop, depth - 1, alpha, beta)
        if work.is_aborted:
            return best
        if value > best:
            best = value
            if value > alpha or is_first:
                for place in range(index, first, -1):
                    work.moves[0, place] = work.moves[0, place - 1]
                work.moves[0, first] = move
                remember_line(work, 0, move)
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    break
    return best


@compiled
def score_root(work: Any, table: Any, stop: Any, depth: int, count: int) -> None:
    """The exact value of each of the root's moves, each with its line; an aborted workspace if stopped."""
    work.keys[work.past] = verbs.repetition_key(work.states[0])
    for index in range(count):
        work.states[1] = work.states[0]
        verbs.play(work.states[1], work.moves[0, index])
        if must_stop(work, stop):
            return
        value = search(work, table, stop, 1, depth - 1, -INFINITE, INFINITE)
        if work.is_aborted:
            return
        remember_line(work, 0, work.moves[0, index])
        report_line(work, index, value if work.states[1].mover == work.states[0].mover else -value)


# --- iterative deepening, one step

# How a step ended: searching deeper may change the result, or cannot; or it was stopped, with a new best line or not.
DONE, SETTLED, CUT_SHORT, STOPPED = range(4)
WINDOW = 300  # how far from the last value the next is expected
UNKNOWN = 1 << 20  # no value is this large


@compiled
def report_line(work: Any, place: int, value: int) -> None:
    """Report line[0] and its value as the root's line at this place."""
    work.root_values[place] = value
    work.root_lengths[place] = work.line_length[0]
    for ply in range(work.line_length[0]):
        work.root_lines[place, ply] = work.line[0, ply]


@compiled
def report_move(work: Any, place: int, move: int, value: int) -> None:
    """Report a line of a single move, with its estimated value."""
    work.root_values[place] = value
    work.root_lengths[place] = 1
    work.root_lines[place, 0] = move


@compiled
def insert_line(work: Any, found: int, value: int) -> None:
    """Report line[0] among the lines found so far, the best first, and put the root's moves into the same order."""
    place, moves = found, work.moves[0]
    while place > 0 and work.root_values[place - 1] < value:
        work.root_values[place], work.root_lengths[place] = work.root_values[place - 1], work.root_lengths[place - 1]
        for ply in range(work.root_lengths[place]):
            work.root_lines[place, ply] = work.root_lines[place - 1, ply]
        moves[place] = moves[place - 1]
        place -= 1
    moves[place] = work.line[0, 0]
    report_line(work, place, value)


@compiled
def aspire(work: Any, table: Any, stop: Any, depth: int, expected: int, first: int, count: int) -> int:
    """The value of the best move from `first` on: a narrow window around the expected value, widened if it is outside.

    UNKNOWN if it was stopped before it found a move as good as expected, unless all moves tried lose.
    """
    low, high = -INFINITE, INFINITE
    if depth > 3 and abs(expected) < PROVEN:
        low, high = max(-INFINITE, expected - WINDOW), min(INFINITE, expected + WINDOW)
    while True:
        value = search_root(work, table, stop, depth, low, high, first, count)
        if work.is_aborted:
            return UNKNOWN if value == -INFINITE or -PROVEN < value <= low else value
        if low < value < high or (low == -INFINITE and high == INFINITE):
            return value
        if value <= low:
            low = -INFINITE
        else:
            high = INFINITE


@compiled
def search_lines(work: Any, table: Any, stop: Any, depth: int, count: int, lines: int) -> int:
    """Search for the best lines one after the other, each without the moves of those before it; returns how many."""
    for first in range(lines):
        value = aspire(work, table, stop, depth, work.root_values[first], first, count)
        if value == UNKNOWN:
            return first
        if work.is_aborted and value <= -PROVEN:  # what was tried is lost, and nothing is known about the rest
            if lines > 1 or (depth > 1 and abs(work.root_values[0]) >= PROVEN):
                return first
            move = work.moves[0, work.root_index]
            report_move(work, 0, move, value_after(work.states[0].mover, work.states[1], 1))
            return 1
        insert_line(work, first, value)
    return lines


@compiled
def deepen(work: Any, table: Any, stop: Any, depth: int, count: int, lines: int) -> int:
    """One step of iterative deepening: search the root to this depth, after it was searched to the depth before.

    Depth 0 orders the root's moves and estimates their values.  The lines are in the workspace (`root_values`,
    `root_lines`, `root_lengths`), the best first.  If every move is wanted, each is searched by itself, which is
    faster, and reported in the order of the root's moves.  A step that is stopped may have found a new best line; if
    several were asked for, none may be used, since their values would be of different depths.

    It is the only part of a search that Python calls: each function that contained a search would be compiled anew.
    """
    if depth == 0:
        order_root(work, count)
        for index in range(lines):
            report_move(work, index, work.moves[0, index], work.order[0, index])
        return DONE
    found = lines
    if lines == count and count > 1:
        score_root(work, table, stop, depth, count)
    else:
        found = search_lines(work, table, stop, depth, count, lines)
    if work.is_aborted:
        return CUT_SHORT if found == lines == 1 else STOPPED
    for place in range(lines):
        if abs(work.root_values[place]) < PROVEN or WIN - abs(work.root_values[place]) > depth:
            return DONE
    return SETTLED
