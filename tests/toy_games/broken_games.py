"""A stranger's game whose rules break a promise on the third ply, and every way in which Ludoteca runs rules.

Run as a program it goes all those ways with all faults, and prints what is said of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np

from ludoteca.adapters.vector import VectorEnv
from ludoteca.bots import find_bot
from ludoteca.errors import BrokenRules
from ludoteca.kernel import (
    Choice,
    Count,
    Ending,
    Move,
    Player,
    Ruling,
    SquareBoard,
    State,
    compiled,
    game,
    say,
    words,
)
from ludoteca.learning.fitting import self_play
from ludoteca.play import Variant
from ludoteca.play.perft import count_sequences
from ludoteca.play.playouts import collect_statistics, play_random
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.solver import prove_win, solve_exactly
from ludoteca.search.tree_search import TreeSearch

FAULTS = ("none", "too many moves", "count below zero", "no such ending", "no such mover", "no such move")
_, TOO_MANY, BELOW_ZERO, NO_ENDING, NO_MOVER, NO_MOVE = range(6)
DECLARED, LISTED, LATE = 2, 50_000, 2  # moves declared, moves listed after so many plies
BOARD = SquareBoard(1, 1)
STATE = State(step=Count(0, 250, kind="i4"), fault=Ruling("What is wrong.", **{fault: fault for fault in FAULTS}))
GO = Move(number=Choice(("0", "1")))


@compiled
def start(state, random):
    """Nothing to set up."""


@compiled
def moves(state, out):
    """Two moves; later so many that they would fill the memory behind any list."""
    count = LISTED if state.fault == TOO_MANY and state.step >= LATE else DECLARED
    for move in range(count):
        out[move] = move
    if state.fault == NO_MOVE and state.step >= LATE:
        out[1] = 1_000_000
    return -1 if state.fault == BELOW_ZERO and state.step >= LATE else count


@compiled
def play(state, move):
    """A step; the mover changes."""
    state.step += 1
    state.mover = 200 if state.fault == NO_MOVER and state.step >= LATE else 1 - state.mover


@compiled
def ending(state):
    """After six steps, by luck."""
    if state.fault == NO_ENDING and state.step >= LATE:
        return 1_000_000
    return Ending.FIRST_WINS if state.step >= 6 else Ending.NONE


@compiled
def terms(state):
    """One number."""
    return (np.float64(state.step),)


STEPS = words("{0} steps")


@compiled
def reason(state):
    """How far it went."""
    return say(STEPS, state.step)


TERMS, WEIGHTS = ("step",), np.ones(1)
GAME = game(
    name="broken",
    title="Broken",
    designer="nobody",
    summary="Two moves a ply.",
    players=(Player("First", "f"), Player("Second", "s")),
    most_moves=DECLARED,
    longest=20,
    is_symmetric=False,
)


def step_through(variant, opponent=None):
    games = VectorEnv(variant, 3, seed=1, opponent=opponent)
    for _ in range(20):
        games.step(games.random_actions())


def play_along(variant, bot):
    position = variant.start()
    while position.outcome is None:
        position = position.play(bot.choose(position))


def walk(variant):
    position = variant.start()
    while position.outcome is None:
        position = position.play(position.moves()[0])
        assert position.mover in (0, 1)


WAYS: dict[str, Callable[[Variant], object]] = {
    "positions": walk,
    "perft": lambda variant: count_sequences(variant.start(), 7),
    "random games": lambda variant: play_random(variant, 10, seed=1),
    "collect_statistics": lambda variant: collect_statistics(variant, 10, seed=1),
    "alpha-beta": lambda variant: AlphaBeta(megabytes=1).search(variant.start(), Limits(depth=6)),
    "alpha-beta, two threads": lambda variant: AlphaBeta(megabytes=1, threads=2).search(
        variant.start(), Limits(nodes=5000)
    ),
    "alpha-beta, all lines": lambda variant: AlphaBeta(megabytes=1).search(variant.start(), Limits(depth=6), lines=2),
    "trees": lambda variant: TreeSearch(megabytes=1, seed=1).search(variant.start(), Limits(nodes=500)),
    "trees, two threads": lambda variant: TreeSearch(megabytes=1, seed=1, threads=2, cutoff=0).search(
        variant.start(), Limits(nodes=500)
    ),
    "solver": lambda variant: solve_exactly(variant.start(), Limits()),
    "proofs": lambda variant: prove_win(variant.start(), Limits(nodes=5000)),
    "greedy": lambda variant: play_along(variant, find_bot("greedy", seed=1)),
    "level 10": lambda variant: play_along(variant, find_bot("level10", seed=1)),
    "environment": step_through,
    "environment with an opponent": lambda variant: step_through(variant, "random"),
    "self-play": lambda variant: self_play(variant, 2, depth=2),
}


def told(way: Callable[[Variant], object], fault: str) -> str | None:
    """What is said when rules run in this way; None if nothing is."""
    try:
        way(Variant(GAME, fault=fault))
    except BrokenRules as error:
        return str(error)
    return None


ENVIRONMENTS = [name for name in WAYS if name.startswith("environment")]  # they alone look whether a move is one


if __name__ == "__main__":
    said = {name: {fault: told(way, fault) for fault in FAULTS[:NO_MOVE]} for name, way in WAYS.items()}
    for name in ENVIRONMENTS:
        said[name][FAULTS[NO_MOVE]] = told(WAYS[name], FAULTS[NO_MOVE])
    print(json.dumps(said))
