"""Planes: a state as learners see it, derived from its typed fields.

Every plane has the size of the board, and its numbers are whole, from 0 to 255; numbers that concern the whole board
fill their plane.  `StatePlanes` names the planes of a state and makes a program that draws them: a table of
instructions, each saying where in the bytes of a state something is and what to do with it.  One compiled interpreter,
`draw`, runs the programs of all games, for many states at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.compiled import compiled, inlined
from ludoteca.compiler.set_operators import each
from ludoteca.kernel.boards import Board
from ludoteca.kernel.fields import (
    CellAt,
    Cells,
    Count,
    Counts,
    Field,
    Flag,
    Flags,
    Numbers,
    Phase,
    Scenery,
    Seat,
    State,
    Together,
    Where,
)

HIGHEST = 255  # a number in a plane
NOWHERE = -1  # the place of a cell that the board does not have; the address of a number that is not stored
NO_LIMIT = -(2**31)  # for counts that cannot be unlimited
WHOSE = ("own", "other")  # by side

Words = npt.NDArray[np.uint64]
Grid = tuple[int, int]  # rows and columns


@dataclass(frozen=True)
class Plane:
    """One plane: what it shows, and the highest number that it can contain."""

    name: str
    most: int = 1
    explain: str = ""


class Program(NamedTuple):
    """How to draw states, for `draw`: one after the other, as many programs as there are boards in a batch.

    A place is a row times `columns` plus a column.  `code` has a line for each instruction, those of one program from
    its number in `begins` to the next:

        kind, plane, side, then by kind
        CELLS     first word, words per set, cells per word, places, value, words per player
        HEIGHTS   first word, words per set, cells per word, places, address of the numbers, cap
        NUMBERS   triples, how many, address of the first number, cap
        FILL      address, cap, the number that means no limit
        EQUAL     address, number
        BIT       address, bit
        SEAT      address
        SQUARE    given, seat, side, corner (addresses), places

    `side` is 0 for the viewer's own and 1 for the other player's; what belongs to nobody has side -1.  `places` is the
    index in `places` of the first number's place, or NOWHERE if the board does not have that cell; `triples` likewise,
    of a number's word, its first bit there, and its place. An address is 8 times the byte, plus 4 if the number can be
    negative, plus the power of two that is its size.
    """

    code: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    begins: npt.NDArray[np.int32]
    blank: npt.NDArray[np.uint8]  # what never changes: [4 * program + 2 * viewer + is_to_move, all planes in a row]
    columns: int
    area: int  # the size of a plane


CELLS, HEIGHTS, NUMBERS, FILL, EQUAL, SEAT, SQUARE, BIT = range(8)
PLACES = {CELLS: 6, HEIGHTS: 6, NUMBERS: 3, SQUARE: 7}  # index in a line of its index into `places`
LINE = 9  # numbers in a line of the code
BLOCK = 64  # states drawn at a time: an instruction is read once for all of them, and they fit into the nearest cache


@compiled
def number_at(words, state, address, index):
    """A number in a state, or one of several in a row."""
    power = address & 3
    byte = (address >> 3) + (index << power)
    spare = np.uint64(64 - (8 << power))
    word = (words[state, byte >> 3] >> np.uint64((byte & 7) << 3)) << spare
    if address & 4:
        return np.int64(word) >> np.int64(spare)
    return np.int64(word >> spare)


@compiled
def owner_of(viewer, side):
    """Whose set or number it is, by seat; 0 for what belongs to nobody."""
    return np.int64(0) if side < 0 else np.int64(viewer) ^ np.int64(side)


@compiled
def fill(out, state, first, area, value):
    """Fill a whole plane with a number."""
    out[state, first : first + area] = value


@compiled
def draw_cells(words, viewers, places, line, first, out, begin, end):
    """A number on each cell of a set."""
    side, source, parts, width, start, value, own = line[2], line[3], line[4], line[5], line[6], line[7], line[8]
    for state in range(begin, end):
        owner = owner_of(viewers[state], side)
        for part in range(parts):
            for number in each(words[state, source + owner * own + part]):
                place = places[np.uint64(start + part * width + number)]
                if place != NOWHERE:
                    out[state, np.uint64(first + place)] = value


@compiled
def draw_heights(words, viewers, places, line, first, out, begin, end):
    """The numbers that belong to the cells of a set."""
    side, source, parts, width, start, address, cap = line[2], line[3], line[4], line[5], line[6], line[7], line[8]
    for state in range(begin, end):
        owner = owner_of(viewers[state], side)
        for part in range(parts):
            for number in each(words[state, source + owner * parts + part]):
                place = places[np.uint64(start + part * width + number)]
                if place != NOWHERE:
                    height = number_at(words, state, address, part * width + number)
                    out[state, np.uint64(first + place)] = height if height < cap else cap


@compiled
def draw_numbers(words, places, line, first, out, begin, end):
    """The numbers of all cells; a cap of zero clears the cells that have a number and leaves the others alone."""
    start, stop, address, cap = line[3], line[3] + 3 * line[4], line[5], line[6]
    spare = np.uint64(64 - (8 << (address & 3)))
    for state in range(begin, end):
        for triple in range(start, stop, 3):
            word, shift = np.uint64(places[np.uint64(triple)]), np.uint64(places[np.uint64(triple + 1)])
            value = (words[state, word] >> shift) << spare
            height = np.int64(value) >> np.int64(spare) if address & 4 else np.int64(value >> spare)
            place = np.uint64(first + places[np.uint64(triple + 2)])
            if cap > 0:
                height = height if height > 0 else np.int64(0)
                out[state, place] = height if height < cap else cap
            elif height > 0:
                out[state, place] = 0


@compiled
def draw_fill(words, viewers, line, first, area, out, begin, end):
    """A number on every cell, if it is above zero."""
    side, address, cap, no_limit = line[2], line[3], line[4], line[5]
    for state in range(begin, end):
        value = number_at(words, state, address, owner_of(viewers[state], side))
        if value == no_limit or value > cap:
            value = np.int64(cap)
        if value > 0:
            fill(out, state, first, area, value)


@compiled
def draw_square(words, viewers, places, line, first, area, columns, out, begin, end):
    """The corners of a square, or one cell."""
    given, seat, side, corner, start = line[3], line[4], line[5], line[6], line[7]
    for state in range(begin, end):
        number = number_at(words, state, corner, 0)
        place = places[start + number] if number >= 0 else NOWHERE
        if place == NOWHERE or (given != NOWHERE and number_at(words, state, given, 0) == 0):
            continue
        at = first + place
        if seat != NOWHERE and number_at(words, state, seat, 0) != viewers[state]:
            at += area
        across = number_at(words, state, side, 0) if side != NOWHERE else np.int64(0)
        down = across * columns
        out[state, at] = 1
        out[state, at + across] = 1
        out[state, at + down] = 1
        out[state, at + down + across] = 1


@inlined
def blank_of(words, viewers, which, state):
    """Which row of `blank` a state's planes begin with, for its viewer."""
    viewer = np.int64(viewers[state])
    is_to_move = np.int64(words[state, 0] & np.uint64(255)) == viewer  # `mover` is a state's first byte
    return 4 * which + 2 * viewer + is_to_move


