"""Positions as SVG: whole documents, one shape for each piece, words escaped."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import ludoteca
from ludoteca.errors import UnknownName
from ludoteca.games import game_names
from ludoteca.kernel.declare import ACCENTS, SURFACES
from ludoteca.play.records import read_record
from ludoteca.play.svg_picture import ACCENT_FILLS, ACCENTS_ON_DARK, LIGHT_OUTLINES, picture
from ludoteca.play.svg_picture import SURFACES as FILLS
from ludoteca.search.analysis import analyse

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", game_names())
def test_every_start_is_a_well_formed_picture_with_a_title(game):
    position = ludoteca.game(game).start(1)
    root = ElementTree.fromstring(picture(position))
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text == f"{position.variant.title}: {position.players[position.mover].name} to move"


def test_a_stone_is_a_disc_where_it_stands():
    before = ludoteca.game("gekitai").start()
    after = before.play("b3")
    circles = ElementTree.fromstring(after._repr_svg_()).findall(f"{SVG}circle")
    assert not ElementTree.fromstring(before._repr_svg_()).findall(f"{SVG}circle")
    assert [(circle.get("cx"), circle.get("cy")) for circle in circles] == [("1", "2")]


def test_a_position_shows_the_move_that_led_to_it():
    start = ludoteca.game("breakthrough").start()
    after = start.play("a2-a3")
    assert start.last_cells == () and after.last_cells == ("a2", "a3")
    assert start._repr_svg_() == picture(start)
    drawn = after.svg(arrows=[("a1", "b2"), ("a1", "b1", 0.3)])
    assert drawn == drawn._repr_svg_() and type(drawn._repr_svg_()) is str and "0.3" in drawn
    assert after._repr_svg_() == picture(after, marked=["a2", "a3"]) != picture(after)


def test_an_analysis_shows_its_best_line_as_arrows():
    report = analyse(ludoteca.game("breakthrough").start(), depth=2, ms=None, lines=2)
    first, second = report.lines[0].moves[:2]
    ends = [tuple(str(move).split("-")) for move in (first, second)]
    arrows = [(*ends[0], 0.8), (*ends[1], 0.45)]
    assert picture(report.position, arrows=arrows) in report._repr_html_()
    ring = analyse(ludoteca.game("gekitai").start(), depth=1, ms=None)._repr_html_()
    assert ring.count('<circle class="arrow"') == 1


def test_the_rows_of_a_record_are_a_table():
    record = read_record('[Game "gekitai"]\n[First "Ann"]\n[Second "Bob"]\n\n1. a1 {a corner} b2 *\n')
    first, second = record.rows()
    assert (first["ply"], first["seat"], first["player"], first["move"], first["choices"]) == (1, 0, "Ann", "a1", 36)
    assert second["player"] == "Bob" and second["position"] == str(record.final()) and first.keys() == second.keys()


def test_a_finished_game_says_how_it_ended():
    over = ludoteca.game("gekitai").position("rrr.../....../....../....../....../...... b")
    assert "<title>Gekitai: three in line</title>" in picture(over)


def test_what_people_wrote_cannot_break_the_page():
    record = read_record('[Game "gekitai"]\n[First "<script>alert(1)</script>"]\n[Second "&"]\n\n1. a1 b2 *\n')
    page = record._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page and "&amp;" in page


def test_a_report_has_a_row_for_each_line():
    report = analyse(ludoteca.game("gekitai").start(), depth=2, ms=None, lines=3)
    page = report._repr_html_()
    assert page.count("<tr>") == 4
    assert "Red wins" in page and "depth 2" in page


def test_every_surface_can_be_drawn():
    assert set(FILLS) == set(SURFACES)


@pytest.mark.parametrize("game", game_names())
def test_a_board_is_drawn_on_the_surface_that_its_game_declares(game):
    position = ludoteca.game(game).start(1)
    surface = FILLS[position.variant.game.surface]
    material = surface.cell if position.variant.board.shape in ("square", "hex") else surface.board
    assert f'fill="{material}"' in picture(position)


def test_no_two_games_have_the_same_accent():
    assert set(ACCENT_FILLS) == set(ACCENTS)
    accents = [ludoteca.game(name).game.accent for name in game_names()]
    assert len(set(accents)) == len(accents)
    assert "moss" not in accents  # the pages' own colour


@pytest.mark.parametrize(
    ("game", "colour"), [("gekitai", ACCENT_FILLS["indigo"]), ("reversi", ACCENTS_ON_DARK["teal"])]
)
def test_the_last_move_is_seen_on_light_and_dark_boards(game, colour):
    position = ludoteca.game(game).start(1)
    move = position.moves()[0]
    (cell,) = {pick.name for pick in move.picks}
    assert f'stroke="{colour}"' in picture(position.play(move), marked=[cell])


def test_outlines_are_light_on_a_dark_board():
    drawn = {name: picture(ludoteca.game(name).start(1)) for name in ("reversi", "mapello")}
    assert LIGHT_OUTLINES["black"] in drawn["reversi"]
    assert LIGHT_OUTLINES["black"] not in drawn["mapello"]


def test_a_position_draws_itself_with_arrows_and_from_the_other_side():
    position = ludoteca.game("gekitai").start().play("a1")
    plain, flipped = position.svg(200), position.svg(200, flipped=True)
    assert plain == picture(position, 200) and 'width="200"' in plain and flipped != plain
    first = [float(each.get("cx")) for each in ElementTree.fromstring(flipped).iter() if each.get("cx")]
    assert first and min(first) > 4  # a1 is at the far right
    drawn = position.svg(arrows=[("a1", "c3"), ("b2", "b2")])
    assert drawn.count('class="arrow"') == 2 and drawn.count('<circle class="arrow"') == 1  # a ring on a single cell
    with pytest.raises(UnknownName, match="there is no cell called 'z9'"):
        position.svg(arrows=[("a1", "z9")])
