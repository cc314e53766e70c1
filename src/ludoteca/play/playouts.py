"""Random games at full speed, through the generic verbs: for statistics, for bench, and as a check on any game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.compiler import layouts
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Position, Variant


@compiled
def random_game(state: Any, room: Any, random: Any, longest: int) -> int:
    """Play random moves to the end; returns the number of plies."""
    plies = 0
    while plies < longest and verbs.ending(state) == Ending.NONE:
        verbs.play(state, verbs.pick(state, random, room))
        plies += 1
    return plies


@compiled
def final_ending(state: Any) -> int:
    """How a game ended that was played to its end or its maximum length."""
    how = verbs.ending(state)
    return verbs.at_longest(state) if how == Ending.NONE else how


@compiled
def _play_from(states: Any, games: int, room: Any, random: Any, longest: int, tally: Any) -> int:
    """Random games from states[1], played in states[0]; `tally` counts the endings."""
    plies = 0
    for _ in range(games):
        states[0] = states[1]
        plies += random_game(states[0], room, random, longest)
        tally[final_ending(states[0])] += 1
    return plies


@compiled
def play_from_starts(states: Any, games: int, room: Any, random: Any, longest: int, tally: Any) -> int:
    """The same, each game from its own setup."""
    plies = 0
    for _ in range(games):
        states[0] = states[1]
        verbs.start(states[0], random)
        plies += random_game(states[0], room, random, longest)
        tally[final_ending(states[0])] += 1
    return plies


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of a number of random games."""

    games: int
    first_wins: int
    second_wins: int
    draws: int  # including games cut off at the maximum length
    plies: int

    @property
    def mean_plies(self) -> float:
        """The average length of a game."""
        return self.plies / self.games


def play_random(variant: Variant, games: int, *, seed: int | None = None, start: Position | None = None) -> Playouts:
    """Play random games from the start (a new setup each) or from one position, without repetition rules."""
    states = layouts.new_states(2, variant.game.state)
    states[1] = variant.blank if start is None else variant.own(start).state
    tally = np.zeros(4, dtype=np.int64)
    play = play_from_starts if start is None else _play_from
    room = np.zeros_like(variant.room)
    with BrokenRulesReporter(variant.game, states):
        plies = play(states, games, room, random_numbers.new_random(seed), variant.longest, tally)
    _, first, second, draws = (int(count) for count in tally)
    return Playouts(games, first, second, draws, int(plies))
