"""The rules of Greener; the numbers (GR6) are those of rules.md."""

from __future__ import annotations

from functools import cache
from operator import index

import numpy as np

from ludoteca.kernel import (
    BadOption,
    Cell,
    Cells,
    Count,
    Ending,
    Flag,
    Hidden,
    Move,
    Numbers,
    Piece,
    Ruling,
    Setting,
    SquareBoard,
    State,
    Target,
    add,
    below,
    compiled,
    has,
    holds,
    kinds,
    lowest,
    nth_bit,
    popcount,
    remove,
    say,
    without_lowest,
    words,
)

STRIDE = 9  # of the widest board, so that a cell has the same number and name on all of them
BOARD = SquareBoard(9, STRIDE)
STEPS = np.array([1, -1, STRIDE, -STRIDE])  # east, west, south, north; `way ^ 1` is the opposite
MOST_PYRAMIDS = 255  # that a board may be given; a height is one byte
STANDARD = {"6x6": (9, 9, 18), "9x9": (20, 20, 41), "6x9": (18, 18, 18), "3x3": (2, 2, 5)}  # GR3: black, white, green

# A set of cells is two words: cells 0-63 and 64-80.  `open[way]` holds the stacks that have another one in that way.
STATE = State(
    rows=Hidden("i1"),
    columns=Hidden("i1"),
    each=Hidden("u1"),  # black pyramids, and white ones
    first=Ruling("Who moves first.", label="Who begins", black="Black", white="White"),
    alternate=Ruling(
        "Pyramids are shuffled, or placed by the players in turn.",
        option="setup",
        random="random",
        alternate="alternate",
    ),
    tiebreak=Setting("With equal greens the taller stack wins.", True, False, label="Tie-break"),
    placing=Flag("setup", instead_of="passes"),
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
    Move(origin=Cell(BOARD), target=Target(first_seen, 4), text="{origin}x{target}"),
    Move("pass", label="Pass"),
    Move(cell=Cell(BOARD)),
)


@compiled
def close_end(state, cell, way, length):
    """The first stack from one end of a row or column sees nothing on that side."""
    for _ in range(length):
        if state.heights[cell] > 0:
            remove(state.open[way ^ 1], cell)
            return
        cell += STEPS[way]


@compiled
def derive(state):
    """Find out which stacks see another one, from the heights alone: all but those at the ends."""
    for word in range(2):
        state.open[0, word] = 0
    if state.placing:
        return
    rows, columns = state.rows, state.columns
    for row in range(rows):
        for cell in range(row * STRIDE, row * STRIDE + columns):
            if state.heights[cell] > 0:
                add(state.open[0], cell)
    for way in range(1, 4):
        state.open[way, 0] = state.open[0, 0]
        state.open[way, 1] = state.open[0, 1]
    for row in range(rows):
        close_end(state, row * STRIDE, 0, columns)
        close_end(state, row * STRIDE + columns - 1, 1, columns)
    for column in range(columns):
        close_end(state, column, 2, rows)
        close_end(state, (rows - 1) * STRIDE + column, 3, rows)


@compiled
def start(state, random):
    """The players place their pyramids in turn, or chance does it for them. [GR4]"""
    state.placing = 1
    state.mover = state.first
    while state.placing == 1 and state.alternate == 0:
        place(state, random_empty(state, random))


@compiled
def random_empty(state, random):
    """Any empty cell, all equally likely; while pyramids are placed, a third of the board at least is empty. [GR3]"""
    while True:
        cell = below(random, state.rows) * STRIDE + below(random, state.columns)
        if state.heights[cell] == 0:
            return cell


@compiled
def moves(state, out):
    """One way of one own stack that another stack stands in; without any, a pass. [GR6, GR7]"""
    if state.placing == 1:
        return placements(state, out)
    count = 0
    for word in range(2):
        left = state.owned[state.mover, word]
        while left:
            cell = lowest(left)
            left = without_lowest(left)
            for way in range(4):
                if has(state.open[way, word], cell):
                    out[count] = CAPTURE.code(64 * word + cell, way)
                    count += 1
    if count == 0:
        out[0] = PASS.code()
        count = 1
    return count


