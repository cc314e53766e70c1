"""Glaisher: split your stacks by distance, join two opposite sides of the hexagon, never run out of splits.

Designed by Ken Shoda.  Rules, sources and rulings: docs/rules/glaisher.md, whose numbers (GL7) stand
beside the code.
"""

from __future__ import annotations

import numpy as np

from ludoteca.kernel import (
    EMPTY,
    SIX_WAY_NAMES,
    Ending,
    Game,
    HexBoard,
    Look,
    Option,
    Pick,
    Piece,
    Player,
    UnreadablePosition,
    below,
    bit,
    chain_between,
    choice,
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
    without_lowest,
)
from ludoteca.kernel import (
    OldFact as Fact,
)

BOARD = HexBoard(5)  # GL1
COUNT = len(BOARD.cells)
CELLS = BOARD.bits(BOARD.cells)
LONGEST_LINE = 9
FARTHEST = LONGEST_LINE - 1  # the largest part that can land
TALLEST = FARTHEST * (FARTHEST + 1) // 2  # 36: the highest stack that can be split
NEVER = TALLEST + 1  # stands for every higher stack in tables
START_STACKS, START_HEIGHT = 6, 6
FIXED_START = [[BOARD.at[spot] for spot in spots] for spots in (((0, 1), (5, 8), (7, 3)), ((1, 5), (8, 7), (3, 0)))]
START_CELLS = np.array(FIXED_START)  # GL3
UNLIMITED = -1
PHASES = ("start", "split", "place")
START, SPLIT, PLACE = range(3)
EXHAUSTED = ("skip", "draw")
MOST_PIECES = 999  # in one stack or in the reserve, as far as position text goes

# A division is a set of different parts, so eight bits: bit p - 1 for the part p.  What can land around a stack takes
# six such bytes in one word, a byte for each direction.
PARTS = [[part for part in range(1, FARTHEST + 1) if division >> part - 1 & 1] for division in range(1 << FARTHEST)]
DIVISIONS = np.array(sorted(range(1, 256), key=lambda each: (sum(PARTS[each]), len(PARTS[each]), PARTS[each])))
FIRST = np.zeros((3, NEVER + 1), np.int16)  # FIRST[min_parts, height]: where the divisions of a height begin,
LAST = np.zeros(NEVER + 1, np.int16)  # and where they end (not included)
COUNTS = np.zeros((2, NEVER + 1, 256), np.uint8)  # COUNTS[min_parts - 1, height, parts that can land]: how many fit
for _height in range(1, TALLEST + 1):
    _own = [index for index, division in enumerate(DIVISIONS) if sum(PARTS[division]) == _height]
    LAST[_height] = _own[-1] + 1
    for _least in (1, 2):
        _allowed = [index for index in _own if len(PARTS[DIVISIONS[index]]) >= _least]
        FIRST[_least, _height] = _allowed[0] if _allowed else LAST[_height]
        for _landing in range(256):
            COUNTS[_least - 1, _height, _landing] = sum(not DIVISIONS[index] & ~_landing for index in _allowed)

RAY = np.zeros((COUNT, 6, FARTHEST), np.int8)  # RAY[cell, way, part - 1]: where a part lands
ON_BOARD = np.zeros(COUNT, np.uint64)  # six bytes: the parts that stay on the board
STAR = np.zeros(COUNT, np.uint64)  # the cells in line with a cell
PART_TO = np.zeros((COUNT, COUNT), np.int8)  # which of the 48 bits stands for landing there
NEIGHBOURS = np.zeros(COUNT, np.uint64)
for _cell in BOARD.cells:
    for _way in range(6):
        for _step, _there in enumerate(BOARD.ray(_cell, _way)):
            RAY[_cell, _way, _step] = _there
            PART_TO[_cell, _there] = _way * 8 + _step
            ON_BOARD[_cell] |= bit(_way * 8 + _step)
            STAR[_cell] |= bit(_there)
            NEIGHBOURS[_cell] |= bit(_there) if _step == 0 else np.uint64(0)

