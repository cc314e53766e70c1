"""Many games stepped at once: the compiled half of the vector environment.

Each game has its row in every array; `words` are the states as 64-bit words, and the tables are `encoder.Tables`, one
by one: a tuple would be counted as used at every call.  What is drawn by repetition or by length is drawn here too, so
a row ends when the same game of a `Position` would.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.errors import BrokenRules
from ludoteca.kernel.layouts import note
from ludoteca.kernel.planes import draw
from ludoteca.kernel.verbs import Ending
from ludoteca.play.encoder import NO_ACTION, SEVERAL

REPETITION_MODES = ("off", "threefold", "superko")
OFF, THREEFOLD, SUPERKO = range(3)
LEAVE = -1  # the action that leaves a game as it is
NOBODY, UNFINISHED = -1, -2  # winners, besides 0 and 1


@compiled
def times_seen(keys: Any, plies: int, key: Any) -> int:
    """How often a position has stood on the board, by its key."""
    count = 0
    for ply in range(plies + 1):
        count += 1 if keys[ply] == key else 0
    return count


@compiled
def advance(state: Any, move: int, keys: Any, plies: Any, index: int, mode: int) -> None:
    """Carry out a legal move of one game."""
    verbs.play(state, move)
    plies[index] += 1
    if mode != OFF:
        keys[index, plies[index]] = verbs.key(state)


@compiled
def legal_moves(states: Any, spare: Any, index: int, room: Any, keys: Any, plies: Any, mode: int) -> int:
    """Write the legal moves into `room`, without those that superko forbids; the number of them."""
    state = states[index]
    count = verbs.moves(state, room)
    if mode != SUPERKO:
        return count
    kept = 0
    for number in range(count):
        spare[1] = state
        verbs.play(spare[1], room[number])
        if times_seen(keys[index], plies[index], verbs.key(spare[1])) == 0:
            room[kept] = room[number]
            kept += 1
    return kept


@compiled
def how_it_ends(states: Any, spare: Any, index: int, room: Any, keys: Any, plies: Any, mode: int, longest: int) -> int:
    """An Ending, by the rules, by repetition or by length."""
    how = verbs.ending(states[index])
    if how != Ending.NONE:
        return how
    ply = plies[index]
    if mode == THREEFOLD and times_seen(keys[index], ply, keys[index, ply]) >= 3:
        return Ending.DRAW
    if mode == SUPERKO and legal_moves(states, spare, index, room, keys, plies, mode) == 0:
        return Ending.DRAW
    return Ending.DRAW if ply >= longest else Ending.NONE


@compiled
def action_of(actions: Any, move: int) -> Any:
    """The action of a legal move; NO_ACTION for what is none of the game's kinds of moves."""
    number = np.uint64(move)  # one below zero is beyond everything
    return np.int64(actions[number]) if number < np.uint64(len(actions)) else np.int64(NO_ACTION)


@compiled
def move_of(action_table: Any, move_table: Any, state: Any, action: int, room: Any) -> Any:
    """The legal move that has an action."""
    move = move_table[action]
    if move != SEVERAL:
        return np.int64(move)
    for number in range(verbs.moves(state, room)):
        if action_of(action_table, room[number]) == action:
            return np.int64(room[number])
    note(state, NO_ACTION)
    raise BrokenRules(verbs.BAD_ACTION)


@compiled
def mark_legal(state: Any, actions: Any, room: Any, count: int, mask: Any) -> None:
    """Write the actions of legal moves into `mask`."""
    for number in range(count):
        action = action_of(actions, room[number])
        if action == NO_ACTION:
            note(state, action)
            raise BrokenRules(verbs.BAD_ACTION)
        mask[np.uint64(action)] = 1


@compiled
def list_legal(
    states: Any, spare: Any, action_table: Any, index: int, room: Any, keys: Any, plies: Any, mode: int, mask: Any
) -> int:
    """Write the legal moves into `room` and the legal actions into `mask`; the number of them."""
    mask[:] = 0
    count = legal_moves(states, spare, index, room, keys, plies, mode)
    mark_legal(states[index], action_table, room, count, mask)
    return count


@compiled
def begin(states: Any, spare: Any, index: int, random: Any, keys: Any, plies: Any, mode: int) -> None:
    """A new game in a row; spare[0] has the options filled in."""
    states[index] = spare[0]
    verbs.start(states[index], random)
    plies[index] = 0
    if mode != OFF:
        keys[index, 0] = verbs.key(states[index])


