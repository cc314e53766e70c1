"""Views: what a browser is told of a position."""

import json
from xml.etree import ElementTree

import pytest
from hypothesis import given
from strategies import reachable

from ludoteca.games import game_names
from ludoteca.play import load_game
from ludoteca.play.svg_picture import board_svg
from ludoteca.web.view import compact, still_view, view_of, written_still, written_view


@pytest.mark.parametrize("name", game_names())
def test_a_view_has_every_legal_move_and_every_piece(name):
    variant = load_game(name)

    @given(reachable(variant))
    def compare(position):
        view = view_of(position)
        assert [move["text"] for move in view["moves"]] == [str(move) for move in position.whole_moves()]
        assert view["position"] == str(position)
        assert json.loads(compact(written_view(position))) == json.loads(json.dumps(view))
        names = {cell["name"] for cell in view["board"]["cells"]}
        assert set(view["cells"]) <= names
        for move in view["moves"]:
            assert all(pick["name"] in names for pick in move["picks"] if pick["cell"])
        for name, look in position.scene().cells.items():
            shown = view["cells"].get(name, {"height": 0})
            assert shown["height"] == look.height

    compare()


def test_every_board_can_be_written_in_every_language():
    for name in game_names():
        variant = load_game(name)
        assert json.loads(compact(written_still(variant))) == json.loads(json.dumps(still_view(variant)))
        marks = json.loads(compact(written_still(variant, "pt")))["board"]["marks"]
        assert marks == still_view(variant)["board"]["marks"]  # ids, which are not translated


def test_the_last_move_says_which_cells_it_changed():
    position = load_game("gekitai").start().play("c3").play("d4")
    last = view_of(position)["last"]
    assert (last["text"], last["cells"]) == ("d4", ["d4"])
    changed = {change["cell"]: (change["before"]["height"], change["after"]["height"]) for change in last["changed"]}
    assert changed == {"b2": (0, 1), "c3": (1, 0), "d4": (0, 1)}


def test_moves_have_their_texts_and_how_people_see_them():
    position = load_game("chess").start().play("Nf3").play("d5")
    view = view_of(position)
    assert (view["last"]["text"], view["last"]["written"]) == ("d7d5", "d5")
    assert {"f3e5": "Ne5", "e2e4": "e4"}.items() <= {move["text"]: move["written"] for move in view["moves"]}.items()
    assert json.loads(compact(written_view(position))) == json.loads(json.dumps(view))


def test_hexes_lie_half_a_cell_apart_from_row_to_row():
    cells = {cell["name"]: cell for cell in view_of(load_game("glaisher").start())["board"]["cells"]}
    assert (cells["a1"]["x"], cells["a1"]["y"]) == (0, 0)
    assert (cells["b2"]["x"], cells["b2"]["y"]) == (0.5, 0.866)


def test_a_finished_game_has_an_outcome_and_no_moves():
    position = load_game("gekitai").position("rrr.../....../....../....../....../b.b... b")
    view = view_of(position)
    assert (view["mover"], view["moves"]) == (None, [])
    assert view["outcome"] == {"winner": 0, "reason": "three in line"}
    assert view["decided"] == [["a1", "b1", "c1"]]


@pytest.mark.parametrize("name", game_names())
def test_a_picture_is_well_formed_and_says_what_it_shows(name):
    start = load_game(name).start(1)
    position = start.play(start.moves()[0])
    picture = ElementTree.fromstring(board_svg(view_of(position)))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.attrib["aria-label"].startswith(position.variant.title)


def test_words_in_a_picture_cannot_become_markup():
    view = view_of(load_game("gekitai").start())
    view = {**view, "game": {**view["game"], "title": "<script>alert(1)</script>"}}
    assert "<script" not in board_svg(view)
