"""Connection: somebody else's game, after Hex: join your two sides of a rhombus of 11 × 11 hexes, two words a set."""

from __future__ import annotations

from ludoteca.kernel import (
    Cell,
    Cells,
    Ending,
    Move,
    RhombusBoard,
    State,
    add,
    compiled,
    connected,
    draw_chain,
    game,
    random_cell,
    say,
    scratch_set,
    subtract,
    unite,
    words,
)
from ludoteca.play import Variant

BOARD = RhombusBoard(11, 11)
WORDS = BOARD.words
CELLS, STEP, NEIGHBOURS = BOARD.bits(BOARD.cells), BOARD.step, BOARD.neighbours
NORTH, SOUTH, WEST, EAST = (BOARD.sides[name].bits for name in ("north", "south", "west", "east"))
STATE = State(stones=Cells(BOARD, per_player=True))
PLACE = Move(cell=Cell(BOARD))


@compiled
def free_cells(state, free):
    """Write the empty cells into a set."""
    unite(free, CELLS)
    subtract(free, state.stones[0])
    return subtract(free, state.stones[1])


@compiled
def start(state, random):
    """An empty board."""


@compiled
def moves(state, out):
    """Any empty cell."""
    return PLACE.each(free_cells(state, scratch_set(WORDS)), out, 0)


@compiled
def sample(state, random):
    """One of them by chance."""
    return random_cell(free_cells(state, scratch_set(WORDS)), random)


@compiled
def play(state, move):
    """Place a stone."""
    add(state.stones[state.mover], move)
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """Whoever has joined two sides has won."""
    if connected(state.stones[0], NORTH, SOUTH, NEIGHBOURS):
        return Ending.FIRST_WINS
    if connected(state.stones[1], WEST, EAST, NEIGHBOURS):
        return Ending.SECOND_WINS
    return Ending.NONE


CHAIN = words("a chain from side to side")


@compiled
def reason(state):
    """The only way to win."""
    return say(CHAIN)


@compiled
def decided(state, draw):
    """The chain."""
    draw_chain(draw, state.stones[0], NORTH, SOUTH, STEP)
    draw_chain(draw, state.stones[1], WEST, EAST, STEP)


GAME = game(
    title="Connection",
    designer="nobody",
    summary="Join your sides.",
    players=("Red", "Blue"),
    goals=(("north", "south"), ("west", "east")),
    most_moves=121,
    longest=121,
)


def connection():
    return Variant(GAME)
