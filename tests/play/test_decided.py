"""What decided a game, game by game, and how it is drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import ludoteca
from ludoteca.play import Position
from ludoteca.play.svg_picture import picture
from ludoteca.terminal.board_canvas import Marks, draw_board
from ludoteca.terminal.layout import best_layout
from ludoteca.terminal.theme import DARK

gekitai, squ, glaisher = ludoteca.game("gekitai"), ludoteca.game("squ"), ludoteca.game("glaisher")
LINE = "r..b../.r..../..r.b./....../....../...... b"
SVG = "{http://www.w3.org/2000/svg}"


def test_gekitai_is_decided_by_three_in_line():  # GK6
    assert gekitai.position(LINE).decided == (("a1", "b2", "c3"),)


def test_gekitai_is_decided_by_all_eight_stones():  # GK6
    placed = gekitai.position("r.r.r./....../r.r.r./....../r.r.../...... b")
    assert placed.decided == tuple((name,) for name in ("a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5"))


def test_gekitai_shows_the_goals_of_both_when_both_meet_one():  # GK8
    both = gekitai.position("rrr.../....../bbb.../....../....../...... r")
    assert both.outcome is not None and both.outcome.winner is None
    assert both.decided == (("a1", "b1", "c1"), ("a3", "b3", "c3"))


def test_four_in_line_are_one_line():
    assert gekitai.position("rrrr../....../..b.b./....../....../...... b").decided == (("a1", "b1", "c1", "d1"),)


def full_squ(record: str, **options: str):
    rows = ["rrbbrrbb", "bbrrbbrr"] * 4
    return ludoteca.game("squ", size=8, **options).position("/".join(rows) + f" r 0 {record}")


def test_squ_is_decided_by_the_record():  # SQ6
    assert full_squ("b6:a2").decided == (("a2", "g2", "g8", "a8", "a2"),)


def test_squ_shows_both_squares_of_a_draw_between_equal_ones():  # SQ7
    drawn = full_squ("b6:a2", ties="draw")
    assert drawn.outcome is not None and drawn.outcome.winner is None
    assert [figure[0] == figure[-1] and len(figure) == 5 for figure in drawn.decided] == [True, True]


def stacks(held: dict[str, str]) -> Position:
    """Yellow is to split."""
    board = glaisher.board
    rows = (",".join(held.get(board.name[cell], ".") for cell in row) for row in board.rows)
    return glaisher.position("/".join(rows) + " y split 39")


def test_glaisher_is_decided_by_a_shortest_chain_from_side_to_side():  # GL9
    straight = ("c1", "c2", "c3", "c4", "c5", "c6", "c7", "d8", "e9")
    chain = stacks({**dict.fromkeys((*straight, "d2", "e3", "b6"), "r1"), "i9": "y6"})
    assert chain.outcome is not None and "chain" in chain.outcome.reason
    assert chain.decided == (straight,)


def test_nothing_on_the_board_decides_where_a_player_cannot_split():  # GL8
    stuck = stacks({"a5": "y1", "e5": "r6"})
    assert stuck.outcome is not None and "cannot split" in stuck.outcome.reason
    assert stuck.decided == ()


@pytest.mark.parametrize("name", ["greener", "mapello", "reversi"])
def test_counting_decides_without_a_figure(name):
    position = ludoteca.game(name).start(1)
    while position.outcome is None:
        position = position.play(position.moves()[0])
    assert position.decided == ()


def test_a_game_that_goes_on_is_not_decided():
    assert gekitai.position("rr..../....../....../....../....../...... r").decided == ()


def test_gekitai_threatens_with_two_in_line_and_an_empty_end():
    threatening = gekitai.position("rr..../....../..bb../....../r...../b..... b").scene().threats
    assert set(threatening) == {("a1", "b1"), ("c3", "d3")}
    blocked = gekitai.position("brr.../....../....../....../....../...... b").scene().threats
    assert set(blocked) == {("b1", "c1")}
    assert gekitai.position("brrb../....../....../....../....../...... b").scene().threats == ()


def test_a_picture_rings_what_decided_and_nothing_before():
    assert len(ElementTree.fromstring(picture(gekitai.position(LINE))).findall(f"{SVG}path")) == 2
    assert not ElementTree.fromstring(picture(gekitai.start())).findall(f"{SVG}path")


@pytest.mark.parametrize(("ascii_only", "sign"), [(False, "◤"), (True, "=")])
def test_the_terminal_marks_the_same_cells(ascii_only, sign):
    over = gekitai.position(LINE)
    layout = best_layout(over.variant.board, 80, 24)
    canvas = draw_board(over.scene(), layout, Marks(), DARK, accent=DARK.moss, ascii_only=ascii_only)
    text = ["".join(span.text for span in line) for line in canvas.lines()]
    marked = [name for name, box in layout.boxes.items()
              if sign in "".join(text[box.y + row][box.x] for row in range(box.height))]  # fmt: skip
    assert marked == ["a1", "b2", "c3"]


def test_a_diagram_marks_them_too():
    shown = gekitai.position(LINE).board(ascii_only=True).splitlines()
    assert [line.count("r!") for line in shown] == [0, 1, 1, 1, 0, 0, 0]
