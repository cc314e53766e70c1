"""Which cells pieces reach."""

from __future__ import annotations

import pytest

from ludoteca.kernel import SquareBoard, compiled, in_sight, next_to

BOARD = SquareBoard(8, 8, first_row="bottom")
SIGHT = BOARD.sight


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


@compiled
def rook_sees(cell, occupied):
    return in_sight(cell, 0, 4, occupied, SIGHT)


def test_a_rook_sees_up_to_and_including_the_first_piece():
    occupied = BOARD.bits(["d6", "f4", "d1", "h8"])
    for function in (rook_sees, rook_sees.py_func):
        assert named(function(BOARD.number["d4"], occupied)) == "a4 b4 c4 d1 d2 d3 d5 d6 e4 f4"


def test_cells_next_to_a_set():
    cells = BOARD.bits(["a1", "a2"])
    ways = BOARD.neighbours_to("n", "e")
    for function in (next_to, next_to.py_func):
        assert named(function(cells, ways)) == "a2 a3 b1 b2"
        assert function(BOARD.bits([]), ways) == 0
