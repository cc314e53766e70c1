"""How good a position of nine men's morris is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.morris.rules import LINES, NEIGHBOURS, PHASE, can_place, men_left
from ludoteca.kernel import compiled, count_cells, next_to

TERMS = ("to move", "men", "mills", "open mills", "free points", "blocked men")
TERM_WORDS = {
    "to move": "",
    "men": "keeps more men",
    "mills": "makes more mills",
    "open mills": "leaves more lines one man short of a mill",
    "free points": "gives its men more room",
    "blocked men": "blocks more enemy men",
}
WEIGHTS = np.array([0.21, 0.58, 0.43, 0.26, 0.017, -0.168])  # ludoteca fit morris
DRAW_BAND = 0.90


@compiled
def almost_mills(men, free):
    """The lines with two men and a free point."""
    count = 0
    for line in LINES:
        if count_cells(line & men) == 2 and line & free:
            count += 1
    return count


@compiled
def full_mills(men):
    """The lines with three men."""
    count = 0
    for line in LINES:
        if not line & ~men:
            count += 1
    return count


@compiled
def blocked(men, free):
    """How many men have no free point beside them."""
    return count_cells(men) - count_cells(men & next_to(free, NEIGHBOURS))


@compiled
def terms(state):
    """What counts: mine minus yours."""
    mine, yours, free = state.men[state.mover], state.men[1 - state.mover], can_place(state)
    my_room, your_room = next_to(mine, NEIGHBOURS) & free, next_to(yours, NEIGHBOURS) & free
    return (
        1.0,
        float(men_left(state, state.mover) - men_left(state, 1 - state.mover)),
        float(full_mills(mine) - full_mills(yours)),
        float(almost_mills(mine, free) - almost_mills(yours, free)),
        float(count_cells(my_room) - count_cells(your_room)),
        float(blocked(mine, free) - blocked(yours, free)),
    )


@compiled
def is_in_check(state):
    """Whether the mover has closed a mill and still has to take a man. [NM5]"""
    return state.phase == PHASE.take
