"""Exact search: every line is played to the end of the game, for the result and then the lead in points.

Principal variation search with a table of bounds.  A game may help with three verbs: `order_score` says which moves to
try first, `lead_bound` cuts lines that cannot be good enough, and `exact_lead` plays out the last moves in its own way.
The value is always the mover's; see `values.final_value`.
"""

from __future__ import annotations

from typing import Any

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import TOO_EARLY, Ending
from ludoteca.search.alphabeta import NOT_A_LEAF, must_stop, remember_line
from ludoteca.search.bounds_table import MOVE_MASK, UNKNOWN_MOVE, best_move, find, greatest_value, least_value, remember
from ludoteca.search.ordering import FIRST_TRIED, bring_best_forward, credit, score_moves, value_after
from ludoteca.search.transposition_table import NO_MOVE
from ludoteca.search.values import INFINITE, MOST_LEAD, RESULT, final_value
from ludoteca.search.workspace import MAX_PLY, set_up

# plies to the end of the longest line so far, from which on …
WEIGHED = 5  # moves are sorted by `order_score`, and the table is asked for known outcomes
JUDGED = 12  # … and by the evaluation of the resulting positions
EXACT_LEAD = 10  # plies that `exact_lead` is assumed to play
NOT_OPENED = NOT_A_LEAF + 1


@compiled
def lead_value(lead: int) -> int:
    """The value of a lead at the end, if more points win."""
    lead = min(max(lead, -MOST_LEAD), MOST_LEAD)
    if lead == 0:
        return 0
    return lead + RESULT if lead > 0 else lead - RESULT


@compiled
def lead_up_to(value: int) -> int:
    """The largest lead that is worth no more than this."""
    if value > RESULT:
        return min(value - RESULT, MOST_LEAD)
    if value >= 0:
        return 0
    return max(value + RESULT, -MOST_LEAD) if value < -RESULT else -1


@compiled
def plies_to_go(work: Any, ply: int) -> int:
    """The distance to the end of the longest line so far; far enough to evaluate moves before there is one."""
    return JUDGED if work.deepest == 0 else work.deepest - ply


@compiled
def value_at_once(work: Any, ply: int) -> int:
    """The value of states[ply] if the game gives it, or a sufficient bound; else NOT_A_LEAF."""
    work.line_length[ply] = 0
    state, alpha, beta = work.states[ply], work.frames[ply].alpha, work.frames[ply].beta
    how = verbs.ending(state)
    if how != Ending.NONE:
        work.deepest = max(work.deepest, ply)
        return final_value(state, how)
    if ply >= work.plies_left or ply >= MAX_PLY - 1:
        work.evaluated += 1  # a draw only on this path, or too long to hold
        return 0
    if ply == 0:  # a move is needed
        return NOT_A_LEAF
    lead = verbs.exact_lead(state, lead_up_to(alpha), -lead_up_to(-beta), work.spent)
    if lead != TOO_EARLY:
        work.nodes += work.spent[0]
        work.spent[0] = 0
        work.deepest = max(work.deepest, ply + EXACT_LEAD)
        return lead_value(lead)
    most = verbs.lead_bound(state)
    if most != TOO_EARLY and lead_value(most) <= alpha:
        return lead_value(most)
    return NOT_A_LEAF


@compiled
def order_moves(work: Any, table: Any, ply: int) -> int:
    """Score the moves for ordering; or return a value of beta or more, if the table knows one."""
    frame, state = work.frames[ply], work.states[ply]
    far = plies_to_go(work, ply)
    if far < WEIGHED:
        score_moves(work, ply, frame.count, NO_MOVE)
    for index in range(frame.count):
        move = work.moves[ply, index]
        if far >= WEIGHED:
            work.states[ply + 1] = state
            after = work.states[ply + 1]
            verbs.play(after, move)
            how = verbs.ending(after)
            side = 1 if after.mover == state.mover else -1
            if how != Ending.NONE:
                worth = side * final_value(after, how)
                if worth >= frame.beta and ply > 0:
                    return worth
            else:
                place = find(table, verbs.key(after))
                if place >= 0 and ply > 0:
                    word = table[place, 1]
                    sure = least_value(word) if side == 1 else -greatest_value(word)
                    if sure >= frame.beta:
                        return sure
                worth = verbs.order_score(state, move, after, work.moves[ply + 1])
                if far >= JUDGED:
                    worth += value_after(state.mover, after, ply + 1)
            work.order[ply, index] = worth
        if move & MOVE_MASK == frame.best_move:
            work.order[ply, index] = FIRST_TRIED
    return NOT_A_LEAF