@compiled
def answer(
    states: Any,
    spare: Any,
    index: int,
    seat: Any,
    room: Any,
    random: Any,
    keys: Any,
    plies: Any,
    mode: int,
    longest: int,
) -> int:
    """Let a random opponent move until the seat is to move or the game is over; how it then stands."""
    how = how_it_ends(states, spare, index, room, keys, plies, mode, longest)
    while how == Ending.NONE and states[index].mover != seat:
        if mode == SUPERKO:
            move = room[random_numbers.below(random, legal_moves(states, spare, index, room, keys, plies, mode))]
        else:
            move = verbs.pick(states[index], random, room)
        advance(states[index], move, keys, plies, index, mode)
        how = how_it_ends(states, spare, index, room, keys, plies, mode, longest)
    return how


@compiled
def observe(
    states: Any,
    spare: Any,
    action_table: Any,
    index: int,
    room: Any,
    keys: Any,
    plies: Any,
    mode: int,
    masks: Any,
    counts: Any,
    to_move: Any,
) -> None:
    """Write who is to move and what they may do."""
    mover = states[index].mover
    to_move[index] = mover
    counts[index] = list_legal(states, spare, action_table, index, room, keys, plies, mode, masks[index])


@compiled
def draw_all(words: Any, to_move: Any, program: Any, planes: Any) -> None:
    """Write what the players to move see."""
    draw(words, to_move, program, planes.reshape(len(planes), -1))


@compiled
def begin_all(
    states: Any,
    words: Any,
    spare: Any,
    program: Any,
    action_table: Any,
    room: Any,
    random: Any,
    keys: Any,
    plies: Any,
    mode: int,
    longest: int,
    seats: Any,
    answers: bool,
    planes: Any,
    masks: Any,
    counts: Any,
    to_move: Any,
) -> None:
    """A new game in every row."""
    for index in range(len(states)):
        begin(states, spare, index, random, keys, plies, mode)
        if answers:
            answer(states, spare, index, seats[index], room, random, keys, plies, mode, longest)
        observe(states, spare, action_table, index, room, keys, plies, mode, masks, counts, to_move)
    draw_all(words, to_move, program, planes)


@compiled
def step_all(
    states: Any,
    words: Any,
    spare: Any,
    program: Any,
    action_table: Any,
    move_table: Any,
    actions: Any,
    room: Any,
    random: Any,
    keys: Any,
    plies: Any,
    mode: int,
    longest: int,
    seats: Any,
    answers: bool,
    planes: Any,
    masks: Any,
    counts: Any,
    to_move: Any,
    rewards: Any,
    dones: Any,
    winners: Any,
) -> int:
    """One action in every row that has one; a row whose game ends begins the next.  The number of illegal actions."""
    illegal = 0
    for index in range(len(states)):
        rewards[index] = 0
        dones[index] = False
        winners[index] = UNFINISHED
        action = actions[index]
        if action == LEAVE:
            continue
        mover = np.int64(states[index].mover)
        if 0 <= action < masks.shape[1] and masks[index, action] == 1:
            move = move_of(action_table, move_table, states[index], action, room)
            advance(states[index], move, keys, plies, index, mode)
            if answers:
                how = answer(states, spare, index, mover, room, random, keys, plies, mode, longest)
            else:
                how = how_it_ends(states, spare, index, room, keys, plies, mode, longest)
        else:
            illegal += 1
            how = Ending.SECOND_WINS if mover == 0 else Ending.FIRST_WINS
        if how != Ending.NONE:
            dones[index] = True
            winners[index] = NOBODY
            if how != Ending.DRAW:
                winners[index] = 0 if how == Ending.FIRST_WINS else 1
                rewards[index] = 1 if winners[index] == mover else -1
            seats[index] = 1 - seats[index]
            begin(states, spare, index, random, keys, plies, mode)
            if answers:
                answer(states, spare, index, seats[index], room, random, keys, plies, mode, longest)
        observe(states, spare, action_table, index, room, keys, plies, mode, masks, counts, to_move)
    draw_all(words, to_move, program, planes)
    return illegal


@compiled
def pick_actions(masks: Any, counts: Any, random: Any, actions: Any) -> None:
    """A random legal action in every row, all equally likely; -1 where there is none."""
    for index in range(len(masks)):
        actions[index] = -1
        wanted = random_numbers.below(random, counts[index])
        for action in range(masks.shape[1]):
            wanted -= masks[index, action]
            if wanted < 0:
                actions[index] = action
                break
