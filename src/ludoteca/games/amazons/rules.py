"""The rules of Amazons; the numbers (AM3) are those of rules.md."""

from ludoteca.kernel import CANNOT_MOVE, NOTHING, OFF, Cell, Cells, Ending, Move, Ruling, SquareBoard, State
from ludoteca.kernel import compiled, in_sight, kinds, lowest, next_to, say, win_of

BOARD = SquareBoard(10, 10, first_row="bottom")
SIGHT, WAY_TO, NEIGHBOURS, WAYS = BOARD.sight, BOARD.way_to, BOARD.neighbours, BOARD.directions
STARTS = {  # White's queens and Black's, by size
    10: ("d1 g1 a4 j4", "d10 g10 a7 j7"),
    8: ("c1 f1 a3 h3", "c8 f8 a6 h6"),
    6: ("b1 e1 a2 f2", "b6 e6 a5 f5"),
}
BOARDS = {
    f"{size}x{size}": BOARD.part(f"{letter}{row}" for letter in "abcdefghij"[:size] for row in range(1, size + 1))
    for size in STARTS
}
OUTSIDE = BOARD.table([BOARD.all & ~BOARD.bits(board.cells) for board in BOARDS.values()])
WHITE = BOARD.table([BOARD.bits(white.split()) for white, _ in STARTS.values()])
BLACK = BOARD.table([BOARD.bits(black.split()) for _, black in STARTS.values()])

STATE = State(
    queens=Cells(BOARD, per_player=True, piece="queen"),
    arrows=Cells(BOARD, piece="arrow", letter="x"),
    archer=Cells(BOARD, mark="shoots", listed="shoots:"),  # the queen that has moved and now shoots
    board=Ruling("Cells along each side of the board.", *BOARDS, option="size"),
)
GO, SHOOT = kinds(
    Move(queen=Cell(BOARD, own="queens"), target=Cell(BOARD), when="not archer", prompt="move a queen"),  # d1-d7
    Move(cell=Cell(BOARD), when="archer", prompt="shoot an arrow"),  # g7
)


@compiled
def start(state, random):
    """Four queens each, near the corners. [AM1]"""
    state.queens[0], state.queens[1] = WHITE[state.board], BLACK[state.board]


@compiled
def taken(state):
    """The cells that are not free."""
    return state.queens[0] | state.queens[1] | state.arrows | OUTSIDE[state.board]


@compiled
def can_go(state, queen):
    """Any distance in a straight line over free cells; nothing is taken. [AM2]"""
    obstacles = taken(state)
    return in_sight(queen, WAYS, obstacles, SIGHT) & ~obstacles


@compiled
def can_shoot(state):
    """The queen that has moved shoots along the same lines. [AM3]"""
    return can_go(state, lowest(state.archer))


@compiled
def play(state, move):
    """Move a queen, and it is still your turn; or shoot, which ends it. [AM2, AM3]"""
    if GO.has(move):
        state.archer = BOARD.bit(GO.target(move))
        state.queens[state.mover] ^= BOARD.bit(GO.queen(move)) | state.archer
    else:
        state.arrows |= BOARD.bit(SHOOT.cell(move))
        state.archer = BOARD.none
        state.mover = 1 - state.mover


@compiled
def ending(state):
    """Whoever cannot move a queen loses; a queen that has moved can always shoot back. [AM4]"""
    is_free = state.archer or next_to(state.queens[state.mover], NEIGHBOURS) & ~taken(state)
    return Ending.NONE if is_free else win_of(1 - state.mover)


# --- what people are told


@compiled
def reason(state):
    """Who is blocked. [AM4]"""
    return say(CANNOT_MOVE, state.mover)


@compiled
def why_not_go(state, queen, target):
    """A queen moves in straight lines. [AM2]"""
    if target >= 0 and WAY_TO[queen, target] == OFF:
        return say("a queen moves in a straight line, and {1:cell} is not in line with {0:cell}", queen, target)
    return NOTHING


@compiled
def why_not_shoot(state, cell):
    """Arrows fly in straight lines from the queen that has moved. [AM3]"""
    if cell >= 0 and state.archer and WAY_TO[lowest(state.archer), cell] == OFF:
        return say("an arrow flies in a straight line from {0:cell}, the queen that moved", lowest(state.archer))
    return NOTHING
