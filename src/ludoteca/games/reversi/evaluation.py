"""How good a position of Reversi is for the player to move: what counts as the board fills, with fitted weights."""

import numpy as np

from ludoteca.games.reversi.rules import NO_CLOSERS
from ludoteca.kernel import compiled, count_cells
from ludoteca.kernel.patterns.flips import around, firm, flipping_cells

TERMS = (
    "to move",
    "cells to play on, early",
    "cells to play on, late",
    "discs beside free cells, early",
    "discs beside free cells, late",
    "discs that cannot be flipped, early",
    "discs that cannot be flipped, late",
    "points, early",
    "points, late",
    "last word, late",
)
TERM_WORDS = {
    "to move": "",
    "cells to play on, early": "",
    "cells to play on, late": "gives {player} a better choice of moves",
    "discs beside free cells, early": "",
    "discs beside free cells, late": "leaves {player}'s discs less exposed",
    "discs that cannot be flipped, early": "secures discs that cannot be flipped",
    "discs that cannot be flipped, late": "secures discs that cannot be flipped",
    "points, early": "avoids taking the lead too early",
    "points, late": "improves the score",
    "last word, late": "helps {player} to get the last move",
}
PLAIN_WEIGHTS = np.array([0.0, 0.1, 0.1, 0.0, 0.0, 0.3, 0.1, 0.0, 0.1, 0.0])
WEIGHTS = np.array([-0.010, -0.062, 0.165, 0.022, -0.222, 0.473, 0.050, -0.041, 0.142, 0.218])  # ludoteca fit
DRAW_BAND, POINTS_PER_UNIT, MOST_POINTS = 0.17, 6.1, 49.0  # ludoteca fit reversi
NO_WALLS = np.uint64(0)


@compiled
def board_terms(mine, yours, choices, walls, closers, ahead):
    """What counts on any map, mine minus yours: `choices` is where the mover can place, `ahead` the lead in points."""
    free = ~(mine | yours | walls)
    late = 1.0 - count_cells(free) / 64
    early = 1.0 - late
    mobility = count_cells(choices) - count_cells(flipping_cells(yours, mine, closers) & free)
    exposed = count_cells(mine & around(free)) - count_cells(yours & around(free))
    lasting = count_cells(firm(mine, walls, closers)) - count_cells(firm(yours, walls, closers))
    parity = 1.0 if count_cells(free) % 2 == 1 else -1.0
    return (
        1.0,
        early * mobility,
        late * mobility,
        early * exposed,
        late * exposed,
        early * lasting,
        late * lasting,
        early * ahead,
        late * ahead,
        late * late * parity,
    )


@compiled
def terms(state):
    """What counts: mine minus yours, as the board fills."""
    mine, yours = state.discs[state.mover], state.discs[1 - state.mover]
    return board_terms(mine, yours, state.choices, NO_WALLS, NO_CLOSERS, count_cells(mine) - count_cells(yours))
