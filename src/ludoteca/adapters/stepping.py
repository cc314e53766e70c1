"""Many games stepped at once: the compiled half of the vector environment.

Each game has its row in every array; `ROW` is what a row knows besides its state.  A step goes through all rows several
times: the learner's actions are played, the opponent answers, finished games are replaced by the next, and the
observations are written.  Draws by repetition or by length are handled here too, so a row ends when the same game of a
`Position` would.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludoteca.bots.compiled_levels import Turn, played_out_move, searched_move
from ludoteca.bots.simple_bots import greedy_move
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.layouts import set_error_code
from ludoteca.compiler.scratch import borrowed
from ludoteca.errors import BrokenRules
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.play.encoder import NO_ACTION, SEVERAL, action_of
from ludoteca.play.planes import draw, draw_block

REPETITION_MODES = ("off", "threefold", "superko", "twofold")
OFF, THREEFOLD, SUPERKO, TWOFOLD = range(4)
LEAVE = -1  # the action that leaves a game unchanged
NOBODY, UNFINISHED = -1, -2  # winners, besides 0 and 1
SPARE = 4  # scratch states: the first three are for `greedy`

ROW = np.dtype(
    [
        ("plies", "i4"),
        ("longest", "i4"),
        ("repetition", "u1"),  # one of REPETITION_MODES
        ("seat", "u1"),  # the learner's, if there is an opponent
        ("mover", "u1"),  # who took the last action
        ("how", "u1"),  # an Ending
        ("is_cut", "u1"),  # whether the maximum length ended it
        ("is_illegal", "u1"),  # whether an illegal action ended it
    ],
    align=True,
)


@compiled
def times_seen(keys, plies, key):
    """How often a position has occurred, by its key."""
    count = 0
    for ply in range(plies + 1):
        count += 1 if keys[ply] == key else 0
    return count


@compiled
def advance(state, row, keys, move):
    """Play a legal move of one game."""
    verbs.play(state, move)
    row.plies += 1
    if row.repetition != OFF:
        keys[row.plies] = verbs.repetition_key(state)


@compiled
def is_banned(state, row, keys, move, spare):
    """Whether superko forbids a move."""
    if row.repetition != SUPERKO or not verbs.can_repeat(state, move):
        return False
    spare[3] = state
    verbs.play(spare[3], move)
    return times_seen(keys, row.plies, verbs.repetition_key(spare[3])) > 0


@compiled
def legal_moves(state, row, keys, room, spare):
    """Write the legal moves into `room`, without those that superko forbids; returns how many there are."""
    kept = 0
    for number in range(verbs.moves(state, room)):
        if not is_banned(state, row, keys, room[number], spare):
            room[kept] = room[number]
            kept += 1
    return kept


@compiled
def is_stuck(state, row, keys, room, spare):
    """Whether superko forbids every move."""
    for number in range(verbs.moves(state, room)):
        if not is_banned(state, row, keys, room[number], spare):
            return False
    return True


@compiled
def judge(state, row, keys, room, spare):
    """Write into a row whether its game is over: by the rules, by repetition or by length."""
    how = verbs.ending(state)
    if how == Ending.NONE:
        often = 3 if row.repetition == THREEFOLD else 2
        ends = row.repetition == THREEFOLD or row.repetition == TWOFOLD
        if ends and times_seen(keys, row.plies, keys[row.plies]) >= often:
            spare[3] = state  # which counting may change
            how = verbs.repeated(spare[3])
        elif row.plies >= row.longest:
            spare[3] = state
            how = verbs.at_longest(spare[3])
            row.is_cut = 1
        elif row.repetition == SUPERKO and is_stuck(state, row, keys, room, spare):
            how = Ending.DRAW
    row.how = how


@compiled
def move_of(action_table, move_table, state, action, room):
    """The legal move with an action."""
    move = move_table[action]
    if move != SEVERAL:
        return np.int64(move)
    for number in range(verbs.moves(state, room)):
        if action_of(action_table, room[number]) == action:
            return np.int64(room[number])
    set_error_code(state, NO_ACTION)
    raise BrokenRules(verbs.BAD_ACTION)


@compiled
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


@compiled
def begin_all(states, rows, keys, which, blanks, randoms):
    """A new game in every row."""
    for index in range(len(states)):
        begin(states, rows, keys[index], index, blanks[which[index]], randoms[index])


@compiled
def play_actions(states, rows, keys, which, spare, room, action_tables, move_tables, masks, actions):
    """One action in every row that has one and whose game continues."""
    states, rows, keys, which, spare = borrowed(states, rows, keys, which, spare)
    room, action_tables, move_tables, masks, actions = borrowed(room, action_tables, move_tables, masks, actions)
    for index in range(len(states)):
        state, row, action = states[index], rows[index], np.int64(actions[index])
        if row.how != Ending.NONE or action == LEAVE:
            continue
        row.mover = state.mover
        if 0 <= action < masks.shape[1] and masks[index, action] == 1:
            kind = which[index]
            move = move_of(action_tables[kind], move_tables[kind], state, action, room)
            advance(state, row, keys[index], move)
            judge(state, row, keys[index], room, spare)
        else:
            row.is_illegal = 1
            row.how = Ending.SECOND_WINS if row.mover == 0 else Ending.FIRST_WINS


@compiled
def play_moves(states, rows, keys, spare, room, chosen, moves):
    """A legal move in each of the chosen rows."""
    for number in range(len(chosen)):
        index = chosen[number]
        advance(states[index], rows[index], keys[index], moves[number])
        judge(states[index], rows[index], keys[index], room, spare)


@compiled
def judge_all(states, rows, keys, spare, room):
    """Write into every row whether its game is over."""
    for index in range(len(states)):
        judge(states[index], rows[index], keys[index], room, spare)


@compiled
def is_waiting(state, row):
    """Whether it is the opponent's turn."""
    return row.how == Ending.NONE and state.mover != row.seat


