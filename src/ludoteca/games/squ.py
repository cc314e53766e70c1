"""SQU: place discs two at a time, and own the largest square of four corners when the board is full.

Designed by Néstor Romeral Andrés.  Rules, sources and rulings: docs/rules/squ.md, whose numbers (SQ5) stand beside
the code.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from ludoteca.kernel import (
    EMPTY,
    Ending,
    Game,
    Look,
    Option,
    Pick,
    Piece,
    Player,
    SquareBoard,
    UnreadablePosition,
    below,
    bit,
    cell_named,
    compiled,
    fields_of,
    has,
    holders,
    list_cells,
    lowest,
    nth_bit,
    once,
    one_of,
    popcount,
    rows_text,
    state_record,
    tokens_of,
    weigh_at,
    whole_number,
)
from ludoteca.kernel import (
    OldFact as Fact,
)

SIZES = (10, 8)
TIES = ("first", "draw")
MARKERS = ("record", "per_colour")
STRIDE = 10  # on the small board too, so a cell has one number and one name on both
BOARDS = {size: SquareBoard(size, size, STRIDE) for size in SIZES}
HALF_ROWS = 5  # a set of cells is two words of five rows each, so k rows down is one or two shifts
HALF = HALF_ROWS * STRIDE
HALF_BITS = np.uint64((1 << HALF) - 1)

# The cells of each board, and the top left cells of all its squares of side k, as two words: CELLS[size, half].
CELLS = np.zeros((11, 2), np.uint64)
TOP_LEFT = np.zeros((11, 10, 2), np.uint64)
for _size, _board in BOARDS.items():
    for _cell, (_row, _column) in _board.spot.items():
        CELLS[_size, _cell // HALF] |= bit(_cell % HALF)
        for _side in range(1, _size - max(_row, _column)):
            TOP_LEFT[_size, _side, _cell // HALF] |= bit(_cell % HALF)

# What a square of a side is worth in evaluations; the largest of a board is worth 1, and no square nothing.
WORTH = np.zeros((11, 10))
for _size in SIZES:
    for _side in range(_size):
        WORTH[_size, _side] = (_side / (_size - 1)) ** 4

STATE = state_record(
    discs=("u8", (2, 2)),  # by player and half of the board
    left="u1",  # discs still to place this turn; 0 when the board is full, and only then
    record="u1",  # the side of the largest squ so far, 0 before the first
    owner="u1",  # who made it
    corner="u1",  # its top left cell
    width="u1",  # of the board, 10 or 8
    per_turn="u1",
    ties="u1",
    markers="u1",
)


@compiled
def start(state, random):
    """The board is empty and Red places a single disc. [SQ1, SQ3]"""
    state.left = 1


@compiled
def empty_cells(state, half):
    """The empty cells of the upper or lower half of the board."""
    return CELLS[state.width, half] & ~(state.discs[0, half] | state.discs[1, half])


@compiled
def moves(state, out):
    """Any empty cell. [SQ3]"""
    count = list_cells(empty_cells(state, 0), out, 0, 0)
    return list_cells(empty_cells(state, 1), out, count, HALF)


@compiled
def sample(state, random):
    """Any empty cell, without listing them."""
    upper, lower = np.uint64(empty_cells(state, 0)), np.uint64(empty_cells(state, 1))
    above = popcount(upper)
    wanted = below(random, above + popcount(lower))
    if wanted < above:
        return nth_bit(upper, wanted)
    return HALF + nth_bit(lower, wanted - above)


@compiled
def moved_up(upper, lower, rows):
    """Both halves of a set of cells after moving it up by 1 to 9 rows."""
    if rows >= HALF_ROWS:
        return lower >> np.uint64(STRIDE * (rows - HALF_ROWS)), np.uint64(0)
    down = np.uint64(STRIDE * rows)
    return (upper >> down) | ((lower << (np.uint64(HALF) - down)) & HALF_BITS), lower >> down


@compiled
def largest_squ(state, player, record):
    """The side and the top left cell of a player's largest squ if it is larger than the record, else 0 and 0.

    Of several, the first in reading order.  [SQ2]
    """
    upper, lower = state.discs[player, 0], state.discs[player, 1]
    for side in range(state.width - 1, record, -1):
        upper_below, lower_below = moved_up(upper, lower, side)
        shift = np.uint64(side)
        pairs = upper & np.uint64(upper_below)  # discs with another `side` rows below
        squs = pairs & (pairs >> shift) & TOP_LEFT[state.width, side, 0]
        if squs:
            return side, lowest(squs)
        if side < HALF_ROWS:
            pairs = lower & np.uint64(lower_below)
            squs = pairs & (pairs >> shift) & TOP_LEFT[state.width, side, 1]
            if squs:
                return side, HALF + lowest(squs)
    return 0, 0


@compiled
def play(state, cell):
    """Place a disc; it never moves again. The last one of a turn may make a record. [SQ3-SQ5]"""
    half = 1 if cell >= HALF else 0
    state.discs[state.mover, half] |= bit(cell - half * HALF)
    state.left -= 1
    if state.left == 0:
        side, corner = largest_squ(state, state.mover, state.record)
        if side > 0:
            state.record, state.owner, state.corner = side, state.mover, corner
        state.mover = 1 - state.mover
        empty = popcount(empty_cells(state, 0)) + popcount(empty_cells(state, 1))
        state.left = state.per_turn if state.per_turn < empty else empty  # CUDA has no min()


@compiled
def ending(state):
    """A full board ends the game; the owner of the largest squ wins, of equal ones the first. [SQ6, SQ7]"""
    if state.left > 0:
        return Ending.NONE
    if state.ties == 1:
        first, second = largest_squ(state, 0, 0)[0], largest_squ(state, 1, 0)[0]
        if first == second:
            return Ending.DRAW
        return Ending.FIRST_WINS if first > second else Ending.SECOND_WINS
    if state.record == 0:
        return Ending.DRAW
    return Ending.FIRST_WINS if state.owner == 0 else Ending.SECOND_WINS


@compiled
def live_squares(mine, mine_below, yours, yours_below, side, tops):
    """Squares with these top left cells and no enemy disc: how many, and how many with 1, 2, 3, 4 own corners."""
    shift = np.uint64(side)
    taken = yours | yours_below
    live = tops & ((taken | (taken >> shift)) ^ HALF_BITS)
    # each top left cell's own corners as a binary number: those on the left edge plus those on the right
    one_left, two_left = mine ^ mine_below, mine & mine_below
    one_right, two_right = one_left >> shift, two_left >> shift
    ones = one_left ^ one_right
    twos = two_left ^ two_right ^ (one_left & one_right)
    fours = two_left & two_right
    return (
        popcount(live),
        popcount(live & ones & (twos ^ HALF_BITS)),
        popcount(live & twos & (ones ^ HALF_BITS)),
        popcount(live & twos & ones),
        popcount(live & fours),
    )


@compiled
def prospects(state, player, discs):
    """The squares above the record without an enemy disc.

    How many; the worth of those with one, two, three own corners; and how much more than the record the largest is
    worth that so many discs complete.
    """
    mine, mine_lower = state.discs[player, 0], state.discs[player, 1]
    yours, yours_lower = state.discs[1 - player, 0], state.discs[1 - player, 1]
    live, one, two, three, reach = 0, 0.0, 0.0, 0.0, 0.0
    for side in range(state.width - 1, state.record, -1):
        worth = WORTH[state.width, side]
        my_upper, my_lower = moved_up(mine, mine_lower, side)
        your_upper, your_lower = moved_up(yours, yours_lower, side)
        tops, tops_lower = TOP_LEFT[state.width, side, 0], TOP_LEFT[state.width, side, 1]
        found, ones, twos, threes, fours = live_squares(
            mine, np.uint64(my_upper), yours, np.uint64(your_upper), side, tops
        )
        if tops_lower:
            more = live_squares(mine_lower, np.uint64(my_lower), yours_lower, np.uint64(your_lower), side, tops_lower)
            found, ones, twos = found + more[0], ones + more[1], twos + more[2]
            threes, fours = threes + more[3], fours + more[4]
        live += found
        one, two, three = one + worth * ones, two + worth * twos, three + worth * threes
        within = fours + (threes if discs >= 1 else 0) + (twos if discs >= 2 else 0)
        if reach == 0.0 and within > 0:
            reach = worth - WORTH[state.width, state.record]
    return live, one, two, three, reach


TERMS = (
    "record that cannot be beaten",
    "to move",
    "record held",
    "largest squ this turn can make",
    "largest squ the next turn can make",
    "own squares with one corner",
    "own squares with two corners",
    "own squares with three corners",
    "enemy squares with one corner",
    "enemy squares with two corners",
    "enemy squares with three corners",
)
STAGES = (
    "enemy record, one disc left",
    "enemy record, two discs",
    "no record, one disc left",
    "no record, two discs",
    "own record, one disc left",
    "own record, two discs",
)
CERTAIN = 20.0  # what is certain needs no fitting
PLAIN_WEIGHTS = np.tile(np.array([CERTAIN, 0.0, 2.0, 0.0, 0.0, 0.1, 0.5, 1.5, -0.1, -0.5, -1.5]), (len(STAGES), 1))
WEIGHTS = np.array(
    [
        [CERTAIN, -1.93, 11.55, -3.99, 1.17, 1.36, 3.24, 19.33, -0.47, -3.78, -2.74],
        [CERTAIN, -2.03, 5.80, 6.45, 2.74, 1.70, 7.00, 7.26, -0.39, -4.73, -3.78],
        [CERTAIN, -0.12, 0.00, 5.69, 1.86, 0.80, 2.09, 4.59, -0.81, -3.63, -2.29],
        [CERTAIN, 0.94, 0.00, 3.25, 3.23, 0.73, 1.92, 4.04, -0.77, -3.62, -2.86],
        [CERTAIN, 2.29, 10.68, 14.68, 7.65, 0.33, 1.88, 3.47, -1.36, -8.57, -7.58],
        [CERTAIN, 2.23, 15.42, 6.03, 5.83, 0.44, 1.90, 5.50, -1.21, -5.82, -4.90],
    ]
)
POINTS_PER_UNIT, MOST_POINTS = 0.21, 0.84  # ludoteca fit squ; no draws, as the first player wins ties


@compiled
def stage(state):
    """Who holds the record, and whether the mover has one disc left or more."""
    holder = 1 if state.record == 0 else (2 if state.owner == state.mover else 0)
    return 2 * holder + (1 if state.left >= 2 else 0)


@compiled
def terms(state):
    """The record, and the squares that can still beat it: a square is worth the fourth power of its side."""
    is_mine = state.record > 0 and state.owner == state.mover
    live, one, two, three, reach = prospects(state, state.mover, state.left)
    your_live, your_one, your_two, your_three, your_reach = prospects(state, 1 - state.mover, state.per_turn)
    if state.record > 0 and (your_live if is_mine else live) == 0:  # whatever is played now, its owner wins
        return (1.0 if is_mine else -1.0), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    record = WORTH[state.width, state.record]
    held = record if is_mine else -record
    return 0.0, 1.0, held, reach, your_reach, one, two, three, your_one, your_two, your_three


@compiled
def margin(state):
    """The side of Red's largest squ less that of Black's. [SQ7]"""
    return largest_squ(state, 0, 0)[0] - largest_squ(state, 1, 0)[0]


@compiled
def evaluate(state):
    """The terms by their weights."""
    return weigh_at(stage(state), terms(state), WEIGHTS)


# --- text and scene

RED, BLACK = Player("Red", "r"), Player("Black", "b")
PIECES = (Piece("disc", "red", 0, "●", "r"), Piece("disc", "black", 1, "○", "b"))
LOOKS = tuple(Look((piece,), 1) for piece in PIECES)
RECORD_FORM = r"([rb])(\d{1,2}):([a-z]\d{1,2})"


def read_size(given):
    """A size as a number or as text: 10, "8", "8x8"."""
    for size in SIZES:
        if str(given).strip().lower() in (str(size), f"{size}x{size}"):
            return size
    raise ValueError("it can be 10 or 8")


def configure(state, options):
    """Write the size and the rulings into a state."""
    state.width = options["size"]
    state.per_turn = options["discs_per_turn"]
    state.ties = TIES.index(options["ties"])
    state.markers = MARKERS.index(options["markers"])


def read(state, text):
    """Board, mover, discs left this turn and record: `…/… b 2 r8:a1`, or `-` for no record."""
    board, mover, left, record = fields_of(text, ("board", "mover", "discs left", "record"))
    for cell, token in tokens_of(board, BOARDS[int(state.width)]):
        owner = one_of(token, ".rb", f"what stands at {name_of(cell)}") - 1
        if owner >= 0:
            state.discs[owner, cell // HALF] |= bit(cell % HALF)
    state.mover = one_of(mover, "rb", "the mover")
    empty = sum(popcount(empty_cells(state, half)) for half in range(2))
    state.left = min(whole_number(left, "discs left this turn", min(1, empty), int(state.per_turn)), empty)
    if record != "-":
        read_record(state, record)


def read_record(state, word):
    """The record as written, whatever stands on the board: `r8:a1`."""
    found = re.fullmatch(RECORD_FORM, word.lower(), re.ASCII)
    if found is None:
        raise UnreadablePosition(
            f"the record is '-', or its owner, size and top left corner as in r8:a1; found {word[:20]!r}"
        )
    owner, side, corner = found.groups()
    state.owner = "rb".index(owner)
    state.record = whole_number(side, "the size of the record", 1, int(state.width) - 1)
    state.corner = cell_named(corner, BOARDS[int(state.width)], "the corner of the record")
    half, place = divmod(int(state.corner), HALF)
    if not has(TOP_LEFT[state.width, state.record, half], place):
        raise UnreadablePosition(f"a squ of size {state.record} does not fit on the board at {corner}")


def write(state):
    """The position as text."""
    board = BOARDS[int(state.width)]
    owner = owners(state)
    rows = rows_text(board, ["." if owner[cell] is None else "rb"[owner[cell]] for cell in board.cells])
    record = f"{'rb'[state.owner]}{state.record}:{name_of(state.corner)}" if state.record else "-"
    return f"{rows} {'rb'[state.mover]} {state.left} {record}"


def turn_fields(fields, board, symmetry):
    """The record's corner on a turned board: the top left one of its four corners' new places."""
    mover, left, record = fields
    if record == "-":
        return fields
    squ, _, corner = record.partition(":")
    turned = min(symmetry.cells[cell] for cell in corners(int(squ[1:]), board.number[corner]))
    return [mover, left, f"{squ}:{board.name[turned]}"]


def name_of(cell):
    """A cell's name, which is the same on both boards."""
    return BOARDS[10].name[int(cell)]


