"""The rules of Four in a row; the numbers (FR3) are those of rules.md."""

from ludoteca.kernel import NOTHING, Cell, Cells, Ending, Move, SquareBoard, State, compiled, draw_cells, draw_lines
from ludoteca.kernel import each, has_line, lowest, say, shifted, win_of

STRIDE = 8  # one column wider than the board, so that shifted bits never wrap around the edge
BOARD = SquareBoard(6, 7, STRIDE, first_row="bottom")  # [FR1]
UP = -STRIDE  # from a cell to the one above it
STEP = BOARD.step
FLOOR = BOARD.sides["south"].bits
IN_LINE = 4

STATE = State(discs=Cells(BOARD, per_player=True, piece="disc"))
DROP = Move(cell=Cell(BOARD, by_column=True))  # d1: where the disc comes to rest


@compiled
def can_drop(state):
    """The lowest free cell of every column. [FR2]"""
    taken = state.discs[0] | state.discs[1]
    return BOARD.all & ~taken & (FLOOR | shifted(taken, UP))


@compiled
def play(state, cell):
    """The disc stays where it comes to rest. [FR2]"""
    state.discs[state.mover] |= BOARD.bit(cell)
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """Four in line win; a full board without them is a draw. [FR3, FR4]"""
    if has_line(state.discs[1 - state.mover], STRIDE, IN_LINE):
        return win_of(1 - state.mover)
    return Ending.NONE if can_drop(state) else Ending.DRAW


@compiled
def flaw(state):
    """No disc hangs in the air, and the game was not over before. [FR2, FR3]"""
    taken = state.discs[0] | state.discs[1]
    hanging = taken & ~(FLOOR | shifted(taken, UP))
    if hanging:
        return say("the disc at {0:cell} would fall", lowest(hanging))
    if has_line(state.discs[state.mover], STRIDE, IN_LINE):
        return say("{0:player} has four in line and cannot be to move", state.mover)
    return NOTHING


# --- what people are told


@compiled
def reason(state):
    """A line, or a full board. [FR3, FR4]"""
    if has_line(state.discs[1 - state.mover], STRIDE, IN_LINE):
        return say("four in line")
    return say("the board is full")


@compiled
def decided(state, draw):
    """The lines of four. [FR3]"""
    draw_lines(draw, state.discs[1 - state.mover], STEP, IN_LINE)


@compiled
def threats(state, draw):
    """The cells where a disc that is dropped now makes four in line."""
    for player in range(2):
        for cell in each(can_drop(state)):
            if has_line(state.discs[player] | BOARD.bit(cell), STRIDE, IN_LINE):
                draw_cells(draw, BOARD.bit(cell))
