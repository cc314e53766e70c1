"""Engines that speak GTP play the games whose notation says how they write moves."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca.bots import Limits, WrongGame, find_bot
from ludoteca.bots.engine_process import EngineFailed
from ludoteca.bots.gtp_engine import GtpEngine
from ludoteca.bots.registry import NamesProgram, find_listed_bot

TOY = f"{sys.executable} {Path(__file__).parents[1] / 'toy_gtp_engine.py'}"
GO = ludoteca.game("go")


def test_an_engine_is_told_the_game_and_answers_with_a_vertex(tmp_path):
    engine = find_bot(f"gtp:1500ms:{TOY} {tmp_path / 'told'} E5 pass")
    assert isinstance(engine, GtpEngine) and engine.limits == Limits(time_ms=1500)
    here = GO.start().play("j9").play("pass")
    assert str(engine.choose(here)) == "e5" and str(engine.choose(here)) == "pass"
    told = (tmp_path / "told").read_text().splitlines()
    assert told[1:8] == [
        *("boardsize 9", "clear_board", "komi 7", "play black J9", "play white pass", "time_settings 0 2 1"),
        "genmove black",
    ]
    engine.close()


def test_stones_that_were_set_up_are_played(tmp_path):
    text = "/".join(["........."] * 7 + ["bb.......", ".w......."]) + " w 0 -"
    engine = find_bot(f"gtp:{TOY} {tmp_path / 'told'} A1")
    assert str(engine.choose(ludoteca.game("go", komi=5.5).position(text))) == "a1"
    told = (tmp_path / "told").read_text().splitlines()
    assert {"play black A2", "play black B2", "play white B1"} <= set(told) and "genmove white" in told
    assert "komi 5.5" in told
    engine.close()


@pytest.mark.parametrize(
    ("options", "moves", "says"),
    [
        ({}, "I5", "answered `I5`, which is not a legal move"),
        ({}, "", "resigned"),
        ({"size": "13x13"}, "E5", "answered `boardsize 13` with `. unacceptable size`"),
    ],
)
def test_what_an_engine_does_wrong_is_named(tmp_path, options, moves, says):
    engine = find_bot(f"gtp:100ms:{TOY} {tmp_path / 'told'} {moves}")
    with pytest.raises(EngineFailed, match=says):
        engine.choose(ludoteca.game("go", **options).start())


def test_it_plays_no_other_game_and_no_data_may_name_it(tmp_path):
    with pytest.raises(WrongGame, match="Gekitai cannot be played by GTP engines"):
        find_bot(f"gtp:{TOY} {tmp_path / 'told'}").choose(ludoteca.game("gekitai").start())
    with pytest.raises(NamesProgram):
        find_listed_bot(f"gtp:{TOY}")
