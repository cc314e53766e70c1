"""How playouts choose moves in Go: at random, but no player fills an eye, so that living groups stay alive."""

from ludoteca.games.go.rules import BOARD, NEIGHBOURS, PASS, PLACE, POINTS, can_place, may_place
from ludoteca.kernel import compiled, count_cells, random_cell

DIAGONALS = BOARD.neighbours_to("ne", "se", "sw", "nw")


@compiled
def is_eye(state, point):
    """Whether a free point is an eye of the mover: surrounded, and the opponent does not hold its diagonals."""
    mine, board = state.stones[state.mover], POINTS[state.board]
    if NEIGHBOURS[point] & board & ~mine:
        return False
    corners = DIAGONALS[point] & board
    return count_cells(corners & state.stones[1 - state.mover]) < (2 if count_cells(corners) == 4 else 1)


@compiled
def playout_move(state, random):
    """A random move that fills no eye; a pass if there is none."""
    left = can_place(state)
    while left:
        point = random_cell(left, random)
        if not is_eye(state, point) and may_place(state, point):
            return PLACE.code(point)
        left ^= BOARD.bit(point)
    return PASS.code()
