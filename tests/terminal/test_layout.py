"""Cells stand where the board has them: in diagrams, on the screen, and for the arrow keys."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludoteca.kernel.boards import Board, HexBoard, RhombusBoard, SquareBoard
from ludoteca.play.diagram import board_text
from ludoteca.terminal.layout import Layout, layouts, neighbour

RHOMBUS = RhombusBoard(3, 3)


def dots(board: Board) -> str:
    return board_text(board, dict.fromkeys(board.names, "."))


def test_a_rhombus_of_hexes_leans_as_its_places_say():
    assert dots(RHOMBUS) == " a1 . . .   c1\n a2  . . .  c2\n a3   . . . c3"


def test_a_hexagon_stands_upright():
    assert dots(HexBoard(2)) == " a1  . .  b1\n a2 . . . c2\n b3  . .  c3"


def test_cells_that_a_row_lacks_leave_a_gap():
    whole = SquareBoard(2, 4)
    kept = [at for at, name in enumerate(whole.names) if name not in ("a1", "c1")]
    holed = replace(
        whole,
        cells=tuple(whole.cells[at] for at in kept),
        spots=tuple(whole.spots[at] for at in kept),
        names=tuple(whole.names[at] for at in kept),
    )
    assert dots(holed) == "  a b c d\n1   .   .\n2 . . . ."
    boxes = layouts(holed)[0].boxes
    assert boxes["b1"].x == boxes["b2"].x
    assert boxes["d1"].x == boxes["d2"].x


def test_a_numbered_board_has_the_first_and_last_number_of_each_row_beside_it():
    squares = SquareBoard(4, 4)
    board = squares.part(cell for cell, spot in squares.spot.items() if sum(spot) % 2).numbered()
    assert dots(board) == " 1   .   . 2\n 3 .   .   4\n 5   .   . 6\n 7 .   .   8"
    assert board.other_names[:2] == ("b1", "d1")
    assert board.part(("1", "4")).other_names == ("b1", "c2")


@pytest.mark.parametrize("size", range(4))
def test_on_the_screen_each_row_of_a_rhombus_is_half_a_hex_further(size):
    layout: Layout = layouts(RHOMBUS)[size]
    first = [layout.boxes[name].x for name in ("a1", "a2", "a3")]
    assert [x - first[0] for x in first] == [0, layout.step // 2, layout.step]
    assert all(box.x + box.width <= layout.width for box in layout.boxes.values())


@pytest.mark.parametrize("board", [RHOMBUS, HexBoard(5), SquareBoard(6, 6)])
def test_down_and_up_again_comes_back_near(board):
    for name in board.names:
        below = neighbour(board, name, 1, 0)
        if below != name:
            back = neighbour(board, below, -1, 0)
            assert back == name or neighbour(board, name, 0, 1) == back or neighbour(board, name, 0, -1) == back
