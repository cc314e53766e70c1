"""Sets of cells in compiled code: of one word, or of several on boards with cell numbers above 63.

A set of one word is a number, a set of several words is an array, and each function here accepts either; those that
only read a set accept a tuple of words too.  A function that changes a set returns it, and changes an array in place:
`stones = add(stones, cell)` is right for both, and `add(state.stones[player], cell)` is enough for several words.
`scratch_set(WORDS)` is an empty set of several words.

    cell = first_cell(stones)
    while cell != OFF:
        ...
        cell = next_cell(stones, cell)

Tables come from the board: NEIGHBOURS = BOARD.neighbours, STEP = BOARD.step, NORTH = BOARD.sides["north"].bits.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np
from numba.core import types

from ludoteca.kernel.bits import NO_CELLS, bit, has, lowest, nth_bit, popcount, without_lowest
from ludoteca.kernel.boards import OFF
from ludoteca.kernel.compiled import compiled, inlined
from ludoteca.kernel.linked_code import overload
from ludoteca.kernel.random_numbers import Random, below
from ludoteca.kernel.scratch import scratch_set

CellSet = Any  # a numpy.uint64, or an array of them
Table = Any  # BOARD.neighbours or BOARD.step
NONE = NO_CELLS
SEVERAL = (types.Array, types.UniTuple)  # type: ignore[attr-defined]  # words

Function = TypeVar("Function", bound=Callable[..., Any])


def either(for_one_word: Callable[..., Any], sets: str = "cells") -> Callable[[Function], Function]:
    """One function out of two with the same arguments: for a set of one word, and for several words.

    The type of the argument called `sets` decides.  Both are plain Python that compiles.
    """
    signature = inspect.signature(for_one_word)
    place = list(signature.parameters).index(sets)

    def choose(for_several: Function) -> Function:
        @wraps(for_several)
        def plain(*arguments: Any) -> Any:
            return (for_several if np.ndim(arguments[place]) > 0 else for_one_word)(*arguments)

        def typed(*arguments: Any) -> Any:
            return for_several if isinstance(arguments[place], SEVERAL) else for_one_word

        typed.__signature__ = signature  # type: ignore[attr-defined]
        overload(plain, target="generic")(typed)
        return plain  # type: ignore[return-value]  # it takes what for_several takes

    return choose


def cells_of(cells: CellSet) -> list[int]:
    """The cells of a set in order, in plain Python."""
    words = cells.tolist() if isinstance(cells, np.ndarray) and cells.ndim else [int(cells)]
    found = []
    for number, word in enumerate(words):
        while word:
            found.append(64 * number + lowest(word))
            word &= word - 1
    return found


# single cells


def _add(cells: CellSet, cell: int) -> CellSet:
    return np.uint64(cells) | bit(cell)


@either(_add)
def add(cells: CellSet, cell: int) -> CellSet:
    """The set with this cell."""
    cells[cell >> 6] |= bit(cell & 63)
    return cells


def _remove(cells: CellSet, cell: int) -> CellSet:
    return np.uint64(cells) & ~bit(cell)


@either(_remove)
def remove(cells: CellSet, cell: int) -> CellSet:
    """The set without this cell."""
    cells[cell >> 6] &= ~bit(cell & 63)
    return cells


def _holds(cells: CellSet, cell: int) -> Any:
    return has(cells, cell)


@either(_holds)
def holds(cells: CellSet, cell: int) -> bool:
    """Whether the cell is in the set."""
    return has(cells[cell >> 6], cell & 63)


# whole sets


def _clear(cells: CellSet) -> CellSet:
    return NONE


@either(_clear)
def clear(cells: CellSet) -> CellSet:
    """The set, emptied."""
    for word in range(len(cells)):
        cells[word] = NONE
    return cells


def _unite(cells: CellSet, others: CellSet) -> CellSet:
    return np.uint64(cells) | np.uint64(others)


@either(_unite)
def unite(cells: CellSet, others: CellSet) -> CellSet:
    """The union of the sets."""
    for word in range(len(cells)):
        cells[word] |= others[word]
    return cells


def _keep(cells: CellSet, others: CellSet) -> CellSet:
    return np.uint64(cells) & np.uint64(others)


@either(_keep)
def keep(cells: CellSet, others: CellSet) -> CellSet:
    """The intersection of the sets."""
    for word in range(len(cells)):
        cells[word] &= others[word]
    return cells


def _subtract(cells: CellSet, others: CellSet) -> CellSet:
    return np.uint64(cells) & ~np.uint64(others)


@either(_subtract)
def subtract(cells: CellSet, others: CellSet) -> CellSet:
    """The set without the cells of the other."""
    for word in range(len(cells)):
        cells[word] &= ~others[word]
    return cells


def _overlap(cells: CellSet, others: CellSet) -> Any:
    return np.uint64(cells) & np.uint64(others) != NONE


@either(_overlap)
def overlap(cells: CellSet, others: CellSet) -> bool:
    """Whether two sets have a cell in common."""
    for word in range(len(cells)):
        if cells[word] & others[word] != NONE:
            return True
    return False


def _is_empty(cells: CellSet) -> Any:
    return np.uint64(cells) == NONE


@either(_is_empty)
def is_empty(cells: CellSet) -> bool:
    """Whether the set is empty."""
    for word in range(len(cells)):
        if cells[word] != NONE:
            return False
    return True


def _count_cells(cells: CellSet) -> int:
    return popcount(cells)


@either(_count_cells)
def count_cells(cells: CellSet) -> int:
    """The number of cells in the set."""
    total = 0
    for word in range(len(cells)):
        total += popcount(cells[word])
    return total


# one cell after the other


def _first_cell(cells: CellSet) -> int:
    return lowest(cells) if np.uint64(cells) != NONE else OFF


@either(_first_cell)
def first_cell(cells: CellSet) -> int:
    """The cell of the set with the lowest number, or OFF."""
    for word in range(len(cells)):
        if cells[word] != NONE:
            return 64 * word + lowest(cells[word])
    return OFF


def _next_cell(cells: CellSet, cell: int) -> int:
    if cell >= 63:
        return OFF
    left = np.uint64(cells) >> np.uint64(cell + 1)
    return cell + 1 + lowest(left) if left != NONE else OFF


@either(_next_cell)
def next_cell(cells: CellSet, cell: int) -> int:
    """The cell of the set with the next higher number, or OFF."""
    word = (cell + 1) >> 6
    if word >= len(cells):
        return OFF
    left = cells[word] >> np.uint64((cell + 1) & 63)
    if left != NONE:
        return cell + 1 + lowest(left)
    for higher in range(word + 1, len(cells)):
        if cells[higher] != NONE:
            return 64 * higher + lowest(cells[higher])
    return OFF


def _random_cell(cells: CellSet, random: Random) -> int:
    number = popcount(cells)
    return nth_bit(cells, below(random, number)) if number > 0 else OFF


@either(_random_cell)
def random_cell(cells: CellSet, random: Random) -> int:
    """A random cell of the set, all equally likely; OFF if the set is empty."""
    total = count_cells(cells)
    if total == 0:
        return OFF
    return nth_cell(cells, below(random, total), 64)


def nth_cell(cells: CellSet, number: int, word: int) -> int:
    """The cell that has this many others of the set before it, if each word of the set has `word` cells."""
    words, index = [cells] if np.ndim(cells) == 0 else cells, 0
    while number >= popcount(words[index]):
        number -= popcount(words[index])
        index += 1
    return word * index + int(nth_bit(words[index], number))


@overload(nth_cell, target="generic")  # type: ignore[untyped-decorator]
def _nth_cell(cells: Any, number: Any, word: Any) -> Any:
    def of_one(cells: Any, number: Any, word: Any) -> Any:
        return nth_bit(cells, number)

    def of_two(cells: Any, number: Any, word: Any) -> Any:
        here = popcount(cells[0])
        return nth_bit(cells[0], number) if number < here else word + nth_bit(cells[1], number - here)

    def word_by_word(cells: Any, number: Any, word: Any) -> Any:
        left: Any = np.int64(number)
        index, here = 0, popcount(cells[0])
        while left >= here:
            left -= here
            index += 1
            here = popcount(cells[index])
        return word * index + nth_bit(cells[index], left)

    if not isinstance(cells, SEVERAL):
        return of_one
    return of_two if getattr(cells, "count", None) == 2 else word_by_word


# numbers on cells, such as the heights of stacks


@compiled
def total_on(cells: CellSet, numbers: Any) -> Any:
    """The sum of the numbers of these cells."""
    total = np.int64(0)
    cell = first_cell(cells)
    while cell != OFF:
        total += numbers[cell]
        cell = next_cell(cells, cell)
    return total


@compiled
def greatest_on(cells: CellSet, numbers: Any) -> Any:
    """The greatest of the numbers of these cells, 0 if there are none."""
    greatest = np.int64(0)
    cell = first_cell(cells)
    while cell != OFF:
        if numbers[cell] > greatest:  # CUDA has no max()
            greatest = np.int64(numbers[cell])
        cell = next_cell(cells, cell)
    return greatest


# neighbours and groups


def _flood(seeds: CellSet, within: CellSet, neighbours: Table) -> CellSet:
    allowed = np.uint64(within)
    reached = np.uint64(seeds) & allowed
    fresh = reached
    while fresh != NONE:
        near = neighbours[lowest(fresh)] & allowed & ~reached
        fresh = without_lowest(fresh) | near
        reached |= near
    return reached


@either(_flood, "seeds")
def flood(seeds: CellSet, within: CellSet, neighbours: Table) -> CellSet:
    """All cells of `within` that the seeds reach step by step without leaving it; seeds outside it are dropped."""
    words = len(seeds)
    fresh = scratch_set(words)
    for word in range(words):
        seeds[word] &= within[word]
        fresh[word] = seeds[word]
    word = 0
    while word < words:
        if fresh[word] == NONE:
            word += 1
            continue
        cell = 64 * word + lowest(fresh[word])
        fresh[word] = without_lowest(fresh[word])
        back = word
        for other in range(words):
            near = neighbours[cell, other] & within[other] & ~seeds[other]
            if near != NONE:
                seeds[other] |= near
                fresh[other] |= near
                if other < back:
                    back = other
        word = back
    return seeds


def _connected(cells: CellSet, side: CellSet, other_side: CellSet, neighbours: Table) -> Any:
    goal = np.uint64(cells) & np.uint64(other_side)
    if goal == NONE:
        return False
    return flood(np.uint64(side), np.uint64(cells), neighbours) & goal != NONE


@either(_connected)
def connected(cells: CellSet, side: CellSet, other_side: CellSet, neighbours: Table) -> bool:
    """Whether a chain of adjacent cells of the set connects one side with the other."""
    if not overlap(cells, other_side):
        return False
    reached = scratch_set(len(cells))
    unite(reached, side)
    flood(reached, cells, neighbours)
    return overlap(reached, other_side)


@inlined
def sides_joined(cells: CellSet, through: CellSet, sides: Table, opposite: Table, neighbours: Table) -> int:
    """Which sides are connected with their opposites by a chain of the set that contains one of these cells.

    The answer has a bit for each pair sides[pair], opposite[pair].  All sets have one word.
    """
    joined, left = 0, np.uint64(through)
    while left:
        chain, edge = NONE, bit(lowest(left))
        while edge:  # as in `flood`; inlined, because it decides how fast a connection game is
            here = lowest(edge)
            chain |= bit(here)
            edge = (edge | (neighbours[here] & cells)) & ~chain
        for pair in range(len(sides)):
            if chain & sides[pair] and chain & opposite[pair]:
                joined |= 1 << pair
        left &= ~chain
    return joined


@compiled
def group_of(cell: int, cells: CellSet, neighbours: Table) -> CellSet:
    """The cells of a one-word set that are connected with this one.

    For several words: flood(add(scratch_set(WORDS), cell), cells, neighbours).
    """
    return flood(bit(cell), np.uint64(cells), neighbours)


def _count_groups(cells: CellSet, neighbours: Table) -> int:
    left, groups = np.uint64(cells), 0
    while left != NONE:
        left &= ~flood(bit(lowest(left)), left, neighbours)
        groups += 1
    return groups


@either(_count_groups)
def count_groups(cells: CellSet, neighbours: Table) -> int:
    """The number of groups of adjacent cells in the set."""
    left, group, groups = scratch_set(len(cells)), scratch_set(len(cells)), 0
    unite(left, cells)
    cell = first_cell(left)
    while cell != OFF:
        subtract(left, flood(add(clear(group), cell), left, neighbours))
        groups += 1
        cell = first_cell(left)
    return groups


# slides


@compiled
def slide_length(cell: int, way: int, occupied: CellSet, step: Table) -> int:
    """How many free cells follow each other in a direction: how far a queen could go without capturing."""
    length = 0
    near = step[cell, way]
    while near != OFF and not holds(occupied, near):
        length += 1
        near = step[near, way]
    return length


def _add_slides(reached: CellSet, cell: int, way: int, occupied: CellSet, step: Table) -> CellSet:
    found = np.uint64(reached)
    near = step[cell, way]
    while near != OFF and not has(occupied, near):
        found |= bit(near)
        near = step[near, way]
    return found


@either(_add_slides, "reached")
def add_slides(reached: CellSet, cell: int, way: int, occupied: CellSet, step: Table) -> CellSet:
    """A set plus the free cells that a piece on `cell` can slide to in a direction, up to the first that is taken."""
    near = step[cell, way]
    while near != OFF and not holds(occupied, near):
        add(reached, near)
        near = step[near, way]
    return reached


@compiled
def slides(cell: int, way: int, occupied: CellSet, step: Table) -> CellSet:
    """The same cells alone, for one-word sets."""
    return add_slides(NONE, cell, way, np.uint64(occupied), step)