FREE = np.zeros((2, NEVER + 1, COUNT), np.int16)  # the splits of a stack in whose way nobody stands
for _cell in BOARD.cells:
    for _way in range(6):
        FREE[:, :, _cell] += COUNTS[:, :, int(ON_BOARD[_cell]) >> _way * 8 & 255]
MOST_SPLITS = int(FREE.max(axis=(0, 1)).sum())  # a board full of one colour, each stack at its most mobile

# The nine lines parallel to a pair of sides, for each of the three pairs: 27 bits.  The first and the last line of
# nine are the sides themselves, so a chain from side to side has both.
LINES = np.array([1 << i | 1 << 9 + j | 1 << 18 + i - j + 4 for i, j in BOARD.spots], np.uint64)
FIRST_LINES = np.uint64(1 | 1 << 9 | 1 << 18)
SIDE, OPPOSITE = (
    np.array([BOARD.bits(cell for cell in BOARD.cells if has(LINES[cell], 9 * pair + line)) for pair in range(3)])
    for line in (0, 8)
)
SIDES = (("north", "south"), ("north-west", "south-east"), ("north-east", "south-west"))

STATE = state_record(
    heights=("u2", COUNT),
    stacks=("u8", 2),  # the cells each player holds
    tall="u8",  # stacks of two and more: what can stop a landing
    big="u8",  # stacks of three and more: what can be split in two
    reserve="i2",
    phase="u1",
    joined="u1",  # bit 0: the first player has a chain from side to side, bit 1: the second
    min_parts="u1",
    exhausted="u1",
)


@compiled
def land(state, cell, owner, pieces):
    """Pieces come to stand on a cell; what stood there turns to their colour and the heights add. [GL2, GL7]"""
    height = state.heights[cell] + pieces
    state.heights[cell] = height
    here = bit(cell)
    state.stacks[owner] |= here
    state.stacks[1 - owner] &= ~here
    if height > 1:
        state.tall |= here
    if height > 2:
        state.big |= here


@compiled
def start(state, random):
    """Six stacks of six, or an empty board and six stacks to put. [GL3, GL4]"""
    if state.phase == START:
        if state.reserve != UNLIMITED:
            state.reserve += START_STACKS * START_HEIGHT
        return
    for player in range(2):
        for index in range(3):
            land(state, START_CELLS[player, index], player, START_HEIGHT)


@compiled
def blockers(state, cell, player):
    """Enemy stacks in line with a cell that a part of 1 could not capture."""
    return state.stacks[1 - player] & state.tall & STAR[cell]


@compiled
def landing_parts(state, cell, player):
    """The parts that can land, a byte a direction: on the board, and on no enemy stack taller than they. [GL6, GL7]"""
    open_parts = ON_BOARD[cell]
    near = blockers(state, cell, player)
    while near:
        there = lowest(near)
        place = PART_TO[cell, there]
        if state.heights[there] > (place & 7) + 1:
            open_parts &= ~bit(place)
        near = without_lowest(near)
    return open_parts


@compiled
def parts_one_way(open_parts, way):
    """The byte of one direction."""
    return np.int64((open_parts >> np.uint64(8 * way)) & np.uint64(255))


@compiled
def table_height(state, cell):
    """The height of a stack as tables know it."""
    height = np.int64(state.heights[cell])
    return height if height < NEVER else NEVER  # CUDA has no min() of two numbers


@compiled
def fitting_divisions(state, height, landing):
    """How many divisions of a height have only parts that can land; alone with its table, which CUDA keeps once."""
    return np.int64(COUNTS[state.min_parts - 1, height, landing])


@compiled
def count_splits(state, cell, player):
    """How many splits a stack has. [GL6]"""
    height = table_height(state, cell)
    if not blockers(state, cell, player):
        return np.int64(FREE[state.min_parts - 1, height, cell])
    open_parts = landing_parts(state, cell, player)
    count = np.int64(0)
    for way in range(6):
        count += fitting_divisions(state, height, parts_one_way(open_parts, way))
    return count