@compiled
def draw_block(words, viewers, which, program, out, begin, end):
    """Draw some states that share a program, each for its viewer."""
    for state in range(begin, end):
        same = program.blank[blank_of(words, viewers, which, state)]
        for place in range(len(same)):
            out[state, place] = same[place]
    draw_changes(words, viewers, which, program, out, begin, end)


@compiled
def draw_changes(words, viewers, which, program, out, begin, end):
    """Draw what can change of some states that share a program, over what never does."""
    code, places = program.code, program.places
    columns, area = program.columns, program.area
    for index in range(program.begins[which], program.begins[which + 1]):
        line = code[index]
        kind, first = line[0], line[1] * area
        if kind == CELLS:
            draw_cells(words, viewers, places, line, first, out, begin, end)
        elif kind == HEIGHTS:
            draw_heights(words, viewers, places, line, first, out, begin, end)
        elif kind == NUMBERS:
            draw_numbers(words, places, line, first, out, begin, end)
        elif kind == FILL:
            draw_fill(words, viewers, line, first, area, out, begin, end)
        elif kind == EQUAL:
            for state in range(begin, end):
                if number_at(words, state, line[3], 0) == line[4]:
                    fill(out, state, first, area, 1)
        elif kind == BIT:
            for state in range(begin, end):
                if (number_at(words, state, line[3], 0) >> line[4]) & 1:
                    fill(out, state, first, area, 1)
        elif kind == SEAT:
            for state in range(begin, end):
                if number_at(words, state, line[3], 0) == viewers[state]:
                    fill(out, state, first, area, 1)
        else:
            draw_square(words, viewers, places, line, first, area, columns, out, begin, end)


