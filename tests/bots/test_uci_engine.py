"""Engines that speak UCI play the games whose notation they share."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena import Contest, play_league, play_match, standings
from ludoteca.bots import BadBotSpec, Limits, WrongGame, find_bot
from ludoteca.bots.engine_process import EngineFailed
from ludoteca.bots.registry import NamesProgram, find_listed_bot
from ludoteca.bots.ugi_engine import UciEngine
from ludoteca.errors import IllegalMove
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.table import Table

TOY = f"{sys.executable} {Path(__file__).parents[1] / 'toy_games' / 'toy_uci_engine.py'}"
CHESS = ludoteca.game("chess")


def test_an_engine_answers_in_coordinates_and_is_gone_afterwards():
    engine = find_bot(f"uci:100ms:{TOY} e2e4 e7e8q")
    assert isinstance(engine, UciEngine) and engine.limits == Limits(time_ms=100)
    assert str(engine.choose(CHESS.start())) == "e2e4"
    promoting = CHESS.position("8/4P3/8/8/8/k7/8/4K3 w - - 0 1")
    assert str(engine.choose(promoting)) == "e7e8q"
    process = engine.process
    engine.close()
    with pytest.raises(EngineFailed):
        process.send("isready")


@pytest.mark.parametrize(
    ("move", "error", "says"),
    [("e2e5", IllegalMove, "e2"), ("(none)", EngineFailed, "without a move")],
)
def test_what_an_engine_does_wrong_is_named(move, error, says):
    engine = find_bot(f"uci:100ms:{TOY} '{move}'")
    with pytest.raises(error, match=says):
        engine.choose(CHESS.start())
    assert engine.process is None


def test_its_options_are_set_by_name():
    engine = find_bot(f"uci:100ms,Skill_Level=0,style=wild:{TOY} e2e4 d2d4")
    assert engine.limits == Limits(time_ms=100) and engine.settings == {"skill_level": "0", "style": "wild"}
    assert str(engine.choose(CHESS.start())) == "d2d4"
    engine.close()
    assert str(find_bot(f"uci:skill=0:{TOY} e2e4 d2d4").choose(CHESS.start())) == "d2d4"  # begins like one name only


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("contempt=3", "has no option 'contempt'; its options are Hash, Skill Level, Use Book, Style"),
        ("s=3", "has no option 's'"),  # two begin like this
        ("skill=21", "Skill Level of the engine .* cannot be '21'; the engine says: spin default 20 min 0 max 20"),
        ("skill=much", "cannot be 'much'"),
        ("use_book=1", "cannot be '1'; the engine says: check default true"),
        ("style=odd", "cannot be 'odd'"),
    ],
)
def test_an_option_that_the_engine_does_not_offer_is_refused(setting, says):
    engine = find_bot(f"uci:{setting}:{TOY} e2e4")
    with pytest.raises(BadBotSpec, match=says):
        engine.prepare(CHESS.start())
    assert engine.process is None


def test_only_games_with_that_notation_are_played():
    with pytest.raises(WrongGame, match="Gekitai cannot be played by UCI engines"):
        find_bot(f"uci:{TOY}").choose(ludoteca.game("gekitai").start())
    with pytest.raises(BadBotSpec, match="must follow uci:, as in uci:"):
        find_bot("uci:")
    with pytest.raises(NamesProgram):
        find_listed_bot(f"uci:{TOY}")


FOOLS_MATE = f"uci:100ms:{TOY} 'f2f3|e7e5' 'g2g4|d8h4'"


def test_engines_play_matches_and_leagues():
    bots = (FOOLS_MATE, f"uci:200ms{FOOLS_MATE.removeprefix('uci:100ms')}")
    *_, (_, standing) = play_match(Contest(CHESS, bots, 1, opening_plies=0))
    assert (standing.wins, standing.losses, standing.faults) == (1, 1, (0, 0))
    contest = Contest(CHESS, bots, 1, opening_plies=0)
    *_, (last, results) = play_league(contest)
    assert last.reason == "checkmate" and last.moves == ("f2f3", "e7e5", "g2g4", "d8h4")
    assert [(place.points, place.games, place.faults) for place in standings(contest, results)] == [(1, 2, 0)] * 2


def test_an_engine_sits_at_a_table_in_the_terminal(tmp_path):
    table = Table.begin(CHESS, ("human", FOOLS_MATE), SavedGames(tmp_path))
    for move in ("f3", "g4"):
        table.play(move)
        table.play(table.think(table.position))
    assert table.outcome.reason == "checkmate" and table.outcome.winner == 1
    table.bot(1).close()


def test_a_real_engine_mates():
    """Stockfish comes with `make` where Debian's packages can be installed."""
    program = shutil.which("stockfish") or "/usr/games/stockfish"
    engine = find_bot(f"uci:nodes=20000,hash=1,skill=20:{program}")
    try:
        before = CHESS.position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").play("h3").play("h6")
        assert before.play(engine.choose(before)).outcome is None  # the king has air
        mate = CHESS.position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
        assert mate.play(engine.choose(mate)).outcome.reason == "checkmate"
    finally:
        engine.close()
