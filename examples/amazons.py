"""Amazons: move a queen and shoot an arrow that blocks a cell; whoever cannot move loses.  Walter Zamkauskas, 1988."""

import numpy as np

from ludoteca.kernel import CANNOT_MOVE, Cell, Cells, Ending, Fact, Move, SquareBoard, State, compiled, count_cells
from ludoteca.kernel import each, game, has_moves, kinds, lowest, say, slides, win_of

BOARD = SquareBoard(10, 10, first_row="bottom")
STEP, NEIGHBOURS = BOARD.step, BOARD.neighbours
START = "...b..b.../........../........../b........b/........../........../w........w/........../........../...w..w..."

STATE = State(
    queens=Cells(BOARD, per_player=True, piece="queen"),
    arrows=Cells(BOARD, piece="arrow", letter="x"),
    archer=Cells(BOARD, mark="shoots", listed="shoots:"),  # the queen that has moved and now shoots
)
GO, SHOOT = kinds(
    Move(queen=Cell(BOARD, own="queens"), target=Cell(BOARD), when="not archer"),  # d1-d7
    Move(cell=Cell(BOARD), when="archer"),  # g7
)


@compiled
def taken(state):
    """The cells that are not free."""
    return state.queens[0] | state.queens[1] | state.arrows


@compiled
def can_go(state, queen):
    """As in chess, but without taking."""
    cells = BOARD.none
    for way in range(8):
        cells |= slides(queen, way, taken(state), STEP)
    return cells


@compiled
def can_shoot(state):
    """The queen that has moved shoots along the same lines."""
    return can_go(state, lowest(state.archer))


@compiled
def play(state, move):
    """Move a queen, and it is still your turn; or shoot, which ends it."""
    if GO.has(move):
        state.archer = BOARD.bit(GO.target(move))
        state.queens[state.mover] ^= BOARD.bit(GO.queen(move)) | state.archer
    else:
        state.arrows |= BOARD.bit(SHOOT.cell(move))
        state.archer = BOARD.none
        state.mover = 1 - state.mover


@compiled
def ending(state):
    """Whoever cannot move a queen has lost; a queen that has moved can always shoot back."""
    return Ending.NONE if has_moves(state) else win_of(1 - state.mover)


@compiled
def reason(state):
    """Who is blocked."""
    return say(CANNOT_MOVE, state.mover)


@compiled
def freedom(state, player):
    """How many steps the queens of a player have."""
    count = 0
    for queen in each(state.queens[player]):
        count += count_cells(NEIGHBOURS[queen] & ~taken(state))
    return count


TERMS, WEIGHTS = ("freedom",), np.array([0.1])
TERM_WORDS = {"freedom": "gives the queens more room"}


@compiled
def terms(state):
    """More freedom is better."""
    return (float(freedom(state, state.mover) - freedom(state, 1 - state.mover)),)


GAME = game(
    title="Amazons",
    designer="Walter Zamkauskas",
    players=("White", "Black"),
    summary="Move a queen and shoot an arrow that blocks a cell; whoever cannot move loses.",
    start=f"{START} w",
    most_moves=140,
    longest=184,  # an arrow for each of the 92 empty cells
    facts=(Fact("To do", "archer", role="task", words={0: "move a queen", 1: "shoot an arrow"}),),
    accent="amber",
    surface="walnut",
    minutes=30,
    difficulty="medium",
)
