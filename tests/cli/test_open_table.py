"""play and watch set the table that was asked for."""

from __future__ import annotations

import pytest
from commands import call

from ludoteca.terminal import launch

GREENER = "g,b,w/w,g,g/b,g,g {} 0"


@pytest.fixture
def tables(monkeypatch, tmp_path):
    """The tables that were set; nobody sits down at them."""
    found = []
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    monkeypatch.setattr(launch, "run", lambda *, table, **_: found.append(table))
    return found


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["--set", "first=black"], ["human", "random"]),
        (["--set", "first=white"], ["random", "human"]),
        (["--set", "size=3x3", "--position", GREENER.format("b")], ["human", "random"]),
        (["--set", "size=3x3", "--position", GREENER.format("w")], ["random", "human"]),
    ],
)
def test_whoever_is_named_first_begins_whichever_side_that_is(tables, words, names):
    assert call("play", "greener", "--first", "human", "--second", "random", *words).exit_code == 0
    assert [tables[0].seat_of(seat) for seat in (0, 1)] == names
    assert tables[0].is_persons_turn


@pytest.mark.parametrize("plays_on", [True, False])
def test_bots_play_lost_games_to_the_end_where_that_is_asked_for(tables, plays_on):
    assert call("play", "gekitai", *(["--play-on"] if plays_on else [])).exit_code == 0
    assert tables[0].plays_on is plays_on


def test_nobody_plays_where_bots_are_watched():
    result = call("watch", "gekitai", "--first", "human")
    assert result.exit_code == 2 and "to play yourself, use ludoteca play" in " ".join(result.stderr.split())


def test_a_pace_there_is_not_is_a_wrong_argument():
    result = call("play", "gekitai", "--delay", "7")
    assert result.exit_code == 2 and "0.5" in result.stderr
