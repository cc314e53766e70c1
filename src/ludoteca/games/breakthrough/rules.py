"""The rules of Breakthrough; the numbers (BT3) are those of rules.md."""

import numpy as np

from ludoteca.kernel import NOTHING, Cell, Cells, Ending, Move, Ruling, SquareBoard, State
from ludoteca.kernel import compiled, draw_cells, has, letters_of, put_letter, put_letters, say, win_of

BOARD = SquareBoard(8, 8, first_row="bottom")
BOARDS = {
    f"{size}x{size}": BOARD.part(f"{letter}{row}" for letter in "abcdefgh"[:size] for row in range(1, size + 1))
    for size in (8, 7, 6)
}


def _rows(board, *rows):
    """The cells of some rows, counted from the first player's side."""
    return BOARD.bits(cell for row in rows for cell in board.rows[-1 - row])


CELLS = BOARD.table([BOARD.bits(board.cells) for board in BOARDS.values()])  # by size
FIRST_MEN = BOARD.table([_rows(board, 0, 1) for board in BOARDS.values()])
SECOND_MEN = BOARD.table([_rows(board, -1, -2) for board in BOARDS.values()])
FAR = BOARD.table([[_rows(board, -1) for board in BOARDS.values()], [_rows(board, 0) for board in BOARDS.values()]])
AHEAD = BOARD.neighbours_to("n"), BOARD.neighbours_to("s")  # AHEAD[player][cell] is a set of cells
ASIDE = BOARD.neighbours_to("nw", "ne"), BOARD.neighbours_to("sw", "se")

STATE = State(
    men=Cells(BOARD, per_player=True, piece="man"),
    board=Ruling("Cells along each side of the board.", *BOARDS, option="size"),
)
GO = Move(man=Cell(BOARD, own="men"), target=Cell(BOARD))  # a2-a3
NAMES = np.array([letters_of(BOARD.name[cell]) for cell in BOARD.cells])
GOES, TAKES = letters_of("-x")


@compiled
def start(state, random):
    """Each player's men fill the two nearest rows. [BT1]"""
    state.men[0], state.men[1] = FIRST_MEN[state.board], SECOND_MEN[state.board]


@compiled
def can_go(state, man):
    """Straight ahead onto an empty cell, or diagonally ahead onto any cell without a man of one's own. [BT2, BT3]"""
    mine, yours = state.men[state.mover], state.men[1 - state.mover]
    ahead = (AHEAD[state.mover][man] & ~yours) | ASIDE[state.mover][man]
    return ahead & CELLS[state.board] & ~mine


@compiled
def play(state, move):
    """The man moves; an enemy man on its new cell is taken. [BT2, BT3]"""
    target = BOARD.bit(GO.target(move))
    state.men[state.mover] ^= BOARD.bit(GO.man(move)) | target
    state.men[1 - state.mover] &= ~target
    state.mover = 1 - state.mover


@compiled
def arrived(state, player):
    """A player's men on the far row."""
    return state.men[player] & FAR[player][state.board]


@compiled
def ending(state):
    """A man on the far row wins, and so does taking the last enemy man. [BT4, BT5]"""
    other = 1 - state.mover
    if arrived(state, other) or not state.men[state.mover]:
        return win_of(other)
    return win_of(state.mover) if arrived(state, state.mover) or not state.men[other] else Ending.NONE


# --- what people are told


@compiled
def spell(state, move, letters):
    """A capture with an x, d4xe5; any other move with a dash."""
    man, target = GO.man(move), GO.target(move)
    put_letters(letters, NAMES[man])
    put_letter(letters, TAKES if has(state.men[1 - state.mover], target) else GOES)
    put_letters(letters, NAMES[target])


@compiled
def reason(state):
    """Who has arrived, or who has no men left. [BT4, BT5]"""
    winner = 0 if ending(state) == Ending.FIRST_WINS else 1
    if arrived(state, winner):
        return say("{0:player} has reached the far row", winner)
    return say("{0:player} has no men left", 1 - winner)


@compiled
def why_not_go(state, man, target):
    """A man is blocked by any man straight ahead of it. [BT2]"""
    if target >= 0 and has(AHEAD[state.mover][man] & state.men[1 - state.mover], target):
        return say("a man takes diagonally ahead, not straight ahead")
    return NOTHING


@compiled
def decided(state, draw):
    """The man that arrived. [BT4]"""
    draw_cells(draw, arrived(state, 0) | arrived(state, 1))
