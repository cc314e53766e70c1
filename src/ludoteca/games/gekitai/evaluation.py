"""How good a position of Gekitai is for the player to move: named terms with fitted weights."""

import numpy as np

from ludoteca.games.gekitai.rules import BOARD, STRIDE
from ludoteca.kernel import compiled, count_cells, shifted

CENTRE = BOARD.bits(("c3", "d3", "c4", "d4"))
TERMS = ("to move", "stones", "pairs", "central stones", "can win", "is threatened", "is threatened twice")
TERM_WORDS = {
    "to move": "",
    "stones": "improves the stone count",
    "pairs": "gets more stones side by side",
    "central stones": "gets more stones into the centre",
    "can win": "leaves {opponent} fewer open lines",
    "is threatened": "gives {player} more open lines",
    "is threatened twice": "gives {player} more open lines",
}
PLAIN_WEIGHTS = np.array([0.0, 0.1, 0.2, 0.0, 0.0, 0.0, 0.0])
WEIGHTS = np.array([0.517, 0.633, 0.303, 0.529, 2.224, -0.264, -0.396])  # ludoteca fit gekitai
DRAW_BAND = 0.01  # ludoteca fit gekitai


@compiled
def side_by_side(stones, line):
    """The first of every two adjacent stones in one direction, where their bits are this far apart."""
    return stones & shifted(stones, -line)


@compiled
def ends(pairs, line):
    """The cells before and behind pairs: a stone there completes a line, since the far stone blocks the near one."""
    return shifted(pairs, -line) | shifted(pairs, 2 * line)


@compiled
def pairs_and_threats(stones, empty):
    """How many adjacent pairs there are, and on how many empty cells a third stone makes a line."""
    across, down = side_by_side(stones, 1), side_by_side(stones, STRIDE)
    falling, rising = side_by_side(stones, STRIDE + 1), side_by_side(stones, STRIDE - 1)
    count = count_cells(across) + count_cells(down) + count_cells(falling) + count_cells(rising)
    cells = ends(across, 1) | ends(down, STRIDE) | ends(falling, STRIDE + 1) | ends(rising, STRIDE - 1)
    return count, count_cells(cells & empty)


@compiled
def terms(state):
    """What counts: mine minus yours."""
    mine, yours = state.stones[state.mover], state.stones[1 - state.mover]
    empty = BOARD.all & ~(mine | yours)
    my_pairs, my_threats = pairs_and_threats(mine, empty)
    your_pairs, your_threats = pairs_and_threats(yours, empty)
    return (
        1.0,
        float(count_cells(mine) - count_cells(yours)),
        float(my_pairs - your_pairs),
        float(count_cells(mine & CENTRE) - count_cells(yours & CENTRE)),
        1.0 if my_threats > 0 else 0.0,
        1.0 if your_threats > 0 else 0.0,
        1.0 if your_threats > 1 else 0.0,
    )
