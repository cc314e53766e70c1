"""How good a position of Kalah is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.kalah.rules import FIRST, in_row, points, side_of
from ludoteca.kernel import compiled

TERMS = ("seeds", "seeds in the row", "extra turns")
TERM_WORDS = {
    "seeds": "gets more seeds into the store",
    "seeds in the row": "keeps more seeds in its row",
    "extra turns": "prepares more extra turns",
}
WEIGHTS = np.array([0.232, 0.045, 0.380])  # ludoteca fit kalah
DRAW_BAND, POINTS_PER_UNIT, MOST_POINTS = 0.38, 4.5, 31.0


@compiled
def extra_turns(state, side):
    """The houses whose last seed would fall into the store."""
    count, first = 0, FIRST[state.houses, side]
    for place in range(state.houses):
        if state.seeds[first + place] == state.houses - place:
            count += 1
    return count


@compiled
def terms(state):
    """What counts: mine minus yours."""
    mine, yours = side_of(state, state.mover), side_of(state, 1 - state.mover)
    return (
        float(points(state, state.mover)) - float(points(state, 1 - state.mover)),
        float(in_row(state, mine)) - float(in_row(state, yours)),
        float(extra_turns(state, mine) - extra_turns(state, yours)),
    )