@compiled
def placements(state, out):
    """Any empty cell. [GR4]"""
    count = 0
    for row in range(state.rows):
        for cell in range(row * STRIDE, row * STRIDE + state.columns):
            if state.heights[cell] == 0:
                out[count] = PLACE.code(cell)
                count += 1
    return count


@compiled
def captures(state, player):
    """How many captures a player has."""
    count = 0
    for way in range(4):
        for word in range(2):
            count += popcount(state.owned[player, word] & state.open[way, word])
    return count


@compiled
def sample(state, random):
    """A random move, without listing them."""
    if state.placing == 1:
        return PLACE.code(random_empty(state, random))
    count = captures(state, state.mover)
    if count == 0:
        return PASS.code()
    n = below(random, count)
    for way in range(4):
        for word in range(2):
            able = state.owned[state.mover, word] & state.open[way, word]
            if n < popcount(able):
                return CAPTURE.code(64 * word + nth_bit(able, n), way)
            n -= popcount(able)
    return PASS.code()


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
    return popcount(state.owned[player, 0]) + popcount(state.owned[player, 1])


@compiled
def place(state, cell):
    """Put one own pyramid on an empty cell; when all are placed, green fills the board. [GR1, GR4]"""
    add(state.owned[state.mover], cell)
    state.heights[cell] = 1
    if stacks(state, 1 - state.mover) < state.each:
        state.mover = 1 - state.mover
    elif stacks(state, state.mover) == state.each:
        for row in range(state.rows):
            for each in range(row * STRIDE, row * STRIDE + state.columns):
                state.greens[each] = 1 - state.heights[each]
                state.heights[each] = 1
        state.placing = 0
        derive(state)
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
def standing(state, player):
    """The greens in the stacks a player controls, and the height of the tallest. [GR9, GR10]"""
    greens, height = np.int64(0), np.int64(0)
    for word in range(2):
        left = state.owned[player, word]
        while left:
            cell = 64 * word + lowest(left)
            greens += state.greens[cell]
            if state.heights[cell] > height:  # CUDA has no max()
                height = state.heights[cell]
            left = without_lowest(left)
    return greens, height


@compiled
def ending(state):
    """After two passes the greens decide, then the taller stack if the ruling says so. [GR8, GR10]"""
    if state.passes < 2:
        return Ending.NONE
    (first, first_height), (second, second_height) = standing(state, 0), standing(state, 1)
    if first == second and state.tiebreak == 1:
        first, second = first_height, second_height
    if first == second:
        return Ending.DRAW
    return Ending.FIRST_WINS if first > second else Ending.SECOND_WINS


@compiled
def margin(state):
    """Black's greens less White's. [GR9]"""
    return standing(state, 0)[0] - standing(state, 1)[0]


@compiled
def points(state, player):
    """The greens in the stacks a player controls. [GR9]"""
    return standing(state, player)[0]


# --- options


def read_counts(given):
    """The pyramids of each colour: three numbers, or "standard"."""
    if isinstance(given, str) and given.strip().lower() == "standard":
        return "standard"
    try:
        counts = tuple(map(int, given.split(","))) if isinstance(given, str) else tuple(map(index, given))
    except (ValueError, TypeError):
        counts = ()
    if len(counts) != 3 or not all(0 <= count <= 100 for count in counts):
        raise ValueError("it is standard, or the number of black, white and green pyramids, such as 9,9,18")
    return counts


@cache
def board_of(size):
    """The board of a size; rows first."""
    rows, columns = map(int, size.split("x"))
    return SquareBoard(rows, columns, STRIDE)


def chosen_counts(options):
    """How many black, white and green pyramids there are. [GR3]"""
    return STANDARD[options["size"]] if options["counts"] == "standard" else options["counts"]


