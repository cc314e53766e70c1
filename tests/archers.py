"""Archers: somebody else's game of two steps a turn, after Amazons: an archer walks a step, then shoots at a cell."""

from __future__ import annotations

from ludoteca.kernel import EMPTY, Ending, Game, Look, Pick, Piece, Player, SquareBoard, compiled, state_record
from ludoteca.kernel.errors import UnreadablePosition
from ludoteca.play import Variant

BOARD = SquareBoard(4, 4)
STEP = BOARD.step
CELLS = 16
STATE = state_record(on=("i1", CELLS), shooter="i1")  # 0 empty, 1 and 2 the archers, 3 an arrow; shooter -1: nobody


@compiled
def start(state, random):
    """In opposite corners."""
    state.on[0], state.on[15] = 1, 2
    state.shooter = -1


@compiled
def moves(state, out):
    """A step onto an empty cell, or a shot at one beside the archer that has walked."""
    count = 0
    for cell in range(CELLS):
        is_archer = state.on[cell] == state.mover + 1 and (state.shooter < 0 or state.shooter == cell)
        for way in range(4):
            to = STEP[cell, way]
            if is_archer and to >= 0 and state.on[to] == 0:
                out[count] = 16 * cell + to
                count += 1
    return count


@compiled
def play(state, move):
    """Walk, and it is still your turn; or shoot."""
    cell, to = move >> 4, move & 15
    if state.shooter < 0:
        state.on[to], state.on[cell] = state.on[cell], 0
        state.shooter = to
    else:
        state.on[to] = 3
        state.shooter = -1
        state.mover = 1 - state.mover


@compiled
def ending(state):
    """Whoever cannot walk has lost."""
    for cell in range(CELLS):
        if state.on[cell] == state.mover + 1:
            for way in range(4):
                to = STEP[cell, way]
                if to >= 0 and state.on[to] == 0:
                    return Ending.NONE
    return Ending.SECOND_WINS if state.mover == 0 else Ending.FIRST_WINS


def write(state):
    return f"{''.join('.ab#'[int(what)] for what in state.on)} {'ab'[state.mover]} {int(state.shooter)}"


def read(state, text):
    words = text.split()
    if len(words) != 3:
        raise UnreadablePosition("cells, mover, shooter")
    state.on[:] = [".ab#".index(letter) for letter in words[0]]
    state.mover, state.shooter = "ab".index(words[1]), int(words[2])


def picks(state, move):
    cell, to = Pick(BOARD.name[move >> 4]), Pick(BOARD.name[move & 15])
    return (cell, to) if state.shooter < 0 else (to,)


LOOKS = (
    EMPTY,
    Look((Piece("disc", "red", 0, "a", "a"),), 1),
    Look((Piece("disc", "black", 1, "b", "b"),), 1),
    Look((Piece("wall", "stone", None, "#", "#"),), 1),
)
GAME = Game(
    name="archers",
    title="Archers",
    designer="nobody",
    summary="Walk and shoot.",
    players=(Player("Red", "a"), Player("Black", "b")),
    state=STATE,
    start=start,
    moves=moves,
    play=play,
    ending=ending,
    board=lambda _: BOARD,
    most_moves=8,
    longest=lambda _: 60,
    read=read,
    write=write,
    picks=picks,
    look=lambda state, name: LOOKS[int(state.on[BOARD.number[name]])],
    reason=lambda _state, _how: "the other cannot walk",
    is_symmetric=False,
)


def archers():
    return Variant(GAME)
