"""Hexapawn: three pawns a side; reach the far row, or leave your opponent without a move.  Martin Gardner, 1962."""

from ludoteca.kernel import CANNOT_MOVE, Cell, Cells, Ending, Move, SquareBoard, State
from ludoteca.kernel import compiled, draw_cells, game, has_moves, say, win_of

BOARD = SquareBoard(3, 3, first_row="bottom")
NORTH, SOUTH = BOARD.sides["north"].bits, BOARD.sides["south"].bits
AHEAD = BOARD.neighbours_to("n"), BOARD.neighbours_to("s")  # AHEAD[player][cell] is a set of cells
ASIDE = BOARD.neighbours_to("nw", "ne"), BOARD.neighbours_to("sw", "se")

STATE = State(pawns=Cells(BOARD, per_player=True, piece="pawn"))
GO = Move(pawn=Cell(BOARD, own="pawns"), target=Cell(BOARD))  # written b1-b2


@compiled
def can_go(state, pawn):
    """Straight ahead onto an empty cell, or diagonally ahead to take."""
    mine, yours = state.pawns[state.mover], state.pawns[1 - state.mover]
    return (AHEAD[state.mover][pawn] & ~(mine | yours)) | (ASIDE[state.mover][pawn] & yours)


@compiled
def play(state, move):
    """The pawn leaves its cell and stands on the other; an enemy there is taken."""
    state.pawns[state.mover] ^= BOARD.bit(GO.pawn(move)) | BOARD.bit(GO.target(move))
    state.pawns[1 - state.mover] &= ~BOARD.bit(GO.target(move))
    state.mover = 1 - state.mover


@compiled
def arrived(state):
    """The pawn on its far row, if there is one."""
    return (state.pawns[0] & NORTH) | (state.pawns[1] & SOUTH)


@compiled
def ending(state):
    """A pawn on the far row wins; a player who cannot move loses."""
    return win_of(1 - state.mover) if arrived(state) or not has_moves(state) else Ending.NONE


@compiled
def reason(state):
    """Why the game has ended."""
    return say("a pawn has reached the far row") if arrived(state) else say(CANNOT_MOVE, state.mover)


@compiled
def decided(state, draw):
    """A ring around the pawn that arrived."""
    draw_cells(draw, arrived(state))


GAME = game(
    title="Hexapawn",
    designer="Martin Gardner",
    players=("White", "Black"),
    summary="Three pawns a side: reach the far row, or leave your opponent without a move.",
    start="bbb/.../www w",
    longest=20,
    is_symmetric=False,  # pawns know which way is up
)