@compiled
def draw(words, viewers, which, program, out):
    """Draw states, each a row of 64-bit words, for their viewers by their programs; a row of `out` is all planes."""
    begin = 0
    while begin < len(out):
        end = begin + 1
        while end < len(out) and end < begin + BLOCK and which[end] == which[begin]:
            end += 1
        draw_block(words, viewers, which[begin], program, out, begin, end)
        begin = end


def joined(programs: Sequence[Program]) -> Program:
    """Several programs as one, for planes of one size."""
    lines, places, begins = [], 0, [0]
    for program in programs:
        code = program.code.copy()
        for line in code:
            if line[0] in PLACES:
                line[PLACES[line[0]]] += places
        lines.append(code)
        places += len(program.places)
        begins.append(begins[-1] + len(code))
    return Program(
        np.concatenate(lines),
        np.concatenate([program.places for program in programs]),
        np.array(begins, np.int32),
        np.concatenate([program.blank for program in programs]),
        programs[0].columns,
        programs[0].area,
    )


def words_in(states: Any) -> Words:
    """An array of states as 64-bit words, one row each: the same memory."""
    return np.asarray(states).view(np.uint64).reshape(len(states), -1)


def called(name: str, field: Field) -> str:
    """A field's name in planes."""
    return field.label[:1].lower() + field.label[1:] or name.replace("_", " ")


def grid_of(board: Board) -> Grid:
    """The rows and columns that a board takes."""
    rows, columns = (1 + max(spot[axis] for spot in board.spots) for axis in range(2))
    return rows, columns


def address_of(state: State, name: str) -> int:
    """Where in a state the number of a field is, or the first of several, as `number_at` reads it."""
    kind, byte = state.layout.fields[name][:2]  # type: ignore[index]
    return int(8 * byte + 4 * (kind.base.kind == "i") + kind.base.itemsize.bit_length() - 1)