def disc_at(state, cell):
    """The owner of the disc on a cell, or None."""
    return owners(state)[cell]


@once
def owners(state):
    """The owner of the disc on each cell, or None."""
    return holders((int(low) | int(high) << HALF for low, high in state.discs), 2 * HALF)


def corners(side, corner):
    """The four cells of a square in reading order, none for a square of side 0."""
    top_left, down = int(corner), int(side) * STRIDE
    return (top_left, top_left + int(side), top_left + down, top_left + down + int(side)) if side else ()


def score(state):
    """The side of each colour's largest squ, whatever the record."""
    return tuple(int(largest_squ(state, player, 0)[0]) for player in range(2))


@once
def marks(state):
    """The words that mark cells: corners of the record, and with per_colour of each colour's largest squ. [SQ5]"""
    marked: dict[int, tuple[str, ...]] = {}
    if MARKERS[state.markers] == "per_colour":
        for player in range(2):
            side, corner = largest_squ(state, player, 0)
            if player != state.owner or side != state.record:
                marked |= dict.fromkeys(corners(side, corner), ("best",))
    return marked | dict.fromkeys(corners(state.record, state.corner), ("record",))


def look(state, name):
    """What stands on a cell."""
    cell = BOARDS[10].number[name]
    owner, words = disc_at(state, cell), marks(state).get(cell, ())
    plain = EMPTY if owner is None else LOOKS[owner]
    return replace(plain, marks=words) if words else plain


