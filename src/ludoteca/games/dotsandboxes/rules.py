"""The rules of dots and boxes; the numbers (DB3) are those of rules.md."""

from ludoteca.kernel import OFF, Cell, Cells, EdgeBoard, Ending, Move, Setting, State, compiled, count_cells, more_wins
from ludoteca.kernel import win_of

SIZES = (5, 2, 3, 4, 6, 7)
MOST = max(SIZES)
BOARD = EdgeBoard(MOST, MOST)  # of which smaller boards are parts [DB1]
EDGES, BOXES, EDGES_OF, BOXES_OF = BOARD.edges, BOARD.boxes, BOARD.edges_of, BOARD.boxes_of
BOARDS = {
    size: BOARD.part(
        cell for cell, (row, column) in BOARD.spot.items() if row >= 2 * (MOST - size) and column <= 2 * size
    )
    for size in SIZES
}  # a smaller board is the lower left part of the largest one


def drawn_on(size):
    """The edges of a board of this size; none if there is no such board."""
    return EDGES.bits(cell for cell in EDGES.cells if size in BOARDS and cell in BOARDS[size].spot)


ALL_EDGES = EDGES.table([drawn_on(size) for size in range(MOST + 1)])  # by size

STATE = State(
    lines=Cells(EDGES, piece="bar", colour="black", letter="-"),
    boxes=Cells(BOXES, per_player=True, piece="box"),
    side=Setting(
        "Boxes along each side of the board.", *SIZES, option="size", also={f"{size}x{size}": size for size in SIZES}
    ),
)
DRAW = Move(edge=Cell(EDGES, otherwise="{0} is a box; draw a line beside it"))  # b1


@compiled
def can_draw(state):
    """Any edge without a line. [DB2]"""
    return ALL_EDGES[state.side] & ~state.lines


@compiled
def play(state, edge):
    """Draw a line; a player who closes boxes owns them and must draw again. [DB2-DB4]"""
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
    """A player's boxes. [DB3]"""
    return count_cells(state.boxes[player])


@compiled
def ending(state):
    """When all lines are drawn, most boxes win. [DB5]"""
    return Ending.NONE if can_draw(state) else more_wins(points(state, 0), points(state, 1))


@compiled
def settled(state):
    """A player with more than half of the boxes wins. [DB5]"""
    for player in range(2):
        if 2 * points(state, player) > state.side * state.side:
            return win_of(player)
    return Ending.NONE
