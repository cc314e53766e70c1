"""Engines that speak GTP play the games whose notation says how they write moves."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena import Contest, play_league, play_match, standings
from ludoteca.arena.results import records_of
from ludoteca.bots import BadBotSpec, Limits, WrongGame, find_bot
from ludoteca.bots.bot import Resigned
from ludoteca.bots.engine_process import EngineFailed
from ludoteca.bots.gtp_engine import GtpEngine
from ludoteca.bots.registry import NamesProgram, find_listed_bot
from ludoteca.play.score_sheet import How
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.table import Table

TOY = f"{sys.executable} {Path(__file__).parents[1] / 'toy_games' / 'toy_gtp_engine.py'}"
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


def test_reversi_begins_with_the_discs_that_a_cleared_board_has(tmp_path):
    engine = find_bot(f"gtp:{TOY} {tmp_path / 'told'} c3 PASS")
    reversi = ludoteca.game("reversi")
    assert str(engine.choose(reversi.start().play("d3"))) == "c3"
    told = (tmp_path / "told").read_text().splitlines()
    assert told[1:] == ["boardsize 8", "clear_board", "play black D3", "time_settings 0 1 1", "genmove white"]
    here = reversi.start()
    for move in ("d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1"):  # then Black cannot move
        here = here.play(move)
    assert str(engine.choose(here)) == "pass"
    engine.close()
    here = here.play("pass")
    engine = find_bot(f"gtp:{TOY} {tmp_path / 'later'} {here.moves()[0].text}")
    assert engine.choose(here) == here.moves()[0]
    assert "play black pass" in (tmp_path / "later").read_text().splitlines()
    engine.close()
    for start in (ludoteca.game("reversi", centre="rulebook").start(), reversi.position(str(here))):
        with pytest.raises(WrongGame, match="only from its usual start"):
            find_bot(f"gtp:{TOY} {tmp_path / 'told'} d3").choose(start)


@pytest.mark.parametrize(
    ("options", "moves", "says"),
    [
        ({}, "I5", "answered `I5`, which is not a legal move"),
        ({"size": "13x13"}, "E5", "answered `boardsize 13` with `. unacceptable size`"),
    ],
)
def test_what_an_engine_does_wrong_is_named(tmp_path, options, moves, says):
    engine = find_bot(f"gtp:100ms:{TOY} {tmp_path / 'told'} {moves}")
    with pytest.raises(EngineFailed, match=says):
        engine.choose(ludoteca.game("go", **options).start())


def test_an_engine_resigns_and_plays_the_next_game(tmp_path):
    engine = find_bot(f"gtp:{TOY} {tmp_path / 'told'} E5 resign D4")
    assert str(engine.choose(GO.start())) == "e5"
    with pytest.raises(Resigned, match="resigned"):
        engine.choose(GO.start())
    assert str(engine.choose(GO.start())) == "d4"  # it has not been started again
    engine.close()


def test_a_resignation_in_a_match_or_a_league_is_a_loss_and_no_fault(tmp_path):
    bots, path = ("random", f"gtp:{TOY} {tmp_path / 'told'}"), tmp_path / "match.jsonl"  # at the first move
    *_, (_, standing) = play_match(Contest(GO, bots, 1, opening_plies=2), path=path)
    assert (standing.wins, standing.losses, standing.faults) == (2, 0, (0, 0))
    for record in records_of(path.read_text().splitlines(keepends=True)):
        assert (record.termination, "Fault" in record.tags) == ("resignation", False)
        assert record.to_match().how is How.RESIGNATION
    contest = Contest(GO, bots, 1, opening_plies=2)
    *_, (_, results) = play_league(contest)
    assert [(place.points, place.faults) for place in standings(contest, results)] == [(2, 0), (0, 0)]


@pytest.mark.parametrize("seats", [("human", "{engine}"), ("random", "{engine}")])
def test_a_resignation_at_a_table_in_the_terminal_ends_the_game(tmp_path, seats):
    engine = f"gtp:{TOY} {tmp_path / 'told'} D4"
    table = Table.begin(GO, tuple(seat.format(engine=engine) for seat in seats), SavedGames(tmp_path))
    table.play("e5")
    table.play(table.think(table.position))
    table.play("c3")
    table.play(table.think(table.position))
    assert (table.outcome.winner, table.outcome.reason) == (0, "White resigned") and table.position.ply == 3
    if "human" in seats:
        table.undo()  # its resignation
        table.play(table.think(table.position))
        assert table.outcome.reason == "White resigned"  # again: it has no other answer
        table.undo()
        assert table.outcome is None and table.position.ply == 2  # where the person can decide otherwise
    table.bot(1).close()


def test_it_plays_no_other_game_and_no_data_may_name_it(tmp_path):
    with pytest.raises(WrongGame, match="Gekitai cannot be played by GTP engines"):
        find_bot(f"gtp:{TOY} {tmp_path / 'told'}").choose(ludoteca.game("gekitai").start())
    with pytest.raises(NamesProgram):
        find_listed_bot(f"gtp:{TOY}")
    with pytest.raises(BadBotSpec, match="it has no setting 'level'; gtp takes a time such as 200ms"):
        find_bot(f"gtp:level=1:{TOY}")


def test_a_real_engine_wins_against_random_moves():
    """GNU Go comes with `make` where Debian's packages can be installed."""
    program = shutil.which("gnugo") or "/usr/games/gnugo"
    players = [find_bot(f"gtp:1s:{program} --mode gtp --level 1 --capture-all-dead"), find_bot("random", seed=1)]
    here = GO.start()
    try:
        while here.outcome is None:
            here = here.play(players[here.mover].choose(here))
    finally:
        players[0].close()
    assert here.outcome.winner == 0
    assert here.score[0] > 50
