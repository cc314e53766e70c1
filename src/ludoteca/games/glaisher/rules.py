"""The rules of Glaisher; the numbers (GL7) are those of rules.md."""

import numpy as np

from ludoteca.kernel import NOTHING, NOT_GIVEN, OFF, Cell, Cells, Choice, Count, Ending, HexBoard, Hidden, Move, Numbers
from ludoteca.kernel import Phase, Ruling, Setting, State, Way, compiled, count_cells, draw_chain, each, has, has_moves
from ludoteca.kernel import highest, kinds, lowest, say, sides_joined, total_on, win_of, winner_of, words

BOARD = HexBoard(5)  # GL1
COUNT = len(BOARD.cells)
STEP, NEIGHBOURS = BOARD.step, BOARD.neighbours
SIDE = BOARD.table([BOARD.sides[name].bits for name in ("north", "northwest", "northeast")])
OPPOSITE = BOARD.table([BOARD.sides[name].bits for name in ("south", "southeast", "southwest")])
SHORTEST_CHAIN = 9  # from one side to the opposite one

START_STACKS, START_HEIGHT = 6, 6
STARTS = (("b1 i6 d8", "f2 h9 a4"), ("a2 f9 h4", "b6 d1 i8"))  # the other is mirrored
START_CELLS = np.array([[[BOARD.number[name] for name in names.split()] for names in start] for start in STARTS])

# A division is a set of different parts, none larger than 8, the longest way to the edge.  So it is eight bits, bit
# p - 1 for the part p.  Tables know stacks of up to 36 = 1+2+…+8 pieces; a height of 37 stands for all that are higher.
FARTHEST, TOO_HIGH = 8, 37
PARTS = [[part for part in range(1, FARTHEST + 1) if division >> part - 1 & 1] for division in range(256)]
PIECES = np.array([sum(parts) for parts in PARTS])  # the height of the stack that a division divides

# The divisions of a height are numbered, those into few parts first, so a set of them is sixteen bits.
MOST_DIVISIONS = 14
DIVISIONS = np.zeros((TOO_HIGH + 1, 16), np.uint8)  # DIVISIONS[height, number]
FEW_PARTS = 4  # the most parts that an option allows
FITTING = np.zeros((2, TOO_HIGH + 1, 256), np.uint16)  # FITTING[min_parts - 1, height, parts that can land] is a set
OF_FEW_PARTS = np.zeros(TOO_HIGH + 1, np.uint16)  # OF_FEW_PARTS[height]: the divisions that the option allows
for _height in range(1, TOO_HIGH):
    _divisions = [each for each in range(1, 256) if PIECES[each] == _height]
    for _number, _division in enumerate(sorted(_divisions, key=lambda each: (len(PARTS[each]), PARTS[each]))):
        DIVISIONS[_height, _number] = _division
        for _least in range(min(len(PARTS[_division]), 2)):
            FITTING[_least, _height, np.arange(256) & _division == _division] |= 1 << _number
        if len(PARTS[_division]) <= FEW_PARTS:
            OF_FEW_PARTS[_height] |= 1 << _number

RAY = BOARD.rays.astype(np.int8)  # RAY[cell, way, part]: where a part lands
IN_LINE = np.zeros(COUNT, np.uint64)  # the cells that a part could reach
ON_BOARD = np.zeros(COUNT, np.uint64)  # the parts that stay on the board: one byte per way, bits as in a division
PART_TO = np.zeros((COUNT, COUNT), np.int8)  # PART_TO[cell, there]: which of those bits means landing there
for _cell, _way, _bit in np.argwhere(RAY[:, :, 1:] != OFF):
    _there = RAY[_cell, _way, _bit + 1]
    IN_LINE[_cell] |= BOARD.bit(_there)
    ON_BOARD[_cell] |= np.uint64(1 << 8 * _way + _bit)
    PART_TO[_cell, _there] = 8 * _way + _bit

TASKS = {"start": f"place a stack of {START_HEIGHT}", "split": "split a stack", "place": "place a piece"}
UNLIMITED = -1
NO_CAP = 10_000  # plies; a technical limit for games without a cap