@compiled
def divisible(state, player):
    """The stacks of a player that are high enough: three, or one where a whole stack may move. [GL6]"""
    return state.stacks[player] & (state.big if state.min_parts == 2 else CELLS)


@compiled
def mobility(state, player, enough):
    """How many splits a player has, counted until there are enough. [GL6]"""
    count = 0
    stacks = divisible(state, player)
    while stacks and count < enough:
        count += count_splits(state, lowest(stacks), player)
        stacks = without_lowest(stacks)
    return count


@compiled
def empty_cells(state):
    """Where a piece, or at the start a stack, can be put. [GL4, GL8]"""
    return CELLS & ~(state.stacks[0] | state.stacks[1])


@compiled
def split_move(cell, way, division):
    """The number of a split; placements are the numbers of their cells, all below 256."""
    return (cell * 6 + way + 1) * 256 + division


@compiled
def moves(state, out):
    """Every split of every own stack, or every empty cell. [GL4-GL8]"""
    if state.phase != SPLIT:
        return list_cells(empty_cells(state), out, 0, 0)
    count = 0
    stacks = divisible(state, state.mover)
    while stacks:
        cell = lowest(stacks)
        height = table_height(state, cell)
        open_parts = landing_parts(state, cell, state.mover)
        for way in range(6):
            closed = ~parts_one_way(open_parts, way)
            for index in range(FIRST[state.min_parts, height], LAST[height]):
                if DIVISIONS[index] & closed == 0:
                    out[count] = split_move(cell, way, DIVISIONS[index])
                    count += 1
        stacks = without_lowest(stacks)
    return count


@compiled
def sample(state, random):
    """Any legal move, found by counting instead of listing."""
    if state.phase != SPLIT:
        empty = empty_cells(state)
        return nth_bit(empty, below(random, popcount(empty)))
    wanted = below(random, mobility(state, state.mover, MOST_SPLITS))
    stacks = divisible(state, state.mover)
    cell = lowest(stacks)
    inside = count_splits(state, cell, state.mover)
    while wanted >= inside:
        wanted -= inside
        stacks = without_lowest(stacks)
        cell = lowest(stacks)
        inside = count_splits(state, cell, state.mover)
    height = table_height(state, cell)
    open_parts = landing_parts(state, cell, state.mover)
    way = 0
    inside = fitting_divisions(state, height, parts_one_way(open_parts, way))
    while wanted >= inside:
        wanted -= inside
        way += 1
        inside = fitting_divisions(state, height, parts_one_way(open_parts, way))
    closed = ~parts_one_way(open_parts, way)
    index = np.int64(FIRST[state.min_parts, height])
    while DIVISIONS[index] & closed != 0 or wanted > 0:
        if DIVISIONS[index] & closed == 0:
            wanted -= 1
        index += 1
    return split_move(cell, way, DIVISIONS[index])


@compiled
def group_of(stacks, cell):
    """The chain of neighbouring stacks a cell belongs to, and the lines that it touches."""
    group, lines = np.uint64(0), np.uint64(0)
    edge = bit(cell)
    while edge:
        here = lowest(edge)
        group |= bit(here)
        lines |= LINES[here]
        edge = (edge | (NEIGHBOURS[here] & stacks)) & ~group
    return group, lines


@compiled
def joined_sides(stacks, through):
    """The pairs of sides (bits 0, 9 and 18) that a chain joins which runs through one of these cells. [GL9]"""
    if popcount(stacks) < LONGEST_LINE:
        return np.uint64(0)
    joined = np.uint64(0)
    while through:
        group, lines = group_of(stacks, lowest(through))
        joined |= lines & (lines >> np.uint64(LONGEST_LINE - 1)) & FIRST_LINES
        through &= ~group
    return joined


