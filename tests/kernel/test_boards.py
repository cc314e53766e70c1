"""Boards of any outline: names, neighbours, sides, places on the page, sets of several words."""

from __future__ import annotations

import numpy as np
import pytest

from ludoteca.compiler.set_types import each
from ludoteca.kernel.boards import OFF, Board, HexBoard, RhombusBoard, SquareBoard, board_from_picture, column_name
from ludoteca.kernel.errors import BadDeclaration

CROSS = """
     ..
    ....
    ....
     ..
"""
TRIANGLE = """
       .
      . .
     . . .
    . . . .
"""
BOARDS = {
    "square": SquareBoard(6, 6),
    "rectangle with gaps": SquareBoard(3, 5, stride=8),
    "chess": SquareBoard(8, 8, first_row="bottom"),
    "large": SquareBoard(10, 10),
    "cross": board_from_picture(CROSS),
    "hexagon": HexBoard(4),
    "rhombus": RhombusBoard(11, 11),
    "parallelogram": RhombusBoard(3, 5),
    "triangle": board_from_picture(TRIANGLE, shape="hex"),
}


@pytest.fixture(params=BOARDS, name="board")
def every_board(request) -> Board:
    return BOARDS[request.param]


def side_names(board: Board, side: str) -> set[str]:
    return {board.name[cell] for cell in board.sides[side].cells}


def test_every_way_leads_back(board):
    for way in range(0, len(board.ways), 2):
        for cell in board.cells:
            near = int(board.step[cell, way])
            assert near == OFF or board.step[near, way + 1] == cell


def test_neighbours_are_a_unit_apart_on_the_page_and_others_are_not(board):
    for cell, (x, y) in board.place.items():
        near = {other for other in map(int, board.step[cell]) if other != OFF}
        reach = 1.001 if board.shape == "hex" else 1.5
        close = {at for at, (u, v) in board.place.items() if 0 < np.hypot(u - x, v - y) < reach}
        assert near == close == set(each(board.neighbours[cell]))


def test_ways_have_their_names_on_the_page(board):
    for way, name in enumerate(board.way_names):
        x, y = board.way_steps[name]
        assert (y < 0) == ("n" in name) and (y > 0) == ("s" in name)
        assert (x > 0) == ("e" in name) and (x < 0) == ("w" in name)
        for cell in board.cells:
            near = int(board.step[cell, way])
            if near != OFF:
                assert board.place[near] == pytest.approx(
                    (board.place[cell][0] + x, board.place[cell][1] + y), abs=0.01
                )