PHASE = Phase(
    TASKS,
    label="Task",
    otherwise={name: f"{TASKS[name]}: choose an empty hex" for name in ("start", "place")},
)
EXHAUSTED = Ruling(
    "What happens when the reserve is empty: nothing more is placed, or the game is drawn.",
    label="When the reserve is empty",
    skip="nothing more is placed",
    draw="a draw",
)
STATE = State(
    heights=Numbers(BOARD, "u2", most=999),
    stacks=Cells(BOARD, per_player=True, heights="heights"),
    tall=Hidden("u8"),  # stacks of two or more: what can prevent a landing
    big=Hidden("u8"),  # stacks of three or more: what can be split in two
    phase=PHASE,
    reserve=Count(0, 999, kind="i2", unlimited=UNLIMITED, label="Size of the reserve"),
    joined=Hidden("u1"),  # who has a chain from side to side: bit 0 the first player, bit 1 the second
    min_parts=Setting("The fewest parts of a split; with 1 a whole stack may move.", 2, 1, label="Fewest parts"),
    max_parts=Setting(
        "The most parts of a split; 8 is as many as fit on the board.", FARTHEST, FEW_PARTS, label="Most parts"
    ),
    mirrored=Hidden("u1"),  # whether the first six stacks are mirrored; only until they are placed
    exhausted=EXHAUSTED,
)


@compiled
def division_of(state, cell, number):
    """One of the divisions of a stack, by number."""
    return np.int64(DIVISIONS[table_height(state, cell), number])


PLACE, SPLIT = kinds(
    Move(cell=Cell(BOARD), when=("start", "place")),
    Move(
        cell=Cell(BOARD, own="divisible"),
        way=Way(BOARD),
        division=Choice(
            ["+".join(map(str, parts)) for parts in PARTS],
            unordered="+",
            otherwise=f"{{0}} is not a valid split; the parts must all be different, from 1 to {FARTHEST}",
            function=division_of,
            of=MOST_DIVISIONS,
        ),
        text="{cell}-{way}:{division}",
        when="split",
    ),
)


def configure(state, options):
    """Write into a state how the game starts and how many pieces there are to place."""
    state.phase = PHASE.start if options["start"] == "free" else PHASE.split
    state.mirrored = options["start"] == "mirrored"
    state.reserve = UNLIMITED if options["reserve"] is None else options["reserve"]


def longest(options):
    """The cap in plies: a turn is two of them while the reserve lasts, then one. [GL11]"""
    turns, reserve = options["max_turns"], options["reserve"]
    if turns == 0:
        return NO_CAP
    setup = START_STACKS if options["start"] == "free" else 0
    return setup + turns + (turns if reserve is None else min(turns, reserve))


@compiled
def set_height(state, cell, height):
    """Set the number of pieces of a stack."""
    here = BOARD.bit(cell)
    state.heights[cell] = height
    state.tall = state.tall | here if height >= 2 else state.tall & ~here
    state.big = state.big | here if height >= 3 else state.big & ~here


@compiled
def land(state, cell, owner, pieces):
    """Pieces land on a cell; what was there turns to their colour and the heights add. [GL2, GL7]"""
    set_height(state, cell, state.heights[cell] + pieces)
    state.stacks[owner] |= BOARD.bit(cell)
    state.stacks[1 - owner] &= ~BOARD.bit(cell)


@compiled
def start(state, random):
    """Six stacks of six, or an empty board and six stacks to put. [GL3, GL4]"""
    if state.phase == PHASE.start:
        if state.reserve != UNLIMITED:
            state.reserve += START_STACKS * START_HEIGHT
        return
    for player in range(2):
        for cell in START_CELLS[state.mirrored, player]:
            land(state, cell, player, START_HEIGHT)
    state.mirrored = 0


@compiled
def landing_parts(state, cell, player):
    """The parts that can land, one byte per way: on the board, and on no taller enemy stack. [GL6, GL7]"""
    parts = ON_BOARD[cell]
    for there in each(state.stacks[1 - player] & state.tall & IN_LINE[cell]):
        place = PART_TO[cell, there]
        if state.heights[there] > (place & 7) + 1:
            parts &= ~(np.uint64(1) << np.uint64(place))
    return parts


