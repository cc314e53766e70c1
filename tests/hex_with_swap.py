"""Hex with the pie rule: the second player may answer the first move by taking it over."""

from ludoteca.kernel import (
    Cell,
    Cells,
    Ending,
    Flag,
    Move,
    RhombusBoard,
    State,
    compiled,
    connected,
    draw_chain,
    game,
    kinds,
    say,
    swapping,
    win_of,
)

BOARD = RhombusBoard(11, 11)
STEP, NEIGHBOURS = BOARD.step, BOARD.neighbours
NORTH, SOUTH, WEST, EAST = (BOARD.sides[side].bits for side in ("north", "south", "west", "east"))

STATE = State(stones=Cells(BOARD, per_player=True, piece="stone"), swapped=Flag("swapped", swaps_sides=True))
PLACE, SWAP = kinds(Move(cell=Cell(BOARD)), swapping())  # the second player may answer the first move by taking it over


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
    red, blue = state.swapped, 1 - state.swapped
    if connected(state.stones[red], NORTH, SOUTH, NEIGHBOURS):
        return win_of(red)
    return win_of(blue) if connected(state.stones[blue], WEST, EAST, NEIGHBOURS) else Ending.NONE


@compiled
def reason(state):
    """Whose sides are joined."""
    winner = 1 - state.mover
    return say("{0:player} has joined {1:[north and south,west and east]}", winner, winner ^ state.swapped)


@compiled
def decided(state, draw):
    """The shortest chain."""
    draw_chain(draw, state.stones[state.swapped], NORTH, SOUTH, STEP)
    draw_chain(draw, state.stones[1 - state.swapped], WEST, EAST, STEP)


GAME = game(
    title="Hex",
    designer="Piet Hein and John Nash",
    players=("Red", "Blue"),
    goals=(("north", "south"), ("west", "east")),
    summary="Join your two sides of the board with a chain of stones.",
    longest=122,
    accent="blue",
    surface="slate",
    minutes=15,
    difficulty="easy",
)
