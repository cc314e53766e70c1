"""Dots and boxes: draw lines between dots; complete a box to own it and draw again.  Édouard Lucas, 1889."""

import numpy as np

from ludoteca.kernel import OFF, Cell, Cells, EdgeBoard, Ending, Move, State, compiled, count_cells, game, more_wins

ROWS, COLUMNS = 5, 5
BOARD = EdgeBoard(ROWS, COLUMNS)
EDGES, BOXES, EDGES_OF, BOXES_OF = BOARD.edges, BOARD.boxes, BOARD.edges_of, BOARD.boxes_of

STATE = State(
    lines=Cells(EDGES, piece="bar", colour="black", letter="-"),
    boxes=Cells(BOXES, per_player=True, piece="box"),
)
DRAW = Move(edge=Cell(EDGES, otherwise="{0} is a box; draw a line beside it"))  # b1


@compiled
def can_draw(state):
    """Any edge without a line."""
    return EDGES.all & ~state.lines


@compiled
def play(state, edge):
    """Draw a line; a player who closes boxes owns them and draws again."""
    state.lines |= EDGES.bit(edge)
    has_closed = False
    for box in BOXES_OF[edge]:
        if box != OFF and not EDGES_OF[box] & ~state.lines:
            state.boxes[state.mover] |= BOXES.bit(box)
            has_closed = True
    if not has_closed:
        state.mover = 1 - state.mover


@compiled
def points(state, player):
    """A player's boxes."""
    return count_cells(state.boxes[player])


@compiled
def ending(state):
    """When all lines are drawn, most boxes win."""
    return Ending.NONE if can_draw(state) else more_wins(points(state, 0), points(state, 1))


TERMS, WEIGHTS = ("boxes",), np.array([0.5])
TERM_WORDS = {"boxes": "closes more boxes"}


@compiled
def terms(state):
    """More boxes are better."""
    return (float(points(state, state.mover) - points(state, 1 - state.mover)),)


GAME = game(
    title="Dots and boxes",
    designer="Édouard Lucas",
    players=("Blue", "Red"),
    summary="Draw lines between dots. Whoever closes a box owns it and draws again; most boxes wins.",
    longest=len(EDGES.cells),
    accent="indigo",
    surface="linen",
    minutes=10,
    difficulty="easy",
)
