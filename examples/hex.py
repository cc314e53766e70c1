"""Hex: join your two sides of a rhombus of hexes with a chain of stones.  Piet Hein, 1942; John Nash, 1948."""

from ludoteca.kernel import Cell, Cells, Ending, Move, RhombusBoard, State, compiled, connected, draw_chain, game, say

BOARD = RhombusBoard(11, 11)
STEP, NEIGHBOURS = BOARD.step, BOARD.neighbours
NORTH, SOUTH, WEST, EAST = (BOARD.sides[side].bits for side in ("north", "south", "west", "east"))

STATE = State(stones=Cells(BOARD, per_player=True, piece="stone"))
PLACE = Move(cell=Cell(BOARD))


@compiled
def can_place(state):
    """Any empty cell."""
    return BOARD.all & ~(state.stones[0] | state.stones[1])


@compiled
def play(state, cell):
    """Place a stone; it stays."""
    state.stones[state.mover] |= BOARD.bit(cell)
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """A chain from side to side wins, and a full board has exactly one."""
    if connected(state.stones[0], NORTH, SOUTH, NEIGHBOURS):
        return Ending.FIRST_WINS
    return Ending.SECOND_WINS if connected(state.stones[1], WEST, EAST, NEIGHBOURS) else Ending.NONE


@compiled
def reason(state):
    """Whose sides are joined."""
    winner = 1 - state.mover
    return say("{0:player} has joined {1:[north and south,west and east]}", winner, winner)


@compiled
def decided(state, draw):
    """The shortest chain."""
    draw_chain(draw, state.stones[0], NORTH, SOUTH, STEP)
    draw_chain(draw, state.stones[1], WEST, EAST, STEP)


GAME = game(
    title="Hex",
    designer="Piet Hein and John Nash",
    players=("Red", "Blue"),
    goals=(("north", "south"), ("west", "east")),
    summary="Join your two sides of the board with a chain of stones.",
    longest=121,
    accent="blue",
    surface="slate",
    minutes=15,
    difficulty="easy",
)
