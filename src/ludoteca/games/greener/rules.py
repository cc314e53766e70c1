"""The rules of Greener; the numbers (GR6) are those of rules.md."""

import numpy as np

from ludoteca.kernel import NOTHING, OFF, BadOption, Cell, Cells, Count, Ending, Flag, Hidden, Move, Numbers, Piece
from ludoteca.kernel import Ruling, Setting, SquareBoard, State, Target, compiled, count_cells, each, total_on
from ludoteca.kernel import greatest_on, has, kinds, more_wins, number_list, passing, random_cell, say
from ludoteca.kernel.patterns.lines import find_sights, sees_nothing
from ludoteca.languages import t

STRIDE = 9  # of the widest board, so that a cell has the same number and name on all of them
BOARD = SquareBoard(9, STRIDE)
STEP, WAY_TO = BOARD.step, BOARD.way_to
STRIDES = np.array([1, -1, STRIDE, -STRIDE])  # east, west, south, north; `way ^ 1` is the opposite
STANDARD = {"6x6": (9, 9, 18), "9x9": (20, 20, 41), "6x9": (18, 18, 18), "3x3": (2, 2, 5)}  # GR3: black, white, green
COUNTS = number_list(3, "standard, or the number of black, white and green pyramids, such as 9,9,18", word="standard")
BOARDS = {size: SquareBoard(int(size[0]), int(size[2]), STRIDE) for size in STANDARD}  # rows first
CELLS = BOARD.table([BOARD.bits(board.cells) for board in BOARDS.values()])  # by board
INSIDE = [[np.flatnonzero(board.step[:, way] != OFF) for way in range(4)] for board in BOARDS.values()]
FULL_SIGHTS = BOARD.table([[BOARD.bits(cells) for cells in ways] for ways in INSIDE])  # by board and way
MOST_PYRAMIDS = 255  # the limit per board; a height is one byte

SETUP = Ruling("Pyramids are shuffled, or placed by the players in turn.", "random", "alternate")
STATE = State(
    board=Ruling("Rows and columns of the board.", *BOARDS, option="size"),
    each=Hidden("u1"),  # black pyramids, and white ones
    first=Ruling("Who moves first.", label="Who begins", black="Black", white="White"),
    setup=SETUP,
    tiebreak=Setting("If greens are tied, the taller stack wins.", True, False, label="Tie-break"),
    placing=Flag("setup", instead_of="passes", otherwise="place a pyramid on an empty cell"),
    passes=Count(0, 2, label="Number of passes"),
    owned=Cells(
        BOARD,
        per_player=True,
        piece="pyramid",
        label="Stacks",
        heights="heights",
        inside=("green", "greens"),
        nobody=Piece("pyramid", "green", None, "●", "g"),  # [GR2]
    ),
    sights=Hidden(BOARD, 4),  # by way: the stacks that see another one
    heights=Numbers(BOARD, most=MOST_PYRAMIDS, omit_one=True),
    greens=Numbers(BOARD),
)


@compiled
def first_seen(state, cell, way):
    """The first stack in a way that has one: across empty cells only. [GR6]"""
    cell += STRIDES[way]
    while state.heights[cell] == 0:
        cell += STRIDES[way]
    return cell


CAPTURE, PASS, PLACE = kinds(
    Move(origin=Cell(BOARD), target=Target(first_seen, 4), text="{origin}x{target}", when="not placing"),
    passing("you must capture when you can", when="not placing"),
    Move(cell=Cell(BOARD), when="placing"),
)


@compiled
def derive(state):
    """Find which stacks see another one."""
    if not state.placing:
        find_sights(state.sights, state.heights, STEP)


@compiled
def start(state, random):
    """The players place their pyramids in turn, or the setup is random. [GR4]"""
    state.placing = 1
    state.mover = state.first
    while state.placing and state.setup == SETUP.random:
        place(state, random_cell(can_place(state), random))


@compiled
def can_place(state):
    """The cells that are still empty. [GR4]"""
    return CELLS[state.board] & ~(state.owned[0] | state.owned[1])


@compiled
def can_capture(state, target, player):
    """The mover's stacks that see another one in a way; without any, the mover passes. [GR6, GR7]"""
    return state.owned[player] & state.sights[target]


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
def place(state, cell):
    """Place one of the mover's pyramids on an empty cell; when all are placed, green fills the board. [GR1, GR4]"""
    state.owned[state.mover] |= BOARD.bit(cell)
    state.heights[cell] = 1
    if count_cells(state.owned[1 - state.mover]) < state.each:
        state.mover = 1 - state.mover
    elif count_cells(state.owned[state.mover]) == state.each:
        for here in each(CELLS[state.board]):
            state.greens[here] = 1 - state.heights[here]
            state.heights[here] = 1
        for way in range(4):
            state.sights[way] = FULL_SIGHTS[state.board, way]
        state.placing = 0
        state.mover = state.first


@compiled
def capture(state, origin, way):
    """Move a whole stack on top of the first one in its way, whatever its colour. [GR5, GR6]"""
    target = first_seen(state, origin, way)
    state.owned[1 - state.mover] &= ~BOARD.bit(target)
    state.owned[state.mover] = (state.owned[state.mover] & ~BOARD.bit(origin)) | BOARD.bit(target)
    state.heights[target] += state.heights[origin]
    state.greens[target] += state.greens[origin]
    state.heights[origin] = 0
    state.greens[origin] = 0
    for back in range(4):  # a stack that saw only the origin sees nothing now
        if has(state.sights[back], origin) and not has(state.sights[back ^ 1], origin):
            state.sights[back ^ 1] &= ~BOARD.bit(first_seen(state, origin, back))
    for back in range(4):
        state.sights[back] &= ~BOARD.bit(origin)


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
    """After two passes the greens decide, then, if the ruling says so, the taller stack. [GR8, GR10]"""
    if state.passes < 2:
        return Ending.NONE
    first, second = points(state, 0), points(state, 1)
    if first == second and state.tiebreak:
        first, second = tallest(state, 0), tallest(state, 1)
    return more_wins(first, second)


