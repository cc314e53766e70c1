"""Two toy games of somebody else's, to break searches with.

Wander: one token on a small map of one-way streets that both players move in turn; on some places it wins for one of
them.  Every setup is another map.  It has no evaluation, no points, no key and no sample of its own, positions come
back at once, and the longest game is short, so brute force can say what is true.

Odd: the same game with an evaluation that is not always a number, and points beyond measure.
"""

from __future__ import annotations

import numpy as np

from ludoteca.kernel import EMPTY, Ending, Game, Option, Pick, Player, SquareBoard, compiled, state_record
from ludoteca.kernel.errors import UnreadablePosition
from ludoteca.kernel.random_numbers import below
from ludoteca.play import Variant

PLACES, STREETS = 6, 3
BOARD = SquareBoard(PLACES, 1)
WANDER = state_record(street=("i1", (PLACES, STREETS)), goal=("i1", PLACES), at="i1")
ODD = state_record(street=("i1", (PLACES, STREETS)), goal=("i1", PLACES), at="i1", odd="i1")


@compiled
def start(state, random):
    """Streets anywhere, two of them at least from each place; one goal for each player, away from the start."""
    for place in range(PLACES):
        for number in range(STREETS):
            state.street[place, number] = below(random, PLACES)
        while state.street[place, 1] == state.street[place, 0]:
            state.street[place, 1] = below(random, PLACES)
    state.goal[1 + below(random, 2)] = Ending.FIRST_WINS
    state.goal[3 + below(random, 3)] = Ending.SECOND_WINS


@compiled
def moves(state, out):
    """Along each street, once to each place."""
    count = 0
    for number in range(STREETS):
        place = state.street[state.at, number]
        is_new = True
        for earlier in range(count):
            is_new = is_new and out[earlier] != place
        if is_new:
            out[count] = place
            count += 1
    return count


@compiled
def play(state, move):
    """Go there."""
    state.at = move
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """By the goal the token stands on."""
    return state.goal[state.at]


@compiled
def odd_evaluate(state):
    """No number, more than any number, or less."""
    worth = (np.nan, np.inf, -np.inf, 0.5, 1e300, -0.5)
    return worth[state.at]


@compiled
def huge_margin(state):
    """More points than anybody can count."""
    return 1_000_000 if state.goal[state.at] == Ending.SECOND_WINS else -1_000_000


def write(state):
    streets = "".join(str(int(place)) for place in np.ravel(state.street))
    return f"{streets} {''.join(str(int(goal)) for goal in state.goal)} {int(state.at)} {'fs'[state.mover]}"


def read(state, text):
    words = text.split()
    if len(words) != 4:
        raise UnreadablePosition("streets, goals, place, mover")
    state.street[:] = np.array(list(map(int, words[0]))).reshape(PLACES, STREETS)
    state.goal[:] = list(map(int, words[1]))
    state.at, state.mover = int(words[2]), "fs".index(words[3])


def declared(name, state, **more):
    return Game(
        name=name,
        title=name.title(),
        designer="nobody",
        summary="A token wanders.",
        players=(Player("First", "f"), Player("Second", "s")),
        state=state,
        start=start,
        moves=moves,
        play=play,
        ending=ending,
        board=lambda _: BOARD,
        options=(
            Option("repetition", "threefold", "When a place comes back.", ("threefold", "off", "superko")),
            Option("longest", 7, "Plies.", parse=int),
        ),
        repetition=lambda options: options["repetition"],
        most_moves=STREETS,
        longest=lambda options: options["longest"],
        read=read,
        write=write,
        picks=lambda _, move: (Pick(BOARD.name[move]),),
        look=lambda _state, _name: EMPTY,
        reason=lambda _state, _how: "the token is there",
        is_symmetric=False,
        **more,
    )


WANDER_GAME = declared("wander", WANDER)
ODD_GAME = declared("odd", ODD, evaluate=odd_evaluate, margin=huge_margin, score=lambda _: (0, 0))


def wander(**options):
    return Variant(WANDER_GAME, **options)


def odd(**options):
    return Variant(ODD_GAME, **options)
