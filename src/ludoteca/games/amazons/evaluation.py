"""How good a position of Amazons is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.amazons.rules import BOARD, taken
from ludoteca.kernel import compiled, count_cells, each, next_to

NEIGHBOURS = BOARD.neighbours
FARTHEST = 4  # steps; farther cells are anybody's

TERMS, WEIGHTS = ("freedom", "territory"), np.array([0.05, 0.05])
TERM_WORDS = {"freedom": "gives the queens more room", "territory": "brings the queens closer to more empty cells"}


@compiled
def freedom(state, player):
    """How many free cells are next to each of a player's queens, added up."""
    free, count = BOARD.all & ~taken(state), 0
    for queen in each(state.queens[player]):
        count += count_cells(NEIGHBOURS[queen] & free)
    return count


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
    """More room and more territory are better."""
    return float(freedom(state, state.mover) - freedom(state, 1 - state.mover)), float(territory(state))