@compiled
def open_node(work: Any, table: Any, ply: int) -> int:
    """The value of states[ply] if the table knows it; else NOT_A_LEAF, and its frame is set up."""
    state, frame = work.states[ply], work.frames[ply]
    frame.key = verbs.key(state)
    frame.best, frame.best_move, frame.index = -INFINITE, UNKNOWN_MOVE, -1
    place = find(table, frame.key)
    if place >= 0:
        word = table[place, 1]
        frame.best_move = best_move(word)  # to be tried first
        if ply > 0:
            least, greatest = least_value(word), greatest_value(word)
            if least >= frame.beta or least == greatest:
                return least
            if greatest <= frame.alpha:
                return greatest
            frame.alpha, frame.beta = max(frame.alpha, least), min(frame.beta, greatest)
    frame.low, frame.began = frame.alpha, work.nodes
    frame.count = verbs.moves(state, work.moves[ply])
    return NOT_A_LEAF


@compiled
def next_child(work: Any, stop: Any, ply: int) -> bool:
    """Set up the position after the next move in states[ply + 1]; False if there is none or the search must end."""
    frame = work.frames[ply]
    if frame.index + 1 >= frame.count:
        return False
    frame.index += 1
    bring_best_forward(work, ply, frame.index, frame.count)
    work.states[ply + 1] = work.states[ply]
    verbs.play(work.states[ply + 1], work.moves[ply, frame.index])
    frame.is_scout = 1 if frame.best != -INFINITE else 0
    return not must_stop(work, stop)


@compiled
def set_window(work: Any, ply: int) -> None:
    """Pass the window of this node's frame to the one below."""
    frame, below = work.frames[ply], work.frames[ply + 1]
    low, high = frame.low, frame.low + 1 if frame.is_scout else frame.beta
    is_same = work.states[ply + 1].mover == work.states[ply].mover
    below.alpha, below.beta = low if is_same else -high, high if is_same else -low


@compiled
def take_value(work: Any, ply: int, value: int) -> None:
    """Take the value of the current move."""
    frame = work.frames[ply]
    if value <= frame.best:
        return
    frame.best, frame.best_move = value, work.moves[ply, frame.index]
    if value > frame.low:
        frame.low = value
        remember_line(work, ply, frame.best_move)
        if value >= frame.beta:
            credit(work, ply, frame.index, min(max(plies_to_go(work, ply), 1), 16))
            frame.index = frame.count  # no need to try the others


@compiled
def close_node(work: Any, table: Any, ply: int) -> int:
    """All moves are tried, or one refuted the line: the node's value, which the table remembers."""
    frame = work.frames[ply]
    best = frame.best
    least, greatest = best if best > frame.alpha else -INFINITE, best if best < frame.beta else INFINITE
    remember(table, frame.key, least, greatest, frame.best_move, work.nodes - frame.began)
    return best


@compiled
def search_exactly(work: Any, table: Any, stop: Any, alpha: int, beta: int) -> int:
    """The value of states[0], exact if it is between alpha and beta; its line is line[0].

    A loop over frames: open a node, go down into a child, or take a value back up.  Each function that plays moves is
    called in only one place, which halves the time to compile.  0, and an aborted workspace, if stopped.
    """
    ply, value = 0, NOT_OPENED
    work.frames[0].alpha, work.frames[0].beta = alpha, beta
    while not work.is_aborted:
        if value == NOT_OPENED:
            value = value_at_once(work, ply)
            if value == NOT_A_LEAF:
                value = open_node(work, table, ply)
            if value == NOT_A_LEAF:
                value = order_moves(work, table, ply)
        elif value == NOT_A_LEAF:
            if next_child(work, stop, ply):
                set_window(work, ply)
                ply += 1
                value = NOT_OPENED
            elif not work.is_aborted:
                value = close_node(work, table, ply)
        elif ply == 0:
            return value
        else:
            ply -= 1
            frame = work.frames[ply]
            if work.states[ply + 1].mover != work.states[ply].mover:
                value = -value
            if frame.is_scout and frame.low < value < frame.beta:  # search again with the full window
                frame.is_scout = 0
                set_window(work, ply)
                ply += 1
                value = NOT_OPENED
            else:
                take_value(work, ply, value)
                value = NOT_A_LEAF
    return 0


