"""Which cells pieces reach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.kernel import OFF, SquareBoard, in_sight, next_to

BOARD = SquareBoard(8, 8, first_row="bottom")
LARGE = SquareBoard(11, 13)


def named(cells) -> str:
    return " ".join(sorted(name for name, cell in BOARD.number.items() if int(cells) >> cell & 1))


@pytest.mark.parametrize(("cell", "expected"), [("a1", "b3 c2"), ("d4", "b3 b5 c2 c6 e2 e6 f3 f5"), ("h7", "f6 f8 g5")])
def test_a_knight_leaps(cell, expected):
    assert named(BOARD.leaps(1, 2)[BOARD.number[cell]]) == expected


def test_other_leapers():
    assert named(BOARD.leaps(0, 2)[BOARD.number["a1"]]) == "a3 c1"
    assert named(BOARD.leaps(1, 1)[BOARD.number["b2"]]) == "a1 a3 c1 c3"
    gaps = SquareBoard(3, 3, 4)  # cells have numbers with gaps
    assert gaps.leaps(1, 2)[gaps.number["b2"]] == 0
    assert gaps.leaps(1, 2)[gaps.number["a1"]] == gaps.bits(["b3", "c2"])


@pytest.mark.parametrize("board", [BOARD, LARGE], ids=["one word", "several words"])
@pytest.mark.parametrize("group", ["orthogonals", "diagonals", "directions"])
@given(data=st.data())
def test_a_piece_sees_up_to_and_including_the_next_piece(board, group, data):
    ways, sight = getattr(board, group), board.sight
    cell = data.draw(st.sampled_from(board.cells))
    pieces = data.draw(st.sets(st.sampled_from(board.cells), max_size=20))
    seen = []
    for way in ways:
        for far in board.ray(cell, way):
            seen.append(far)
            if far in pieces:
                break
    for function in (in_sight, in_sight.py_func):
        assert function(cell, ways, board.bits(pieces), sight) == board.bits(seen)


def test_directions_in_groups():
    named = {group: [BOARD.way_names[way] for way in getattr(BOARD, group)] for group in ("orthogonals", "diagonals")}
    assert set(named["orthogonals"]) == {"n", "e", "s", "w"} and set(named["diagonals"]) == {"ne", "nw", "se", "sw"}
    assert BOARD.directions == (*BOARD.orthogonals, *BOARD.diagonals)


@pytest.mark.parametrize("board", [BOARD, LARGE], ids=["one word", "several words"])
@given(data=st.data())
def test_cells_next_to_a_set(board, data):
    cells = data.draw(st.sets(st.sampled_from(board.cells), max_size=9))
    ways = data.draw(st.sets(st.sampled_from(board.way_names), min_size=1))
    near = {int(board.step[cell, board.way_names.index(way)]) for cell in cells for way in ways} - {OFF}
    for function in (next_to, next_to.py_func):
        assert function(board.bits(cells), board.neighbours_to(*ways)) == board.bits(near)
