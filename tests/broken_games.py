"""A stranger's game whose rules break a promise on the third ply, and every way in which Ludoteca runs rules.

Run as a program it goes all those ways without bounds checking, as players do: memory must stay whole.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from ludoteca.adapters.vector import VectorEnv
from ludoteca.arena.fitting import self_play
from ludoteca.bots import find_bot
from ludoteca.kernel import EMPTY, Ending, Game, Option, Player, SquareBoard, choice, compiled, state_record
from ludoteca.kernel.encoding import Encoding, Plane
from ludoteca.kernel.errors import BrokenRules, UnreadablePosition
from ludoteca.play import Variant
from ludoteca.play.game_statistics import collect_statistics
from ludoteca.play.perft import count_sequences
from ludoteca.play.playouts import play_random
from ludoteca.search.iterative_deepening import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.solver import prove_win, solve_exactly
from ludoteca.search.tree_search import TreeSearch

FAULTS = ("none", "too many moves", "count below zero", "no such ending", "no such mover", "no such action")
_, TOO_MANY, BELOW_ZERO, NO_ENDING, NO_MOVER, NO_ACTION = range(6)
DECLARED, LISTED, LATE = 2, 50_000, 2  # moves declared, moves listed after so many plies
BOARD = SquareBoard(3, 3)
STATE = state_record(step="i4", fault="i4")


@compiled
def start(state, random):
    """Nothing to set up."""


@compiled
def moves(state, out):
    """Two moves; later so many that they would fill the memory behind any list."""
    count = LISTED if state.fault == TOO_MANY and state.step >= LATE else DECLARED
    for move in range(count):
        out[move] = move
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


@compiled
def write_planes(state, viewer, out):
    """Nothing."""


@compiled
def action_of(state, move):
    """The move, or an action that there is not."""
    return 1_000_000 if state.fault == NO_ACTION and state.step >= LATE else move


@compiled
def move_of(state, action):
    """The action."""
    return action


def read(state, text):
    words = text.split()
    if len(words) != 2 or not words[0].isdigit() or words[1] not in ("f", "s"):
        raise UnreadablePosition("step and mover")
    state.step, state.mover = int(words[0]), "fs".index(words[1])


def configure(state, options):
    state.fault = FAULTS.index(options["fault"])


GAME = Game(
    name="broken",
    title="Broken",
    designer="nobody",
    summary="Two moves a ply.",
    players=(Player("First", "f"), Player("Second", "s")),
    state=STATE,
    start=start,
    moves=moves,
    play=play,
    ending=ending,
    terms=terms,
    term_names=("step",),
    weights=np.ones(1),
    encoding=Encoding(
        0, (Plane("nothing"),), lambda _: DECLARED, write=write_planes, action_of=action_of, move_of=move_of,
        turn=lambda action, _board, _symmetry: action,
    ),
    board=lambda _: BOARD,
    options=(Option("fault", FAULTS[0], "What is wrong.", FAULTS),),
    configure=configure,
    most_moves=DECLARED,
    longest=lambda _: 20,
    read=read,
    write=lambda state: f"{int(state.step)} {'fs'[state.mover]}",
    picks=lambda _, move: (choice(str(move)),),
    forms=(r"(\d+)",),
    look=lambda _state, _name: EMPTY,
    reason=lambda _state, _how: "six steps",
    is_symmetric=False,
)  # fmt: skip


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
    "trees, two threads": lambda variant: TreeSearch(megabytes=1, seed=1, threads=2, cutoff=None).search(
        variant.start(), Limits(nodes=500)
    ),
    "solver": lambda variant: solve_exactly(variant.start(), Limits()),
    "proofs": lambda variant: prove_win(variant.start(), Limits(nodes=5000)),
    "greedy": lambda variant: play_along(variant, find_bot("greedy", seed=1)),
    "level 10": lambda variant: play_along(variant, find_bot("level10", seed=1)),
    "environment": step_through,
    "environment with an opponent": lambda variant: step_through(variant, "random"),
    "self-play": lambda variant: self_play(variant, 2, depth=2, opening=1),
}


if __name__ == "__main__":
    for name, way in WAYS.items():
        way(Variant(GAME))
        try:
            way(Variant(GAME, fault="too many moves"))
        except BrokenRules as error:
            print(f"{name}: {error}")
        else:
            sys.exit(f"{name}: nothing was noticed")
