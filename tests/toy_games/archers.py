"""Archers: somebody else's game of two steps a turn, after Amazons: an archer walks a step, then shoots at a cell."""

from __future__ import annotations

from ludoteca.kernel import (
    OFF,
    Cell,
    Cells,
    Ending,
    Move,
    Player,
    SquareBoard,
    State,
    compiled,
    game,
    has,
    kinds,
    say,
    words,
)
from ludoteca.play import Variant

BOARD = SquareBoard(4, 4)
STEP = BOARD.step
STATE = State(
    archers=Cells(BOARD, per_player=True),
    arrows=Cells(BOARD, piece="wall", letter="#"),
    shooter=Cells(BOARD, mark="shooter", listed="shooter:"),  # the archer that has walked
)
WALK, SHOOT = kinds(Move(origin=Cell(BOARD), target=Cell(BOARD), text="{origin}{target}"), Move(cell=Cell(BOARD)))


@compiled
def start(state, random):
    """In opposite corners."""
    state.archers[0], state.archers[1] = BOARD.bit(0), BOARD.bit(15)


@compiled
def is_free(state, cell):
    """Whether there is such a cell with nothing on it."""
    return cell != OFF and not has(state.archers[0] | state.archers[1] | state.arrows, cell)


@compiled
def moves(state, out):
    """A step onto an empty cell, or a shot at one beside the archer that has walked."""
    count = 0
    for cell in range(16):
        if has(state.shooter if state.shooter else state.archers[state.mover], cell):
            for way in range(4):
                near = STEP[cell, way]
                if is_free(state, near):
                    out[count] = SHOOT.code(near) if state.shooter else WALK.code(cell, near)
                    count += 1
    return count


@compiled
def play(state, move):
    """Walk, and it is still your turn; or shoot."""
    if WALK.has(move):
        state.archers[state.mover] ^= BOARD.bit(WALK.origin(move)) | BOARD.bit(WALK.target(move))
        state.shooter = BOARD.bit(WALK.target(move))
    else:
        state.arrows |= BOARD.bit(SHOOT.cell(move))
        state.shooter = 0
        state.mover = 1 - state.mover


@compiled
def ending(state):
    """Whoever cannot walk has lost."""
    for cell in range(16):
        if has(state.archers[state.mover], cell):
            for way in range(4):
                if is_free(state, STEP[cell, way]):
                    return Ending.NONE
    return Ending.SECOND_WINS if state.mover == 0 else Ending.FIRST_WINS


STUCK = words("{0:player} cannot walk")


@compiled
def reason(state):
    """Who cannot walk."""
    return say(STUCK, state.mover)


GAME = game(
    title="Archers",
    designer="nobody",
    summary="Walk and shoot.",
    players=(Player("Red", "a"), Player("Black", "b")),
    most_moves=8,
    longest=60,
)


def archers():
    return Variant(GAME)
