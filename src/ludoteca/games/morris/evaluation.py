"""How good a position of nine men's morris is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.morris.rules import LINES, NEIGHBOURS, can_place, men_left
from ludoteca.kernel import compiled, count_cells, next_to

TERMS = ("men", "open mills", "free points")
TERM_WORDS = {
    "men": "keeps more men",
    "open mills": "leaves more lines one man short of a mill",
    "free points": "gives its men more room",
}
WEIGHTS = np.array([0.6, 0.15, 0.05])


@compiled
def almost_mills(men, free):
    """The lines with two men and a free point."""
    count = 0
    for line in LINES:
        if count_cells(line & men) == 2 and line & free:
            count += 1
    return count


@compiled
def terms(state):
    """What counts: mine minus yours."""
    mine, yours, free = state.men[state.mover], state.men[1 - state.mover], can_place(state)
    my_room, your_room = next_to(mine, NEIGHBOURS) & free, next_to(yours, NEIGHBOURS) & free
    return (
        float(men_left(state, state.mover) - men_left(state, 1 - state.mover)),
        float(almost_mills(mine, free) - almost_mills(yours, free)),
        float(count_cells(my_room) - count_cells(your_room)),
    )