def chosen_board(options):
    """The board, once the counts are known to fit it. [GR1, GR3]"""
    board = board_of(options["size"])
    black, white, green = chosen_counts(options)
    if not (1 <= black == white <= green and black + white + green == len(board.cells)):
        raise BadOption(
            f"counts cannot be {black},{white},{green}: {options['size']} takes {len(board.cells)} pyramids in all,"
            " as many black as white, at least one of each, and no fewer green"
        )
    return board


def configure(state, options):
    """Write the size into a state."""
    state.rows, state.columns = map(int, options["size"].split("x"))
    state.each = chosen_counts(options)[0]


# --- what people are told

MORE_GREENS = words("{0} green {0:pyramid|pyramids} to {1}")
EQUAL = words("{0} green {0:pyramid|pyramids} each")
TALLER = words("{0} green {0:pyramid|pyramids} each, but a taller stack: {1} to {2}")
EQUALLY_TALL = words("{0} green {0:pyramid|pyramids} each, and the tallest stacks are equal: {1}")
PLACE_FIRST = words("you must place a pyramid on one empty cell")
MUST_CAPTURE = words("you must capture when you can")
IS_EMPTY = words("{0:cell} is empty")
NOT_YOURS = words("{0:cell} is not yours")
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
    (more, higher), (less, lower) = standing(state, 0), standing(state, 1)
    if less > more or (less == more and lower > higher):
        (more, higher), (less, lower) = (less, lower), (more, higher)
    if more > less:
        return say(MORE_GREENS, more, less)
    if not state.tiebreak:
        return say(EQUAL, more)
    return say(TALLER, more, higher, lower) if higher > lower else say(EQUALLY_TALL, more, higher)


@compiled
def flaw(state):
    """Whether the board can be one of the game, or of its setup. [GR1, GR4]"""
    total, greens, tallest = 0, 0, 0
    for cell in range(81):
        total += state.heights[cell]
        greens += state.greens[cell]
        tallest = state.heights[cell] if state.heights[cell] > tallest else tallest
    if total > MOST_PYRAMIDS:
        return say(TOO_MANY, MOST_PYRAMIDS)
    if not state.placing:
        return say(0)
    if greens > 0 or tallest > 1:
        return say(ONLY_SINGLE)
    for player in range(2):
        if stacks(state, player) > state.each:
            return say(TOO_MANY_PLACED, player, state.each)
    if stacks(state, state.mover) == state.each:
        return say(ALL_PLACED, state.mover)
    return say(0)


@compiled
def why_not_pass(state):
    """Only who cannot capture passes. [GR7]"""
    return say(PLACE_FIRST if state.placing else MUST_CAPTURE)


@compiled
def why_not_capture(state, origin, target):
    """An own stack takes the first one it sees. [GR6]"""
    if state.placing:
        return say(0) if target < 0 else say(PLACE_FIRST)
    if state.heights[origin] == 0:
        return say(IS_EMPTY, origin)
    if not holds(state.owned[state.mover], origin):
        return say(NOT_YOURS, origin)
    if not (
        holds(state.open[0], origin)
        or holds(state.open[1], origin)
        or holds(state.open[2], origin)
        or holds(state.open[3], origin)
    ):
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
def is_placing(state):
    """Whether pyramids are still placed."""
    return np.int64(state.placing)


@compiled
def is_playing(state):
    """Whether all pyramids stand."""
    return 1 - np.int64(state.placing)


@compiled
def to_place(state, player):
    """The pyramids that a player has still to place. [GR4]"""
    return np.int64(state.each) - stacks(state, player)


@compiled
def to_move(state):
    """Whose turn it is."""
    return np.int64(state.mover)


@compiled
def tallest(state, player):
    """The height of a player's tallest stack. [GR10]"""
    return standing(state, player)[1]


@compiled
def uncaptured(state):
    """The greens that nobody has."""
    greens = np.int64(0)
    for cell in range(81):
        greens += state.greens[cell]
    return greens - points(state, 0) - points(state, 1)
