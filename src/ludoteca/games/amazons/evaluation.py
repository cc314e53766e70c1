"""How good a position of Amazons is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.amazons.rules import BOARD, SIGHT, WAYS, taken
from ludoteca.kernel import compiled, count_cells, each, in_sight, next_to

NEIGHBOURS = BOARD.neighbours
FARTHEST = 4  # steps; farther cells are anybody's

TERMS, WEIGHTS = (
    ("to move", "freedom", "reach", "territory"),
    np.array([0.12, 0.070, 0.025, 0.037]),
)  # ludoteca fit amazons
TERM_WORDS = {
    "to move": "",
    "freedom": "gives the queens more room",
    "reach": "lets the queens reach more cells in one move",
    "territory": "brings the queens closer to more empty cells",
}


@compiled
def freedom(state, player):
    """How many free cells are next to each of a player's queens, added up."""
    free, count = BOARD.all & ~taken(state), 0
    for queen in each(state.queens[player]):
        count += count_cells(NEIGHBOURS[queen] & free)
    return count


@compiled
def reach(state, player):
    """The cells that a player's queens reach in one move."""
    cells, obstacles = BOARD.none, taken(state)
    for queen in each(state.queens[player]):
        cells |= in_sight(queen, WAYS, obstacles, SIGHT)
    return cells & ~obstacles


@compiled
def territory(state):
    """How many free cells the mover's queens reach in fewer single steps than the opponent's, less the reverse."""
    free = BOARD.all & ~taken(state)
    mine, yours = state.queens[state.mover], state.queens[1 - state.mover]
    lead = 0
    for _ in range(FARTHEST):
        mine, yours = next_to(mine, NEIGHBOURS) & free, next_to(yours, NEIGHBOURS) & free
        lead += count_cells(mine & ~yours) - count_cells(yours & ~mine)
        free &= ~(mine | yours)
    return lead


@compiled
def terms(state):
    """More room, more reach and more territory are better; whoever still has to shoot has moved already."""
    me, you = state.mover, 1 - state.mover
    return (
        0.0 if state.archer else 1.0,
        float(freedom(state, me) - freedom(state, you)),
        float(count_cells(reach(state, me)) - count_cells(reach(state, you))),
        float(territory(state)),
    )
