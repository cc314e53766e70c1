"""The rules of Greener; the numbers (GR6) are those of rules.md."""

import re

import numpy as np

from ludoteca.kernel import OFF, BadOption, Cell, Cells, Count, Ending, Flag, Hidden, Move, Numbers, Piece, Ruling
from ludoteca.kernel import Setting, SquareBoard, State, Target, add, clear, compiled, count_cells, greatest_on, holds
from ludoteca.kernel import kinds, more_wins, passing, random_cell, remove, say, total_on, unite, words

STRIDE = 9  # of the widest board, so that a cell has the same number and name on all of them
BOARD = SquareBoard(9, STRIDE)
STEP = BOARD.step
STEPS = np.array([1, -1, STRIDE, -STRIDE])  # east, west, south, north; `way ^ 1` is the opposite
STANDARD = {"6x6": (9, 9, 18), "9x9": (20, 20, 41), "6x9": (18, 18, 18), "3x3": (2, 2, 5)}  # GR3: black, white, green
BOARDS = {size: SquareBoard(int(size[0]), int(size[2]), STRIDE) for size in STANDARD}  # rows first
CELLS = np.array([BOARD.bits(board.cells) for board in BOARDS.values()])  # by board
INSIDE = np.zeros((len(BOARDS), 4, 2), np.uint64)  # by board and way: the cells that have another one there
for _number, _board in enumerate(BOARDS.values()):
    for _way in range(4):
        INSIDE[_number, _way] = BOARD.bits(cell for cell in _board.cells if _board.step[cell, _way] != OFF)
MOST_PYRAMIDS = 255  # that a board may be given; a height is one byte

# A set of cells is two words: cells 0-63 and 64-80.  `open[way]` holds the stacks that have another one in that way.
STATE = State(
    board=Ruling("Rows and columns of the board.", option="size", **{size: size for size in BOARDS}),
    each=Hidden("u1"),  # black pyramids, and white ones
    first=Ruling("Who moves first.", label="Who begins", black="Black", white="White"),
    alternate=Ruling(
        "Pyramids are shuffled, or placed by the players in turn.",
        option="setup",
        random="random",
        alternate="alternate",
    ),
    tiebreak=Setting("With equal greens the taller stack wins.", True, False, label="Tie-break"),
    placing=Flag("setup", instead_of="passes", otherwise="you must place a pyramid on one empty cell"),
    passes=Count(0, 2, label="Number of passes"),
    owned=Cells(
        BOARD,
        per_player=True,
        piece="pyramid",
        label="Stacks",
        heights="heights",
        inside=("green", "greens"),
        nobody=Piece("pyramid", "green", None, "●", "g"),
    ),
    open=Hidden("u8", (4, 2)),
    heights=Numbers(BOARD, most=MOST_PYRAMIDS, omit_one=True),
    greens=Numbers(BOARD),
)


@compiled
def first_seen(state, cell, way):
    """The first stack in a way that is open: over empty cells only. [GR6]"""
    cell += STEPS[way]
    while state.heights[cell] == 0:
        cell += STEPS[way]
    return cell


CAPTURE, PASS, PLACE = kinds(
    Move(origin=Cell(BOARD), target=Target(first_seen, 4), text="{origin}x{target}", when="not placing"),
    passing("you must capture when you can", when="not placing"),
    Move(cell=Cell(BOARD), when="placing"),
)


@compiled
def derive(state):
    """Find out which stacks see another one, from the heights alone."""
    for way in range(4):
        clear(state.open[way])
    for cell in range(0 if state.placing else len(STEP)):
        for way in range(0, 4, 2):  # who sees a stack in the east or south is seen from there
            there = STEP[cell, way] if state.heights[cell] > 0 else OFF
            while there != OFF and state.heights[there] == 0:
                there = STEP[there, way]
            if there != OFF:
                add(state.open[way], cell)
                add(state.open[way ^ 1], there)