def test_sets_take_as_many_words_as_they_need(board):
    some = board.cells[::3]
    assert list(each(board.bits(some))) == sorted(some)
    assert board.words == -(-board.size // 64)
    assert len(board.neighbours) == board.size


def test_symmetries_keep_neighbours(board):
    assert list(board.symmetries[0].cells.values()) == list(board.cells)
    for symmetry in board.symmetries:
        assert sorted(symmetry.cells.values()) == sorted(board.cells)
        for cell in board.cells:
            for way, turned in enumerate(symmetry.ways):
                near = int(board.step[cell, way])
                assert board.step[symmetry.cells[cell], turned] == (OFF if near == OFF else symmetry.cells[near])


def test_how_many_symmetries_there_are():
    counts = {name: len(board.symmetries) for name, board in BOARDS.items()}
    assert counts == {
        "square": 8,
        "rectangle with gaps": 4,
        "chess": 8,
        "large": 8,
        "cross": 8,
        "hexagon": 12,
        "rhombus": 4,
        "parallelogram": 2,
        "triangle": 6,
    }


def test_text_begins_at_the_top_wherever_row_1_is():
    chess = BOARDS["chess"]
    assert [chess.name[row[0]] for row in chess.rows] == ["a8", "a7", "a6", "a5", "a4", "a3", "a2", "a1"]
    assert chess.place[chess.number["a1"]] == (0, 7)
    assert chess.cells == SquareBoard(8, 8).cells
    assert RhombusBoard(2, 2, first_row="bottom").names == ("a2", "b2", "a1", "b1")


def test_a_board_lacks_cells_that_it_is_declared_without():
    board = SquareBoard(3, 3, without=("b2", "c1"))
    assert board.names == ("a1", "b1", "a2", "c2", "a3", "b3", "c3")
    assert board.cells == (0, 1, 3, 5, 6, 7, 8)
    assert board.step[board.number["a2"], 0] == OFF  # b2 is not there
    with pytest.raises(BadDeclaration, match="no cell d1"):
        SquareBoard(3, 3, without=("d1",))


def test_a_picture_of_squares():
    assert BOARDS["cross"].names == ("b1", "c1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3", "b4", "c4")
    assert board_from_picture("...\n...") == SquareBoard(2, 3)
    assert board_from_picture("...\n...", stride=4, first_row="bottom") == SquareBoard(2, 3, 4, first_row="bottom")


def test_a_picture_of_hexes():
    hexagon = """
          . . .
         . . . .
        . . . . .
         . . . .
          . . .
    """
    assert board_from_picture(hexagon, shape="hex") == HexBoard(3)
    assert board_from_picture(". . .\n . . .\n  . . .", shape="hex") == RhombusBoard(3, 3)
    assert BOARDS["triangle"].names == ("a1", "a2", "b2", "a3", "b3", "c3", "a4", "b4", "c4", "d4")


@pytest.mark.parametrize(
    ("picture", "shape", "why"),
    [
        ("..#", "square", "contains '#'"),
        ("", "square", "at least one dot"),
        (". .\n. .", "hex", "shifted by one character"),
        ("...", "round", "'square' or 'hex'"),
    ],
)
def test_a_picture_that_is_none_says_why(picture, shape, why):
    with pytest.raises(BadDeclaration, match=why):
        board_from_picture(picture, shape=shape)


def test_a_board_has_its_limits():
    with pytest.raises(BadDeclaration, match="at most 1024 cells"):
        SquareBoard(33, 33)
    with pytest.raises(BadDeclaration, match="at least one cell"):
        SquareBoard(0, 3)
    with pytest.raises(BadDeclaration, match="too short"):
        SquareBoard(3, 4, stride=3)
    with pytest.raises(BadDeclaration, match="'top' or 'bottom'"):
        SquareBoard(3, 4, first_row="left")


def test_columns_after_z_have_two_letters():
    assert [column_name(column) for column in (0, 25, 26, 27, 51, 52, 701)] == ["a", "z", "aa", "ab", "az", "ba", "zz"]
    with pytest.raises(BadDeclaration, match="702 columns"):
        column_name(702)
    wide = SquareBoard(2, 30)
    assert wide.names[29] == "ad1" and len(set(wide.names)) == 60


def test_sides_of_a_rectangle():
    board = SquareBoard(2, 3, first_row="bottom")
    assert list(board.sides) == ["north", "east", "south", "west"]
    assert side_names(board, "north") == {"a2", "b2", "c2"}
    assert side_names(board, "west") == {"a1", "a2"}


def test_sides_of_a_rhombus():
    board = RhombusBoard(3, 4)
    assert list(board.sides) == ["north", "east", "south", "west"]
    assert side_names(board, "north") == {"a1", "b1", "c1", "d1"}
    assert side_names(board, "east") == {"d1", "d2", "d3"}
    assert side_names(board, "west") == {"a1", "a2", "a3"}
    assert list(each(board.sides["south"].bits)) == sorted(board.sides["south"].cells)


def test_sides_of_a_hexagon_and_of_a_triangle():
    board = HexBoard(3)
    assert list(board.sides) == ["north", "northeast", "southeast", "south", "southwest", "northwest"]
    assert all(len(side.cells) == 3 for side in board.sides.values())
    assert side_names(board, "southwest") == {"a3", "b4", "c5"}
    assert list(BOARDS["triangle"].sides) == ["east", "south", "west"]


def test_a_hole_is_no_side():
    board = SquareBoard(5, 5, without=("c3",))
    assert board.sides["north"].cells == SquareBoard(5, 5).sides["north"].cells


def test_the_edges_of_all_sides_go_once_around_the_board():
    for name in ("square", "rhombus", "hexagon", "triangle", "parallelogram"):
        lines = [line for side in BOARDS[name].sides.values() for line in side.lines]
        assert len(lines) == len(BOARDS[name].sides)
        for line, following in zip(lines, [*lines[1:], lines[0]], strict=True):
            assert line[-1] == pytest.approx(following[0], abs=0.01)


def test_glaishers_hexagon_is_drawn_as_ever_and_a_rhombus_leans_to_the_right():
    hexes = HexBoard(5)
    assert hexes.place[hexes.number["b2"]] == (0.5, 0.866)
    assert hexes.bounds == (-2, 0, 6, round(8 * 0.866, 3))
    rhombus = RhombusBoard(3, 3)
    assert [rhombus.place[rhombus.number[name]][0] for name in ("a1", "a2", "a3")] == [0, 0.5, 1]
    assert SquareBoard(2, 3).places == ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1))


def test_rays_and_the_ways_to_other_cells_follow_steps(board):
    in_line = 0
    for cell in board.cells:
        for way in range(len(board.ways)):
            path = board.ray(cell, way)
            assert board.rays[cell, way].tolist()[: len(path) + 2] == [cell, *path, OFF][: board.rays.shape[2]]
            assert all(board.way_to[cell, there] == way for there in path)
            in_line += len(path)
    assert (board.way_to != OFF).sum() == in_line
