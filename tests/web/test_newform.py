"""The new-game form: what cannot be had gives way to the usual, and says so at its field."""

from __future__ import annotations

import pytest

from ludoteca.web.library import game_entry
from ludoteca.web.newform import checked_form, form_game

GEKITAI, GREENER, MAPELLO = game_entry("gekitai"), game_entry("greener"), game_entry("mapello")


def test_an_empty_form_has_the_usual_values_and_no_trouble():
    form = checked_form(MAPELLO, {})
    assert not form.troubles
    assert (form.values["opponent"], form.values["bot"], form.values["set.map"]) == ("bot", "level3", "rulebook")


@pytest.mark.parametrize(
    ("field", "asked", "usual", "words"),
    [
        ("bot", "nobody", "level3", "No bot is called 'nobody'"),
        ("bot2", "nobody", "level6", "Level 6 is chosen instead."),
        ("opponent", "ghost", "bot", "ghost"),
        ("side", "left", "first", "left"),
        ("clock", "soon", "none", "soon"),
        ("series", "many", "1", "many"),
        ("set.double_win", "nobody", "draw", "draw, mover or player1"),
    ],
)
def test_a_value_that_does_not_exist_gives_way_to_the_usual_one_with_its_reason(field, asked, usual, words):
    form = checked_form(GEKITAI, {field: asked})
    assert form.values[field] == usual
    assert set(form.troubles) == {field}
    assert words in form.troubles[field]
    assert form.troubles[field].endswith("is chosen instead.")


def test_a_bot_by_spec_and_a_clock_of_ones_own_are_kept():
    form = checked_form(GEKITAI, {"bot": "alphabeta:200ms", "clock": "2+3"})
    assert not form.troubles
    assert (form.values["bot"], form.values["clock"]) == ("alphabeta:200ms", "2+3")


def test_a_position_that_cannot_be_read_stays_with_its_reason():
    form = checked_form(GEKITAI, {"position": "xyz", "bot": "nobody"})
    assert form.values["position"] == "xyz"
    assert set(form.troubles) == {"position", "bot"}


def test_a_position_that_is_over_cannot_be_begun_from():
    over = "rrr.../....../....../....../....../...... b"
    assert checked_form(GEKITAI, {"position": over}).troubles == {
        "position": "This position is already over: three in line."
    }


def test_what_was_written_in_an_option_stays_with_its_reason():
    form = checked_form(GREENER, {"set.counts": "a few", "position": "xyz"})
    assert form.values["set.counts"] == "a few"
    assert set(form.troubles) == {"set.counts", "position"}


def test_a_link_with_bad_values_shows_the_form_and_sending_it_so_is_refused(server):
    client = server.client()
    shown = client.http.get("/new/gekitai", params={"bot": "nobody", "position": "xyz"})
    assert shown.status_code == 200
    assert "No bot is called" in shown.text and 'value="xyz"' in shown.text
    refused = client.http.post("/new/gekitai", data={"position": "xyz"})
    assert refused.status_code == 400 and 'id="trouble-position"' in refused.text


def test_the_fields_make_the_game_that_was_chosen():
    asked = {"opponent": "bots", "bot1": "random", "bot2": "greedy", "set.double_win": "mover", "series": "3"}
    new = form_game("gekitai", checked_form(GEKITAI, asked).values)
    assert (new.bots, new.options["double_win"], new.series) == (("random", "greedy"), "mover", 3)