def facts(state):
    """Discs left this turn, the record with its corners, and each colour's discs and largest squ."""
    shown = []
    if state.left:
        shown.append(Fact("Discs left this turn", str(state.left), int(state.mover)))
    if state.record:
        names = " ".join(name_of(cell) for cell in corners(state.record, state.corner))
        shown.append(Fact("Record", f"{state.record} ({names})", int(state.owner)))
    else:
        shown.append(Fact("Record", "none"))
    for player, best in enumerate(score(state)):
        placed = sum(popcount(half) for half in state.discs[player])
        shown += [Fact("Largest squ", str(best) if best else "none", player), Fact("Discs placed", str(placed), player)]
    return tuple(shown)


def reason(state, how):
    """Why the game ended."""
    best = score(state)
    if how == Ending.DRAW:
        if state.ties == 1 and best[0]:
            return f"the largest squ of either colour has size {best[0]}"
        return "there is no squ" if best == (0, 0) else "no squ was recorded"
    winner = 0 if how == Ending.FIRST_WINS else 1
    side, corner = (state.record, state.corner) if state.ties == 0 else largest_squ(state, winner, 0)
    what = f"{(RED, BLACK)[winner].name}'s squ of size {side} at {name_of(corner)}"
    return f"{what} was made first" if best[1 - winner] == side else f"{what} is the largest"


