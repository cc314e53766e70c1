"""How good a position of Lines of Action is for the player to move: how close together the men are, and how free."""

import numpy as np

from ludoteca.games.linesofaction.rules import BOARD, LINE, NEIGHBOURS, PASSED, RAYS
from ludoteca.kernel import OFF, compiled, count_cells, each, group_of, lowest

TERMS = ("to move", "closeness", "largest group", "groups", "contacts", "centre", "room")
TERM_WORDS = {
    "to move": "",
    "closeness": "brings the men closer together",
    "largest group": "adds men to the largest group",
    "groups": "leaves the men in fewer groups",
    "contacts": "connects more men",
    "centre": "keeps the men near the middle",
    "room": "gives the men more moves",
}
WEIGHTS = np.array([0.37, 1.72, 0.95, -0.19, 0.089, 0.214, 0.031])  # ludoteca fit linesofaction
ROWS, COLUMNS = (np.array([BOARD.spot[cell][axis] for cell in BOARD.cells], np.float64) for axis in range(2))
MIDDLE = np.array([3.5 - max(abs(row - 3.5), abs(column - 3.5)) for row, column in zip(ROWS, COLUMNS, strict=True)])
LEAST = np.array(
    [
        0.0,
        *[
            sum(sorted(max(abs(row), abs(column)) for row in range(-3, 4) for column in range(-3, 4))[:men])
            for men in range(1, 13)
        ],
    ]
)  # how close so many men can be, added up


@compiled
def side_terms(state, player):
    """The terms for one player."""
    mine, yours = state.men[player], state.men[1 - player]
    taken, men = mine | yours, count_cells(mine)
    row = column = middle = 0.0
    contacts, room = 0, 0
    for man in each(mine):
        row += ROWS[man]
        column += COLUMNS[man]
        middle += MIDDLE[man]
        contacts += count_cells(NEIGHBOURS[man] & mine)
        for way in range(8):
            steps = count_cells(LINE[man][way] & taken)
            if steps < 8 and RAYS[man, way, steps] != OFF and not PASSED[man][8 * way + steps] & yours:
                room += 1
    row, column, apart = row / men, column / men, 0.0
    for man in each(mine):
        up, aside = abs(ROWS[man] - row), abs(COLUMNS[man] - column)
        apart += up if up > aside else aside
    left, groups, largest = mine, 0, 0
    while left:
        group = group_of(lowest(left), left, NEIGHBOURS)
        left ^= group
        groups += 1
        size = count_cells(group)
        largest = size if size > largest else largest
    return -(apart - LEAST[men]) / men, largest / men, float(groups), contacts / men, middle / men, float(room)


@compiled
def terms(state):
    """Mine minus yours."""
    mine, yours = side_terms(state, state.mover), side_terms(state, 1 - state.mover)
    return (
        1.0,
        mine[0] - yours[0],
        mine[1] - yours[1],
        mine[2] - yours[2],
        mine[3] - yours[3],
        mine[4] - yours[4],
        mine[5] - yours[5],
    )