@compiled
def start(state, random):
    """The players place their pyramids in turn, or chance does it for them. [GR4]"""
    state.placing = 1
    state.mover = state.first
    while state.placing and not state.alternate:
        place(state, random_cell(can_place(state), random))


@compiled
def can_place(state):
    """The cells that are still empty. [GR4]"""
    upper = CELLS[state.board, 0] & ~(state.owned[0, 0] | state.owned[1, 0])
    return upper, CELLS[state.board, 1] & ~(state.owned[0, 1] | state.owned[1, 1])


@compiled
def can_capture(state, target):
    """The own stacks that see another one in a way; without any, the mover passes. [GR6, GR7]"""
    return capturing(state, state.mover, target)


@compiled
def capturing(state, player, way):
    """The stacks of a player that see another one in a way."""
    return state.owned[player, 0] & state.open[way, 0], state.owned[player, 1] & state.open[way, 1]


@compiled
def play(state, move):
    """Place, pass or capture. [GR4, GR6, GR7]"""
    if PLACE.has(move):
        place(state, PLACE.cell(move))
        return
    if PASS.has(move):
        state.passes += 1
    else:
        state.passes = 0
        capture(state, CAPTURE.origin(move), CAPTURE.target(move))
    state.mover = 1 - state.mover


@compiled
def stacks(state, player):
    """How many stacks a player controls; during the setup, how many pyramids are placed."""
    return count_cells(state.owned[player])


@compiled
def place(state, cell):
    """Put one own pyramid on an empty cell; when all are placed, green fills the board. [GR1, GR4]"""
    add(state.owned[state.mover], cell)
    state.heights[cell] = 1
    if stacks(state, 1 - state.mover) < state.each:
        state.mover = 1 - state.mover
    elif stacks(state, state.mover) == state.each:
        for each in range(len(STEP)):
            if holds(CELLS[state.board], each):
                state.greens[each] = 1 - state.heights[each]
                state.heights[each] = 1
        for way in range(4):
            unite(state.open[way], INSIDE[state.board, way])
        state.placing = 0
        state.mover = state.first


@compiled
def capture(state, origin, way):
    """Move a whole stack on top of the first one in its way, whatever its colour. [GR5, GR6]"""
    target = first_seen(state, origin, way)
    remove(state.owned[1 - state.mover], target)
    remove(state.owned[state.mover], origin)
    add(state.owned[state.mover], target)
    state.heights[target] += state.heights[origin]
    state.greens[target] += state.greens[origin]
    state.heights[origin] = 0
    state.greens[origin] = 0
    for back in range(4):  # a stack that saw nothing but the origin sees nothing now
        if holds(state.open[back], origin) and not holds(state.open[back ^ 1], origin):
            remove(state.open[back ^ 1], first_seen(state, origin, back))
    for back in range(4):
        remove(state.open[back], origin)


@compiled
def points(state, player):
    """The greens in the stacks a player controls. [GR9]"""
    return total_on(state.owned[player], state.greens)


@compiled
def tallest(state, player):
    """The height of a player's tallest stack. [GR10]"""
    return greatest_on(state.owned[player], state.heights)


@compiled
def ending(state):
    """After two passes the greens decide, then the taller stack if the ruling says so. [GR8, GR10]"""
    if state.passes < 2:
        return Ending.NONE
    first, second = points(state, 0), points(state, 1)
    if first == second and state.tiebreak:
        first, second = tallest(state, 0), tallest(state, 1)
    return more_wins(first, second)


# --- options

COUNTS = "standard, or the number of black, white and green pyramids, such as 9,9,18"


def read_counts(given):
    """The pyramids of each colour: three numbers, or "standard"."""
    word = ",".join(map(str, given)) if isinstance(given, list | tuple) else str(given)
    word = word.lower().replace(" ", "")
    if word != "standard" and not re.fullmatch(r"\d{1,3},\d{1,3},\d{1,3}", word, re.ASCII):
        raise ValueError(f"it is {COUNTS}")
    return word if word == "standard" else tuple(map(int, word.split(",")))