@compiled
def one_way(parts, way):
    """Of the parts that can land, those in one direction."""
    return np.int64((parts >> np.uint64(8 * way)) & np.uint64(255))


@compiled
def table_height(state, cell):
    """The height of a stack as used by the tables."""
    return state.heights[cell] if state.heights[cell] < TOO_HIGH else TOO_HIGH  # CUDA has no min() of two numbers


@compiled
def fitting(state, height, landing):
    """The divisions of a height with only parts that can land; separate with its table, which CUDA stores once."""
    divisions = np.uint64(FITTING[state.min_parts - 1, height, landing])
    return divisions & np.uint64(OF_FEW_PARTS[height]) if state.max_parts == FEW_PARTS else divisions


@compiled
def can_split(state, cell, player):
    """Every way of a stack with every division that can land there: sixteen bits per way, in two words. [GL6, GL7]"""
    height, parts = table_height(state, cell), landing_parts(state, cell, player)
    four_ways, two_ways = np.uint64(0), np.uint64(0)
    for way in range(4):
        four_ways |= fitting(state, height, one_way(parts, way)) << np.uint64(16 * way)
    for way in range(2):
        two_ways |= fitting(state, height, one_way(parts, 4 + way)) << np.uint64(16 * way)
    return four_ways, two_ways


@compiled
def divisible(state, player):
    """The stacks of a player that are high enough: three, or one if a whole stack may move. [GL6]"""
    return state.stacks[player] & (state.big if state.min_parts == 2 else BOARD.all)


@compiled
def can_place(state):
    """Every empty cell, for a piece or at the start for a stack. [GL4, GL8]"""
    return BOARD.all & ~(state.stacks[0] | state.stacks[1])


@compiled
def joined_sides(stacks, through):
    """The pairs of opposite sides, as bits 0 to 2, connected by a chain that contains one of these cells. [GL9]"""
    return 0 if count_cells(stacks) < SHORTEST_CHAIN else sides_joined(stacks, through, SIDE, OPPOSITE, NEIGHBOURS)


@compiled
def split(state, cell, way, division):
    """Each part moves as far as it is high, over anything in between; nothing stays behind. [GL6, GL7]"""
    set_height(state, cell, 0)
    state.stacks[state.mover] &= ~BOARD.bit(cell)
    landed = BOARD.none
    for part in each(division):
        there = RAY[cell, way, part + 1]
        land(state, there, state.mover, part + 1)
        landed |= BOARD.bit(there)
    state.joined = 1 << state.mover if joined_sides(state.stacks[state.mover], landed) else 0


@compiled
def play(state, move):
    """A turn is a split, then a placement; without a reserve the split alone. [GL4, GL5, GL8]"""
    if state.phase == PHASE.split:
        cell = SPLIT.cell(move)
        split(state, cell, SPLIT.way(move), division_of(state, cell, SPLIT.division(move)))
        if state.reserve != 0 or state.exhausted == EXHAUSTED.draw:
            state.phase = PHASE.place
            return
    else:
        cell, height = PLACE.cell(move), START_HEIGHT if state.phase == PHASE.start else 1
        land(state, cell, state.mover, height)
        state.reserve -= height if state.reserve != UNLIMITED else 0
        if joined_sides(state.stacks[state.mover], BOARD.bit(cell)):
            state.joined = 1 << state.mover
        if state.phase == PHASE.place or count_cells(can_place(state)) == COUNT - START_STACKS:
            state.phase = PHASE.split
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """A chain from side to side wins after the turn; a player who cannot split loses. [GL8-GL10]"""
    turn_is_over = state.phase != PHASE.place or state.reserve == 0
    if has(state.joined, 1 - state.mover):
        return win_of(1 - state.mover)
    if has(state.joined, state.mover) and turn_is_over:
        return win_of(state.mover)
    if state.phase == PHASE.split:
        return Ending.NONE if has_moves(state) else win_of(1 - state.mover)
    return Ending.DRAW if turn_is_over and state.phase == PHASE.place else Ending.NONE


