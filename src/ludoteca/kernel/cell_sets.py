"""What rules ask about sets of cells, in the same way on boards of every size.

A set is a value (see `ludoteca.compiler.set_types`).  It comes from the board, which knows its size, or from a state:

    BOARD.none, BOARD.all, BOARD.bit(cell), state.stones[player], NEIGHBOURS[cell]

`&`, `|`, `^` and `~` combine sets, `if cells` asks whether there are any, `for cell in each(cells)` goes through them.
Tables come from the board: NEIGHBOURS = BOARD.neighbours, STEP = BOARD.step, NORTH = BOARD.sides["north"].bits.
"""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from ludoteca.compiler.bits import bit, has, highest, lowest, nth_bit, popcount, without_lowest
from ludoteca.compiler.compiled import compiled, inlined
from ludoteca.compiler.linked_code import overload
from ludoteca.compiler.set_operators import each, set_count, set_shifted_down, set_shifted_up, set_single
from ludoteca.compiler.set_types import CellSet as LargeSet
from ludoteca.compiler.set_types import SetType, as_set, is_tuple_of_words, words_of
from ludoteca.kernel.boards import OFF
from ludoteca.kernel.random_numbers import Random, below

CellSet = Any  # a numpy.uint64, or a set of several words
Table = Any  # BOARD.neighbours, BOARD.step or BOARD.sight


# how many, and which


def count_cells(cells: CellSet) -> int:
    """The number of cells in a set."""
    members = as_set(cells)
    return (members.whole if isinstance(members, LargeSet) else int(members)).bit_count()


@overload(count_cells, target="generic")
def _count_cells(cells):
    if is_tuple_of_words(cells):
        return lambda cells: set_count(as_set(cells))
    if isinstance(cells, SetType):
        return lambda cells: set_count(cells)
    return lambda cells: popcount(cells)


def only(cells: CellSet, cell: int) -> CellSet:
    """The set of one cell, of the same size as another set."""
    return LargeSet(1 << int(cell), cells.words, cells.word) if isinstance(cells, LargeSet) else bit(cell)


@overload(only, target="generic")
def _only(cells, cell):
    if isinstance(cells, SetType):
        return lambda cells, cell: set_single(cells, cell)
    return lambda cells, cell: bit(cell)


def random_cell(cells: CellSet, random: Random) -> int:
    """A random cell of the set, all equally likely; OFF if the set is empty."""
    number = count_cells(cells)
    return nth_cell(cells, below(random, number)) if number > 0 else OFF


@overload(random_cell, target="generic")
def _random_cell(cells, random):
    def drawn(cells, random):
        number = count_cells(cells)
        return nth_cell(cells, below(random, number)) if number > 0 else OFF

    return drawn


def nth_cell(cells: CellSet, number: int) -> int:
    """The cell of a set that follows this many others."""
    return list(each(as_set(cells)))[int(number)]


@overload(nth_cell, target="generic")
def _nth_cell(cells, number):
    def of_one(cells, number):
        return nth_bit(cells, number)

    def of_two(cells, number):
        words = words_of(cells)
        here = popcount(words[0])
        return nth_bit(words[0], number) if number < here else width + nth_bit(words[1], number - here)

    def word_by_word(cells, number):
        words, left = words_of(cells), number
        index, here = 0, popcount(words[0])
        while left >= here:
            left -= here
            index += 1
            here = popcount(words[index])
        return width * index + nth_bit(words[index], left)

    if is_tuple_of_words(cells):
        return lambda cells, number: nth_cell(as_set(cells), number)
    if not isinstance(cells, SetType):
        return of_one
    width = cells.word
    return of_two if cells.words == 2 else word_by_word


MIXER = np.uint64(0x9E3779B97F4A7C15)


def fingerprint(cells: CellSet, seed: int = 0) -> Any:
    """A number that almost surely differs from that of any other set or seed."""
    members = as_set(cells)
    mixed = (int(seed) + 1) * int(MIXER) % 2**64
    for word in members.parts if isinstance(members, LargeSet) else (int(members),):
        mixed = (mixed ^ int(word)) * int(MIXER) % 2**64
        mixed ^= mixed >> 29
    return np.uint64(mixed)


@overload(fingerprint, target="generic")
def _fingerprint(cells, seed=0):
    def of_one(cells, seed=0):
        mixed = ((np.uint64(seed) + np.uint64(1)) * MIXER ^ np.uint64(cells)) * MIXER
        return mixed ^ (mixed >> np.uint64(29))

    def word_by_word(cells, seed=0):
        mixed = (np.uint64(seed) + np.uint64(1)) * MIXER
        for word in words_of(cells):
            mixed = (mixed ^ word) * MIXER
            mixed ^= mixed >> np.uint64(29)
        return mixed

    return word_by_word if isinstance(cells, SetType) else of_one


# numbers on cells, such as the heights of stacks


@compiled
def total_on(cells: CellSet, numbers: Any) -> Any:
    """The sum of the numbers of these cells."""
    total = np.int64(0)
    for cell in each(cells):
        total += numbers[cell]
    return total


@compiled
def greatest_on(cells: CellSet, numbers: Any) -> Any:
    """The greatest of the numbers of these cells, 0 if there are none."""
    greatest = np.int64(0)
    for cell in each(cells):
        if numbers[cell] > greatest:  # CUDA has no max()
            greatest = np.int64(numbers[cell])
    return greatest


