"""ludoteca ugi-check says what is wrong with an engine."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from commands import answer, call

from ludoteca.play import load_game
from ludoteca.protocols import ugi_check
from ludoteca.search.alphabeta_search import AlphaBeta

TOY = f"{sys.executable} {Path(__file__).parents[1] / 'toy_games' / 'toy_engine.py'}"


def test_our_own_server_passes_for_a_game_with_options(monkeypatch):
    monkeypatch.setattr(ugi_check, "LATE_S", 60.0)  # on a busy machine
    AlphaBeta(megabytes=1).prepare(load_game("glaisher", start="free").start(0))  # compiled before it is timed
    ours = f"{sys.executable} -m ludoteca ugi"
    steps = answer("ugi-check", ours, "--game", "glaisher", "--set", "start=free")["steps"]
    assert len(steps) == 13
    assert [step["wrong"] for step in steps] == [None] * 13


@pytest.mark.parametrize(
    ("way", "says"),
    [
        ("crash", "exit code 3"),
        ("hang", "did not answer `bestmove`"),
        ("illegal", "go movetime 50 is answered"),
        ("mute", "without a move"),
        ("illegal-and-says-so", "; it said: error "),
        ("nameless", "one line `id name NAME`"),
        ("confused", "query p1turn is answered 'false', but it is true"),
        ("other-game", "its option Game knows chess, not gekitai"),
        ("always-a1", "is answered 'a1': "),
        ("slow", "the answer to go movetime 200 took "),
    ],
)
def test_a_wrong_engine_is_found_out_with_exit_code_1(way, says):
    result = call("ugi-check", f"{TOY} {way}", "--game", "gekitai", "--patience", "4")
    assert result.exit_code == 1
    assert says in result.stdout
    assert "WRONG" in result.stdout


def test_an_engine_that_answers_infinite_searches_at_once_is_told_so():
    result = call("ugi-check", f"{TOY} good", "--game", "gekitai", "--patience", "4")
    assert result.exit_code == 1
    assert "came before stop, though the search was to be infinite" in result.stdout
    assert "WRONG  answers isready while it thinks" in result.stdout


def test_an_engine_that_is_only_a_bot_is_checked_to_the_end():
    steps = json.loads(call("ugi-check", f"{TOY} only-a-bot", "--game", "gekitai", "--patience", "2", "--json").stdout)[
        "steps"
    ]
    wrong = {step["what"]: step["wrong"] for step in steps if step["wrong"]}
    [infinite] = wrong.values()
    assert len(steps) == 13
    assert [step["note"] for step in steps if step["note"]] == ["it does not answer query; a bot need not"]
    assert "came before stop" in infinite


def test_a_command_that_is_none_is_told_so():
    result = call("ugi-check", "./no-such-engine")
    assert result.exit_code == 1
    assert "cannot be started" in result.stdout
