"""Random games at full speed, through the generic verbs: for statistics, for bench, and as a check on any game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.compiler import layouts
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import random_numbers, verbs
from ludoteca.kernel.broken_rules import BrokenRulesReporter
from ludoteca.kernel.verbs import Ending
from ludoteca.play.position import Position, Variant

AT_ONCE = 1000  # games between two checks whether to continue


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
def play_games(states: Any, is_setup: bool, games: int, room: Any, random: Any, longest: int, tally: Any) -> int:
    """Random games from states[1], or each from a setup of its own, played in states[0]; `tally` counts the endings."""
    plies = 0
    for _ in range(games):
        states[0] = states[1]
        if is_setup:
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
    room, random = np.zeros_like(variant.room), random_numbers.new_random(seed)
    with BrokenRulesReporter(variant.game, states):
        plies = play_games(states, start is None, games, room, random, variant.longest, tally)
    _, first, second, draws = (int(count) for count in tally)
    return Playouts(games, first, second, draws, int(plies))


@compiled
def _statistics_of_game(state: Any, room: Any, random: Any, longest: int, choices: Any) -> int:
    """Play random moves to the end, adding every move count to `choices` (sum, maximum); the number of plies."""
    plies = 0
    while plies < longest and verbs.ending(state) == Ending.NONE:
        count = verbs.moves(state, room)
        choices[0] += count
        choices[1] = max(choices[1], count)
        verbs.play(state, room[random_numbers.below(random, count)])
        plies += 1
    return plies


@compiled
def _statistics_of_games(
    states: Any, is_setup: bool, room: Any, random: Any, longest: int, lengths: Any, sums: Any
) -> None:
    """Play one game for each of `lengths` in states[0] from states[1]; `sums` are the endings, then the choices."""
    for game in range(len(lengths)):
        states[0] = states[1]
        if is_setup:
            verbs.start(states[0], random)
        lengths[game] = _statistics_of_game(states[0], room, random, longest, sums[4:])
        sums[final_ending(states[0])] += 1


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """What a number of random games were like."""

    games: int
    first_wins: int
    second_wins: int
    draws: int  # including games cut off at the maximum length
    shortest: int  # in plies
    longest: int
    mean_plies: float
    mean_choices: float  # the branching factor
    most_choices: int


def collect_statistics(
    variant: Variant,
    games: int,
    *,
    seed: int | None = None,
    start: Position | None = None,
    goes_on: Callable[[int], bool] = lambda _: True,
) -> GameStatistics:
    """Play random games from the start (a new setup each) or from one position, without repetition rules.

    `goes_on` is called now and then with the number of games so far, and stops the run by returning False.
    """
    states = layouts.new_states(2, variant.game.state)
    states[1] = variant.blank if start is None else variant.own(start).state
    lengths = np.zeros(games, dtype=np.int32)
    sums = np.zeros(6, dtype=np.int64)
    room = np.zeros_like(variant.room)
    random, played = random_numbers.new_random(seed), 0
    while played < games and (played == 0 or goes_on(played)):
        part = lengths[played : played + AT_ONCE]
        with BrokenRulesReporter(variant.game, states):
            _statistics_of_games(states, start is None, room, random, variant.longest, part, sums)
        played += len(part)
    lengths = lengths[:played]
    _, first, second, draws, choices, most = (int(number) for number in sums)
    return GameStatistics(
        games=played,
        first_wins=first,
        second_wins=second,
        draws=draws,
        shortest=int(lengths.min()),
        longest=int(lengths.max()),
        mean_plies=float(lengths.mean()),
        mean_choices=choices / max(1, int(lengths.sum(dtype=np.int64))),
        most_choices=most,
    )
