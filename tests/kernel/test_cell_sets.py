"""Sets of one word and of several: compiled, uncompiled and Python's own sets give the same answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.compiler.bits import has, highest, lowest
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.move_lists import PlainMoveList, list_cells
from ludoteca.compiler.set_operators import each
from ludoteca.kernel.boards import OFF, Board, HexBoard, RhombusBoard, SquareBoard
from ludoteca.kernel.cell_sets import (
    connected,
    count_cells,
    enclosed,
    fingerprint,
    flood,
    group_of,
    nth_cell,
    random_cell,
    shifted,
    sides_joined,
)
from ludoteca.kernel.random_numbers import new_random

SMALL = (SquareBoard(6, 6, 8), HexBoard(4), SquareBoard(8, 8))
LARGE = (SquareBoard(10, 10), RhombusBoard(11, 11), SquareBoard(12, 12, 16), SquareBoard(10, 10, word=50))
GO = SquareBoard(19, 19)
GO_NEIGHBOURS = GO.neighbours
BOARDS = SMALL + LARGE
boards = st.sampled_from(BOARDS)
either = pytest.mark.parametrize(
    "how", [lambda function: function, lambda function: function.py_func], ids=["compiled", "plain"]
)


@compiled
def questions(cells, others, cell):
    return has(cells, cell), bool(cells), not cells, count_cells(cells), cells == others, cells != others


@compiled
def ends(cells):
    return lowest(cells), highest(cells)


@compiled
def changes(cells, others):
    return cells | others, cells & others, cells & ~others, cells ^ others, cells ^ cells


@compiled
def changed_in_place(cells, others, number):
    if number == 0:
        cells |= others
    elif number == 1:
        cells &= others
    else:
        cells ^= others
    return cells


@compiled
def walk(cells, out):
    count = 0
    for cell in each(cells):
        out[count] = cell
        count += 1
    return count


@compiled
def count_groups(cells, neighbours):
    left, groups = cells, 0
    while left:
        left &= ~group_of(lowest(left), left, neighbours)
        groups += 1
    return groups


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
    return list_cells(cells, out, 1, 1000)


@compiled
def moved(cells, steps):
    return shifted(cells, steps)


@compiled
def listed_words(low, high, out):
    return list_cells((low, high), out, 0, 0)


@compiled
def looked_at(low, high, number):
    return count_cells((low, high)), nth_cell((low, high), number)


def test_a_tuple_of_words_is_a_set_of_what_a_move_can_be():
    words = np.array([0b101, 1 << 49], np.uint64)
    for function in (listed_words, listed_words.py_func):
        room = np.zeros(8, np.int32)
        assert function(*words, room) == 3
        assert room[:3].tolist() == [0, 2, 113]
    for function in (looked_at, looked_at.py_func):
        assert [tuple(function(*words, number)) for number in range(3)] == [(3, 0), (3, 2), (3, 113)]


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
    expected = (cell in cells, bool(cells), not cells, len(cells), cells == others, cells != others)
    first, second = board.bits(cells), board.bits(others)
    assert tuple(how(questions)(first, second, cell)) == expected
    wanted = (cells | others, cells & others, cells - others, cells ^ others, set())
    assert [list(each(found)) for found in how(changes)(first, second)] == [sorted(some) for some in wanted]
    for number, some in enumerate((cells | others, cells & others, cells ^ others)):
        assert list(each(how(changed_in_place)(first, second, number))) == sorted(some)
    assert list(each(first)) == sorted(cells), "a set is a value: nothing changes it"
    if cells:
        assert tuple(how(ends)(first)) == (min(cells), max(cells))
    steps = data.draw(st.integers(1 - board.word, board.word - 1))
    room = range(board.words * board.word)
    assert list(each(how(moved)(first, steps))) == sorted(one + steps for one in cells if one + steps in room)


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
    assert list(each(reached)) == sorted(reached_from(board, seeds, cells))

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
    chain &= ~board.bit(board.number["d9"])
    assert around(chain, north, south, board.neighbours) == (False, 2)


@compiled
def number_of(cells, seed):
    return fingerprint(cells, seed)


@either
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_a_group_is_enclosed_unless_it_is_next_to_something(how, data):
    board = data.draw(boards)
    cells = data.draw(st.sets(st.sampled_from(board.cells), min_size=1))
    outside = set(data.draw(st.sets(st.sampled_from(board.cells)))) - cells
    cell = min(cells)
    group = set(each(group_of.py_func(cell, board.bits(cells), board.neighbours)))
    beside = {near for one in group for near in each(board.neighbours[one])}
    found = how(enclosed)(cell, board.bits(cells), board.bits(outside), board.neighbours)
    assert set(each(found)) == (set() if beside & outside else group)


@either
@pytest.mark.parametrize("board", [SMALL[0], LARGE[0], GO])
def test_fingerprints_differ_by_set_and_seed(how, board):
    sets = [board.bits(board.cells[:count]) for count in range(len(board.cells))]
    numbers = {int(how(number_of)(cells, seed)) for cells in sets for seed in (0, 1)}
    assert len(numbers) == 2 * len(sets)
    assert int(number_of(sets[5], 1)) == int(number_of.py_func(sets[5], 1))


def test_the_group_of_a_cell():
    board = SquareBoard(4, 4)
    stones = board.bits([0, 1, 4, 10, 15])
    assert list(each(group_of(0, stones, board.neighbours))) == [0, 1, 4]
    assert list(each(group_of.py_func(10, stones, board.neighbours))) == [10, 15]
    large = SquareBoard(10, 10)
    assert list(each(group_of(80, large.bits([0, 80, 81, 92]), large.neighbours))) == [80, 81, 92]


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
    assert list(each(0b1001)) == list(each(np.uint64(0b1001))) == [0, 3]


@compiled
def scattered(board_cells):
    """A whole game of one text on a large board: stones, groups and what is around them."""
    stones = GO.none
    for cell in range(0, 361, 3):
        stones |= GO.bit(cell)
    stones &= board_cells
    return stones, count_cells(stones), count_groups(stones, GO_NEIGHBOURS), GO.all == stones


def test_a_board_gives_sets_of_its_size_compiled_and_not():
    cells = GO.all & ~GO.bits(["a1"])
    for function in (scattered, scattered.py_func):
        stones, count, groups, is_all = function(cells)
        assert list(each(stones)) == list(range(3, 361, 3))
        assert (count, is_all) == (120, False)
        assert groups == len(list(reference_groups(set(range(3, 361, 3)))))
    assert not GO.none and GO.none != GO.all


def reference_groups(left: set[int]):
    while left:
        group = reached_from(GO, {min(left)}, left)
        left = left - group
        yield group


def test_sets_of_different_boards_do_not_mix():
    with pytest.raises(TypeError, match="cannot be combined"):
        GO.all | SquareBoard(10, 10).all


def test_a_set_is_gone_through_by_each():
    with pytest.raises(TypeError, match="each"):
        list(GO.all)


@pytest.mark.parametrize("board", [SquareBoard(8, 8), GO], ids=["one word", "six words"])
def test_a_table_of_sets_is_indexed_like_an_array(board):
    rows = board.table([[board.bits([cell]), board.bits([cell, cell + 1])] for cell in range(5)])
    assert rows.shape == (5, 2) and len(rows) == 5

    @compiled
    def looked_up(row, column):
        return rows[row, column], rows[row][column]

    for found in (*looked_up(3, 1), *looked_up.py_func(3, 1)):
        assert list(each(found)) == [3, 4]


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