# neighbours and groups


@compiled
def flood(seeds: CellSet, within: CellSet, neighbours: Table) -> CellSet:
    """All cells of `within` that the seeds reach step by step without leaving it; seeds outside it are dropped."""
    reached = seeds & within
    fresh = reached
    while fresh:
        near = neighbours[lowest(fresh)] & within & ~reached
        fresh = without_lowest(fresh) | near
        reached |= near
    return reached


@compiled
def enclosed(cell: int, cells: CellSet, outside: CellSet, neighbours: Table) -> CellSet:
    """The cells of a set that are connected to this one, if none of them is next to `outside`; otherwise none."""
    group = fresh = only(cells, cell)
    while fresh:
        near = neighbours[lowest(fresh)]
        if near & outside:
            return group ^ group
        near &= cells & ~group
        fresh = without_lowest(fresh) | near
        group |= near
    return group


@compiled
def next_to(cells: CellSet, neighbours: Table) -> CellSet:
    """The cells next to any cell of a set, by a table of neighbours or leaps; they may include cells of the set."""
    found = cells ^ cells
    for cell in each(cells):
        found |= neighbours[cell]
    return found


@compiled
def connected(cells: CellSet, side: CellSet, other_side: CellSet, neighbours: Table) -> bool:
    """Whether a chain of adjacent cells of the set connects one side with the other."""
    goal = cells & other_side
    return bool(goal) and bool(flood(side, cells, neighbours) & goal)


@inlined
def sides_joined(cells: CellSet, through: CellSet, sides: Table, opposite: Table, neighbours: Table) -> int:
    """Which sides are connected with their opposites by a chain of the set that contains one of these cells.

    The answer has a bit for each pair sides[pair], opposite[pair].
    """
    joined, left = 0, through
    while left:
        edge = only(left, lowest(left))
        chain = edge ^ edge
        while edge:  # as in `flood`; inlined, because it decides how fast a connection game is
            here = lowest(edge)
            chain |= only(left, here)
            edge = (edge | (neighbours[here] & cells)) & ~chain
        for pair in range(len(sides)):
            if chain & sides[pair] and chain & opposite[pair]:
                joined |= 1 << pair
        left &= ~chain
    return joined


@compiled
def group_of(cell: int, cells: CellSet, neighbours: Table) -> CellSet:
    """The cells of a set that are connected to this one."""
    return flood(only(cells, cell), cells, neighbours)


# what a piece sees


@compiled
def in_sight(cell: int, ways: tuple[int, ...], occupied: CellSet, sight: Table) -> CellSet:
    """The cells that a piece sees in some directions, up to and including the next piece.

    The directions are BOARD.orthogonals for a rook, BOARD.diagonals for a bishop and BOARD.directions for a queen, or
    others with consecutive numbers.  The numbers of cells must rise or fall along every line, as they do on boards with
    straight lines.
    """
    found = occupied ^ occupied
    for way in range(ways[0], ways[-1] + 1):  # faster than `in ways`
        cells = sight[cell, way]
        pieces = cells & occupied
        if pieces:
            near = lowest(pieces)
            cells ^= sight[near if near > cell else highest(pieces), way]
        found |= cells
    return found


# shifts


def shifted(cells: CellSet, steps: int) -> CellSet:
    """The set with all cell numbers larger by this many, or smaller if it is negative.

    On a board with a gap after each row, such as `SquareBoard(6, 7, 8)`, its stride leads to the next row, and no cell
    comes in again on the other side; `& BOARD.all` drops those that have left the board.
    """
    if isinstance(cells, LargeSet):
        moved = cells.whole << int(steps) if steps >= 0 else cells.whole >> -int(steps)
        return LargeSet(moved & (1 << cells.words * cells.word) - 1, cells.words, cells.word)
    return np.uint64((int(cells) << int(steps)) % 2**64 if steps >= 0 else int(cells) >> -int(steps))


@overload(shifted, target="generic")
def _shifted(cells, steps):
    if isinstance(cells, SetType):
        return lambda cells, steps: set_shifted_down(cells, -steps) if steps < 0 else set_shifted_up(cells, steps)

    def of_one(cells, steps):
        return np.uint64(cells) >> np.uint64(-steps) if steps < 0 else np.uint64(cells) << np.uint64(steps)

    return of_one


NO_PIECE = -1


def all_kinds(sets: Any) -> Any:
    """The cells of all of a player's pieces: `all_kinds(state.men[player])`."""
    return functools.reduce(operator.or_, (sets[kind] for kind in range(len(sets))))


@overload(all_kinds, target="generic")
def _all_kinds(sets: Any) -> Any:
    def united(sets: Any) -> Any:
        cells = sets[0]
        for kind in range(1, len(sets)):
            cells |= sets[kind]
        return cells

    return united


@compiled
def kind_at(pieces: Any, cell: int) -> int:
    """The kind of the piece on a cell, or NO_PIECE if there is none: `kind_at(state.men, cell) == MEN.rook`."""
    for kind in range(len(pieces[0])):
        if has(pieces[0, kind], cell) or has(pieces[1, kind], cell):
            return kind
    return NO_PIECE
