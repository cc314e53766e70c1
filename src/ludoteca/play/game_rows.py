"""Games in rows of arrays: what a game knows besides its state, which moves are legal, and when it is over.

Vector environments and batched searches play many games at once, each in its row of every array.  Draws by repetition
or by length are handled here too, so a row ends when the same game of a `Position` would.
"""

from __future__ import annotations

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.layouts import set_error_code
from ludoteca.errors import BrokenRules
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.play.encoder import NO_ACTION, SEVERAL, action_of

REPETITION_MODES = ("off", "threefold", "superko", "twofold")
OFF, THREEFOLD, SUPERKO, TWOFOLD = range(4)
SPARE = 4  # scratch states; only the last is used here

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
def judge_all(states, rows, keys, spare, room):
    """Write into every row whether its game is over."""
    for index in range(len(states)):
        judge(states[index], rows[index], keys[index], room, spare)