def chosen_counts(options):
    """How many black, white and green pyramids there are. [GR3]"""
    return STANDARD[options["size"]] if options["counts"] == "standard" else options["counts"]


def chosen_board(options):
    """The board, once the counts are known to fit it. [GR1, GR3]"""
    board = BOARDS[options["size"]]
    black, white, green = chosen_counts(options)
    if not (1 <= black == white <= green and black + white + green == len(board.cells)):
        raise BadOption(
            f"counts cannot be {black},{white},{green}: {options['size']} takes {len(board.cells)} pyramids in all,"
            " as many black as white, at least one of each, and no fewer green"
        )
    return board


def configure(state, options):
    """Write how many pyramids each player has into a state."""
    state.each = chosen_counts(options)[0]


# --- what people are told

MORE_GREENS = words("{0} green {0:pyramid|pyramids} to {1}")
EQUAL = words("{0} green {0:pyramid|pyramids} each")
TALLER = words("{0} green {0:pyramid|pyramids} each, but a taller stack: {1} to {2}")
EQUALLY_TALL = words("{0} green {0:pyramid|pyramids} each, and the tallest stacks are equal: {1}")
SEES_NOTHING = words("there is nothing to capture in the row or column of {0:cell}")
TAKES_ITSELF = words("a stack cannot take itself")
NOT_IN_LINE = words("{0:cell} and {1:cell} are not in one row or column")
NOTHING_THERE = words("there is nothing to capture at {0:cell}")
BETWEEN = words("{0:cell} stands between")
TOO_MANY = words("a board has at most {0} pyramids")
ONLY_SINGLE = words("during the setup single black and white pyramids stand on the board; found others")
TOO_MANY_PLACED = words("{0:player} has only {1} pyramids to place; found more")
ALL_PLACED = words("{0:player} has placed every pyramid and cannot be the mover")


@compiled
def reason(state):
    """Why the game ended so, the winner's number first. [GR10]"""
    winner = 1 if ending(state) == Ending.SECOND_WINS else 0
    more, less = points(state, winner), points(state, 1 - winner)
    if more > less:
        return say(MORE_GREENS, more, less)
    if not state.tiebreak:
        return say(EQUAL, more)
    higher, lower = tallest(state, winner), tallest(state, 1 - winner)
    return say(TALLER, more, higher, lower) if higher > lower else say(EQUALLY_TALL, more, higher)


@compiled
def flaw(state):
    """Whether the board can be one of the game, or of its setup. [GR1, GR4]"""
    if total_on(CELLS[state.board], state.heights) > MOST_PYRAMIDS:
        return say(TOO_MANY, MOST_PYRAMIDS)
    if not state.placing:
        return say(0)
    if total_on(CELLS[state.board], state.heights) > stacks(state, 0) + stacks(state, 1):
        return say(ONLY_SINGLE)
    for player in range(2):
        if stacks(state, player) > state.each:
            return say(TOO_MANY_PLACED, player, state.each)
    return say(ALL_PLACED, state.mover) if stacks(state, state.mover) == state.each else say(0)


@compiled
def why_not_capture(state, origin, target):
    """An own stack takes the first one it sees. [GR6]"""
    if state.placing or not holds(state.owned[state.mover], origin):
        return say(0)
    is_blind = True
    for way in range(4):
        is_blind &= not holds(state.open[way], origin)
    if is_blind:
        return say(SEES_NOTHING, origin)
    if target < 0:
        return say(0)
    if target == origin:
        return say(TAKES_ITSELF)
    is_row, is_column = origin // STRIDE == target // STRIDE, origin % STRIDE == target % STRIDE
    if not (is_row or is_column):
        return say(NOT_IN_LINE, origin, target)
    if state.heights[target] == 0:
        return say(NOTHING_THERE, target)
    way = (0 if target > origin else 1) if is_row else (2 if target > origin else 3)
    return say(BETWEEN, first_seen(state, origin, way))


@compiled
def uncaptured(state):
    """The greens that nobody has."""
    return total_on(CELLS[state.board], state.greens) - points(state, 0) - points(state, 1)