NODES, REACHED, IS_OVER = range(3)  # places of what `solve_lines` tells; IS_OVER has one for each line


@compiled
def sign(value: int) -> int:
    """1 for a win, -1 for a loss, 0 for a draw, from a value that includes points."""
    return int(value > RESULT // 2) - int(value < -RESULT // 2)


@compiled
def is_over(state: Any, plies: int, longest: int) -> bool:
    """Whether a game without a rule on repetition has ended."""
    return plies >= longest or verbs.ending(state) != Ending.NONE


@compiled
def known_best(state: Any, table: Any, room: Any) -> Any:
    """The best move according to the table; NO_MOVE if it does not know."""
    place = find(table, verbs.key(state))
    if place >= 0 and least_value(table[place, 1]) == greatest_value(table[place, 1]):
        best = best_move(table[place, 1])
        for index in range(verbs.moves(state, room)):
            if room[index] & MOVE_MASK == best:
                return room[index]
    return NO_MOVE


@compiled
def solve_line(
    work: Any, table: Any, stop: Any, here: Any, plies: int, longest: int, nodes: int, known: int, place: int, told: Any
) -> bool:
    """Solve here[0], and play its best line to the end of the game after the moves that the line at `place` has.

    Returns whether the value is certain.  The search breaks a line off where the table or the game knew the value.  The
    next move is in the table, or else the position is solved again, with a table that knows most of it.
    """
    line, spent, is_first = work.root_lines[place], 0, True
    begins = work.root_lengths[place]
    length = end = begins
    while length < MAX_PLY:
        if is_over(here[0], plies + length - begins, longest):
            told[IS_OVER + place] = 1
            return True
        if length == end and not is_first:
            move = known_best(here[0], table, work.moves[1])
            if move != NO_MOVE:
                line[end] = move
                end += 1
        if length == end:
            if not is_first and nodes > 0 and spent >= nodes:
                return True
            low, high = -INFINITE, INFINITE
            if is_first and known != 0:  # only values of such a win are searched for, which is faster
                low, high = (MOST_LEAD, INFINITE) if known > 0 else (-INFINITE, -MOST_LEAD)
            left, played = max(0, nodes - spent), plies + length - begins
            set_up(work, here[0], work.moves[0], 0, work.keys, played, longest, 0, left)
            work.is_exact = 0
            work.spent[0] = 0
            value = search_exactly(work, table, stop, low, high)
            spent += work.nodes
            is_certain = not work.is_aborted and not work.evaluated
            if is_first:
                told[NODES] += work.nodes
                if work.deepest > 0:
                    told[REACHED] = max(told[REACHED], work.deepest + begins)
                work.root_values[place] = value
                if not is_certain or (known != 0 and sign(value) != known):
                    return False
            elif not is_certain or work.line_length[0] == 0:
                return True
            is_first = False
            for ply in range(min(work.line_length[0], MAX_PLY - end)):
                line[end] = work.line[0, ply]
                end += 1
            continue
        verbs.play(here[0], line[length])
        length += 1
        work.root_lengths[place] = length
    return True


@compiled
def solve_lines(
    work: Any, table: Any, stop: Any, state: Any, codes: Any, count: int, here: Any, plies: int, longest: int,
    nodes: int, known: int, told: Any,
) -> bool:  # fmt: skip
    """The best line, or that of each move if `count` is not 0, with true values; whether all of them are certain.

    They are in the workspace, as those of `deepen`; `told` says how many nodes it took and how long the longest line
    was that was looked at, and of each line whether it ends the game.  `known` is 1 if the mover is certain to win, -1
    to lose.
    """
    told[:] = 0
    for place in range(max(1, count)):
        here[0] = state
        work.root_lengths[place] = 0
        if count > 0:
            verbs.play(here[0], codes[place])
            work.root_lines[place, 0], work.root_lengths[place] = codes[place], 1
        side = 1 if here[0].mover == state.mover else -1
        how = verbs.ending(here[0])
        if how != Ending.NONE:
            work.root_values[place], told[IS_OVER + place] = final_value(here[0], how), 1
        elif count > 0 and nodes > 0 and told[NODES] >= nodes:
            return False
        else:
            left = nodes - told[NODES] if nodes > 0 else 0
            later = plies + work.root_lengths[place]
            if not solve_line(work, table, stop, here, later, longest, left, known, place, told):
                return False
        work.root_values[place] *= side
    return True
