"""Amazons: move a queen and shoot an arrow that blocks a cell; whoever cannot move loses.  Walter Zamkauskas, 1988."""

from ludoteca.kernel import CANNOT_MOVE, OFF, Cell, Cells, Ending, Move, SquareBoard, State, add, clear, compiled
from ludoteca.kernel import first_cell, game, holds, is_empty, kinds, next_cell, remove, say, win_of

BOARD = SquareBoard(10, 10, first_row="bottom")
STEP = BOARD.step
WHITE_HOME, BLACK_HOME = BOARD.bits(("a4", "d1", "g1", "j4")), BOARD.bits(("a7", "d10", "g10", "j7"))

STATE = State(
    queens=Cells(BOARD, per_player=True, piece="queen"),  # 100 cells: two words a player
    arrows=Cells(BOARD, piece="arrow", letter="x"),
    archer=Cells(BOARD, mark="shoots", listed="shoots:"),  # the queen that has moved and now shoots
)
GO, SHOOT = kinds(
    Move(queen=Cell(BOARD), target=Cell(BOARD)),  # d1-d7
    Move(cell=Cell(BOARD)),  # g7
)


@compiled
def start(state, random):
    """Four queens a side."""
    for word in range(2):
        state.queens[0, word] = WHITE_HOME[word]
        state.queens[1, word] = BLACK_HOME[word]


@compiled
def is_free(state, cell):
    """Whether there is such a cell and nothing stands on it."""
    if cell == OFF or holds(state.arrows, cell):
        return False
    return not (holds(state.queens[0], cell) or holds(state.queens[1], cell))


@compiled
def moves(state, out):
    """Each queen as in chess, without taking; after that, the same lines for the arrow of the queen that moved."""
    shoots = not is_empty(state.archer)
    count = 0
    queen = first_cell(state.archer) if shoots else first_cell(state.queens[state.mover])
    while queen != OFF:
        for way in range(8):
            cell = STEP[queen, way]
            while is_free(state, cell):
                out[count] = SHOOT.code(cell) if shoots else GO.code(queen, cell)
                count += 1
                cell = STEP[cell, way]
        queen = OFF if shoots else next_cell(state.queens[state.mover], queen)
    return count


@compiled
def play(state, move):
    """Move a queen, and it is still your turn; or shoot, which ends it."""
    if GO.has(move):
        remove(state.queens[state.mover], GO.queen(move))
        add(state.queens[state.mover], GO.target(move))
        add(state.archer, GO.target(move))
    else:
        add(state.arrows, SHOOT.cell(move))
        clear(state.archer)
        state.mover = 1 - state.mover


@compiled
def ending(state):
    """Whoever cannot move a queen has lost; a queen that has moved can always shoot back."""
    if not is_empty(state.archer):
        return Ending.NONE
    queen = first_cell(state.queens[state.mover])
    while queen != OFF:
        for way in range(8):
            if is_free(state, STEP[queen, way]):
                return Ending.NONE
        queen = next_cell(state.queens[state.mover], queen)
    return win_of(1 - state.mover)


@compiled
def reason(state):
    """Who is blocked."""
    return say(CANNOT_MOVE, state.mover)


@compiled
def freedom(state, player):
    """How many steps the queens of a player have."""
    count = 0
    queen = first_cell(state.queens[player])
    while queen != OFF:
        for way in range(8):
            if is_free(state, STEP[queen, way]):
                count += 1
        queen = next_cell(state.queens[player], queen)
    return count


@compiled
def evaluate(state):
    """More freedom is better."""
    return 0.1 * (freedom(state, state.mover) - freedom(state, 1 - state.mover))


GAME = game(
    title="Amazons",
    designer="Walter Zamkauskas",
    players=("White", "Black"),
    summary="Move a queen and shoot an arrow that blocks a cell; whoever cannot move loses.",
    most_moves=140,
    longest=184,  # an arrow for each of the 92 empty cells
    accent="amber",
)