@compiled
def answer_at_random(states, rows, keys, randoms, spare, room):
    """Random legal moves of the opponent, until it is the learner's turn or the game is over."""
    states, rows, keys, randoms, spare, room = borrowed(states, rows, keys, randoms, spare, room)
    for index in range(len(states)):
        state, row = states[index], rows[index]
        while is_waiting(state, row):
            if row.repetition == SUPERKO:
                count = legal_moves(state, row, keys[index], room, spare)
                move = np.int64(room[random_numbers.below(randoms[index], count)])
            else:
                move = np.int64(verbs.pick(state, randoms[index], room))
            advance(state, row, keys[index], move)
            judge(state, row, keys[index], room, spare)


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


@compiled
def finish(states, rows, keys, which, blanks, randoms, has_opponent, swaps_seats, results):
    """The result of the step in every row; a finished game is replaced by the next.  Returns how many finished."""
    states, rows, keys, which, blanks = borrowed(states, rows, keys, which, blanks)
    rewards, player_rewards, dones, truncations, was_illegal, winners, final_states, final_seats = results
    over = 0
    for index in range(len(states)):
        row = rows[index]
        how, mover = row.how, row.mover
        first = 1 if how == Ending.FIRST_WINS else -1 if how == Ending.SECOND_WINS else 0
        player_rewards[index, 0] = first
        player_rewards[index, 1] = -first
        rewards[index] = first if mover == 0 else -first
        dones[index] = how != Ending.NONE
        truncations[index] = row.is_cut == 1
        was_illegal[index] = row.is_illegal == 1
        winners[index] = UNFINISHED
        if how == Ending.NONE:
            continue
        winners[index] = NOBODY if how == Ending.DRAW else 0 if how == Ending.FIRST_WINS else 1
        over += 1
        final_states[index] = states[index]
        final_seats[index] = row.seat if has_opponent else states[index].mover
        if swaps_seats:
            row.seat = 1 - row.seat
        begin(states, rows, keys[index], index, blanks[which[index]], randoms[index])
    return over


@compiled
def observe(state, row, keys, action_table, spare, room, mask):
    """Write the legal actions of a row into `mask`; returns how many there are."""
    mask[:] = 0
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
        state = states[index]
        to_move[index] = state.mover
        table = action_tables[which[index]]
        counts[index] = observe(state, rows[index], keys[index], table, spare, room, masks[index])
    draw(words, to_move, which, program, planes.reshape(len(planes), -1))


@compiled
def draw_some(words, seats, which, program, is_drawn, planes):
    """Write what players see in some of the rows."""
    out = planes.reshape(len(planes), -1)
    for index in range(len(out)):
        if is_drawn[index]:
            draw_block(words, seats, which[index], program, out, index, index + 1)


@compiled
def pick_actions(masks, counts, random, actions):
    """A random legal action in every row, all equally likely; -1 if there is none."""
    for index in range(len(masks)):
        actions[index] = -1
        wanted = random_numbers.below(random, counts[index])
        for action in range(masks.shape[1]):
            wanted -= masks[index, action]
            if wanted < 0:
                actions[index] = action
                break


@compiled
def deal_chance(random, randoms):
    """A separate generator for every row."""
    for index in range(len(randoms)):
        randoms[index, 0] = random_numbers.next_word(random)
