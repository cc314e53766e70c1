"""Learned tables: what patterns of cells are worth, and how compiled code looks it up.

A pattern is a few cells; what stands on them, seen by the mover, is a number, and a table says what that number is
worth.  An evaluation is the sum over all patterns.  The tables of a game are one block of memory, the same in a file
and in every program that reads it; the code that reads them is the same for all games.

The block begins with numbers of 64 bits, which say how many there are of each thing and at which byte it begins:

    code      a line for each field: where in a state it is, and which rows of `deltas` its cells have
    deltas    by viewer, row and pattern: what a piece on a cell adds to the number of a pattern
    tables    by pattern: where its table begins, and how long it is
    stages    by how many pieces there are: the stage of the game
    paths     for players who are to join sides, sets of cells: the neighbours of each, the two sides of each, all cells
    weights   by stage: all tables, in thousandths of the logarithm of the odds that the mover wins
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

from ludoteca.kernel.bits import lowest, without_lowest
from ludoteca.kernel.boards import MOST_CELLS
from ludoteca.kernel.compiled import compiled, directory_of
from ludoteca.kernel.kept_code import kept_in
from ludoteca.kernel.planes import number_at, owner_of
from ludoteca.kernel.scratch import scratch_numbers, scratch_set

FORMAT = 2
(
    VERSION,
    LINES,
    PATTERNS,  # that cells add to, a multiple of 16
    FEATURES,  # those, and one for each number that is looked up as it is
    ROWS,
    STAGES,
    MOST_PIECES,
    WEIGHTS,  # in a stage
    CODE,
    DELTAS,
    TABLES,
    STAGE_OF,
    FIRST_WEIGHT,
    FIRST_OF_SECOND,  # the first stage of the second player, 0 where the first player's serve both
    ADDS_OWN,  # whether the game's own evaluation is added
    PATHS,
    HEADER,
) = range(17)
LINE = 10
CELLS, HEIGHTS, NUMBERS, NOBODY, COUNT, LEAD, GUARD, PIECES, JOINING, SURE_JOINING = range(10)
A_SEAT = 2  # instead of a side: the number is a seat, and 0 shall be the mover's
NOT_FOR_THIS = np.nan  # the answer for a state on a board that the tables were not learned on
UNIT = 1000
FAR = 16  # steps to join two sides that are not told from more
JOINING_FEATURES = 3
MOST_FEATURES = MOST_CELLS  # for which `scratch_numbers` has room

Block = npt.NDArray[np.uint8]


def _viewing(kind: Any) -> Any:
    """Makes a function that shows memory as an array, without counting who uses it: `view(address, byte, count)`."""

    @intrinsic  # type: ignore[untyped-decorator]
    def view(typingctx: Any, address: Any, byte: Any, count: Any) -> Any:
        array_type = types.Array(kind, 1, "C")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            start = builder.add(arguments[0], arguments[1])
            data = builder.inttoptr(start, context.get_data_type(kind).as_pointer())
            step = context.get_constant(types.intp, kind.bitwidth // 8)
            array = context.make_array(array_type)(context, builder)
            context.populate_array(array, data=data, shape=[arguments[2]], strides=[step], itemsize=step, meminfo=None)
            return array._getvalue()

        return array_type(types.int64, types.int64, types.int64), generate

    return view


wide_numbers = _viewing(types.int64)
numbers = _viewing(types.int32)
small_numbers = _viewing(types.int16)


@intrinsic  # type: ignore[untyped-decorator]
def four_at_once(typingctx: Any, small: Any) -> Any:
    """An array of small numbers as one of wide numbers, each of them four of the small: the same memory."""
    array_type = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = context.make_array(small)(context, builder, arguments[0])
        data = builder.bitcast(given.data, ir.IntType(64).as_pointer())
        count = builder.lshr(builder.extract_value(given.shape, 0), context.get_constant(types.intp, 2))
        step = context.get_constant(types.intp, 8)
        array = context.make_array(array_type)(context, builder)
        context.populate_array(array, data=data, shape=[count], strides=[step], itemsize=step, meminfo=None)
        return array._getvalue()

    return array_type(small), generate


@compiled
def add_row(sums: Any, rows: Any, row: int) -> None:
    """Add a row of `deltas` to the numbers of all patterns, four at once: none of them grows beyond its 16 bits."""
    width = len(sums)
    added = rows[row * width : (row + 1) * width]
    for place in range(width):
        sums[place] += added[place]


@intrinsic  # type: ignore[untyped-decorator]
def state_words(typingctx: Any, address: Any, count: Any) -> Any:
    """A state of so many 64-bit words, as one row: the same memory."""
    array_type = types.Array(types.uint64, 2, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        one, step = context.get_constant(types.intp, 1), context.get_constant(types.intp, 8)
        shape, strides = [one, arguments[1]], [builder.mul(arguments[1], step), step]
        array = context.make_array(array_type)(context, builder)
        context.populate_array(array, data=data, shape=shape, strides=strides, itemsize=step, meminfo=None)
        return array._getvalue()

    return array_type(types.int64, types.int64), generate


@compiled
def within(number: Any, least: Any, most: Any) -> Any:
    """The number, or the limit that it is beyond: CUDA has neither min() nor max()."""
    if number < least:
        return np.int64(least)
    return np.int64(most) if number > most else np.int64(number)


@compiled
def way_to_join(words: Any, address: int, line: Any, player: int) -> Any:
    """How many more stones a player needs to join two sides, and how many cells there are to choose among for them.

    On a line for sure joining, every step has two ways, so that the other player cannot cut it by taking one of them.
    """
    header = wide_numbers(address, 0, HEADER)
    source, parts, bits, cells = line[3], line[4], line[5], line[8]
    paths = wide_numbers(address, header[PATHS], (cells + 5) * parts)
    own, free = scratch_set(parts), scratch_set(parts)
    for part in range(parts):
        own[part] = words[0, source + player * parts + part]
        taken = own[part] | words[0, source + (1 - player) * parts + part]
        free[part] = np.uint64(paths[(cells + 4) * parts + part]) & ~taken
    here, there = scratch_numbers(cells), scratch_numbers(cells)
    if line[0] == SURE_JOINING:
        measure_sure_ways(paths, parts, bits, own, free, cells + 2 * player, here)
        measure_sure_ways(paths, parts, bits, own, free, cells + 2 * player + 1, there)
    else:
        measure_ways(paths, parts, bits, own, free, cells + 2 * player, here)
        measure_ways(paths, parts, bits, own, free, cells + 2 * player + 1, there)
    least, choice = FAR - 1, 0
    for cell in range(cells):
        if here[cell] == 0 or there[cell] == 0:
            continue
        is_free: Any = np.int64((free[cell // bits] >> np.uint64(cell % bits)) & np.uint64(1))
        needed = here[cell] + there[cell] - 2 - is_free
        if needed < least:
            least, choice = needed, 0
        if needed == least:
            choice += is_free
    return least, within(choice, 0, FAR - 1)


@compiled
def measure_ways(paths: Any, parts: int, bits: int, own: Any, free: Any, side: int, out: Any) -> None:
    """By cell, one more than the stones that join it to a side, one on a free cell itself among them; 0: too many.

    The cells that as many stones reach are gone through together: all those that own stones join to them, then the free
    cells next to any of them, which take a stone more.
    """
    left, now, later = scratch_set(parts), scratch_set(parts), scratch_set(parts)
    for part in range(parts):
        now[part] = np.uint64(paths[side * parts + part]) & own[part]
        left[part] = (own[part] | free[part]) & ~now[part]
        later[part] = np.uint64(paths[side * parts + part]) & free[part]
    for needed in range(FAR):
        part = 0
        while part < parts:
            if now[part] == 0:
                part += 1
                continue
            cell = part * bits + lowest(now[part])
            now[part] = without_lowest(now[part])
            out[cell] = needed + 1
            back = part
            for other in range(parts):
                beside = np.uint64(paths[cell * parts + other]) & left[other]
                later[other] |= beside & free[other]
                joined = beside & own[other]
                left[other] &= ~joined
                now[other] |= joined
                if joined != 0 and other < back:
                    back = other
            part = back
        is_done = True
        for part in range(parts):
            now[part] = later[part] & left[part]
            left[part] &= ~now[part]
            later[part] = np.uint64(0)
            is_done = is_done and now[part] == 0
        if is_done:
            return


@compiled
def reach_free(paths: Any, parts: int, bits: int, own: Any, free: Any, waiting: Any, joined: Any, found: Any) -> None:
    """Put into `found` the free cells next to any of the own stones in `waiting`, or to those that they are joined to.

    What is in `joined` was gone through before.
    """
    part = 0
    while part < parts:
        waiting[part] &= ~joined[part]
        if waiting[part] == 0:
            part += 1
            continue
        cell = part * bits + lowest(waiting[part])
        joined[part] |= waiting[part] & ~without_lowest(waiting[part])
        for other in range(parts):
            beside = np.uint64(paths[cell * parts + other])
            found[other] |= beside & free[other]
            waiting[other] |= beside & own[other] & ~joined[other]
        part = 0


@compiled
def measure_sure_ways(paths: Any, parts: int, bits: int, own: Any, free: Any, side: int, out: Any) -> None:
    """By free cell, one more than the stones that join it to a side if the better way to each is cut; 0: too many.

    A cell is as far as the second nearest of the free cells around it and around the own stones that it touches, and
    one more: known as two-distance.  Along the side every cell has two ways.
    """
    left, now, once, twice = scratch_set(parts), scratch_set(parts), scratch_set(parts), scratch_set(parts)
    found, waiting, joined = scratch_set(parts), scratch_set(parts), scratch_set(parts)
    for part in range(parts):
        now[part] = np.uint64(paths[side * parts + part]) & free[part]
        waiting[part] = np.uint64(paths[side * parts + part]) & own[part]
    reach_free(paths, parts, bits, own, free, waiting, joined, now)
    for part in range(parts):
        left[part] = free[part] & ~now[part]
    for needed in range(1, FAR):
        is_done = True
        for part in range(parts):
            while now[part] != 0:
                cell = part * bits + lowest(now[part])
                now[part] = without_lowest(now[part])
                out[cell] = needed + 1
                is_done = False
                for other in range(parts):
                    beside = np.uint64(paths[cell * parts + other])
                    found[other], waiting[other] = beside & free[other], beside & own[other]
                    joined[other] = np.uint64(0)
                reach_free(paths, parts, bits, own, free, waiting, joined, found)
                for other in range(parts):
                    twice[other] |= once[other] & found[other]
                    once[other] |= found[other]
        if is_done:
            return
        for part in range(parts):
            now[part] = twice[part] & left[part]
            left[part] &= ~now[part]


@compiled
def find_features(words: Any, address: int, lead: int, found: Any) -> Any:
    """Write the number of every pattern into `found`; the stage of the game, or -1 on a board that was not learned."""
    header = wide_numbers(address, 0, HEADER)
    lines, width, rows = header[LINES], header[PATTERNS], header[ROWS]
    code = numbers(address, header[CODE], lines * LINE)
    viewer: Any = np.int64(words[0, 0] & np.uint64(255))
    deltas = wide_numbers(address, header[DELTAS] + 2 * viewer * rows * width, rows * width // 4)
    sums = four_at_once(found[:width])
    feature, pieces = width, 0
    for index in range(lines):
        line = code[index * LINE : (index + 1) * LINE]
        kind, side, first = line[0], line[1], line[2]
        if kind <= HEIGHTS:
            owner, parts, bits = owner_of(viewer, side), line[4], line[5]
            for part in range(parts):
                cells = words[0, line[3] + owner * parts + part]
                while cells != 0:
                    number = part * bits + lowest(cells)
                    cells = without_lowest(cells)
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
                    part, bit = number // line[5], np.uint64(number % line[5])
                    owned = words[0, line[3] + part] | words[0, line[3] + line[4] + part]
                    if (owned >> bit) & np.uint64(1):
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
        elif kind in (JOINING, SURE_JOINING):
            own, own_choice = way_to_join(words, address, line, viewer)
            other, other_choice = way_to_join(words, address, line, 1 - viewer)
            found[feature] = own * FAR + other
            found[feature + 1] = own * FAR + own_choice
            found[feature + 2] = other * FAR + other_choice
            feature += JOINING_FEATURES
        elif number_at(words, 0, line[6], 0) != line[7]:
            return -1
    stages = numbers(address, header[STAGE_OF], header[MOST_PIECES] + 1)
    return stages[within(pieces, 0, header[MOST_PIECES])] + viewer * header[FIRST_OF_SECOND]


@compiled
def learned_value(words: Any, address: int, lead: int) -> float:
    """What the tables say, as the logarithm of the odds that the mover wins."""
    header = wide_numbers(address, 0, HEADER)
    features, most = header[FEATURES], header[WEIGHTS]
    found = scratch_numbers(features)
    stage = find_features(words, address, lead, found)
    if stage < 0:
        return NOT_FOR_THIS
    tables = numbers(address, header[TABLES], 2 * features)
    weights = small_numbers(address, header[FIRST_WEIGHT] + 2 * stage * most, most)
    total = np.int64(0)
    for feature in range(features):
        number = np.uint16(found[feature])
        if number < np.uint32(tables[2 * feature + 1]):  # always, unless the position is like none the tables are for
            total += weights[np.uint32(tables[2 * feature]) + np.uint32(number)]
    return total / UNIT


# --- Which tables a game uses now.  Their address stands in memory that machine code knows by name, and so does that of
# the one function which reads them: it is not compiled again into every search of every game.

ADDRESS, FUNCTION, IS_ADDED = range(3)
ANSWER = types.float64(types.int64, types.int64, types.int64, types.int64)

_cells: dict[str, npt.NDArray[np.int64]] = {}
_in_use: dict[str, Block] = {}


def _symbol_of(fields: Iterable[str]) -> str:
    """The name of a game's cell: a record type is known by its last field."""
    return f"ludoteca_tables_of_{list(fields)[-1]}"


