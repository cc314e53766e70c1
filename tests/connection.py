"""Connection: somebody else's game, after Hex: join your two sides of a rhombus of 11 × 11 hexes, two words a set."""

from __future__ import annotations

from ludoteca.kernel import (
    EMPTY,
    Ending,
    Game,
    Look,
    Pick,
    Piece,
    Player,
    RhombusBoard,
    add,
    cells_of,
    compiled,
    connected,
    draw_chain,
    figures_of,
    list_cells,
    new_drawing,
    random_cell,
    scratch_set,
    state_record,
    subtract,
    unite,
)
from ludoteca.kernel.text import fields_of, one_of, rows_text, tokens_of
from ludoteca.play import Variant

BOARD = RhombusBoard(11, 11)
WORDS = BOARD.words
CELLS, STEP, NEIGHBOURS = BOARD.bits(BOARD.cells), BOARD.step, BOARD.neighbours
NORTH, SOUTH, WEST, EAST = (BOARD.sides[name].bits for name in ("north", "south", "west", "east"))
STATE = state_record(stones=("u8", (2, WORDS)))


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
    return list_cells(free_cells(state, scratch_set(WORDS)), out, 0, 0)


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


@compiled
def draw_decided(state, draw):
    """The chain."""
    draw_chain(draw, state.stones[0], NORTH, SOUTH, STEP)
    draw_chain(draw, state.stones[1], WEST, EAST, STEP)


def decided(state):
    draw = new_drawing()
    draw_decided(state, draw)
    return figures_of(draw, BOARD)


def tokens(state):
    red, blue = (set(cells_of(stones)) for stones in state.stones)
    return ["r" if cell in red else "b" if cell in blue else "." for cell in BOARD.cells]


def write(state):
    return f"{rows_text(BOARD, tokens(state))} {'rb'[state.mover]}"


def read(state, text):
    cells, mover = fields_of(text, ("board", "mover"))
    for cell, letter in tokens_of(cells, BOARD):
        if letter != ".":
            add(state.stones[one_of(letter, "rb", "a stone")], cell)
    state.mover = one_of(mover, "rb", "the mover")


LOOKS = {
    ".": EMPTY,
    "r": Look((Piece("disc", "red", 0, "●", "r"),), 1),
    "b": Look((Piece("disc", "blue", 1, "○", "b"),), 1),
}
GAME = Game(
    name="connection",
    title="Connection",
    designer="nobody",
    summary="Join your sides.",
    players=(Player("Red", "r"), Player("Blue", "b")),
    goals=(("north", "south"), ("west", "east")),
    state=STATE,
    start=start,
    moves=moves,
    sample=sample,
    play=play,
    ending=ending,
    board=lambda _: BOARD,
    most_moves=121,
    longest=lambda _: 121,
    read=read,
    write=write,
    picks=lambda _state, move: (Pick(BOARD.name[move]),),
    look=lambda state, name: LOOKS[tokens(state)[BOARD.cells.index(BOARD.number[name])]],
    reason=lambda _state, _how: "a chain from side to side",
    decided=decided,
    is_symmetric=False,
)


def connection():
    return Variant(GAME)