class StatePlanes:
    """The planes of a state on a board; `first_colour` is the first player's name.

    Planes have the size of the board, or of a `grid` for boards of several kinds, which then have one more plane.
    """

    def __init__(self, state: State, board: Board, first_colour: str, grid: Grid | None = None) -> None:
        self._state, self._board, self._first_colour = state, board, first_colour
        rows, columns = grid or grid_of(board)
        self._has_board = grid is not None or len(board.cells) < rows * columns
        self._columns, self._area = columns, rows * columns
        self._planes: list[Plane] = []
        self._code: list[tuple[int, ...]] = []
        self._places: list[int] = []
        self._always: dict[int, list[int]] = {}  # by plane: places that are 1 in every state
        self._by_field: dict[str, int] = {}  # the plane of a set of cells
        self._add_all()
        self.planes = tuple(self._planes)
        self.shape = (len(self.planes), rows, columns)
        self.program = self._written()

    def _add_all(self) -> None:
        state = self._state
        stacked = {cells.heights for cells in state.cells.values()}
        stacked |= {cells.inside[1] for cells in state.cells.values() if cells.inside}
        for name, cells in state.cells.items():
            self._add_cells(name, cells)
            if cells.heights:
                self._add_stacks(name, cells)
        for name in state.of_kind(Numbers):
            if name not in stacked:
                self._add_numbers(name)
        for name, cells in state.marks.items():
            self._add_cells(name, cells)
        for name, scenery in state.scenery.items():
            self._add_scenery(name, scenery)
        squares = {name: members for name in state.of_kind(Together) if (members := self._square_of(name))}
        told = {member for members in squares.values() for member in members.values()}
        for kind, add in (
            (Count, self._add_count),
            (Counts, self._add_counts),
            (Phase, self._add_phases),
            (Flag, self._add_flag),
            (Flags, self._add_flags),
            (Seat, self._add_seat),
            (CellAt, self._add_cell),
        ):
            for name, field in state.of_kind(kind).items():
                if name not in told:
                    add(name, field)
        for name, members in squares.items():
            self._add_square(name, members)
        if self._has_board:
            plane = self._plane("the board", explain="1 on cells, 0 in the corners that are none")
            self._always[plane] = [self._place(cell) for cell in self._board.cells]
        self._plane("to move")  # these two are the same in every state
        self._plane("first player")

    def _plane(self, name: str, most: int = 1, explain: str = "") -> int:
        self._planes.append(Plane(name, min(most, HIGHEST), explain))
        return len(self._planes) - 1

    def _line(self, *numbers: int) -> None:
        self._code.append(numbers + (0,) * (LINE - len(numbers)))

    def _address(self, name: str) -> int:
        return address_of(self._state, name)

    def _place(self, cell: int) -> int:
        if cell not in self._board.spot:
            return NOWHERE
        row, column = self._board.spot[cell]
        return row * self._columns + column

    def _places_of(self, where: Where, among: Iterable[int] | None = None) -> int:
        """A list of the places of all numbers; those of cells not `among` these are NOWHERE."""
        first, wanted = len(self._places), set(where.cell_of.values() if among is None else among)
        cells = (where.cell_of.get(number, NOWHERE) for number in range(where.size))
        self._places += [self._place(cell) if cell in wanted else NOWHERE for cell in cells]
        return first

    def _draw_cells(
        self,
        plane: int,
        side: int,
        name: str,
        value: int = 1,
        among: Iterable[int] | None = None,
        only: int | None = None,  # this kind of piece
    ) -> None:
        cells: Cells = self._state.of_kind(Cells)[name]
        source, parts, width = self._set_of(name, cells)
        places, count = self._places_of(cells.where, among), len(cells.every_kind)
        for kind in range(count) if only is None else (only,):
            self._line(CELLS, plane, side, source + kind * parts, parts, width, places, value, count * parts)

    def _set_of(self, name: str, cells: Cells) -> tuple[int, int, int]:
        return self._address(name) >> 6, cells.words, cells.word

    def _draw_numbers(self, plane: int, name: str, cap: int, among: Iterable[int] | None = None) -> None:
        where, address = self._state.of_kind(Numbers)[name].where, self._address(name)
        first, wanted = len(self._places), set(self._board.cells if among is None else among)
        for number, cell in where.cell_of.items():
            if cell in wanted and self._place(cell) != NOWHERE:
                byte = (address >> 3) + (number << (address & 3))
                self._places += [byte >> 3, 8 * (byte & 7), self._place(cell)]
        self._line(NUMBERS, plane, -1, first, (len(self._places) - first) // 3, address, cap)

    def _add_cells(self, name: str, cells: Cells) -> None:
        if not cells.per_player:
            explain = "a mark on what stands there" if cells.mark else ""
            self._by_field[name] = self._plane(called(name, cells), explain=explain)
            self._draw_cells(self._by_field[name], -1, name)
            return
        for side, whose in enumerate(WHOSE):
            for number, kind in enumerate(cells.every_kind):
                plane = self._plane(f"{whose} {kind.name.replace('_', ' ') or called(name, cells)}")
                self._by_field.setdefault(name, plane)
                self._draw_cells(plane, side, name, only=number)

    def _add_stacks(self, name: str, cells: Cells) -> None:
        heights: Numbers = self._state.of_kind(Numbers)[cells.heights]
        if cells.nobody is not None:
            plane = self._plane(f"{cells.nobody.colour} {cells.nobody.kind}s", explain="those that nobody owns")
            self._draw_numbers(plane, cells.heights, 1)
            for side in range(2):
                self._draw_cells(plane, side, name, 0)
        if cells.nobody is not None or not cells.per_player:
            self._add_numbers(cells.heights, "of all stacks")
        else:
            for side, whose in enumerate(WHOSE):
                plane = self._plane(f"{whose} {called(cells.heights, heights)}", heights.most)
                places, numbers = self._places_of(cells.where), self._address(cells.heights)
                self._line(HEIGHTS, plane, side, *self._set_of(name, cells), places, numbers, HIGHEST)
        if cells.inside is not None:
            self._add_numbers(cells.inside[1], "in all stacks")

    def _add_numbers(self, name: str, explain: str = "") -> None:
        numbers: Numbers = self._state.of_kind(Numbers)[name]
        self._draw_numbers(self._plane(called(name, numbers), numbers.most, explain), name, HIGHEST)

    def _add_scenery(self, name: str, scenery: Scenery) -> None:
        """Permanent contents, in the plane of the same pieces that can move, if there are any."""
        shared = {name: cells for name, cells in self._state.cells.items() if not cells.per_player}
        same = next((name for name, cells in shared.items() if cells.piece == scenery.piece), None)
        plane = self._plane(called(name, scenery)) if same is None else self._by_field[same]
        here = set(scenery.where.cell_of.values())
        self._always.setdefault(plane, []).extend(place for cell in here if (place := self._place(cell)) != NOWHERE)
        for other, cells in self._state.cells.items():
            if other == same or here.isdisjoint(cells.where.cell_of.values()):
                continue
            for side in range(2) if cells.per_player else (-1,):
                self._draw_cells(plane, side, other, 0, here)
            if cells.nobody is not None:
                self._draw_numbers(plane, cells.heights, 0, here)

    def _add_count(self, name: str, count: Count) -> None:
        explain, most, no_limit = "on every cell", count.high, NO_LIMIT
        if count.unlimited is not None:
            explain, most, no_limit = f"{explain}; {HIGHEST} when it is unlimited", HIGHEST, count.unlimited
        self._line(FILL, self._plane(called(name, count), most, explain), -1, self._address(name), HIGHEST, no_limit)

    def _add_counts(self, name: str, counts: Counts) -> None:
        for side, whose in enumerate(WHOSE):
            plane = self._plane(f"{whose} {called(name, counts)}", counts.high, "on every cell")
            self._line(FILL, plane, side, self._address(name), HIGHEST, NO_LIMIT)

    def _add_phases(self, name: str, phase: Phase) -> None:
        for number, (word, explain) in enumerate(phase.names.items()):
            if number > 0:  # the first applies if none of the others does
                plane = self._plane(word.replace("_", " "), explain=explain)
                self._line(EQUAL, plane, -1, self._address(name), number)

    def _add_flag(self, name: str, flag: Flag) -> None:
        if flag.swaps_sides:
            plane = self._plane(f"is {self._first_colour}", explain="the colour can be chosen during play")
            self._line(SEAT, plane, -1, self._address(name))
        else:
            self._line(FILL, self._plane(called(name, flag)), -1, self._address(name), 1, NO_LIMIT)

    def _add_flags(self, name: str, flags: Flags) -> None:
        for bit, letter in enumerate(flags.letters):
            self._line(BIT, self._plane(f"{called(name, flags)} {letter}"), -1, self._address(name), bit)

    def _add_seat(self, name: str, seat: Seat) -> None:
        self._line(SEAT, self._plane(f"own {called(name, seat)}"), -1, self._address(name))

    def _add_cell(self, name: str, cell: CellAt) -> None:
        self._add_square(name, {"corner": name} | ({"side": cell.side} if cell.side else {}))

    def _square_of(self, name: str) -> dict[str, str]:
        """What a word of several fields says about one cell or square, by role; empty if it does not name a cell."""
        state, together = self._state, self._state.of_kind(Together)[name]
        members = [member for _, member, _, _ in Formatter().parse(together.template) if member]
        corner = next((member for member in members if isinstance(state.fields.get(member), CellAt)), None)
        if corner is None:
            return {}
        found = {"given": together.given, "corner": corner}
        if side := state.of_kind(CellAt)[corner].side:
            found["side"] = side
        seat = next((member for member in members if isinstance(state.fields.get(member), Seat)), None)
        return found | ({"seat": seat} if seat else {})

    def _add_square(self, name: str, members: dict[str, str]) -> None:
        words = called(name, self._state.fields[name])
        explain = "its four corners" if "side" in members else ""
        if "seat" in members:
            plane = self._plane(f"own {words}", explain=explain)
            self._plane(f"other {words}", explain=explain)
        else:
            plane = self._plane(words, explain=explain)
        roles = ("given", "seat", "side", "corner")
        addresses = [self._address(members[role]) if role in members else NOWHERE for role in roles]
        corner: CellAt = self._state.of_kind(CellAt)[members["corner"]]
        self._line(SQUARE, plane, -1, *addresses, self._places_of(corner.where))

    def _written(self) -> Program:
        blank = np.zeros((2, 2, len(self.planes), self._area), np.uint8)  # by viewer, and whether they are to move
        for plane, places in self._always.items():
            blank[:, :, plane, places] = 1
        blank[:, 1, -2] = 1
        blank[0, :, -1] = 1
        return Program(
            np.array(self._code, np.int32).reshape(-1, LINE),
            np.array(self._places or [NOWHERE], np.int32),
            np.array([0, len(self._code)], np.int32),
            blank.reshape(4, -1),
            self._columns,
            self._area,
        )