# --- what people are told

WAYS = f"[{','.join(Way(BOARD).labels)}]"
LANDS_NOT_THERE = words(f"a stack of {{0}} cannot be split to the {{1:{WAYS}}} here")
TOO_TALL = words("the {0:colour} stack of {1} at {2:cell} is taller than the part of {3} that would land on it")
LEAVES_BOARD = words(f"a part of {{0}} would leave the board to the {{1:{WAYS}}}")
CHAIN = words(
    "a {0:colour} chain from the {1:[north,north-west,north-east]} side to the {1:[south,south-east,south-west]} side"
)


@compiled
def derive(state):
    """Which stacks are tall, and who has a chain from side to side."""
    for cell in range(COUNT):
        set_height(state, cell, state.heights[cell])
    state.joined, state.mirrored = 0, 0
    for player in range(2):
        if joined_sides(state.stacks[player], state.stacks[player]):
            state.joined |= 1 << player


@compiled
def flaw(state):
    """The phase must fit the stacks and the reserve. [GL4, GL8]"""
    missing = START_STACKS - count_cells(state.stacks[0] | state.stacks[1])
    if state.phase == PHASE.start and missing <= 0:
        return say("once all six stacks are on the board, the phase is split or place")
    if state.phase == PHASE.start and state.reserve != UNLIMITED and state.reserve < missing * START_HEIGHT:
        return say("the stacks still to be placed need {0} pieces from the reserve", missing * START_HEIGHT)
    if state.phase == PHASE.place and not can_place(state):
        return say("the phase cannot be place when no hex is empty")
    if state.phase == PHASE.place and state.reserve == 0 and state.exhausted != EXHAUSTED.draw:
        return say("the phase cannot be place when the reserve is empty")
    return NOTHING


@compiled
def reason(state):
    """A chain, a player who is stuck, or no reserve. [GL8-GL10]"""
    how = ending(state)
    if how == Ending.DRAW:
        return say("the reserve is empty")
    winner = winner_of(how)
    if not has(state.joined, winner):
        return say("{0:player} cannot split any stack", 1 - winner)
    return say(CHAIN, winner, lowest(joined_sides(state.stacks[winner], state.stacks[winner])))


@compiled
def decided(state, draw):
    """The chain from side to side; empty if a player cannot split. [GL9]"""
    winner = winner_of(ending(state))
    if has(state.joined, winner):
        stacks = state.stacks[winner]
        pair = lowest(joined_sides(stacks, stacks))
        draw_chain(draw, stacks, SIDE[pair], OPPOSITE[pair], STEP)


@compiled
def why_not_split(state, cell, way, division):
    """A stack that is high enough, a way, and parts that can all land there, the largest first. [GL6, GL7]"""
    height, mover = state.heights[cell], state.mover
    if state.phase != PHASE.split or not has(state.stacks[mover], cell):
        return NOTHING
    if not has(divisible(state, mover), cell):
        return say("a stack of {0} cannot be split", height)
    if way == NOT_GIVEN:
        return say("a stack of {0} at {1:cell} cannot be split in any direction", height, cell)
    if division == NOT_GIVEN and way >= 0:
        return say(LANDS_NOT_THERE, height, way)
    if division < 0 or way < 0:
        return NOTHING
    if PIECES[division] != height:
        return say("these parts add up to {0}; the stack has {1}", PIECES[division], height)
    if count_cells(division) < state.min_parts:
        return say("a stack must be split into at least two parts")
    if count_cells(division) > state.max_parts:
        return say("a stack can be split into at most {0} parts", state.max_parts)
    on_board, landing = one_way(ON_BOARD[cell], way), one_way(landing_parts(state, cell, mover), way)
    if division & ~on_board:
        return say(LEAVES_BOARD, highest(division) + 1, way)
    part = highest(division & ~landing) + 1
    there = RAY[cell, way, part]
    return say(TOO_TALL, 1 - mover, state.heights[there], there, part)


@compiled
def pieces(state, player):
    """The pieces of a player on the board."""
    return total_on(state.stacks[player], state.heights)
