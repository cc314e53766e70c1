"""How good a position is: men, kings, their share of all pieces, the back row, the middle."""

import numpy as np

from ludoteca.games.draughts.rules import BOARD, FAR_ROWS, MEN
from ludoteca.kernel import all_kinds, compiled, count_cells

TERMS = ("to move", "men", "kings", "share", "back row", "middle")
WEIGHTS = np.array([0.16, 0.557, 0.821, 4.37, 0.144, 0.023])  # ludoteca fit draughts
DRAW_BAND = 0.77
TERM_WORDS = {
    "men": "wins a man",
    "kings": "gains a king",
    "share": "exchanges pieces while ahead",
    "back row": "guards the back row",
    "middle": "keeps the middle",
}
MIDDLE = BOARD.bits(("10", "11", "14", "15", "18", "19", "22", "23"))


@compiled
def terms(state):
    """The mover's pieces compared with the opponent's."""
    me, you = state.mover, 1 - state.mover
    men = count_cells(state.men[me, MEN.man]) - count_cells(state.men[you, MEN.man])
    kings = count_cells(state.men[me, MEN.king]) - count_cells(state.men[you, MEN.king])
    mine, yours = all_kinds(state.men[me]), all_kinds(state.men[you])
    guards = count_cells(state.men[me, MEN.man] & FAR_ROWS[you]) - count_cells(state.men[you, MEN.man] & FAR_ROWS[me])
    return (
        1.0,
        float(men),
        float(kings),
        (men + 1.5 * kings) / (count_cells(mine) + count_cells(yours)),
        float(guards),
        float(count_cells(mine & MIDDLE) - count_cells(yours & MIDDLE)),
    )
