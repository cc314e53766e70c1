"""Amazons: move a queen and shoot an arrow that blocks a cell; whoever cannot move loses.  Walter Zamkauskas, 1988."""

import numpy as np

from ludoteca.kernel import CANNOT_MOVE, OFF, Cell, Cells, Ending, Fact, Move, SquareBoard, State, add, clear, compiled
from ludoteca.kernel import first_cell, game, has_moves, holds, kinds, next_cell, remove, say, win_of

BOARD = SquareBoard(10, 10, first_row="bottom")
STEP = BOARD.step
START = "...b..b.../........../........../b........b/........../........../w........w/........../........../...w..w..."

STATE = State(
    queens=Cells(BOARD, per_player=True, piece="queen"),  # 100 cells: two words a player
    arrows=Cells(BOARD, piece="arrow", letter="x"),
    archer=Cells(BOARD, mark="shoots", listed="shoots:"),  # the queen that has moved and now shoots
)
GO, SHOOT = kinds(
    Move(queen=Cell(BOARD, own="queens"), target=Cell(BOARD), when="not archer"),  # d1-d7
    Move(cell=Cell(BOARD), when="archer"),  # g7
)


@compiled
def is_free(state, cell):
    """Whether there is such a cell and nothing stands on it."""
    if cell == OFF or holds(state.arrows, cell):
        return False
    return not (holds(state.queens[0], cell) or holds(state.queens[1], cell))


@compiled
def reach(state, queen, cells):
    """Put into a set where a queen can go, as in chess but without taking."""
    for way in range(8):
        cell = STEP[queen, way]
        while is_free(state, cell):
            add(cells, cell)
            cell = STEP[cell, way]
    return cells


@compiled
def can_go(state, queen, cells):
    """Each queen of the mover."""
    return reach(state, queen, cells)


@compiled
def can_shoot(state, cells):
    """The queen that has moved shoots along the same lines."""
    return reach(state, first_cell(state.archer), cells)


@compiled
def play(state, move):
    """Move a queen, and it is still your turn; or shoot, which ends it."""
    if GO.has(move):
        remove(state.queens[state.mover], GO.queen(move))
        add(state.queens[state.mover], GO.target(move))
        add(state.archer, GO.target(move))
    else:
        add(state.arrows, SHOOT.cell(move))
        clear(state.archer)
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
    queen = first_cell(state.queens[player])
    while queen != OFF:
        for way in range(8):
            if is_free(state, STEP[queen, way]):
                count += 1
        queen = next_cell(state.queens[player], queen)
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
