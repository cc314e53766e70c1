"""Hexapawn: three pawns a side; reach the far row, or leave your opponent without a move.  Martin Gardner, 1962."""

import numpy as np

from ludoteca.kernel import CANNOT_MOVE, OFF, Cell, Cells, Ending, Move, SquareBoard, State
from ludoteca.kernel import bit, compiled, draw_cells, game, has, say, win_of, words

BOARD = SquareBoard(3, 3, first_row="bottom")
STEP = BOARD.step  # STEP[cell, way] is the neighbour in that direction, or OFF
AHEAD = np.array([[3, 5, 7], [2, 4, 6]])  # for White and for Black: straight ahead, then the two diagonals
SOUTH, NORTH = BOARD.sides["south"].bits, BOARD.sides["north"].bits

STATE = State(pawns=Cells(BOARD, per_player=True, piece="pawn"))
GO = Move(pawn=Cell(BOARD), target=Cell(BOARD))  # written b1-b2


@compiled
def start(state, random):
    """White below, Black above."""
    state.pawns[0], state.pawns[1] = SOUTH, NORTH


@compiled
def can_go(state, pawn, target, turn):
    """Straight ahead (turn 0) onto an empty cell, diagonally ahead (1 and 2) to take."""
    if target == OFF or not has(state.pawns[state.mover], pawn):
        return False
    if turn == 0:
        return not has(state.pawns[0] | state.pawns[1], target)
    return has(state.pawns[1 - state.mover], target)


@compiled
def moves(state, out):
    """Every step of every pawn of the mover."""
    count = 0
    for pawn in range(9):
        for turn in range(3):
            target = STEP[pawn, AHEAD[state.mover, turn]]
            if can_go(state, pawn, target, turn):
                out[count] = GO.code(pawn, target)
                count += 1
    return count


@compiled
def play(state, move):
    """The pawn leaves its cell and stands on the other; an enemy there is taken."""
    state.pawns[state.mover] ^= bit(GO.pawn(move)) | bit(GO.target(move))
    state.pawns[1 - state.mover] &= ~bit(GO.target(move))
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """A pawn on the far row wins; a player who cannot move loses."""
    if state.pawns[0] & NORTH or state.pawns[1] & SOUTH:
        return win_of(1 - state.mover)
    for pawn in range(9):
        for turn in range(3):
            if can_go(state, pawn, STEP[pawn, AHEAD[state.mover, turn]], turn):
                return Ending.NONE
    return win_of(1 - state.mover)


ARRIVED = words("a pawn has reached the far row")


@compiled
def reason(state):
    """Why the game has ended."""
    return say(ARRIVED) if state.pawns[0] & NORTH or state.pawns[1] & SOUTH else say(CANNOT_MOVE, state.mover)


@compiled
def decided(state, draw):
    """A ring around the pawn that arrived."""
    draw_cells(draw, (state.pawns[0] & NORTH) | (state.pawns[1] & SOUTH))


GAME = game(
    title="Hexapawn",
    designer="Martin Gardner",
    players=("White", "Black"),
    summary="Three pawns a side: reach the far row, or leave your opponent without a move.",
    most_moves=9,
    longest=20,
    is_symmetric=False,  # pawns know which way is up
)
