"""Learned tables: the values of patterns of cells, and how compiled code looks them up.

A pattern is a few cells; their contents, seen by the mover, are encoded as a number, and a table gives the value of
that number.  An evaluation is the sum over all patterns.  The tables of a game are one block of memory, the same in a
file and in every program that reads it; the code that reads them is the same for all games.

The block begins with 64-bit numbers, which give the count of each part and the byte at which it begins:

    code      a line for each field: where in a state it is, and which rows of `deltas` its cells have
    deltas    by viewer, row and pattern: what a piece on a cell adds to the number of a pattern
    tables    by pattern: where its table begins, and how long it is
    stages    by number of pieces: the stage of the game
    paths     for players who must connect sides, sets of cells: the neighbours of each, its two sides, all cells
    weights   by stage: all tables, in thousandths of the log odds that the mover wins
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.addresses import four_at_once, int16_at, int32_at, int64_at, word_rows_at, words_at
from ludoteca.compiler.bits import has, lowest
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.game_memory import TABLE_READER, TABLES_ARE_ADDED, TABLES_IN_USE, address_of, game_memory
from ludoteca.compiler.scratch import MOST_CELLS, scratch_numbers, scratch_words
from ludoteca.compiler.set_arrays import sets_in
from ludoteca.compiler.set_operators import each
from ludoteca.compiler.set_types import set_of
from ludoteca.kernel.cell_sets import CellSet, group_of, next_to
from ludoteca.play.planes import number_at, owner_of

FORMAT = 2
(
    VERSION,
    LINES,
    PATTERNS,  # that cells add to, a multiple of 16
    FEATURES,  # those, and one for each number that is looked up directly
    ROWS,
    STAGES,
    MOST_PIECES,
    WEIGHTS,  # per stage
    CODE,
    DELTAS,
    TABLES,
    STAGE_OF,
    FIRST_WEIGHT,
    FIRST_OF_SECOND,  # the first stage of the second player, 0 if the first player's serve both
    ADDS_OWN,  # whether the game's own evaluation is added
    PATHS,
    HEADER,
) = range(17)
LINE = 10
CELLS, HEIGHTS, NUMBERS, NOBODY, COUNT, LEAD, GUARD, PIECES, JOINING, SURE_JOINING = range(10)
A_SEAT = 2  # instead of a side: the number is a seat, and 0 is to be the mover's
NOT_FOR_THIS = np.nan  # the answer for a state on a board that the tables were not learned on
UNIT = 1000
FAR = 16  # steps to connect two sides; larger numbers are not distinguished
JOINING_FEATURES = 3
MOST_FEATURES = MOST_CELLS  # what `scratch_numbers` has room for

Block = npt.NDArray[np.uint8]


@compiled
def add_row(sums: Any, rows: Any, row: int) -> None:
    """Add a row of `deltas` to the numbers of all patterns, four at once: none of them exceeds 16 bits."""
    width = len(sums)
    added = rows[row * width : (row + 1) * width]
    for place in range(width):
        sums[place] += added[place]


@compiled
def within(number: Any, least: Any, most: Any) -> Any:
    """The number, clamped to the limits: CUDA has neither min() nor max()."""
    if number < least:
        return np.int64(least)
    return np.int64(most) if number > most else np.int64(number)


@compiled
def ways_to_join(words: Any, address: int, line: Any, player: int, like: Any) -> Any:
    """How many more stones a player needs to connect two sides, and how many cells these can be on.

    Then both again for safe connections, where every step has two ways, so that the opponent cannot cut it by taking
    one of them.  For `like` see `sets_like`.
    """
    header = int64_at(address, HEADER)
    source, parts, cells = line[3], line[4], line[8]
    paths = sets_in(words_at(address + header[PATHS], (cells + 5) * parts), like)
    stones = sets_in(words[0, source:], like)
    own, side, other_side = stones[player], paths[cells + 2 * player], paths[cells + 2 * player + 1]
    free = paths[cells + 4] & ~(own | stones[1 - player])
    reach = sets_in(scratch_words(cells * parts), like)
    here, there, is_joined = find_reach(paths, side, other_side, own, free, reach)
    least, choice = shortest_ways(cells, free, here, there, reach, False)
    sure_least, sure_choice = shortest_ways(cells, free, here, there, reach, True)
    if is_joined:
        least, choice = 0, 0
    return least, choice, sure_least, sure_choice


@compiled
def find_reach(paths: Any, side: CellSet, other_side: CellSet, own: CellSet, free: CellSet, reach: Any) -> Any:
    """The free cells that a single stone connects to each side, and whether own stones connect both.

    Fills `reach`: by free cell, the free cells adjacent to it or to the own stones it touches.
    """
    for cell in each(free):
        reach[cell] = paths[cell] & free
    here, there, is_joined, left = side & free, other_side & free, False, own
    while left:  # a chain of own stones: the cells around it reach each other
        chain = group_of(lowest(left), left, paths)
        around = next_to(chain, paths) & free
        left ^= chain
        touches_here, touches_there = bool(chain & side), bool(chain & other_side)
        if touches_here:
            here |= around
        if touches_there:
            there |= around
        is_joined = is_joined or (touches_here and touches_there)
        for cell in each(around):
            reach[cell] |= around
    return here, there, is_joined


@compiled
def shortest_ways(cells: int, free: CellSet, here: CellSet, there: CellSet, reach: Any, is_sure: bool) -> Any:
    """The fewest stones that connect the neighbours of `here` and `there`, and on how many cells one of them can be."""
    from_here, from_there = scratch_numbers(cells), scratch_numbers(cells)
    most = measure_ways(free, here, there, FAR - 1, reach, is_sure, from_here)
    measure_ways(free, there, here, most, reach, is_sure, from_there)
    least, choice = FAR - 1, 0
    for cell in each(free):
        if from_here[cell] == 0 or from_there[cell] == 0:
            continue
        needed = from_here[cell] + from_there[cell] - 1
        if needed < least:
            least, choice = needed, 0
        if needed == least:
            choice += 1
    return least, within(choice, 0, FAR - 1)


@compiled
def measure_ways(free: CellSet, start: CellSet, goal: CellSet, most: int, reach: Any, is_sure: bool, out: Any) -> int:
    """By free cell, how many stones connect it to `start`, including one on the cell itself; 0: too many.

    Cells reached by equally many stones are processed together.  A cell is one further than the nearest of those that
    reach it; for safe connections, where the better way to each is cut, than the second nearest: known as two-distance.
    Cells further away than the nearest of `goal` are on no shortest way; returns that distance, or `most`.
    """
    now, left = start, free & ~start
    once = twice = free ^ free  # cells reached by one of those processed, and by several
    for needed in range(1, most + 1):
        if not now:
            return most
        is_there = bool(now & goal)
        for cell in each(now):
            out[cell] = needed
            if not is_there:
                reached = reach[cell]
                twice |= once & reached
                once |= reached
        if is_there:
            return needed
        now = (twice if is_sure else once) & left
        left &= ~now
    return most


@compiled
def find_features(words: Any, address: int, lead: int, found: Any, like: Any) -> Any:
    """Write the number of every pattern into `found`; the stage of the game, or -1 on a board that was not learned.

    `like` is what `sets_like` returns for the tables.
    """
    header = int64_at(address, HEADER)
    lines, width, rows = header[LINES], header[PATTERNS], header[ROWS]
    code = int32_at(address + header[CODE], lines * LINE)
    viewer: Any = np.int64(words[0, 0] & np.uint64(255))
    deltas = int64_at(address + header[DELTAS] + 2 * viewer * rows * width, rows * width // 4)
    sums = four_at_once(found[:width])
    feature, pieces = width, 0
    for index in range(lines):
        line = code[index * LINE : (index + 1) * LINE]
        kind, side, first = line[0], line[1], line[2]
        if kind <= HEIGHTS:
            owner, parts, bits = owner_of(viewer, side), line[4], line[5]
            own = parts if kind == HEIGHTS else parts + line[6]  # words per player, of sets of all kinds of pieces
            for part in range(parts):
                for place in each(words[0, line[3] + owner * own + part]):
                    number = part * bits + place
                    row = first + number
                    if kind == HEIGHTS:
                        height = number_at(words, 0, line[6], number)
                        row += (within(height, 1, line[7]) - 1) * line[8]
                    pieces += line[9]
                    add_row(sums, deltas, row)
        elif kind in (NUMBERS, NOBODY):
            for number in range(line[8]):
                height = number_at(words, 0, line[6], number)
                if height <= 0:
                    continue
                if kind == NOBODY:
                    part = number // line[5]
                    owned = words[0, line[3] + part] | words[0, line[3] + line[4] + part]
                    if has(owned, number % line[5]):
                        continue
                pieces += line[9]
                add_row(sums, deltas, first + (within(height, 1, line[7]) - 1) * line[8] + number)
        elif kind == COUNT:
            if side == A_SEAT:
                value = number_at(words, 0, line[6], 0) ^ viewer
            else:
                value = number_at(words, 0, line[6], owner_of(viewer, side))
            found[feature] = within(value - line[7], 0, line[8])
            feature += 1
        elif kind == LEAD:
            ahead = lead if viewer == 0 else -lead
            found[feature] = within(ahead + line[7], 0, 2 * line[7])
            feature += 1
        elif kind == PIECES:  # a line after all those that count some
            found[feature] = within(pieces, 0, line[8])
            feature += 1
        elif kind == JOINING:
            if like is not None:
                own, own_choice, own_sure, own_sure_choice = ways_to_join(words, address, line, viewer, like)
                other, other_choice, other_sure, other_sure_choice = ways_to_join(
                    words, address, line, 1 - viewer, like
                )
                found[feature] = own * FAR + other
                found[feature + 1] = own * FAR + own_choice
                found[feature + 2] = other * FAR + other_choice
                found[feature + 3] = own_sure * FAR + other_sure
                found[feature + 4] = own_sure * FAR + own_sure_choice
                found[feature + 5] = other_sure * FAR + other_sure_choice
            feature += 2 * JOINING_FEATURES
        elif kind == SURE_JOINING:  # a line after JOINING, which has already found its features
            continue
        elif number_at(words, 0, line[6], 0) != line[7]:
            return -1
    stages = int32_at(address + header[STAGE_OF], header[MOST_PIECES] + 1)
    return stages[within(pieces, 0, header[MOST_PIECES])] + viewer * header[FIRST_OF_SECOND]


@compiled
def learned_value(words: Any, address: int, lead: int, like: Any) -> float:
    """The value by the tables, as the log odds that the mover wins; for `like` see `sets_like`."""
    header = int64_at(address, HEADER)
    features, most = header[FEATURES], header[WEIGHTS]
    found = scratch_numbers(features)
    stage = find_features(words, address, lead, found, like)
    if stage < 0:
        return NOT_FOR_THIS
    tables = int32_at(address + header[TABLES], 2 * features)
    weights = int16_at(address + header[FIRST_WEIGHT] + 2 * stage * most, most)
    total = np.int64(0)
    for feature in range(features):
        number = np.uint16(found[feature])
        if number < np.uint32(tables[2 * feature + 1]):  # always, unless the position is unlike any the tables are for
            total += weights[np.uint32(tables[2 * feature]) + np.uint32(number)]
    return total / UNIT


# --- Which tables a game uses now.  Their address is in the game's memory, and so is that of the one function which
# reads them: it is not compiled again into every search of every game.

_in_use: dict[str, Block] = {}  # by the last field of a layout


def sets_like(block: Block) -> CellSet | None:
    """An empty set of the size of those in which players connect their sides, or None if tables have no such goal.

    It tells compiled code the size, which is part of its type; without it, the code for such goals is left out.
    """
    header = block[: 8 * HEADER].view(np.int64)
    first, lines = int(header[CODE]), int(header[LINES])
    code = block[first : first + 4 * LINE * lines].view(np.int32).reshape(-1, LINE)
    return next((set_of(0, int(line[4]), int(line[5])) for line in code if line[0] == JOINING), None)


def reading_function(like: CellSet | None) -> Any:
    """The function that reads tables, for machine code to call: by the address and words of a state."""
    return lambda state, words, tables, lead: learned_value(word_rows_at(state, 1, words), tables, lead, like)


@cache
def _address_of_reader(like: CellSet | None) -> int:
    """Where machine code finds that function, compiled."""
    return address_of(reading_function(like))


def use_tables(record: np.dtype[Any], block: Block | None) -> None:
    """Have a game evaluated by these tables from now on, in all searches of this process; None: by no tables."""
    memory = game_memory(record)
    if block is None:
        memory[TABLES_IN_USE] = 0
        return
    _in_use[(record.names or ())[-1]] = block  # held here, since machine code does not count references
    memory[TABLES_ARE_ADDED] = block.view(np.int64)[ADDS_OWN]
    memory[TABLE_READER] = _address_of_reader(sets_like(block))
    memory[TABLES_IN_USE] = block.ctypes.data  # last: from now on it is read


def has_tables(record: np.dtype[Any]) -> bool:
    """Whether a game is currently evaluated by tables."""
    return bool(game_memory(record)[TABLES_IN_USE])
