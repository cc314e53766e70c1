"""How good a position of Gomoku is for the player to move: the lines of five that a player can still fill."""

import numpy as np

from ludoteca.games.gomoku.rules import BOARD, BOARDS, IN_LINE, POINTS
from ludoteca.kernel import compiled, count_cells, inlined, shifted

TERMS = (
    "own lines with one",
    "own lines with two",
    "own lines with three",
    "own lines with four",
    "enemy lines with one",
    "enemy lines with two",
    "enemy lines with three",
    "enemy lines with four",
)
OPENED, CLOSED = "opens more lines for {player}", "leaves {opponent} fewer open lines"
TERM_WORDS = {name: (OPENED, CLOSED) if name.startswith("own") else (CLOSED, OPENED) for name in TERMS}
WEIGHTS = np.array([0.043, 0.196, 0.893, 6.26, -0.028, -0.176, -0.600, -3.16])  # ludoteca fit gomoku
WAYS = tuple(range(0, 8, 2))
STARTS = BOARD.table(  # STARTS[board, way / 2]: the points where lines begin
    [
        [BOARD.bits(point for point in board.cells if len(BOARD.ray(point, way)) >= IN_LINE - 1) for way in WAYS]
        for board in BOARDS.values()
    ]
)
ACROSS, DOWN, FALLING, RISING = 1, 19, 20, 18  # from a point to the next one in each direction


@inlined
def filled(mine, room, starts, way):
    """The lines of five in this room: how many with one, two, three and four stones."""
    second, third = shifted(mine, -way), shifted(mine, -2 * way)
    fourth, fifth = shifted(mine, -3 * way), shifted(mine, -4 * way)
    lines = starts & room & shifted(room, -way) & shifted(room, -2 * way)
    lines &= shifted(room, -3 * way) & shifted(room, -4 * way)
    few = mine ^ second ^ third  # each line's stones as a binary number: those of the first three, and of the rest
    ones, many = few ^ fourth ^ fifth, (mine & second) | (third & (mine | second))
    more = (fourth & fifth) | (few & (fourth | fifth))
    twos, fours = many ^ more, many & more
    return (
        count_cells(lines & ones & ~twos & ~fours),
        count_cells(lines & twos & ~ones),
        count_cells(lines & twos & ones),
        count_cells(lines & fours & ~ones),
    )


@compiled
def prospects(mine, room, starts):
    """The lines of five in this room in every direction: how many with one, two, three and four stones."""
    across, down = filled(mine, room, starts[0], ACROSS), filled(mine, room, starts[1], DOWN)
    falling, rising = filled(mine, room, starts[2], FALLING), filled(mine, room, starts[3], RISING)
    return (
        float(across[0] + down[0] + falling[0] + rising[0]),
        float(across[1] + down[1] + falling[1] + rising[1]),
        float(across[2] + down[2] + falling[2] + rising[2]),
        float(across[3] + down[3] + falling[3] + rising[3]),
    )


@compiled
def terms(state):
    """The lines without an enemy stone, by how many stones they have."""
    mine, yours, points = state.stones[state.mover], state.stones[1 - state.mover], POINTS[state.board]
    starts = STARTS[state.board]
    own, enemy = prospects(mine, points & ~yours, starts), prospects(yours, points & ~mine, starts)
    return own[0], own[1], own[2], own[3], enemy[0], enemy[1], enemy[2], enemy[3]
