"""The UGI server: what managers ask, what it answers, and that no line ends it."""

from __future__ import annotations

import re
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.bots.engine_process import EngineProcess
from ludoteca.protocols.thinker import clock_budget_ms
from ludoteca.protocols.ugi import UgiServer, limits_of, read_go


class Talk:
    """A server in this process, and what it has said."""

    def __init__(self, **settings):
        self.lines: list[str] = []
        self.server = UgiServer(self.lines.append, **{"game": "gekitai", **settings})

    def __call__(self, *lines: str) -> list[str]:
        """What is said in answer to these lines; a search is waited for."""
        before = len(self.lines)
        for line in lines:
            self.server.take(line)
            if line.startswith("go") and "infinite" not in line and "ponder" not in line:
                self.server.thinker.wait()
        return self.lines[before:]


def test_it_introduces_itself_with_every_game_and_option():
    said = Talk()("ugi")
    assert said[0].startswith("id name Ludoteca ")
    assert said[-1] == "ugiok"
    assert re.match(r"option name Game type combo default gekitai var .*var gekitai var glaisher ", said[2])
    assert "option name greener.size type combo default 6x6 var 6x6 var 9x9 var 6x9 var 3x3" in said
    assert "option name glaisher.reserve type string default 39" in said
    for name in ("Bot", "Threads", "Hash", "MultiPV"):
        assert any(line.startswith(f"option name {name} type ") for line in said)


def test_positions_have_spaces_and_moves_follow_them():
    text = "....../..r.../....../...b../....../...... r"
    after = ludoteca.game("gekitai").position(text).play("a1").play("b2")
    assert Talk()(f"position fen {text} moves a1 b2", "d")[-1] == f"fen {after}"


def test_queries_tell_whose_turn_it_is_and_how_it_ended():
    talk = Talk()
    queries = ("query p1turn", "query gameover", "query result")
    assert talk(*queries) == ["response true", "response false", "response none"]
    talk("position startpos moves a1 f6 c1 f4 e1 d4 b3")
    assert talk("query p1turn") == ["response false"]
    talk("position fen rrr.../....../....../....../....../...... b")
    assert talk("query gameover", "query result") == ["response true", "response p1win"]


def test_a_search_reports_and_answers_a_legal_move():
    talk = Talk()
    talk("setoption name MultiPV value 2", "position startpos moves c3")
    said = talk("go depth 3")
    move = said[-1].removeprefix("bestmove ")
    assert ludoteca.game("gekitai").start().play("c3").play(move)
    last = said[-3:-1]
    for rank, line in enumerate(last, 1):
        assert re.fullmatch(
            rf"info depth 3 nodes \d+ nps \d+ time \d+ multipv {rank} score (cp|mate) -?\d+ wdl \d+ \d+ \d+ pv .+", line
        )
    assert last[0].split(" pv ")[1].split()[0] == move


def test_a_forced_win_is_a_mate_in_plies():
    talk = Talk()
    talk("position fen rr..../....../b...../....../...b../...... r")
    said = talk("go depth 2")
    assert "score mate 1 wdl 1000 0 0" in said[-2]


@pytest.mark.parametrize("bot", ["random", "greedy", "hard", "mcts"])
def test_every_kind_of_bot_can_be_served(bot):
    talk = Talk(bot=bot)
    said = talk("position startpos", "go nodes 50")
    assert ludoteca.game("gekitai").start().play(said[-1].removeprefix("bestmove "))


def test_games_and_their_options_are_set_by_name():
    talk = Talk()
    talk("setoption name squ.size value 8", "setoption name Game value squ")
    assert talk("d")[0].split() == list("abcdefgh")
    talk("setoption name size value 10")
    assert len(talk("d")[0].split()) == 10
    assert talk("setoption name Threads value 2", "setoption name Hash value 16") == []


def test_random_setups_are_the_same_for_both_engines_of_a_match():
    first, second = Talk(game="greener"), Talk(game="greener")
    assert first("d") == second("d")
    assert first("setoption name Seed value 5", "d") != second("d")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("xyzzy", "there is no command 'xyzzy'"),
        ("position", "expected: position startpos"),
        ("position fen", "expected: position"),
        ("position fen rubbish", "two fields"),
        ("position startpos moves a1 a1", "a1 is taken"),
        ("position startpos moves z9", "z9 is not on the board"),
        ("setoption Game", "expected: setoption"),
        ("setoption name Game value backgammon", "there is no game called 'backgammon'"),
        ("setoption name colour value red", "gekitai has no option called 'colour'"),
        ("setoption name greener.size value 7x7", "size cannot be '7x7'"),
        ("setoption name Threads value 0", "threads should be from 1 to 64"),
        ("setoption name Threads value many", "threads should be a whole number"),
        ("setoption name Bot value stockfish", "there is no bot called 'stockfish'"),
        ("setoption name Bot value ugi:touch hacked", "only you can choose the bot 'ugi:touch hacked'"),
        ("query weather", "there is no query 'weather'"),
        ("go depth deep", "depth should be a whole number"),
        ("go away", "go does not know 'away'"),
        ("go movetime", "movetime should be a whole number"),
    ],
)
def test_a_bad_line_is_answered_and_changes_nothing(line, says):
    talk = Talk()
    talk("position startpos moves c3")
    (said,) = talk(line)
    assert said.startswith("info string error ")
    assert says in said
    assert talk("d")[3].startswith("3 . . r")


@given(st.text(max_size=80))
def test_no_line_ends_the_server(line):
    talk = Talk()
    talk.server.take("position " + line)
    talk.server.take("setoption " + line)
    talk.server.take("query " + line)
    assert all("\n" not in said for said in talk.lines)
    assert talk("isready")[-1] == "readyok"


def test_when_the_game_is_over_there_is_no_move():
    talk = Talk()
    talk("position fen rrr.../....../....../....../....../...... b")
    assert talk("go depth 2") == ["info string error the game is over: three in line", "bestmove (none)"]


def test_it_listens_while_it_thinks_and_holds_the_move_until_stop():
    talk = Talk()
    talk("go infinite")
    assert "readyok" in talk("isready")
    assert any("send stop first" in line for line in talk("position startpos"))
    time.sleep(0.2)
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk("stop")
    talk.server.thinker.wait()
    assert talk.lines[-1].startswith("bestmove ")
    assert talk("position startpos moves a1") == []


def test_a_pondered_move_is_answered_after_the_hit():
    talk = Talk()
    talk("go ponder p1time 100 p2time 100")
    time.sleep(0.2)
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk("ponderhit")
    talk.server.thinker.wait()
    assert talk.lines[-1].startswith("bestmove ")


def test_clocks_become_a_part_of_the_time_left():
    given = read_go(["p1time", "60000", "p2time", "1000", "p1inc", "0", "p2inc", "0"])
    limits, _ = limits_of(given, 0)
    assert limits.time_ms == clock_budget_ms(60000, 0) == 2380
    limits, _ = limits_of(given, 1)
    assert limits.time_ms == 20
    assert clock_budget_ms(1, 0) == 1
    assert clock_budget_ms(100, 10_000) == 30


def test_the_command_speaks_the_protocol_in_its_own_process():
    process = EngineProcess([sys.executable, "-m", "ludoteca", "ugi", "--bot", "greedy"])
    try:
        process.send("ugi")
        process.wait_for("ugiok", 30)
        process.send("position startpos moves a1")
        process.send("go movetime 50")
        assert process.wait_for("bestmove", 30)[-1].startswith("bestmove ")
        process.send("quit")
    finally:
        process.close()
