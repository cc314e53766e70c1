"""The new-game form: what cannot be had gives way to the usual, and says so at its field."""

from __future__ import annotations

import re
from random import Random

import pytest

from ludoteca.errors import BadOption
from ludoteca.games import find_game, game_names
from ludoteca.play import load_game
from ludoteca.play.match.clock import TimeControl, UnreadableTimeControl
from ludoteca.play.position import usual_start
from ludoteca.web.catalogue import game_entry
from ludoteca.web.http.game_list_words import outcome_words
from ludoteca.web.http.new_game_form import checked_form, form_game
from ludoteca.web.table.new_game import NewGame, bot_seat, first_game

GEKITAI, GREENER, MAPELLO = game_entry("gekitai"), game_entry("greener"), game_entry("mapello")


def test_an_empty_form_has_the_usual_values_and_no_trouble():
    form = checked_form(MAPELLO, {})
    assert not form.troubles
    assert (form.values["opponent"], form.values["bot"], form.values["set.map"]) == ("bot", "level3", "rulebook")


@pytest.mark.parametrize(
    ("field", "asked", "usual", "words"),
    [
        ("bot", "nobody", "level3", "There is no bot called 'nobody'"),
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
    assert form.troubles[field].endswith(" instead.")


def test_rules_by_name_fill_the_options_in_and_what_is_asked_for_besides_wins():
    squ = game_entry("squ")
    form = checked_form(squ, {"set.rules": "original", "set.size": "8"})
    assert not form.troubles
    values = {name: form.values[f"set.{name}"] for name in ("size", "discs_per_turn", "markers", "ends")}
    assert values == {"size": "8", "discs_per_turn": "1", "markers": "per_colour", "ends": "decided"}
    assert form.values["bot"] == "easy"
    assert form.start.variant.rules.name == "original"
    assert checked_form(squ, {}).values["set.rules"] == "published"
    assert set(checked_form(squ, {"set.rules": "chess"}).troubles) == {"set.rules"}


def test_of_bots_only_those_that_are_asked_for_are_checked():
    asked = {"bot": "nobody", "bot2": "no one"}
    assert set(checked_form(GEKITAI, {**asked, "opponent": "bots"}).troubles) == {"bot2"}
    form = checked_form(GEKITAI, {**asked, "opponent": "friend"})
    assert not form.troubles
    assert (form.values["bot"], form.values["bot2"]) == ("level3", "level6")


def test_options_that_do_not_fit_together_are_told_at_the_one_to_blame():
    form = checked_form(GREENER, {"set.counts": "5,5,5", "set.first": "white"})
    assert form.start.mover == 1  # what can be is kept
    assert set(form.troubles) == {"set.counts"}
    assert form.troubles["set.counts"].startswith("Counts cannot be 5,5,5: 6x6 needs 36 pyramids, one per cell")
    assert form.values["set.counts"] == "5,5,5"


@pytest.mark.parametrize(
    ("entry", "asked", "mover"),
    [
        (GREENER, {}, 0),
        (GREENER, {"set.first": "white"}, 1),
        (GEKITAI, {"position": "r...../....../....../....../....../...... b"}, 1),
    ],
)
def test_who_begins_is_who_moves_first_in_the_start_that_is_asked_for(entry, asked, mover, server):
    form = checked_form(entry, asked)
    assert form.start.mover == mover
    shown = server.client().http.get(f"/new/{entry['name']}", params=asked).text
    names = [player["name"] for player in entry["players"]]
    assert f"{names[mover]}, who moves first</option>" in shown
    assert f"{names[1 - mover]}</option>" in shown


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
    assert "There is no bot called" in shown.text and 'value="xyz"' in shown.text
    refused = client.http.post("/new/gekitai", data={"position": "xyz"})
    assert refused.status_code == 400 and 'id="trouble-position"' in refused.text


def test_the_fields_make_the_game_that_was_chosen():
    asked = {"opponent": "bots", "bot1": "random", "bot2": "greedy", "set.double_win": "mover", "series": "3"}
    new = form_game("gekitai", checked_form(GEKITAI, asked).values)
    assert (new.bots, new.options["double_win"], new.series) == (("random", "greedy"), "mover", 3)


def test_options_are_called_by_words_and_keep_their_names_for_links(server):
    shown = server.client().http.get("/new/glaisher", params={"set.max_turns": "many"}).text
    assert ">Most turns</label>" in shown and 'name="set.max_turns"' in shown
    assert "Most turns cannot be &#39;many&#39;" in shown and "Max_turns" not in shown
    assert '<option value="skip" selected>nothing more is placed</option>' in shown


def groups_on(page):
    """The groups of the first list of bots, each with what it offers."""
    field = re.search(r'<select id="field-bot".*?</select>', page, re.DOTALL)[0]
    groups = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', field, re.DOTALL)
    return {title: re.findall(r">([^<]+)</option>", options) for title, options in groups}


def test_bots_are_offered_in_groups_and_none_looks_like_a_level_that_it_is_not(server):
    shown = server.client().http.get("/new/gekitai").text
    assert groups_on(shown) == {
        "Levels": [f"Level {number}" for number in range(1, 11)],
        "From the original program": ["Original Easy", "Original Hard"],
        "For experts": ["Random", "Greedy", "Search", "Alpha-beta search", "Monte Carlo search"],
    }
    assert 'data-explain="The best turn by a simple count, one turn ahead. The bots of the Prolog program' in shown


def test_a_bot_is_called_the_same_at_the_table(server):
    client = server.client()
    begun = client.begin("gekitai", opponent="bot", bot="hard")
    with client.open(begun["id"]) as table:
        seats = table.until("snapshot")["seats"]
    assert (seats[1]["name"], seats[1]["bot"]) == ("Original Hard", "hard")
    assert "– Original Hard" in client.http.get(begun["url"]).text


def test_a_record_that_cannot_be_read_stays_in_its_field_with_the_reason(server):
    answer = server.client().http.post("/import", data={"record": '[Game "gekitai"]\n\n1. c3 zz9 *'})
    assert answer.status_code == 400
    assert "Line 3, column 7: &#39;zz9&#39; is not a move in Gekitai" in answer.text
    assert "\n[Game &#34;gekitai&#34;]\n\n1. c3 zz9 *</textarea>" in answer.text


def test_the_page_for_programs_lists_every_call_of_the_api(server):
    client = server.client()
    shown = client.http.get("/docs").text
    for path, calls in client.http.get("/api/v1/openapi.json").json()["paths"].items():
        for method in calls:
            assert f"<code>{method.upper()} {path}</code>" in shown
    assert 'href="/docs">API</a>' in client.http.get("/").text


def test_a_draw_by_agreement_is_said_once():
    agreed = {"winner": None, "reason": "agreed by both players", "seats": [], "you": None}
    assert outcome_words(agreed) == "Draw: agreed by both players"
    assert outcome_words({**agreed, "reason": "40 points each"}) == "Draw: 40 points each"


def test_nobody_learns_from_a_bot_which_files_the_server_has(tmp_path):
    """The evaluation of a search may be a file; it is refused whether that is there or not, in the same words."""
    (tmp_path / "here").touch()
    told = set()
    for name in ("here", "missing"):
        with pytest.raises(BadOption) as refused:
            bot_seat(f"alphabeta:200ms,eval={tmp_path / name}", "gekitai")
        told.add(str(refused.value))
        assert refused.value.option == "bot"
    assert told == {"bots from files and external engines cannot play here"}


@pytest.mark.parametrize("game", game_names())
def test_a_game_draws_setups_if_they_differ_with_some_option(game):
    values = [(option.name, option.text(value)) for option in find_game(game).options for value in option.choices]
    variants = [{}, *({name: value} for name, value in values if name in ("map", "setup"))]
    differ = any(usual_start(load_game(game, **options)) is None for options in variants)
    assert game_entry(game)["draws_setups"] == differ


def test_a_clock_of_ones_own_is_written_from_days_and_hours():
    own = {"opponent": "friend", "clock": "own", "clock_start": "2", "clock_more": "36", "clock_most": "9"}
    assert form_game("gekitai", own).clock == "2d+36h max 9d"
    assert form_game("gekitai", {**own, "clock_more": "", "clock_most": ""}).clock == "2d+0h"
    assert checked_form(GEKITAI, own).values["clock"] == "2d+36h max 9d"
    form = checked_form(GEKITAI, {**own, "clock_most": "1"})
    assert form.values["clock"] == "none"
    assert "cannot be less than the initial time" in form.troubles["clock"]


def test_every_clock_on_offer_is_one_and_says_what_it_is():
    form = checked_form(GEKITAI, {})
    assert dict(form.live)["5+5"] == "5 minutes plus 5 s per move"
    assert dict(form.correspondence)["3d+1d max 7d"] == "3 days plus 1 day per move, at most 7 days"
    assert [TimeControl.parse(clock).is_correspondence for clock, _ in form.live] == [False] * len(form.live)
    assert all(str(TimeControl.parse(clock)) == clock for clock, _ in form.live[1:] + form.correspondence)
    assert all(TimeControl.parse(clock).is_correspondence for clock, _ in form.correspondence)


def test_a_clock_too_long_to_be_stored_is_refused():
    odd = "9999/43199.9+9999d9999.9 max 43199.99999"
    with pytest.raises(UnreadableTimeControl, match="is not a time control"):
        first_game(NewGame(game="gekitai", clock=odd), "ann", Random(0))