@compiled
def split(state, move):
    """Each part moves as far as it is high, over whatever stands between; nothing stays behind. [GL6, GL7]"""
    cell, way = (move // 256 - 1) // 6, (move // 256 - 1) % 6
    origin = bit(cell)
    state.heights[cell] = 0
    state.stacks[state.mover] &= ~origin
    state.tall &= ~origin
    state.big &= ~origin
    landed = np.uint64(0)
    parts = np.uint64(move & 255)
    while parts:
        step = lowest(parts)
        land(state, RAY[cell, way, step], state.mover, step + 1)
        landed |= bit(RAY[cell, way, step])
        parts = without_lowest(parts)
    state.joined = 1 << state.mover if joined_sides(state.stacks[state.mover], landed) else 0


@compiled
def put(state, cell, pieces):
    """Pieces come from the reserve. [GL4, GL8]"""
    land(state, cell, state.mover, pieces)
    if state.reserve != UNLIMITED:
        state.reserve -= pieces
    if joined_sides(state.stacks[state.mover], bit(cell)):
        state.joined = 1 << state.mover


@compiled
def play(state, move):
    """A turn is a split, then a placement; without a reserve the split alone. [GL4, GL5, GL8]"""
    if state.phase == SPLIT:
        split(state, move)
        if state.reserve != 0 or state.exhausted == 1:
            state.phase = PLACE
            return
    elif state.phase == PLACE:
        put(state, move, 1)
        state.phase = SPLIT
    else:
        put(state, move, START_HEIGHT)
        if popcount(empty_cells(state)) == COUNT - START_STACKS:
            state.phase = SPLIT
    state.mover = 1 - state.mover


@compiled
def ending(state):
    """A chain from side to side wins after the turn; a player who cannot split loses. [GL8-GL10]"""
    mover_wins = Ending.FIRST_WINS if state.mover == 0 else Ending.SECOND_WINS
    mover_loses = Ending.SECOND_WINS if state.mover == 0 else Ending.FIRST_WINS
    turn_is_over = state.phase != PLACE or state.reserve == 0
    if has(state.joined, 1 - state.mover):
        return mover_loses
    if has(state.joined, state.mover) and turn_is_over:
        return mover_wins
    if state.phase == SPLIT:
        return Ending.NONE if mobility(state, state.mover, 1) > 0 else mover_loses
    return Ending.DRAW if turn_is_over and state.phase == PLACE else Ending.NONE


FEW_SPLITS = 4  # with fewer than these a player is nearly stuck
FAR = 6  # a gap this wide or wider
TERMS = (
    "to split",
    "to place",
    "pieces",
    "splits",
    "missing splits",
    "stacks",
    "stacks of three and more",
    "joined",
    "a gap of 1",
    "a gap of 2 or less",
    "a gap of 3 or less",
    "a gap of 4 or less",
    "a gap of 5 or less",
)
STAGES = (
    "split, few stacks",
    "place, few stacks",
    "split, some stacks",
    "place, some stacks",
    "split, many stacks",
    "place, many stacks",
)
SOME_STACKS, MANY_STACKS = 14, 20
NOTHING = np.uint64(0)
PLAIN_WEIGHTS = np.tile([0.0, 0.0, 0.1, 0.1, -0.4, 0.0, 0.0, 10.0, 1.0, 0.5, 0.4, 0.3, 0.2], (len(STAGES), 1))
WEIGHTS = np.array(  # ludoteca fit glaisher --games 8000 --seed 2; joined and narrow gaps with few stacks as with some
    [
        [-0.35, 0.00, 0.23, 0.04, 0.00, -0.38, -0.18, 0.00, 0.84, 0.38, 0.06, -0.05, -0.04],
        [0.00, 0.10, 0.24, 0.04, 0.00, -0.33, -0.14, 2.60, 2.19, 0.63, -0.16, 0.03, -0.04],
        [0.18, 0.00, 0.21, 0.08, -0.73, -0.18, -0.11, 0.00, 0.84, 0.38, 0.29, 0.10, 0.03],
        [0.00, 0.01, 0.20, 0.08, -0.49, -0.17, -0.12, 2.60, 2.19, 0.63, 0.34, 0.12, 0.01],
        [0.56, 0.00, 0.17, 0.09, -0.20, -0.13, -0.12, 0.00, 0.87, 0.54, 0.34, 0.21, -0.16],
        [0.00, 0.09, 0.16, 0.08, -0.11, -0.11, -0.12, 3.74, 2.15, 0.57, 0.35, 0.10, 0.06],
    ]
)


@compiled
def stage(state):
    """What the mover has to do, and how full the board is."""
    stacks = popcount(state.stacks[0] | state.stacks[1])
    fullness = 0 if stacks < SOME_STACKS else (1 if stacks < MANY_STACKS else 2)
    return 2 * fullness + (1 if state.phase == PLACE else 0)


@compiled
def around(cells):
    """All neighbours of some cells."""
    near = NOTHING
    while cells:
        near |= NEIGHBOURS[lowest(cells)]
        cells = without_lowest(cells)
    return near


@compiled
def gap_between(mine, yours, side, opposite, limit):
    """The cells that a player misses for a chain from side to side, an enemy stack counting as two; at most a limit."""
    reached = NOTHING
    now, soon, later = side & mine, side & ~mine & ~yours, side & yours  # to be had for so many, one more, two more
    for missing in range(limit):
        now &= ~reached
        while now:
            if now & opposite:
                return np.int64(missing)
            reached |= now
            near = around(now) & ~reached
            soon |= near & ~mine & ~yours
            later |= near & yours
            now = near & mine
        now, soon, later = soon, later, NOTHING
    return limit


@compiled
def narrowest_gap(mine, yours):
    """The fewest cells missing between any two opposite sides."""
    narrowest = np.int64(FAR)
    for pair in range(3):
        narrowest = gap_between(mine, yours, SIDE[pair], OPPOSITE[pair], narrowest)
    return narrowest


@compiled
def widest_span(stacks):
    """The most parallel lines that one chain touches, nine when it joins two sides."""
    widest = 0
    while stacks:
        group, lines = group_of(stacks, lowest(stacks))
        for pair in range(3):
            span = popcount((lines >> np.uint64(9 * pair)) & np.uint64(511))
            widest = span if span > widest else widest
        stacks &= ~group
    return widest


@compiled
def within(gap, most):
    """1 when a gap is no wider, else 0."""
    return 1.0 if gap <= most else 0.0


@compiled
def terms(state):
    """What counts: mine less yours."""
    me, you = state.mover, 1 - state.mover
    pieces = np.int64(0)
    for cell in range(COUNT):
        height = np.int64(state.heights[cell])
        pieces += height if has(state.stacks[me], cell) else -height
    my_splits, your_splits = mobility(state, me, MOST_SPLITS), mobility(state, you, MOST_SPLITS)
    my_lack = FEW_SPLITS - my_splits if my_splits < FEW_SPLITS else 0
    your_lack = FEW_SPLITS - your_splits if your_splits < FEW_SPLITS else 0
    mine, yours = state.stacks[me], state.stacks[you]
    my_gap, your_gap = narrowest_gap(mine, yours), narrowest_gap(yours, mine)
    return (
        1.0 if state.phase == SPLIT else 0.0,
        1.0 if state.phase == PLACE else 0.0,
        float(pieces),
        float(my_splits - your_splits),
        float(my_lack - your_lack),
        float(popcount(mine) - popcount(yours)),
        float(popcount(divisible(state, me)) - popcount(divisible(state, you))),
        within(my_gap, 0) - within(your_gap, 0),
        within(my_gap, 1) - within(your_gap, 1),
        within(my_gap, 2) - within(your_gap, 2),
        within(my_gap, 3) - within(your_gap, 3),
        within(my_gap, 4) - within(your_gap, 4),
        within(my_gap, 5) - within(your_gap, 5),
    )


@compiled
def evaluate(state):
    """The terms by their weights."""
    return weigh_at(stage(state), terms(state), WEIGHTS)


# --- text and scene

RED, YELLOW = PLAYERS = Player("Red", "r"), Player("Yellow", "y")
PIECES = (Piece("disc", "red", 0, "●", "r"), Piece("disc", "yellow", 1, "○", "y"))
WAY_LABELS = ("east", "west", "south-east", "north-west", "south-west", "north-east")
DIVISION_NAMES = tuple("+".join(map(str, parts)) for parts in PARTS)
TASKS = ("put a stack of 6", "split a stack", "place a piece")
NO_CAP = 10_000  # plies; a technical limit for games without a cap of their own


def reserve_option(given):
    """A number of pieces, or None for a reserve that never runs out."""
    word = str(given).strip().lower()
    if word in ("none", "unlimited"):
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word) <= 200):
        raise ValueError("it is a number from 0 to 200, or unlimited")
    return int(word)


