"""Boards of other outlines and sizes are drawn as they are declared, in text and in pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any

import pytest
from archers import GAME as ARCHERS
from toys import GAME as WANDER

import ludoteca
from ludoteca.errors import UnknownName
from ludoteca.kernel import PointBoard, SquareBoard, board_from_picture
from ludoteca.play import Position, Variant
from ludoteca.play.board_drawing import board_drawing
from ludoteca.play.diagram import board_text
from ludoteca.play.svg_picture import picture
from ludoteca.terminal.board_canvas import Marks, draw_board
from ludoteca.terminal.layout import best_layout, layouts, neighbour
from ludoteca.terminal.theme import DARK
from ludoteca.web.view import view_of

SVG = "{http://www.w3.org/2000/svg}"


def on_board(board, **changes):
    """A game without pieces on another board: only good to be drawn."""
    return Variant(replace(WANDER, board=lambda _: board, **changes))


def lines_of(position) -> list[str]:
    return position.board(ascii_only=True).splitlines()


def test_a_rhombus_in_text_leans_to_the_right_and_names_its_sides():
    lines = lines_of(ludoteca.game("hex").start().play("a1").play("k11"))
    assert lines[0] == " a1 r . . . . . . . . . .           k1"
    assert lines[1] == " a2  . . . . . . . . . . .          k2"
    assert lines[10] == "a11           . . . . . . . . . . b k11"
    assert lines[11:] == ["Red: north and south", "Blue: west and east"]


def test_a_board_of_10_by_10_in_text():
    lines = lines_of(on_board(SquareBoard(10, 10, first_row="bottom")).start())
    assert lines[0] == "   a b c d e f g h i j"
    assert lines[1] == "10 . . . . . . . . . ."
    assert lines[10] == " 1 . . . . . . . . . ."
    assert len(lines) == 11


def test_missing_cells_leave_gaps_in_text():
    lines = lines_of(on_board(board_from_picture(" . \n...\n. .")).start())
    assert lines == ["  a b c", "1   .", "2 . . .", "3 .   ."]


def test_wide_boards_have_room_for_two_letters():
    lines = lines_of(on_board(SquareBoard(2, 28)).start())
    assert lines[0].split() == [*"abcdefghijklmnopqrstuvwxyz", "aa", "ab"]
    assert lines[0].index("ab") == lines[1].rindex(".")


def test_a_rhombus_as_a_picture():
    root = ElementTree.fromstring(picture(ludoteca.game("hex").start()))
    assert len(root.findall(f"{SVG}polygon")) == 121
    goals = root.findall(f"{SVG}polyline")
    assert [goal.get("stroke") for goal in goals[1::2]] == ["#C8452F", "#C8452F", "#3B6FA8", "#3B6FA8"]
    north = [tuple(map(float, point.split(","))) for point in goals[0].get("points").split()]
    assert north[:3] == [(-0.5, -0.289), (0, -0.577), (0.5, -0.289)]
    left, _, width, _ = map(float, root.get("viewBox").split())
    assert left <= -0.5 and left + width >= 15.5  # the lowest row begins five cells to the right


def test_a_board_of_10_by_10_as_a_picture():
    root = ElementTree.fromstring(picture(on_board(SquareBoard(10, 10)).start()))
    assert len(root.findall(f"{SVG}rect")) == 2 + 100
    assert not root.findall(f"{SVG}polyline")
    assert root.get("viewBox") == "-0.75 -0.75 10.5 10.5"


def test_a_rhombus_on_the_screen_and_for_the_browser():
    position = ludoteca.game("hex").start()
    layout = best_layout(position.variant.board, 200, 60)
    first = [layout.boxes[f"a{row}"].x for row in (1, 2, 3)]
    assert [x - first[0] for x in first] == [0, layout.step // 2, layout.step]
    assert all(box.x + box.width <= layout.width for box in layout.boxes.values())
    board = view_of(position)["board"]
    assert [goal["side"] for goal in board["goals"]] == ["north", "south", "west", "east"]
    assert board["steps"]["se"] == [0.5, 0.866] and not board["stacks"]
    assert board["cells"][11] == {"name": "a2", "x": 0.5, "y": 0.866, "row": 1, "column": 0, "form": "hex"}


def test_arrow_keys_go_straight_up_and_down_a_rhombus():
    board = ludoteca.game("hex").board
    path = ["f1"]
    while (below := neighbour(board, path[-1], 1, 0)) != path[-1]:
        path.append(below)
    assert path == ["f1", "e2", "e3", "d4", "d5", "c6", "c7", "b8", "b9", "a10", "a11"]


def test_goals_name_sides_that_the_board_has():
    with pytest.raises(UnknownName, match="northwest"):
        on_board(SquareBoard(3, 3), goals=(("north", "south"), ("northwest", "east")))
    variant = on_board(SquareBoard(3, 3), goals=(("north",), ("west", "east")))
    assert [(goal["player"], goal["colour"]) for goal in board_drawing(variant)["goals"]] == [
        (0, "first"),
        (1, "second"),
        (1, "second"),
    ]


def test_a_chain_from_side_to_side_decides():
    row = "rb........."
    over = ludoteca.game("hex").position("/".join([row] * 11) + " b")
    assert over.outcome is not None and over.outcome.winner == 0
    assert over.decided == (tuple(f"a{number}" for number in range(1, 12)),)
    assert "!" in lines_of(over)[0]


def test_sides_that_either_player_may_join_are_drawn_for_nobody_in_particular():
    drawn = board_drawing(ludoteca.game("glaisher"))["goals"]
    assert {(goal["side"], goal["colour"], goal["player"]) for goal in drawn} == {
        ("north", "pair1", None), ("south", "pair1", None), ("northeast", "pair2", None), ("southwest", "pair2", None),
        ("southeast", "pair3", None), ("northwest", "pair3", None),
    }  # fmt: skip


def played(name: str, *moves: str) -> Position:
    position = ludoteca.game(name).start()
    for move in moves:
        position = position.play(move)
    return position


def test_points_have_their_lines():
    position = played("morris", "a1", "d1", "a4", "d2", "a7", "xd1")
    assert position.board().splitlines()[-5:] == [
        "3 │   │   ·───·───·   │   │",
        "  │   │       │       │   │",
        "2 │   ·───────●───────·   │",
        "  │           │           │",
        "1 ○───────────·───────────·",
    ]
    assert position.board(ascii_only=True).splitlines()[-1] == "1 w-----------.-----------."
    svg = picture(position)
    assert svg.count("<line ") == 32 and svg.count('r="0.1"') == 24  # a point under each of its men, too


def test_on_a_grid_stones_stand_where_lines_cross():
    board = SquareBoard(9, 9, first_row="bottom", drawn="points")
    tokens = {**dict.fromkeys(board.names, "·"), "c3": "●"}
    assert board_text(board, tokens).splitlines()[-4:] == [
        "4 ├─┼─┼─┼─┼─┼─┼─┼─┤",
        "3 ├─┼─●─┼─┼─┼─╋─┼─┤",
        "2 ├─┼─┼─┼─┼─┼─┼─┼─┤",
        "1 └─┴─┴─┴─┴─┴─┴─┴─┘",
    ]
    wide = board_text(board, {**tokens, "c3": "●!"}).splitlines()
    assert wide[-3] == "3 ├──┼──●!─┼──┼──┼──╋──┼──┤"
    letters = {**dict.fromkeys(board.names, "."), "c3": "b"}
    assert board_text(board, letters).splitlines()[-3] == "3 . . b . . . + . ."


def test_diagonal_lines_meet_in_points_and_cross_between_them():
    star = PointBoard("o-o-o\n|\\|/|\no-o-o\n|/|\\|\no-o-o")
    assert board_text(star, dict.fromkeys(star.names, ".")).splitlines()[1:4] == [
        "3 .---.---.",
        "  | \\ | / |",
        "2 .---.---.",
    ]
    crossed = PointBoard("o o\n x\no o")
    assert board_text(crossed, dict.fromkeys(crossed.names, "·")).splitlines()[2] == "    ╳"


def test_edges_are_lines_between_dots():
    position = played("dotsandboxes", "b1", "a2", "d1", "c2", "b3")
    assert position.board().splitlines()[-3:] == [
        " 3 •───•   •   •   •   •",
        " 2 │ ■ │",
        " 1 •───•───•   •   •   •",
    ]
    assert position.board(ascii_only=True).splitlines()[-2:] == [" 2 | b |", " 1 +---+---+   +   +   +"]
    drawn = board_drawing(position.variant)
    assert [cell["form"] for cell in drawn["cells"][:6]] == ["across"] * 5 + ["down"] and len(drawn["dots"]) == 36


def test_pits_show_their_seeds_and_how_many_there_are():
    position = played("oware", "c1")
    assert position.board().splitlines() == [
        "       a   b   c   d   e   f",
        "2      4   4   4   4   4   5",
        "   0                           0",
        "1      4   4   0   5   5   5",
    ]
    svg = picture(position)
    assert svg.count('r="0.08"') == 48 and position.scene().cells["c1"].height == 0


def on_the_screen(position: Position, marks: Marks, **how: Any) -> list[str]:
    layout = best_layout(position.variant.board, 80, 22)
    canvas = draw_board(position.scene(), layout, marks, DARK, accent=DARK.accent("moss"), **how)
    return ["".join(span.text for span in line) for line in canvas.lines()]


def test_only_stacks_show_their_height():
    position = played("hex", "f6")
    assert not any("1" in line for line in on_the_screen(position, Marks())[1:9])


def test_where_every_point_is_free_lines_are_seen_and_no_dots():
    position = ludoteca.game("go").start()
    lines = on_the_screen(position, Marks(targets=frozenset(position.variant.board.names)))
    assert "•" not in "".join(lines) and "╋" in lines[5]


@pytest.mark.parametrize("name", ["morris", "dotsandboxes", "oware"])
def test_a_board_seen_from_the_other_side_is_drawn_whole(name):
    position = played(name)
    assert len(picture(position, is_flipped=True)) == pytest.approx(len(picture(position)), rel=0.02)


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("name", ["morris", "dotsandboxes", "oware"])
def test_the_terminal_draws_every_size(name, ascii_only):
    position = played(name)
    scene, marks = position.scene(), Marks(cursor=position.variant.board.names[3])
    for layout in layouts(position.variant.board):
        canvas = draw_board(scene, layout, marks, DARK, accent=DARK.accent("moss"), ascii_only=ascii_only)
        text = "".join(span.text for line in canvas.lines() for span in line)
        assert len(text) == layout.width * layout.height and (text.isascii() or not ascii_only)


def test_marks_are_drawn_as_their_game_declares_them():
    pictures = {game: board_drawing(ludoteca.game(game))["marks"] for game in ("squ", "mapello", "go", "gekitai")}
    assert pictures["squ"] == {"record": "corner", "best": "faint corner"}
    assert pictures["mapello"] == {"bonus": "ring"} and pictures["gekitai"] == {}
    archer = Variant(ARCHERS).start().play("a1b1")
    circles = ElementTree.fromstring(picture(archer)).iter(f"{SVG}circle")
    marked = [circle.get("cx") for circle in circles if circle.get("r") == "0.1"]
    assert archer.scene().cells["b1"].marks == ("shooter",) and marked == ["1"]
    renamed = Variant(replace(ARCHERS, marks={"seen": "corner"}))
    assert board_drawing(renamed)["marks"] == {"shooter": "disc", "seen": "corner"}


def test_scenery_says_so_until_something_else_is_there():
    cells = view_of(ludoteca.game("mapello").start(1))["cells"]
    ring = {name: look for name, look in cells.items() if name[0] in "zi" or name[1] in "09"}
    assert {look.get("scenery", False) for look in ring.values() if look["pieces"][0]["kind"] == "joker"} == {False}
    assert all(look["scenery"] for look in ring.values() if look["pieces"][0]["kind"] == "wall")
    assert not any("scenery" in look for name, look in cells.items() if name not in ring)
