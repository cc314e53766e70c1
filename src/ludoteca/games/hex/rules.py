"""The rules of Hex; the numbers (HX3) are those of rules.md."""

import numpy as np

from ludoteca.kernel import Cell, Cells, Ending, Hidden, Move, RhombusBoard, Ruling, State, compiled, count_cells
from ludoteca.kernel import draw_chain, flood, has, kinds, lowest, say

BOARD = RhombusBoard(19, 19)  # of which smaller boards are parts [HX1]
BOARDS = {
    f"{side}x{side}": BOARD.part(
        name for name, (row, column) in zip(BOARD.names, BOARD.spots, strict=True) if max(row, column) < side
    )
    for side in (11, 9, 13, 19)
}
STEP, NEIGHBOURS = BOARD.step, BOARD.neighbours
CELLS = BOARD.table([BOARD.bits(board.cells) for board in BOARDS.values()])  # by board


def sides(*names):
    """A side of each player, by board and player."""
    return BOARD.table([[BOARD.bits(board.sides[name].cells) for name in names] for board in BOARDS.values()])


NEAR, FAR = sides("north", "west"), sides("south", "east")
MIRRORED = np.array([BOARD.at[column, row] for row, column in BOARD.spots])  # rows become columns, and columns rows

STATE = State(
    board=Ruling("Cells along each side.", *BOARDS, option="size"),
    stones=Cells(BOARD, per_player=True, piece="stone"),
    pie=Ruling("Whether the second player may take over the first stone.", "off", "on", option="swap", label="Swap"),
    joined=Hidden(BOARD, 2),  # each player's stones that are connected with the near side
)
PLACE, SWAP = kinds(
    Move(cell=Cell(BOARD)),
    Move("swap", label="Take over the stone", otherwise="only the first stone can be taken over, by Blue", when="pie"),
)


@compiled
def can_place(state):
    """Any empty cell. [HX2]"""
    return CELLS[state.board] & ~(state.stones[0] | state.stones[1])


@compiled
def can_swap(state):
    """Only as Blue's first move. [HX5]"""
    return state.mover == 1 and count_cells(state.stones[0]) == 1 and not state.stones[1]


@compiled
def place(state, player, cell):
    """Place a stone, and note what it connects with the near side. [HX2]"""
    state.stones[player] |= BOARD.bit(cell)
    if has(NEAR[state.board, player], cell) or NEIGHBOURS[cell] & state.joined[player]:
        state.joined[player] |= flood(BOARD.bit(cell), state.stones[player] & ~state.joined[player], NEIGHBOURS)


@compiled
def play(state, move):
    """Place a stone, or take over the first one: it goes to the mirrored cell and becomes blue. [HX2, HX5]"""
    if SWAP.has(move):
        cell = MIRRORED[lowest(state.stones[0])]
        state.stones[0], state.joined[0] = BOARD.none, BOARD.none
        place(state, 1, cell)
    else:
        place(state, state.mover, PLACE.cell(move))
    state.mover = 1 - state.mover


@compiled
def derive(state):
    """Find the stones that are connected with the near sides."""
    for player in range(2):
        state.joined[player] = flood(NEAR[state.board, player], state.stones[player], NEIGHBOURS)


@compiled
def ending(state):
    """A chain from side to side wins, and a full board has exactly one. [HX3, HX4]"""
    if state.joined[0] & FAR[state.board, 0]:
        return Ending.FIRST_WINS
    return Ending.SECOND_WINS if state.joined[1] & FAR[state.board, 1] else Ending.NONE


# --- what people are told


@compiled
def reason(state):
    """Whose sides are joined. [HX3]"""
    winner = 1 - state.mover
    return say("{0:player} has joined {1:[north and south,west and east]}", winner, winner)


@compiled
def decided(state, draw):
    """The shortest chain. [HX3]"""
    for player in range(2):
        draw_chain(draw, state.stones[player], NEAR[state.board, player], FAR[state.board, player], STEP)