@compiled
def settled(state):
    """A player wins who has more greens out of the opponent's reach than the opponent can ever get. [GR6, GR9]

    A capture stays in its row or column and ends on a stack. So the board falls apart into groups of stacks, linked by
    rows and columns, that no stack ever leaves: where only one player has stacks, that player's greens are safe.
    """
    safe, most, seen = np.zeros(2, np.int64), np.zeros(2, np.int64), 0
    if state.placing:
        return Ending.NONE
    for first in range(len(STEP)):
        if state.heights[first] == 0 or seen >> (first // STRIDE) & 1:
            continue
        rows, columns, before = 1 << (first // STRIDE), 0, 0
        while rows + columns != before:
            before = rows + columns
            for cell in range(len(STEP)):
                row, column = cell // STRIDE, STRIDE + cell % STRIDE
                if state.heights[cell] > 0 and (rows >> row & 1 or columns >> column & 1):
                    rows, columns = rows | 1 << row, columns | 1 << column
        seen |= rows
        own, every, is_there = np.zeros(2, np.int64), 0, np.zeros(2, np.bool_)
        for cell in range(len(STEP)):
            if state.heights[cell] > 0 and rows >> (cell // STRIDE) & 1:
                every += state.greens[cell]
                for player in range(2):
                    if has(state.owned[player], cell):
                        own[player] += state.greens[cell]
                        is_there[player] = True
        for player in range(2):
            if is_there[player]:
                most[player] += every
                if not is_there[1 - player]:
                    safe[player] += own[player]
    if safe[0] > most[1]:
        return Ending.FIRST_WINS
    return Ending.SECOND_WINS if safe[1] > most[0] else Ending.NONE


# --- options


def chosen_counts(options):
    """How many black, white and green pyramids there are. [GR3]"""
    return STANDARD[options["size"]] if options["counts"] == "standard" else options["counts"]


def chosen_board(options):
    """The board, after checking that the counts fit it. [GR1, GR3]"""
    board = BOARDS[options["size"]]
    black, white, green = chosen_counts(options)
    given = {"name": "counts", "given": f"{black},{white},{green}"}
    if black + white + green != len(board.cells):
        needed = {"size": options["size"], "count": len(board.cells), "sum": black + white + green}
        raise BadOption(
            t("{name} cannot be {given}: {size} needs {count} pyramids, one per cell, not {sum}", **given, **needed),
            option="counts",
        )
    if not 1 <= black == white <= green:
        raise BadOption(
            t(
                "{name} cannot be {given}: black and white must be equal and at least 1, and green at least as many",
                **given,
            ),
            option="counts",
        )
    return board


def configure(state, options):
    """Write how many pyramids each player has into a state."""
    state.each = chosen_counts(options)[0]


# --- what people are told


@compiled
def reason(state):
    """Why the game ended this way, the winner's number first. [GR10]"""
    winner = 1 if ending(state) == Ending.SECOND_WINS else 0
    more, less = points(state, winner), points(state, 1 - winner)
    if more > less:
        return say("{0} green {0:pyramid|pyramids} to {1}", more, less)
    if not state.tiebreak:
        return say("{0} green {0:pyramid|pyramids} each", more)
    higher, lower = tallest(state, winner), tallest(state, 1 - winner)
    if higher > lower:
        return say("taller stack, {1} to {2} ({0:word} green {0:pyramid|pyramids} each)", more, higher, lower)
    return say("{0:word} green {0:pyramid|pyramids} each, and the tallest stacks are tied at {1}", more, higher)


@compiled
def flaw(state):
    """The board must be one of the game, or of its setup. [GR1, GR4]"""
    pyramids = total_on(CELLS[state.board], state.heights)
    if pyramids > MOST_PYRAMIDS:
        return say("a board has at most {0} pyramids", MOST_PYRAMIDS)
    if not state.placing:
        return NOTHING
    placed = count_cells(state.owned[0]), count_cells(state.owned[1])
    if pyramids > placed[0] + placed[1]:
        return say("during setup the board holds only single black and white pyramids")
    for player in range(2):
        if placed[player] > state.each:
            return say("{0:player} has only {1} pyramids to place", player, state.each)
    if placed[state.mover] == state.each:
        return say("{0:player} has placed every pyramid, so it cannot be {0:player}'s turn", state.mover)
    return NOTHING


@compiled
def why_not_capture(state, origin, target):
    """A stack captures the first one it sees. [GR6]"""
    if state.placing or not has(state.owned[state.mover], origin):
        return NOTHING
    if sees_nothing(state.sights, origin):
        return say("there is nothing to capture in the row or column of {0:cell}", origin)
    if target < 0:
        return NOTHING
    if target == origin:
        return say("a stack cannot capture itself")
    way = WAY_TO[origin, target]
    if way < 0 or way >= len(STRIDES):
        return say("{0:cell} and {1:cell} are not in the same row or column", origin, target)
    if state.heights[target] == 0:
        return say("there is nothing to capture at {0:cell}", target)
    return say("the stack on {0:cell} is in the way", first_seen(state, origin, way))


@compiled
def uncaptured(state):
    """The greens that nobody owns."""
    return total_on(CELLS[state.board], state.greens) - points(state, 0) - points(state, 1)