@cache
def _reader() -> Any:
    """The function that reads tables, for machine code to call: by the address and words of a state."""
    directory = directory_of(Path(__file__))
    with global_compiler_lock, kept_in(directory):
        wrap = numba.cfunc(ANSWER, cache=directory is not None, nogil=True, error_model="numpy")
        return wrap(lambda state, words, tables, lead: learned_value(state_words(state, words), tables, lead))


def announce(record: np.dtype[Any]) -> None:
    """Give a game's cell its name, before any machine code that reads it is loaded."""
    symbol = _symbol_of(record.names or ())
    if symbol not in _cells:
        _cells[symbol] = np.zeros(3, np.int64)
        llvmlite.binding.add_symbol(symbol, _cells[symbol].ctypes.data)


def use_tables(record: np.dtype[Any], block: Block | None) -> None:
    """Have a game judged by these tables from now on, in all searches of this process; None: by no tables."""
    symbol = _symbol_of(record.names or ())
    cell = _cells[symbol]
    if block is None:
        cell[ADDRESS] = 0
        return
    _in_use[symbol] = block  # held here, for machine code counts no users
    cell[IS_ADDED] = block.view(np.int64)[ADDS_OWN]
    cell[FUNCTION] = _reader().address
    cell[ADDRESS] = block.ctypes.data  # last: from now on it is read


