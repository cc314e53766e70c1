"""How good a position of Oware is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.oware.rules import FIRST, LAST, SEEDS, points
from ludoteca.kernel import compiled

TERMS = ("seeds", "weak houses", "empty houses", "large houses")
TERM_WORDS = {
    "seeds": "takes more seeds",
    "weak houses": "leaves fewer houses that can be taken",
    "empty houses": "leaves fewer empty houses",
    "large houses": "gathers seeds for a long sowing",
}
WEIGHTS = np.array([0.229, -0.154, -0.289, 0.237])  # ludoteca fit oware
DRAW_BAND, POINTS_PER_UNIT, MOST_POINTS = 0.48, 4.3, 22.0
LARGE = 12  # seeds that come round to the house they started from


@compiled
def count_houses(state, player, least, most):
    """A player's houses with at least and at most so many seeds."""
    count = 0
    for pit in range(FIRST[player], LAST[player] + 1):
        if least <= state.seeds[pit] <= most:
            count += 1
    return count


@compiled
def terms(state):
    """What counts: mine minus yours."""
    me, you = state.mover, 1 - state.mover
    return (
        float(points(state, me)) - float(points(state, you)),
        float(count_houses(state, me, 1, 2) - count_houses(state, you, 1, 2)),
        float(count_houses(state, me, 0, 0) - count_houses(state, you, 0, 0)),
        float(count_houses(state, me, LARGE, SEEDS) - count_houses(state, you, LARGE, SEEDS)),
    )
