"""Many games stepped at once: the compiled half of the vector environment.

Each game has its row in every array (`play/game_rows.py`).  A step goes through all rows several times: the learner's
actions are played, the opponent answers, finished games are replaced by the next, and the observations are written.
What happens in one row is a function without a loop over rows, which a thread of a GPU calls, too (`device_rows.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludoteca.bots.compiled_levels import Turn, played_out_move, searched_move
from ludoteca.bots.simple_bots import greedy_move
from ludoteca.compiler.compiled import compiled, inlined
from ludoteca.compiler.layouts import set_error_code
from ludoteca.compiler.scratch import borrowed
from ludoteca.errors import BrokenRules
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.play.encoder import NO_ACTION, action_of
from ludoteca.play.game_rows import OFF, SUPERKO, advance, judge, legal_moves, move_of
from ludoteca.play.planes import draw, draw_block

LEAVE = -1  # the action that leaves a game unchanged
NOBODY, UNFINISHED = -1, -2  # winners, besides 0 and 1


@inlined
def begin(states, rows, keys, index, blank, random):
    """A new game in a row; a blank state has the options filled in."""
    states[index] = blank
    verbs.start(states[index], random)
    row = rows[index]
    row.plies = 0
    row.how = Ending.NONE
    row.is_cut = 0
    row.is_illegal = 0
    if row.repetition != OFF:
        keys[0] = verbs.repetition_key(states[index])


@inlined
def begin_next(states, rows, keys, index, blank, random, swaps_seats):
    """The next game in a row whose game is over."""
    if swaps_seats:
        rows[index].seat = 1 - rows[index].seat
    begin(states, rows, keys, index, blank, random)


@compiled
def begin_all(states, rows, keys, which, blanks, randoms):
    """A new game in every row."""
    for index in range(len(states)):
        begin(states, rows, keys[index], index, blanks[which[index]], randoms[index])


@inlined
def play_action(state, row, keys, action_table, move_table, mask, action, room, spare):
    """An action in a row, if there is one and the game continues; the mask has the legal ones."""
    if row.how != Ending.NONE or action == LEAVE:
        return
    row.mover = state.mover
    if 0 <= action < len(mask) and mask[action] == 1:
        advance(state, row, keys, move_of(action_table, move_table, state, action, room))
        judge(state, row, keys, room, spare)
    else:
        row.is_illegal = 1
        row.how = Ending.SECOND_WINS if row.mover == 0 else Ending.FIRST_WINS


@compiled
def play_actions(states, rows, keys, which, spare, room, action_tables, move_tables, masks, actions):
    """One action in every row that has one and whose game continues."""
    states, rows, keys, which, spare = borrowed(states, rows, keys, which, spare)
    room, action_tables, move_tables, masks, actions = borrowed(room, action_tables, move_tables, masks, actions)
    for index in range(len(states)):
        kind = which[index]
        play_action(
            states[index], rows[index], keys[index], action_tables[kind], move_tables[kind], masks[index],
            actions[index], room, spare,
        )  # fmt: skip


@compiled
def play_moves(states, rows, keys, spare, room, chosen, moves):
    """A legal move in each of the chosen rows."""
    for number in range(len(chosen)):
        index = chosen[number]
        advance(states[index], rows[index], keys[index], moves[number])
        judge(states[index], rows[index], keys[index], room, spare)


@compiled
def is_waiting(state, row):
    """Whether it is the opponent's turn."""
    return row.how == Ending.NONE and state.mover != row.seat


@inlined
def move_at_random(state, row, keys, random, spare, room):
    """Random legal moves of the opponent in a row, until it is the learner's turn or the game is over."""
    while is_waiting(state, row):
        if row.repetition == SUPERKO:
            count = legal_moves(state, row, keys, room, spare)
            move = np.int64(room[random_numbers.below(random, count)])
        else:
            move = np.int64(verbs.pick(state, random, room))
        advance(state, row, keys, move)
        judge(state, row, keys, room, spare)


@compiled
def answer_at_random(states, rows, keys, randoms, spare, room):
    """Random legal moves of the opponent, until it is the learner's turn or the game is over."""
    states, rows, keys, randoms, spare, room = borrowed(states, rows, keys, randoms, spare, room)
    for index in range(len(states)):
        move_at_random(states[index], rows[index], keys[index], randoms[index], spare, room)


@compiled
def answer_greedily(states, rows, keys, randoms, spare, room, second_room):
    """Moves of the bot `greedy`, until it is the learner's turn or the game is over."""
    states, rows, keys, randoms = borrowed(states, rows, keys, randoms)
    spare, room, second_room = borrowed(spare, room, second_room)
    for index in range(len(states)):
        state, row = states[index], rows[index]
        while is_waiting(state, row):
            count = legal_moves(state, row, keys[index], room, spare)
            spare[0] = state
            advance(state, row, keys[index], greedy_move(spare, room, count, second_room, randoms[index]))
            judge(state, row, keys[index], room, spare)


