"""How good a position of Four in a row is for the player to move: the lines still open, and who can wait for theirs."""

import numpy as np

from ludoteca.games.fourinarow.rules import BOARD, STRIDE
from ludoteca.kernel import compiled, count_cells, shifted

TERMS = ("to move", "lines with one", "lines with two", "own missing cells", "other missing cells")
OPENED, CLOSED = "opens more lines for {player}", "leaves {opponent} fewer open lines"
TERM_WORDS = {
    "to move": "",
    "lines with one": (OPENED, CLOSED),
    "lines with two": (OPENED, CLOSED),
    "own missing cells": "prepares a line that {opponent} will have to allow",
    "other missing cells": "comes within one disc of a line",
}
WEIGHTS = np.array([0.40, 0.036, 0.175, 0.86, 0.41])  # ludoteca fit fourinarow
DRAW_BAND = 0.22
OWN_ROWS = BOARD.table(
    [BOARD.bits(f"{column}{row}" for column in "abcdefg" for row in rows) for rows in ("135", "246")]
)


@compiled
def prospects(mine, room):
    """Of the lines of four in this room, how many have one disc and how many two; and what those with three miss."""
    one, two, missing = 0, 0, BOARD.none
    for way in (1, STRIDE, STRIDE + 1, STRIDE - 1):
        second, third, fourth = shifted(mine, -way), shifted(mine, -2 * way), shifted(mine, -3 * way)
        lines = room & shifted(room, -way) & shifted(room, -2 * way) & shifted(room, -3 * way)
        left, right = mine ^ second, third ^ fourth  # each line's discs as a binary number, added in pairs
        ones, twos = left ^ right, (mine & second) ^ (third & fourth) ^ (left & right)
        one += count_cells(lines & ones & ~twos)
        two += count_cells(lines & twos & ~ones)
        for steps in range(4):
            missing |= shifted(lines & ones & twos, steps * way)
    return one, two, missing & ~mine


@compiled
def terms(state):
    """Open lines are good; the best cell to miss is in a row that falls to its player when the columns fill up."""
    me, you = state.mover, 1 - state.mover
    mine, yours = state.discs[me], state.discs[you]
    my_one, my_two, my_missing = prospects(mine, BOARD.all & ~yours)
    your_one, your_two, your_missing = prospects(yours, BOARD.all & ~mine)
    my_missing, your_missing = my_missing & ~yours, your_missing & ~mine
    return (
        1.0,
        float(my_one - your_one),
        float(my_two - your_two),
        float(count_cells(my_missing & OWN_ROWS[me]) - count_cells(your_missing & OWN_ROWS[you])),
        float(count_cells(my_missing & ~OWN_ROWS[me]) - count_cells(your_missing & ~OWN_ROWS[you])),
    )
