"""Sets of one word and of several: compiled, uncompiled and Python's own sets give the same answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.kernel import cell_sets
from ludoteca.kernel.boards import OFF, Board, HexBoard, RhombusBoard, SquareBoard
from ludoteca.kernel.cell_sets import (
    add,
    add_slides,
    cells_of,
    clear,
    connected,
    count_cells,
    count_groups,
    first_cell,
    flood,
    group_of,
    holds,
    is_empty,
    keep,
    next_cell,
    nth_cell,
    overlap,
    random_cell,
    remove,
    sides_joined,
    slide_length,
    slides,
    subtract,
    unite,
)
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.move_lists import PlainMoveList, list_cells
from ludoteca.kernel.random_numbers import new_random
from ludoteca.kernel.scratch import scratch_set

SMALL = (SquareBoard(6, 6, 8), HexBoard(4), SquareBoard(8, 8))
LARGE = (SquareBoard(10, 10), RhombusBoard(11, 11), SquareBoard(12, 12, 16))
BOARDS = SMALL + LARGE
boards = st.sampled_from(BOARDS)
either = pytest.mark.parametrize(
    "how", [lambda function: function, lambda function: function.py_func], ids=["compiled", "plain"]
)


@compiled
def questions(cells, others, cell):
    return holds(cells, cell), is_empty(cells), count_cells(cells), overlap(cells, others), first_cell(cells)


@compiled
def changes(cells, others, cell, number):
    if number == 0:
        return add(cells, cell)
    if number == 1:
        return remove(cells, cell)
    if number == 2:
        return unite(cells, others)
    if number == 3:
        return keep(cells, others)
    if number == 4:
        return subtract(cells, others)
    return clear(cells)


@compiled
def walk(cells, out):
    count, cell = 0, first_cell(cells)
    while cell != OFF:
        out[count] = cell
        count += 1
        cell = next_cell(cells, cell)
    return count


@compiled
def around(cells, side, other, neighbours):
    return connected(cells, side, other, neighbours), count_groups(cells, neighbours)


@compiled
def flooded(seeds, within, neighbours):
    return flood(seeds, within, neighbours)


@compiled
def drawn(cells, random):
    return random_cell(cells, random)


@compiled
def listed(cells, out):
    return list_cells(cells, out, 1, 1000, 64)


@compiled
def slid(reached, cell, way, occupied, step):
    return add_slides(reached, cell, way, occupied, step), slide_length(cell, way, occupied, step)


@compiled
def listed_halves(upper, lower, out):
    return list_cells((upper, lower), out, 0, 0, 50)


@compiled
def nth_of_halves(upper, lower, number):
    return nth_cell((upper, lower), number, 50)


@compiled
def looked_at(upper, lower, cell, random):
    cells = upper, lower
    return count_cells(cells), holds(cells, cell), is_empty(cells), random_cell(cells, random)


def test_a_tuple_of_words_is_a_set():
    halves = np.array([0b101, 1 << 49], np.uint64)
    for function in (listed_halves, listed_halves.py_func):
        room = np.zeros(8, np.int32)
        assert function(*halves, room) == 3
        assert room[:3].tolist() == [0, 2, 99]
    for function in (nth_of_halves, nth_of_halves.py_func):
        assert [function(*halves, number) for number in range(3)] == [0, 2, 99]
    for function in (looked_at, looked_at.py_func):
        assert function(*halves, 113, new_random(1))[:3] == (3, True, False)
        assert {function(*halves, 113, new_random(seed))[3] for seed in range(30)} == {0, 2, 113}


def test_what_does_not_fit_is_counted_and_not_written():
    room = np.zeros(2, np.int32)
    assert listed(np.uint64(255), room) == 9
    assert room.tolist() == [0, 0]


def subsets(board: Board):
    return st.sets(st.sampled_from(board.cells))


def reached_from(board: Board, seeds: set[int], within: set[int]) -> set[int]:
    found, edge = set(), seeds & within
    while edge:
        found |= edge
        edge = {int(near) for cell in edge for near in board.step[cell]} & within - found
    return found


@either
@settings(max_examples=60)
@given(data=st.data())
def test_questions_and_changes(how, data):
    board = data.draw(boards)
    cells, others = data.draw(subsets(board)), data.draw(subsets(board))
    cell = data.draw(st.sampled_from(board.cells))
    expected = (cell in cells, not cells, len(cells), bool(cells & others), min(cells, default=OFF))
    assert tuple(how(questions)(board.bits(cells), board.bits(others), cell)) == expected
    results = (cells | {cell}, cells - {cell}, cells | others, cells & others, cells - others, set())
    for number, wanted in enumerate(results):
        given_set = board.bits(cells)
        changed = how(changes)(given_set, board.bits(others), cell, number)
        assert cells_of(changed) == sorted(wanted)
        assert board.words == 1 or cells_of(given_set) == sorted(wanted)  # several words change in place


@either
@settings(max_examples=60)
@given(data=st.data())
def test_a_walk_and_a_list_visit_every_cell_in_order(how, data):
    board = data.draw(boards)
    cells = data.draw(subsets(board))
    out = np.zeros(board.size + 1, np.int32)
    assert how(walk)(board.bits(cells), out) == len(cells)
    assert out[: len(cells)].tolist() == sorted(cells)
    room = np.zeros(board.size + 1, np.int32) if how(listed) is listed else PlainMoveList(board.size + 1)
    assert how(listed)(board.bits(cells), room) == len(cells) + 1
    assert [int(room[place]) - 1000 for place in range(1, len(cells) + 1)] == sorted(cells)


@either
@settings(max_examples=60)
@given(data=st.data())
def test_floods_groups_and_connections(how, data):
    board = data.draw(boards)
    cells, seeds = data.draw(subsets(board)), data.draw(subsets(board))
    reached = how(flooded)(board.bits(seeds), board.bits(cells), board.neighbours)
    assert cells_of(reached) == sorted(reached_from(board, seeds, cells))

    side, other = list(board.sides.values())[:3:2]
    left, groups = set(cells), 0
    while left:
        left -= reached_from(board, {min(left)}, left)
        groups += 1
    joined = bool(reached_from(board, set(side.cells), cells) & set(other.cells))
    assert tuple(how(around)(board.bits(cells), side.bits, other.bits, board.neighbours)) == (joined, groups)


def test_a_winding_chain_connects():
    board = RhombusBoard(11, 11)
    names = [f"a{row}" for row in range(1, 10)] + [f"{letter}9" for letter in "bcdefgh"] + ["h10", "h11"]
    chain = board.bits(board.number[name] for name in names)
    north, south = board.sides["north"].bits, board.sides["south"].bits
    assert around(chain, north, south, board.neighbours) == (True, 1)
    remove(chain, board.number["d9"])
    assert around(chain, north, south, board.neighbours) == (False, 2)


def test_the_group_of_a_cell():
    board = SquareBoard(4, 4)
    stones = board.bits([0, 1, 4, 10, 15])
    assert cells_of(group_of(0, stones, board.neighbours)) == [0, 1, 4]
    assert cells_of(group_of.py_func(10, stones, board.neighbours)) == [10, 15]
    large = SquareBoard(10, 10)
    group = flood(add(scratch_set(large.words), 80), large.bits([0, 80, 81, 92]), large.neighbours)
    assert cells_of(group) == [80, 81, 92]


@either
@settings(max_examples=60)
@given(data=st.data())
def test_slides_end_before_the_first_cell_that_is_taken(how, data):
    board = data.draw(boards)
    taken = data.draw(subsets(board))
    cell = data.draw(st.sampled_from(board.cells))
    way = data.draw(st.integers(0, len(board.ways) - 1))
    free = []
    for near in board.ray(cell, way):
        if near in taken:
            break
        free.append(near)
    reached, length = how(slid)(board.bits(()), cell, way, board.bits(taken), board.step)
    assert cells_of(reached) == sorted(free)
    assert length == len(free)
    if board.words == 1:
        assert cells_of(how(slides)(cell, way, board.bits(taken), board.step)) == sorted(free)


@either
@pytest.mark.parametrize("board", [SMALL[0], LARGE[0]], ids=["one word", "two words"])
def test_every_cell_of_a_set_is_drawn_about_as_often(how, board):
    cells = board.cells[::7]
    random, count = new_random(1), 200 * len(cells)
    seen = [int(how(drawn)(board.bits(cells), random)) for _ in range(count)]
    assert set(seen) == set(cells)
    assert all(120 < seen.count(cell) < 300 for cell in cells)
    assert how(drawn)(board.bits(()), random) == OFF


def test_compiled_and_plain_draw_the_same_cells():
    for board in BOARDS:
        one, other = new_random(5), new_random(5)
        cells = board.bits(board.cells)
        assert [drawn(cells, one) for _ in range(20)] == [drawn.py_func(cells, other) for _ in range(20)]


def test_cells_of_any_kind_of_number():
    assert cells_of(0b1001) == cells_of(np.uint64(0b1001)) == [0, 3]
    assert cells_of(np.array([1, 1 << 63], np.uint64)) == [0, 127]


def test_scratch_sets_are_empty_each_time():
    @compiled
    def fill_twice(words):
        total = 0
        for _ in range(2):
            room = scratch_set(words)
            total += count_cells(room)
            for word in range(words):
                room[word] = np.uint64(7)
        return total

    assert fill_twice(3) == fill_twice.py_func(3) == 0
    assert cell_sets.scratch_set is scratch_set


@given(st.integers(0, 2**61 - 1), st.integers(0, 2**61 - 1), st.integers(0, 2**61 - 1))
def test_joined_sides_are_those_that_a_chain_connects(one, other, through):
    board = HexBoard(5)
    cells, through = np.uint64(one | other), np.uint64(through)
    sides = np.array([board.sides[name].bits for name in ("north", "northwest", "northeast")])
    opposite = np.array([board.sides[name].bits for name in ("south", "southeast", "southwest")])
    tables = (sides, opposite, board.neighbours)
    joined = sides_joined(cells, cells, *tables)
    assert joined == sides_joined.py_func(cells, cells, *tables)
    for pair in range(3):
        assert bool(joined >> pair & 1) == connected(cells, sides[pair], opposite[pair], board.neighbours)
        chains = flood(through & cells, cells, board.neighbours)
        runs_through = connected(chains, sides[pair], opposite[pair], board.neighbours)
        assert bool(sides_joined(cells, through & cells, *tables) >> pair & 1) == runs_through