def decided(state):
    """The squ that wins; of a draw between equal ones, both. [SQ6, SQ7]"""
    winners = {Ending.FIRST_WINS: (0,), Ending.SECOND_WINS: (1,)}.get(ending(state), (0, 1))
    if state.ties == 0:
        squs = [(state.record, state.corner)]
    else:
        squs = [largest_squ(state, player, 0) for player in winners]
    outlines = (corners(side, corner) for side, corner in squs if side)
    return tuple(
        tuple(map(name_of, (top_left, top_right, low_right, low_left, top_left)))
        for top_left, top_right, low_left, low_right in outlines
    )


GAME = Game(
    name="squ",
    title="SQU",
    designer="Néstor Romeral Andrés",
    summary="Place discs two at a time and make the largest square of four corners.",
    players=(RED, BLACK),
    state=STATE,
    start=start,
    moves=moves,
    play=play,
    ending=ending,
    evaluate=evaluate,
    terms=terms,
    term_names=TERMS,
    stage=stage,
    stage_names=STAGES,
    weights=WEIGHTS,
    plain_weights=PLAIN_WEIGHTS,
    points_per_unit=POINTS_PER_UNIT,
    most_points=MOST_POINTS,
    margin=margin,
    sample=sample,
    encoding="ludoteca.games.encodings.squ:ENCODING",
    board=lambda options: BOARDS[options["size"]],
    options=(
        Option("size", 10, "Cells along each side of the board: 10, or 8 for a short game.", SIZES, read_size),
        Option("discs_per_turn", 2, "Discs a turn after Red's first single one.", (2, 1), label="Discs a turn"),
        Option(
            "ties",
            "first",
            "Of equal largest squs the first made wins, or the game is a draw.",
            TIES,
            label="Equal squs",
            words={"first": "the first made wins", "draw": "a draw"},
        ),
        Option(
            "markers",
            "record",
            "What pyramids mark: the record alone, or also each colour's largest squ.",
            MARKERS,
            label="Pyramids mark",
            words={"record": "the record", "per_colour": "each colour's largest squ too"},
        ),
    ),
    configure=configure,
    most_moves=100,
    longest=lambda options: options["size"] ** 2,
    read=read,
    write=write,
    picks=lambda state, move: (Pick(name_of(move)),),
    look=look,
    facts=facts,
    score=score,
    reason=reason,
    decided=decided,
    turn_fields=turn_fields,
)