def turns_option(given):
    """A number of turns, 0 for no cap."""
    word = str(given).strip()
    if not (word.isascii() and word.isdigit() and len(word) < 5 and int(word) <= NO_CAP // 2):
        raise ValueError(f"it is a number from 0 (no cap) to {NO_CAP // 2}")
    return int(word)


def longest(options):
    """The cap in plies: a turn is two of them while the reserve lasts, then one. [GL11]"""
    turns, reserve = options["max_turns"], options["reserve"]
    if turns == 0:
        return NO_CAP
    setup = START_STACKS if options["start"] == "free" else 0
    return setup + turns + (turns if reserve is None else min(turns, reserve))


def configure(state, options):
    """Write the rulings into a state."""
    state.phase = START if options["start"] == "free" else SPLIT
    state.reserve = UNLIMITED if options["reserve"] is None else options["reserve"]
    state.min_parts = options["min_parts"]
    state.exhausted = EXHAUSTED.index(options["exhausted"])


def read(state, text):
    """Board, mover, phase and reserve: `.,r6,.,.,./… r split 39`."""
    board, mover, phase, reserve = fields_of(text, ("board", "mover", "phase", "reserve"))
    for cell, token in tokens_of(board, BOARD, ","):
        if token != ".":
            what = f"the stack at {BOARD.name[cell]}"
            owner = one_of(token[:1], "ry", what)
            land(state, cell, owner, whole_number(token[1:], f"the height of {what}", 1, MOST_PIECES))
    if phase.lower() not in PHASES:
        raise UnreadablePosition(f"the phase is start, split or place; found {phase[:20]!r}")
    state.mover, state.phase = one_of(mover, "ry", "the mover"), PHASES.index(phase.lower())
    is_unlimited = reserve.lower() == "unlimited"
    state.reserve = UNLIMITED if is_unlimited else whole_number(reserve, "the reserve", 0, MOST_PIECES)
    for player in range(2):
        state.joined |= bool(joined_sides(state.stacks[player], state.stacks[player])) << player
    missing = START_STACKS - popcount(state.stacks[0] | state.stacks[1])
    if state.phase == START and missing <= 0:
        raise UnreadablePosition("once six stacks stand, the phase is split or place")
    if state.phase == START and 0 <= state.reserve < missing * START_HEIGHT:
        raise UnreadablePosition(f"the stacks still to put take {missing * START_HEIGHT} pieces of the reserve")
    if state.phase == PLACE and not empty_cells(state):
        raise UnreadablePosition("the phase cannot be place when no hex is empty")
    if state.phase == PLACE and state.reserve == 0 and state.exhausted == 0:
        raise UnreadablePosition("the phase cannot be place when the reserve is empty")


def owner_at(state, cell):
    """The owner of the stack on a cell, or None."""
    return owners(state)[cell]


@once
def owners(state):
    """The owner of the stack on each cell, or None."""
    return holders(state.stacks)


def reserve_text(state):
    """The reserve as a number, or `unlimited`."""
    return "unlimited" if state.reserve == UNLIMITED else str(state.reserve)


def write(state):
    """The position as text."""
    owner, heights = owners(state), state.heights.tolist()
    stacks = [(owner[cell], heights[cell]) for cell in BOARD.cells]
    board = rows_text(BOARD, ("." if owner is None else f"{'ry'[owner]}{height}" for owner, height in stacks), ",")
    return f"{board} {'ry'[state.mover]} {PHASES[state.phase]} {reserve_text(state)}"


def picks(state, move):
    """A cell to put something on; or a stack, a direction and a division."""
    if move < 256:
        return (Pick(BOARD.name[move]),)
    cell, way = divmod(move // 256 - 1, 6)
    return Pick(BOARD.name[cell]), choice(SIX_WAY_NAMES[way], WAY_LABELS[way]), choice(DIVISION_NAMES[move % 256])


def move_text(names):
    """`d4`, or `b1-se:1+2+3`."""
    return names[0] + "".join(mark + name for mark, name in zip("-:", names[1:], strict=False))


def tidy(name):
    """Parts in rising order, directions by their short names."""
    if name[0].isdigit():
        return "+".join(map(str, sorted(int(part) for part in name.replace(",", " ").replace("+", " ").split())))
    long_names = {label.replace("-", ""): short for label, short in zip(WAY_LABELS, SIX_WAY_NAMES, strict=True)}
    return long_names.get(name.replace("-", "").replace(" ", ""), name)


def why(state, names):
    """What is wrong with a placement or a split, asked of the functions that make the moves."""
    cell = BOARD.number.get(names[0])
    if cell is None:
        return None
    owner, height = owner_at(state, cell), int(state.heights[cell])
    if state.phase != SPLIT:
        if len(names) > 1:
            return f"now you {TASKS[state.phase]}: name an empty hex"
        return None if owner is None else f"{names[0]} is taken"
    if owner is None:
        return f"{names[0]} is empty"
    if owner != state.mover:
        return f"{names[0]} is not yours"
    if not has(divisible(state, owner), cell):
        return f"a stack of {height} cannot be split"
    if len(names) == 1:
        return f"no division of {height} can land anywhere from {names[0]}"
    if names[1] not in SIX_WAY_NAMES:
        return f"{names[1]} is not a direction; the directions are {', '.join(SIX_WAY_NAMES)}"
    way = SIX_WAY_NAMES.index(names[1])
    if len(names) == 2:
        return f"no division of {height} can land to the {WAY_LABELS[way]}"
    return why_not_these_parts(state, cell, way, names[2])


def why_not_these_parts(state, cell, way, division):
    """What is wrong with dividing a stack like this, in this direction. [GL6, GL7]"""
    height = int(state.heights[cell])
    parts = [int(part) for part in division.split("+") if part.isascii() and part.isdigit()]
    if sum(parts) != height or 0 in parts:
        return f"{division} is not a division of {height}"
    if len(set(parts)) < len(parts):
        return "the parts must all be different"
    if len(parts) < state.min_parts:
        return "a stack is split into two parts at least"
    open_parts = parts_one_way(landing_parts(state, cell, state.mover), way)
    on_board = parts_one_way(ON_BOARD[cell], way)
    for part in reversed(parts):
        if part > FARTHEST or not has(on_board, part - 1):
            return f"a part of {part} would leave the board to the {WAY_LABELS[way]}"
        if not has(open_parts, part - 1):
            there = int(RAY[cell, way, part - 1])
            enemy = PLAYERS[1 - state.mover].colour
            where = f"the {enemy} stack of {state.heights[there]} at {BOARD.name[there]}"
            return f"{where} is taller than the {part} that would land on it"
    return None


def look(state, name):
    """What stands on a cell."""
    cell = BOARD.number[name]
    owner = owner_at(state, cell)
    return EMPTY if owner is None else Look((PIECES[owner],), int(state.heights[cell]))


def facts(state):
    """What to do now, the reserve, and how many pieces of each colour are on the board."""
    owner, heights = owners(state), state.heights.tolist()
    pieces = (sum(heights[cell] for cell in BOARD.cells if owner[cell] == side) for side in (0, 1))
    table = (Fact("To do", TASKS[state.phase]), Fact("Reserve", reserve_text(state)))
    return table + tuple(Fact("Pieces", str(count), player) for player, count in enumerate(pieces))


def reason(state, how):
    """Why the game ended."""
    if how == Ending.DRAW:
        return "the reserve is empty"
    winner = 0 if how == Ending.FIRST_WINS else 1
    if not has(state.joined, winner):
        return f"{PLAYERS[1 - winner].name} cannot split any stack"
    joined = joined_sides(state.stacks[winner], state.stacks[winner])
    first, second = SIDES[lowest(joined) // 9]
    return f"a {PLAYERS[winner].colour} chain from the {first} side to the {second} side"


def decided(state):
    """The chain from side to side; nothing where somebody cannot split. [GL9]"""
    winner = 0 if ending(state) == Ending.FIRST_WINS else 1
    if not has(state.joined, winner):
        return ()
    first = lowest(joined_sides(state.stacks[winner], state.stacks[winner]))  # the bit of one side, see LINES
    held = [cell for cell in BOARD.cells if has(state.stacks[winner], cell)]
    sides = ([cell for cell in held if has(LINES[cell], line)] for line in (first, first + LONGEST_LINE - 1))
    return (chain_between(BOARD, held, *sides),)


CELL_FORM, WAY_FORM = r"([a-z]\d{1,2})", r"((?:south|north)[- ]?(?:east|west)|east|west|se|sw|ne|nw|e|w)"
BETWEEN, PARTS_FORM = r"[ :,>-]*", r"(\d{1,3}(?:[ +,]+\d{1,3})*)"

GAME = Game(
    name="glaisher",
    title="Glaisher",
    designer="Ken Shoda",
    summary="Split stacks into different parts that fly as far as they are high; join two opposite sides.",
    players=PLAYERS,
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
    sample=sample,
    encoding="ludoteca.games.encodings.glaisher:ENCODING",
    board=lambda options: BOARD,
    options=(
        Option("start", "fixed", "Six stacks in their places, or put by the players in turn.", ("fixed", "free")),
        Option(
            "min_parts", 2, "The fewest parts of a split; with 1 a whole stack may move.", (2, 1), label="Fewest parts"
        ),
        Option("reserve", 39, "How many pieces there are to place.", (39, 57, None), reserve_option),
        Option(
            "exhausted",
            "skip",
            "An empty reserve: nothing more is placed, or the game is drawn.",
            EXHAUSTED,
            label="When the reserve is empty",
            words={"skip": "nothing more is placed", "draw": "a draw"},
        ),
        Option(
            "repetition",
            "threefold",
            "A position for the third time: a draw, or nothing.",
            ("threefold", "off"),
            label="When a position comes back",
            words={"threefold": "a draw at the third time", "off": "nothing"},
        ),
        Option(
            "max_turns",
            400,
            "The game is drawn after so many turns; 0 for no cap.",
            (),
            turns_option,
            label="Most turns",
        ),
    ),
    configure=configure,
    repetition=lambda options: options["repetition"],
    most_moves=MOST_SPLITS,
    longest=longest,
    read=read,
    write=write,
    picks=picks,
    forms=(CELL_FORM, CELL_FORM + BETWEEN + WAY_FORM, CELL_FORM + BETWEEN + WAY_FORM + BETWEEN + PARTS_FORM),
    move_text=move_text,
    tidy=tidy,
    why=why,
    look=look,
    facts=facts,
    reason=reason,
    decided=decided,
    turn_choice=lambda name, turn: (
        SIX_WAY_NAMES[turn.ways[SIX_WAY_NAMES.index(name)]] if name in SIX_WAY_NAMES else name
    ),
    separator=",",
)