@compiled
def turn_in(state, row, keys, random, room, spare):
    """The turn of a level in a row; its legal moves are written into `room`."""
    count = legal_moves(state, row, keys, room, spare)
    return Turn(room, count, keys, np.int64(row.plies), np.int64(row.longest), np.int64(row.repetition), random)


@compiled
def answer_by_search(states, rows, keys, which, kind, randoms, spare, room, tools):
    """Moves of a level that searches, in the rows of one variant, until it is the learner's turn or the end."""
    for index in range(len(states)):
        state, row = states[index], rows[index]
        while which[index] == kind and is_waiting(state, row):
            move = searched_move(state, turn_in(state, row, keys[index], randoms[index], room, spare), tools)
            advance(state, row, keys[index], move)
            judge(state, row, keys[index], room, spare)


@compiled
def answer_by_playouts(states, rows, keys, which, kind, randoms, spare, room, tools):
    """Moves of a level that plays games out, in the rows of one variant, until it is the learner's turn or the end."""
    for index in range(len(states)):
        state, row = states[index], rows[index]
        while which[index] == kind and is_waiting(state, row):
            move = played_out_move(state, turn_in(state, row, keys[index], randoms[index], room, spare), tools)
            advance(state, row, keys[index], move)
            judge(state, row, keys[index], room, spare)


class StepResults(NamedTuple):
    """What a step writes for every row."""

    rewards: Any
    player_rewards: Any
    dones: Any
    truncations: Any
    was_illegal: Any
    winners: Any
    final_states: Any
    final_seats: Any


@inlined
def finish_row(states, rows, index, has_opponent, results):
    """Write the result of the step in a row; returns whether its game is over."""
    rewards, player_rewards, dones, truncations, was_illegal, winners, final_states, final_seats = results
    row = rows[index]
    how = row.how
    learner = row.seat if has_opponent else row.mover
    first = 1 if how == Ending.FIRST_WINS else -1 if how == Ending.SECOND_WINS else 0
    player_rewards[index, 0] = first
    player_rewards[index, 1] = -first
    rewards[index] = first if learner == 0 else -first
    dones[index] = how != Ending.NONE
    truncations[index] = row.is_cut == 1
    was_illegal[index] = row.is_illegal == 1
    winners[index] = UNFINISHED
    if how == Ending.NONE:
        return False
    winners[index] = NOBODY if how == Ending.DRAW else 0 if how == Ending.FIRST_WINS else 1
    final_states[index] = states[index]
    final_seats[index] = row.seat if has_opponent else states[index].mover
    return True


@compiled
def finish(states, rows, keys, which, blanks, randoms, has_opponent, swaps_seats, results):
    """The result of the step in every row; a finished game is replaced by the next.  Returns how many finished."""
    states, rows, keys, which, blanks = borrowed(states, rows, keys, which, blanks)
    over = 0
    for index in range(len(states)):
        if finish_row(states, rows, index, has_opponent, results):
            over += 1
            begin_next(states, rows, keys[index], index, blanks[which[index]], randoms[index], swaps_seats)
    return over


@inlined
def mark_legal(state, row, keys, action_table, spare, room, mask):
    """Mark the legal actions of a row in a mask that is all 0; returns how many there are."""
    if row.how != Ending.NONE:
        return 0
    count = legal_moves(state, row, keys, room, spare)
    for number in range(count):
        action = action_of(action_table, room[number])
        if action == NO_ACTION:
            set_error_code(state, action)
            raise BrokenRules(verbs.BAD_ACTION)
        mask[np.uint64(action)] = 1
    return count


@compiled
def observe_all(states, words, rows, keys, which, spare, room, action_tables, program, planes, masks, counts, to_move):
    """Write who is to move in every row, what they may do and what they see."""
    states, rows, keys, which, spare = borrowed(states, rows, keys, which, spare)
    room, action_tables, masks = borrowed(room, action_tables, masks)
    for index in range(len(states)):
        state, mask = states[index], masks[index]
        to_move[index] = state.mover
        mask[:] = 0
        counts[index] = mark_legal(state, rows[index], keys[index], action_tables[which[index]], spare, room, mask)
    draw(words, to_move, which, program, planes.reshape(len(planes), -1))


@compiled
def draw_some(words, seats, which, program, is_drawn, planes):
    """Write what players see in some of the rows."""
    out = planes.reshape(len(planes), -1)
    for index in range(len(out)):
        if is_drawn[index]:
            draw_block(words, seats, which[index], program, out, index, index + 1)


@compiled
def nth_legal(mask, number):
    """The legal action after so many others; LEAVE if there is none."""
    left = np.int64(number)
    for action in range(len(mask)):
        left -= mask[action]
        if left < 0:
            return np.int64(action)
    return np.int64(LEAVE)


@compiled
def pick_actions(masks, counts, random, actions):
    """A random legal action in every row, all equally likely; -1 if there is none."""
    for index in range(len(masks)):
        actions[index] = nth_legal(masks[index], random_numbers.below(random, counts[index]))


@compiled
def deal_chance(random, randoms):
    """A separate generator for every row."""
    for index in range(len(randoms)):
        randoms[index, 0] = random_numbers.next_word(random)
