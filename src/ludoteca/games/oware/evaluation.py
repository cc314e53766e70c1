"""How good a position of Oware is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.oware.rules import FIRST, LAST, points
from ludoteca.kernel import compiled

TERMS = ("seeds", "weak houses")
TERM_WORDS = {"seeds": "takes more seeds", "weak houses": "leaves fewer houses that can be taken"}
WEIGHTS = np.array([0.25, -0.05])


@compiled
def weak_houses(state, player):
    """The houses with one or two seeds, which one more seed makes two or three."""
    count = 0
    for pit in range(FIRST[player], LAST[player] + 1):
        if 1 <= state.seeds[pit] <= 2:
            count += 1
    return count


@compiled
def terms(state):
    """What counts: mine minus yours."""
    mover = state.mover
    return (
        float(points(state, mover)) - float(points(state, 1 - mover)),
        float(weak_houses(state, mover) - weak_houses(state, 1 - mover)),
    )
