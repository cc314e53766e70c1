"""Many games stepped on a device: what its threads do, for a GPU and for a loop on the processor alike.

Each function goes through rows from `first` on, `threads` apart: a thread of a GPU through some of them, the processor
(0 and 1) through all.  A thread has scratch memory of its own.  Functions with `lane` and `lanes` do simple work on
long rows, which several threads share: each takes every `lanes`-th number, so that neighbours write side by side.

What happens in a row is in `stepping.py`, where the vector environment calls the same functions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludoteca.adapters.stepping import (
    LEAVE,
    UNFINISHED,
    begin,
    begin_next,
    finish_row,
    is_waiting,
    mark_legal,
    move_at_random,
    nth_legal,
    play_action,
)
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import random_numbers
from ludoteca.play.game_rows import judge
from ludoteca.play.planes import blank_of, draw_block, draw_changes

ILLEGAL = -2  # as an action
NOBODY_ANSWERS, RANDOM_ANSWERS = range(2)  # who answers on the device, without asking Python


class Games(NamedTuple):
    """The games by row (`play/game_rows.py`), and what a player is told of them."""

    states: Any
    words: Any  # the states as 64-bit words
    rows: Any
    keys: Any
    which: Any  # the variant
    randoms: Any
    masks: Any
    counts: Any
    to_move: Any


class Tables(NamedTuple):
    """What rows share, by variant."""

    blanks: Any
    actions: Any
    moves: Any


class Scratch(NamedTuple):
    """Memory by thread."""

    spare: Any  # states
    room: Any  # for a list of moves


class Ends(NamedTuple):
    """How games ended: the last positions of those that did, and what was seen of them."""

    states: Any
    words: Any
    seats: Any
    planes: Any  # not scaled, all of a row one after another


@compiled
def begin_rows(first, threads, games, tables, scratch, seat, answers):
    """A new game in every row; without a chosen seat, learners have either seat by turns."""
    spare, room = scratch.spare[first], scratch.room[first]
    for index in range(first, len(games.states), threads):
        state, row, keys, random = games.states[index], games.rows[index], games.keys[index], games.randoms[index]
        row.seat = index & 1 if seat < 0 else seat
        begin(games.states, games.rows, keys, index, tables.blanks[games.which[index]], random)
        if answers == RANDOM_ANSWERS:
            move_at_random(state, row, keys, random, spare, room)


@compiled
def play_rows(first, threads, games, tables, scratch, actions, is_answer, answers):
    """An action in every row: the learners', or where they wait the opponent's; then what is answered at once."""
    spare, room = scratch.spare[first], scratch.room[first]
    for index in range(first, len(games.states), threads):
        state, row, keys, kind = games.states[index], games.rows[index], games.keys[index], games.which[index]
        if is_answer and not is_waiting(state, row):
            continue
        action = np.int64(actions[index])
        if is_answer and action == LEAVE:
            action = np.int64(ILLEGAL)  # else nobody would ever move
        play_action(state, row, keys, tables.actions[kind], tables.moves[kind], games.masks[index], action, room, spare)
        if answers == RANDOM_ANSWERS:
            move_at_random(state, row, keys, games.randoms[index], spare, room)


@compiled
def look_for_waiting(first, threads, games, is_any):
    """Note whether it is the opponent's turn in any row."""
    for index in range(first, len(games.states), threads):
        if is_waiting(games.states[index], games.rows[index]):
            is_any[0] = 1


@compiled
def finish_rows(first, threads, games, tables, scratch, program, results, ends, has_opponent, swaps_seats, answers):
    """The result of the step in every row; a finished game is drawn and replaced by the next."""
    spare, room = scratch.spare[first], scratch.room[first]
    for index in range(first, len(games.states), threads):
        if finish_row(games.states, games.rows, index, has_opponent, results):
            kind, keys, random = games.which[index], games.keys[index], games.randoms[index]
            draw_block(ends.words, ends.seats, kind, program, ends.planes, index, index + 1)
            begin_next(games.states, games.rows, keys, index, tables.blanks[kind], random, swaps_seats)
            if answers == RANDOM_ANSWERS:
                move_at_random(games.states[index], games.rows[index], keys, random, spare, room)


@compiled
def clear_rows(first, threads, lane, lanes, games, program, planes):
    """Empty masks, and of the planes what never changes."""
    for index in range(first, len(games.states), threads):
        games.to_move[index] = games.states[index].mover
        mask = games.masks[index]
        for place in range(lane, len(mask), lanes):
            mask[place] = 0
        same = program.blank[blank_of(games.words, games.to_move, games.which[index], index)]
        for place in range(lane, len(same), lanes):
            planes[index, place] = same[place]


@compiled
def observe_rows(first, threads, games, tables, scratch, program, planes):
    """What players may do and what they see, over what `clear_rows` has left."""
    spare, room = scratch.spare[first], scratch.room[first]
    for index in range(first, len(games.states), threads):
        state, row, kind = games.states[index], games.rows[index], games.which[index]
        table = tables.actions[kind]
        games.counts[index] = mark_legal(state, row, games.keys[index], table, spare, room, games.masks[index])
        draw_changes(games.words, games.to_move, kind, program, planes, index, index + 1)


@compiled
def convert_rows(first, threads, lane, lanes, planes, table, area, dones, is_of_ends, out):
    """Planes as numbers of another type, by a table for each plane; of last positions, those at this step."""
    for index in range(first, len(planes), threads):
        if dones[index] or not is_of_ends:
            for place in range(lane, planes.shape[1], lanes):
                out[index, place] = table[place // area, planes[index, place]]


@compiled
def pick_rows(first, threads, games, random, actions):
    """A random legal action in every row, all equally likely; -1 if there is none."""
    for index in range(first, len(games.states), threads):
        number = random_numbers.below_after(random, index, games.counts[index])
        actions[index] = nth_legal(games.masks[index], number)


@compiled
def forget_rows(first, threads, results, chosen):
    """The chosen rows tell of no ending."""
    for number in range(first, len(chosen), threads):
        index = chosen[number]
        if 0 <= index < len(results.dones):  # it may come from outside
            results.rewards[index] = 0
            results.player_rewards[index, 0] = 0
            results.player_rewards[index, 1] = 0
            results.dones[index] = False
            results.truncations[index] = False
            results.was_illegal[index] = False
            results.winners[index] = UNFINISHED


@compiled
def judge_rows(first, threads, games, scratch, chosen):
    """Write into the chosen rows whether their games are over."""
    spare, room = scratch.spare[first], scratch.room[first]
    for number in range(first, len(chosen), threads):
        index = chosen[number]
        judge(games.states[index], games.rows[index], games.keys[index], room, spare)


@compiled
def move_rows(first, threads, lane, lanes, source, sources, target, targets):
    """Copy the bytes of some rows into others; one source may go into all of them."""
    for number in range(first, len(targets), threads):
        begin, end = sources[number] if len(sources) > 1 else sources[0], targets[number]
        if 0 <= begin < len(source) and 0 <= end < len(target):  # they may come from outside
            for place in range(lane, source.shape[1], lanes):
                target[end, place] = source[begin, place]


@compiled
def find_broken_rules(first, threads, words, found):
    """Note a row, plus one, whose state has an error code, its last word (`compiler/layouts.py`)."""
    for index in range(first, len(words), threads):
        if words[index, words.shape[1] - 1] != 0:
            found[0] = index + 1
