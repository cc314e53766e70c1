"""How good a position is: men, kings, the back row that keeps enemies from being crowned, the way still to go."""

import numpy as np

from ludoteca.games.draughts.rules import BOARD, FAR_ROWS, MEN
from ludoteca.kernel import compiled, count_cells

TERMS = ("to move", "men", "kings", "back row", "advance")
WEIGHTS = np.array([0.05, 1.0, 1.4, 0.08, 0.03])
TERM_WORDS = {
    "men": "wins a man",
    "kings": "gains a king",
    "back row": "guards the back row",
    "advance": "brings the men closer to being crowned",
}
ROWS = BOARD.table([BOARD.bits(map(str, range(4 * row + 1, 4 * row + 5))) for row in range(8)])


@compiled
def advance(state, player):
    """How many rows a player's men have come, in all."""
    total = 0
    for row in range(8):
        total += (7 - row if player else row) * count_cells(state.men[player, MEN.man] & ROWS[row])
    return total


@compiled
def terms(state):
    """The mover's pieces compared with the opponent's."""
    me, you = state.mover, 1 - state.mover
    men = count_cells(state.men[me, MEN.man]) - count_cells(state.men[you, MEN.man])
    kings = count_cells(state.men[me, MEN.king]) - count_cells(state.men[you, MEN.king])
    guards = count_cells(state.men[me, MEN.man] & FAR_ROWS[you]) - count_cells(state.men[you, MEN.man] & FAR_ROWS[me])
    return 1.0, float(men), float(kings), float(guards), float(advance(state, me) - advance(state, you))
