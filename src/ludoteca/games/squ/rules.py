"""The rules of SQU; the numbers (SQ5) are those of rules.md."""

from ludoteca.kernel import NOTHING, Cell, CellAt, Cells, Count, Ending, Move, Ruling, Seat
from ludoteca.kernel import Setting, State, Together, compiled, count_cells, draw_outline
from ludoteca.kernel import more_wins, say, win_of, winner_of, words
from ludoteca.kernel.patterns.squares import largest_square, square_board, square_corners, square_fits

SIZES = (10, 8)
BOARDS = {size: square_board(size) for size in SIZES}  # with the same numbers
BOARD = BOARDS[10]
CELLS = BOARD.table([BOARD.bits(BOARDS[size].cells if size in SIZES else ()) for size in range(11)])  # by size

TIES = Ruling(
    "If the largest squs are equal, the first one made wins, or the game is a draw.",
    label="Equal squs",
    first="the first one made wins",
    draw="a draw",
)
ENDS = Ruling(
    "The game ends with a full board, or as soon as the record cannot be beaten.",
    label="The game ends",
    full="when the board is full",
    decided="when the record cannot be beaten",
)
MARKERS = Ruling(
    "What the pyramids mark: only the record, or also each colour's largest squ.",
    label="Pyramids mark",
    record="the record",
    per_colour="each colour's largest squ too",
)
STATE = State(
    discs=Cells(BOARD, per_player=True),
    left=Count(0, 2, label="Discs left this turn"),  # to place this turn; 0 when the board is full, and only then
    best_side=Count(1, 9, label="Size of the record", is_written=False),  # of the largest squ, 0 before the first
    best_owner=Seat(label="Owner of the record", is_written=False),
    best_corner=CellAt(BOARD, side="best_side", label="Corner of the record", is_written=False),  # its top left cell
    best=Together(
        "{best_owner}{best_side}:{best_corner}",
        given="best_side",
        label="Record",
        explain="the record is '-', or its owner, size and top left corner as in r8:a1",
    ),
    width=Setting(
        "Cells along each side of the board: 10, or 8 for a short game.",
        *SIZES,
        option="size",
        also={"10x10": 10, "8x8": 8},
    ),
    per_turn=Setting(
        "Discs per turn after Red's first single disc.", 2, 1, option="discs_per_turn", label="Discs per turn"
    ),
    ties=TIES,
    ends=ENDS,
    markers=MARKERS,
)

PLACE = Move(cell=Cell(BOARD))


@compiled
def start(state, random):
    """The board is empty and Red places a single disc. [SQ1, SQ3]"""
    state.left = 1


@compiled
def can_place(state):
    """Any empty cell. [SQ3]"""
    return CELLS[state.width] & ~(state.discs[0] | state.discs[1])


@compiled
def largest_squ(state, player, larger_than):
    """The side and the top left cell of a player's largest squ if it is larger than a size, else 0 and 0. [SQ2]"""
    return largest_square(state.discs[player], state.width, larger_than)


@compiled
def play(state, cell):
    """Place a disc; it never moves again. The last one of a turn may make a record. [SQ3-SQ5]"""
    state.discs[state.mover] |= BOARD.bit(cell)
    state.left -= 1
    if state.left == 0:
        side, corner = largest_squ(state, state.mover, state.best_side)
        if side > 0:
            state.best_side, state.best_owner, state.best_corner = side, state.mover, corner
        state.mover = 1 - state.mover
        state.left = state.per_turn
        derive(state)


@compiled
def derive(state):
    """No more discs are left than cells."""
    empty = count_cells(can_place(state))
    if state.left > empty:
        state.left = empty


@compiled
def is_for_good(state):
    """Whether the owner of the record wins whatever is played: the opponent cannot match it. [SQ5, SQ7]"""
    if state.best_side == 0:
        return False
    less = state.best_side - (1 if state.ties == TIES.draw else 0)
    return largest_square(~state.discs[state.best_owner], state.width, less)[0] == 0


@compiled
def counted_squ(state, player):
    """The side and top left cell of the squ that counts for a player: the record, or by ruling the largest. [SQ7]"""
    if state.ties == TIES.draw:
        return largest_squ(state, player, 0)
    return (state.best_side, state.best_corner) if state.best_owner == player else (0, 0)


@compiled
def ending(state):
    """A full board ends the game, or by ruling an unbeatable record; the owner of the largest squ wins. [SQ6, SQ7]"""
    if state.left > 0 and (state.ends != ENDS.decided or not is_for_good(state)):
        return Ending.NONE
    return more_wins(counted_squ(state, 0)[0], counted_squ(state, 1)[0])


@compiled
def settled(state):
    """The owner of a record that cannot be beaten wins. [SQ5, SQ7]"""
    return win_of(state.best_owner) if is_for_good(state) else Ending.NONE


@compiled
def points(state, player):
    """The side of a player's largest squ, whatever the record. [SQ7]"""
    return largest_squ(state, player, 0)[0]


# --- what people are told

FOR_GOOD = words("{0} ({1:cell} {2:cell} {4:cell} {3:cell}); {5:player} can no longer beat it")


@compiled
def reason(state):
    """Whose squ wins, or why none does. [SQ6, SQ7]"""
    how = ending(state)
    winner = winner_of(how)
    side, corner = counted_squ(state, winner)
    if how == Ending.DRAW:
        if side > 0:
            return say("the largest squ of either colour has size {0}", side)
        is_bare = points(state, 0) == 0 and points(state, 1) == 0
        return say("there is no squ" if is_bare else "no squ was recorded")
    if points(state, 1 - winner) == side:
        return say("{0:player}'s squ of size {1} at {2:cell} was made first", winner, side, corner)
    return say("{0:player}'s squ of size {1} at {2:cell} is the largest", winner, side, corner)


@compiled
def flaw(state):
    """The record must fit on the board, and the number of discs left must be possible. [SQ3, SQ5]"""
    if state.left > state.per_turn or (state.left == 0 and count_cells(can_place(state)) > 0):
        return say("the number of discs left this turn must be from 1 to {0}; found {1}", state.per_turn, state.left)
    if not square_fits(state.width, state.best_side, state.best_corner):
        return say("a squ of size {0} does not fit on the board at {1:cell}", state.best_side, state.best_corner)
    return NOTHING


@compiled
def record(state):
    """The size of the record and its corners, and whether it wins whatever is played. [SQ5]"""
    if state.best_side == 0:
        return say("none")
    one, two, three, four = square_corners(state.best_side, state.best_corner)
    if state.left > 0 and state.ends != ENDS.decided and is_for_good(state):
        return say(FOR_GOOD, state.best_side, one, two, three, four, 1 - state.best_owner)
    return say("{0} ({1:cell} {2:cell} {4:cell} {3:cell})", state.best_side, one, two, three, four)


@compiled
def cell_marks(state, out):
    """The corners of the record, and with per_colour of each colour's largest squ. [SQ5]"""
    for player in range(2 if state.markers == MARKERS.per_colour else 0):
        side, corner = largest_squ(state, player, 0)
        if side > 0 and (player != state.best_owner or side != state.best_side):
            for cell in square_corners(side, corner):
                out[cell] = 2
    if state.best_side > 0:
        for cell in square_corners(state.best_side, state.best_corner):
            out[cell] = 1


@compiled
def decided(state, draw):
    """The winning squ; in a draw between equal ones, both. [SQ6, SQ7]"""
    how = ending(state)
    for player in range(2):
        side, corner = counted_squ(state, player)
        if side > 0 and how != win_of(1 - player):
            draw_outline(draw, square_corners(side, corner))