def has_tables(record: np.dtype[Any]) -> bool:
    """Whether a game is judged by tables now."""
    return bool(_cells[_symbol_of(record.names or ())][ADDRESS])


@intrinsic  # type: ignore[untyped-decorator]
def _cell_of(typingctx: Any, state: Any, place: Any) -> Any:
    """What stands in the cell of a state's game."""
    if not isinstance(state, types.Record):
        return None
    symbol = _symbol_of(state.fields)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(64)
        if "CUDA" in type(context).__name__:  # a graphics card is handed its tables
            return ir.Constant(number, 0)
        known = builder.module.globals.get(symbol)
        if known is None:
            known = ir.GlobalVariable(builder.module, ir.ArrayType(number, 3), symbol)
            known.linkage = "external"
        return builder.load(builder.gep(known, [ir.Constant(ir.IntType(32), 0), arguments[1]]))

    return types.int64(state, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _answer(typingctx: Any, state: Any, function: Any, tables: Any, lead: Any) -> Any:
    """Call the function that reads tables."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(64)
        kind = ir.FunctionType(ir.DoubleType(), [number] * 4)
        function = builder.inttoptr(arguments[1], kind.as_pointer())
        words = ir.Constant(number, state.size // 8)
        return builder.call(function, [builder.ptrtoint(arguments[0], number), words, arguments[2], arguments[3]])

    if not isinstance(state, types.Record):
        return None
    return types.float64(state, types.int64, types.int64, types.int64), generate


@compiled
def tables_of(state: Any) -> Any:
    """The address of the tables of a state's game; 0 while there are none."""
    return _cell_of(state, ADDRESS)


@compiled
def is_added(state: Any) -> Any:
    """Whether the tables are on top of the game's own evaluation."""
    return _cell_of(state, IS_ADDED) != 0


@compiled
def asked(state: Any, tables: int, lead: int) -> Any:
    """What the tables say of a state."""
    return _answer(state, _cell_of(state, FUNCTION), tables, lead)
