"""Boards of any outline: names, neighbours, sides, places on the page, sets of several words."""

from __future__ import annotations

import numpy as np
import pytest

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.set_operators import each
from ludoteca.errors import BadDeclaration
from ludoteca.kernel import Cells, Numbers, State, sow
from ludoteca.kernel.boards import (
    OFF,
    Board,
    HexBoard,
    PointBoard,
    Region,
    RhombusBoard,
    SquareBoard,
    board_from_picture,
    column_name,
)
from ludoteca.kernel.edge_boards import EdgeBoard
from ludoteca.kernel.pit_boards import PitBoard

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
ALQUERQUE = r"""
    o-o-o-o-o
    |\|/|\|/|
    o-o-o-o-o
    |/|\|/|\|
    o-o-o-o-o
    |\|/|\|/|
    o-o-o-o-o
    |/|\|/|\|
    o-o-o-o-o
"""
SMALL_MORRIS = """
    o---o---o
    |   |   |
    | o-o-o |
    | |   | |
    o-o   o-o
    | |   | |
    | o-o-o |
    |   |   |
    o---o---o
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


def named(board, cells):
    return {board.name[cell] for cell in cells}


def test_points_are_neighbours_along_drawn_lines():
    board = PointBoard(ALQUERQUE)
    assert named(board, each(board.neighbours[board.number["a1"]])) == {"a2", "b1", "b2"}
    assert named(board, each(board.neighbours[board.number["b1"]])) == {"a1", "c1", "b2"}
    assert [len(board.lines), len(board.symmetries)] == [5 + 5 + 3 + 3, 8]
    assert named(board, board.ray(board.number["a1"], board.way_names.index("ne"))) == {"b2", "c3", "d4", "e5"}


def test_a_line_goes_straight_on_across_a_point_and_ends_where_none_is_drawn():
    board = PointBoard(SMALL_MORRIS)
    lines = {frozenset(named(board, each(line))) for line in board.lines}
    assert {"a5", "c5", "e5"} in lines and {"b4", "c4", "d4"} in lines and {"a3", "b3"} in lines
    assert [len(lines), len(board.symmetries)] == [12, 8]
    assert board.drawn_lines[0] == ((0.0, 0.0), (2.0, 0.0))  # columns without points are not counted


def test_a_part_of_a_board_keeps_numbers_names_and_lines():
    board = PointBoard(ALQUERQUE)
    part = board.part(f"{letter}{row}" for letter in "abc" for row in (1, 2, 3))
    assert all(part.number[name] == board.number[name] for name in part.names) and len(part.names) == 9
    assert named(part, each(part.neighbours[part.number["c3"]])) == {"b2", "b3", "c2"}
    assert [part.bounds, len(part.rows), len(part.symmetries)] == [(0.0, 0.0, 2.0, 2.0), 3, 8]
    assert len(part.drawn_lines) == 6 + 6 + 4
    squares = SquareBoard(4, 4)
    assert squares.part(cell for cell in squares.cells if cell % 4 > 1).sides["west"].cells == (14, 10, 6, 2)
    with pytest.raises(BadDeclaration, match="at least one cell"):
        board.part(())


def test_squares_drawn_as_points_have_stars_where_custom_puts_them():
    stars = {}
    for size in (6, 9, 13, 15, 19):
        board = SquareBoard(size, size, first_row="bottom", drawn="points")
        stars[size] = {board.name[cell] for cell in board.cells if board.form(cell) == "star"}
        assert len(board.drawn_lines) == 2 * size and ((0, 0), (size - 1, 0)) in board.drawn_lines
    assert stars[6] == set()
    assert stars[9] == {"c3", "g3", "e5", "c7", "g7"}
    assert stars[13] == {"d4", "j4", "g7", "d10", "j10"}
    assert stars[15] == {"d4", "l4", "h8", "d12", "l12"}
    assert stars[19] == {f"{letter}{row}" for letter in "djp" for row in (4, 10, 16)}


def test_a_part_of_a_grid_has_stars_of_its_own():
    board = SquareBoard(19, 19, first_row="bottom", drawn="points", letters="abcdefghjklmnopqrst")
    part = board.part(f"{letter}{row}" for letter in "abcdefghj" for row in range(1, 10))
    assert {part.name[cell] for cell in part.cells if part.form(cell) == "star"} == {"c3", "g3", "e5", "c7", "g7"}
    assert "i9" not in board.number and part.name[part.cells[-1]] == "j1"


def test_a_grid_with_a_hole_has_lines_on_either_side():
    board = SquareBoard(5, 5, drawn="points", without=("c3",))
    assert len(board.drawn_lines) == 2 * 6 and ((0, 2), (1, 2)) in board.drawn_lines


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"drawn": "dots"}, "'squares' or 'points', not 'dots'"),
        ({"letters": "abc"}, "4 columns needs as many different letters, not 3"),
    ],
)
def test_a_square_board_that_cannot_be_drawn(given, said):
    with pytest.raises(BadDeclaration, match=said):
        SquareBoard(4, 4, **given)


def test_lines_cross_without_a_point():
    board = PointBoard("o o\n x\no o")
    assert {frozenset(named(board, each(line))) for line in board.lines} == {
        frozenset({"a1", "b2"}),
        frozenset({"a2", "b1"}),
    }


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        ("o-#", "may contain only o - |"),
        ("   ", "at least one point"),
        ("o-o\n  |", "'|' in line 2, character 3, does not join two points"),
        ("o- o", "'-' in line 1, character 2, does not join two points"),
    ],
)
def test_a_picture_of_points_that_cannot_be_meant(picture, said):
    with pytest.raises(BadDeclaration, match=".*" + said.replace("|", r"\|").replace("(", r"\(")):
        PointBoard(picture)


def test_an_edge_has_boxes_beside_it_and_a_box_has_edges_around_it():
    board = EdgeBoard(2, 3)
    edge = board.edges.number_of
    assert [len(board.edges.cells), len(board.boxes.cells), len(board.drawn_dots)] == [3 * 3 + 4 * 2, 6, 12]
    around = {board.edges.cell_of[number] for number in each(board.edges_of[0])}
    assert named(board, around) == {"b5", "a4", "c4", "b3"}
    beside = board.boxes_of[edge[board.number["b3"]]]
    assert named(board, (board.boxes.cell_of[int(box)] for box in beside)) == {"b4", "b2"}
    assert board.boxes_of[edge[board.number["b5"]]].tolist() == [0, OFF]
    assert len(EdgeBoard(2, 2).symmetries) == 8 and len(board.symmetries) == 4


def test_an_edge_board_has_edges_for_sides():
    board = EdgeBoard(2, 2)
    assert named(board, board.sides["north"].cells) == {"b5", "d5"}
    assert board.sides["east"].lines == (((2.5, 0.5), (2.5, 1.5)),)


def test_a_set_of_a_region_takes_as_many_words_as_it_needs():
    board = EdgeBoard(7, 7)
    assert board.edges.words == 2 and board.edges_of.shape == (49,)
    assert len(list(each(board.edges_of[0]))) == 4
    assert Region(board, board.boxes.cells).bits(["b2"]) == 1 << 42


def test_pits_are_numbered_as_seeds_are_sown():
    board = PitBoard(6)
    assert [board.number[name] for name in ("a1", "f1", "s1", "f2", "a2", "s2")] == [0, 5, 6, 7, 12, 13]
    assert named(board, [int(board.opposite[board.number["b1"]])]) == {"b2"}
    assert board.rows[0] == (13, 12, 11, 10, 9, 8, 7) and board.place[6] == (7, 0.65) and board.place[0] == (1, 1.3)
    assert PitBoard(4, stores=False).stores == () and len(PitBoard(4, stores=False).cells) == 8


@compiled
def sow_in_compiled_code(seeds, pit, track, skip):
    return sow(seeds, pit, track, skip)


@pytest.mark.parametrize("function", [sow, sow_in_compiled_code])
@pytest.mark.parametrize(
    ("seeds", "stores", "skips", "last", "after"),
    [
        (3, (0,), False, "e2", "0 0 0 0 0 0 1 1 1 0 0 0 0 0"),  # into one's own store
        (3, (), False, "d2", "0 0 0 0 0 0 0 1 1 1 0 0 0 0"),  # past both stores
        (14, (0,), False, "s1", "1 1 1 1 1 1 2 1 1 1 1 1 1 0"),  # past the other store
        (12, (), True, "f2", "1 1 1 1 1 0 0 2 1 1 1 1 1 0"),  # past the pit itself
    ],
)
def test_seeds_are_sown_along_a_track(function, seeds, stores, skips, last, after):
    board = PitBoard(6)
    pits, pit = np.zeros(board.size, np.uint8), board.number["f1"]
    pits[pit] = seeds
    assert board.name[int(function(pits, pit, board.track(*stores), pit if skips else OFF))] == last
    assert pits.tolist() == list(map(int, after.split()))


def test_numbers_that_stand_by_themselves_need_cells_of_their_own():
    board = PitBoard(6)
    with pytest.raises(BadDeclaration, match="stones and seeds are on the same cells"):
        State(seeds=Numbers(board, piece="seeds"), stones=Cells(board, per_player=True))
    with pytest.raises(BadDeclaration, match="no piece is called 'beans'"):
        Numbers(board, piece="beans")
