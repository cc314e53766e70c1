"""Two toy games of somebody else's, to break searches with: Wander here, and Odd in odd_toy.py.

Wander: one token on a small map of one-way streets that both players move in turn; on some places it wins for one of
them.  Every setup is another map.  It has no evaluation, no points, no key and no sample of its own, positions come
back at once, and the longest game is short, so brute force can say what is true.
"""

from __future__ import annotations

from ludoteca.kernel import (
    Cell,
    CellAt,
    Count,
    Ending,
    Hidden,
    Move,
    Option,
    Player,
    SquareBoard,
    State,
    below,
    compiled,
    game,
    repetition,
    say,
    words,
)
from ludoteca.play import Variant

PLACES, STREETS = 6, 3
BOARD = SquareBoard(PLACES, 1)
FIELDS = {
    "streets": Count(0, 10 ** (PLACES * STREETS) - 1, kind="i8"),  # a digit for each: where it leads
    "goals": Count(0, 10**PLACES - 1, kind="i4"),  # a digit for each place: who wins there
    "at": CellAt(BOARD),
    "street": Hidden("i1", (PLACES, STREETS)),
    "goal": Hidden("i1", PLACES),
}
STATE = State(**FIELDS)
GO = Move(cell=Cell(BOARD))


@compiled
def start(state, random):
    """Streets anywhere, two of them at least from each place; one goal for each player, away from the start."""
    for _ in range(PLACES):
        first = below(random, PLACES)
        second = below(random, PLACES)
        while second == first:
            second = below(random, PLACES)
        state.streets = state.streets * 1000 + first * 100 + second * 10 + below(random, PLACES)
    goal = 10 ** (4 - below(random, 2)) * Ending.FIRST_WINS
    state.goals = goal + 10 ** below(random, 3) * Ending.SECOND_WINS
    derive(state)


@compiled
def derive(state):
    """Digits as tables."""
    streets, goals = state.streets, state.goals
    for place in range(PLACES - 1, -1, -1):
        state.goal[place] = goals % 10
        goals //= 10
        for number in range(STREETS - 1, -1, -1):
            state.street[place, number] = streets % 10
            streets //= 10


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


ARRIVED = words("the token is at {0:cell}")


@compiled
def reason(state):
    """Where it is."""
    return say(ARRIVED, state.at)


DECLARED = {
    "designer": "nobody",
    "summary": "A token wanders.",
    "players": (Player("First", "f"), Player("Second", "s")),
    "options": (repetition("threefold", "off", "superko", "twofold"), Option("longest", 7, "Plies.", parse=int)),
    "most_moves": STREETS,
    "longest": lambda options: options["longest"],
    "is_symmetric": False,
}
GAME = game(name="wander", title="Wander", **DECLARED)


def wander(**options):
    return Variant(GAME, **options)
