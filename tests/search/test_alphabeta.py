"""Alpha-beta: equal to plain minimax, within its limits, the same every time."""

from __future__ import annotations

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from minimax import minimax
from strategies import play_randomly

import ludoteca
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.report import NothingToSearch
from ludoteca.search.threads import StopFlag
from ludoteca.search.values import WIN

GAMES = {
    "gekitai": (ludoteca.game("gekitai"), 2),
    "greener": (ludoteca.game("greener"), 2),
    "greener 3x3": (ludoteca.game("greener", size="3x3"), 4),
    "mapello": (ludoteca.game("mapello"), 3),
    "reversi": (ludoteca.game("reversi"), 3),
    "squ": (ludoteca.game("squ", size=8), 2),
    "glaisher": (ludoteca.game("glaisher"), 2),
}


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8)
@given(plies=st.integers(0, 30), seed=st.integers(0, 10_000))
def test_equal_to_minimax(name, plies, seed):
    variant, depth = GAMES[name]
    position = play_randomly(variant, plies, seed)
    report = AlphaBeta(is_exact=True, megabytes=1).search(position, Limits(depth=depth))
    assert report.value == minimax(position, depth)


@pytest.mark.parametrize("name", GAMES)
def test_the_best_line_is_legal_and_leads_to_its_value(name):
    variant, depth = GAMES[name]
    position = play_randomly(variant, 6, 3)
    report = AlphaBeta(is_exact=True, megabytes=1).search(position, Limits(depth=depth))
    after = position
    for move in report.pv:
        after = after.play(move)
    assert report.best in position.moves()


def test_a_win_at_hand_is_taken_with_its_distance():
    position = ludoteca.game("gekitai").position("....../.rr.../....../...b../....../..b... r")
    report = AlphaBeta(megabytes=1).search(position, Limits(time_ms=1000))
    assert report.proven and report.value == WIN - 1
    assert position.play(report.best).outcome.winner == 0


def test_a_check_is_followed_one_ply_further():
    position = ludoteca.game("chess").position("8/7k/R7/1R6/8/8/8/6K1 w - - 0 1")
    report = AlphaBeta(is_exact=True, megabytes=1).search(position, Limits(depth=2))
    assert (report.best.text, report.value) == ("b5b7", WIN - 3)  # b5b7 checks, and a6a8 mates


def test_several_lines_come_best_first_and_differ():
    position = play_randomly(ludoteca.game("mapello"), 8, 5)
    report = AlphaBeta(is_exact=True, megabytes=1).search(position, Limits(depth=3), lines=4)
    firsts = [line.moves[0] for line in report.lines]
    values = [line.value for line in report.lines]
    assert len(set(firsts)) == min(4, len(position.moves()))
    assert values == sorted(values, reverse=True)
    by_hand = []
    for move in position.moves():
        after = position.play(move)
        value = minimax(after, 2, 1)
        by_hand.append(value if after.mover == position.mover else -value)
    assert values == sorted(by_hand, reverse=True)[: len(values)]


def test_the_same_nodes_give_the_same_answer():
    position = play_randomly(ludoteca.game("glaisher"), 5, 2)
    reports = [AlphaBeta(megabytes=2).search(position, Limits(nodes=20_000)) for _ in range(2)]
    assert reports[0].pv == reports[1].pv and reports[0].value == reports[1].value
    assert reports[0].nodes == reports[1].nodes <= 20_000


def test_a_deadline_is_kept():
    position = ludoteca.game("squ").start()
    searcher = AlphaBeta(megabytes=2)
    searcher.search(position, Limits(depth=1))  # compiled
    overruns = []
    for _ in range(5):
        begun = time.process_time()  # how busy the machine is does not count
        searcher.search(position, Limits(time_ms=60))
        overruns.append(time.process_time() - begun - 0.060)
    assert min(overruns) < 0.030


def test_another_thread_can_stop_it():
    position = ludoteca.game("gekitai").start()
    stop = StopFlag()
    found = []
    thread = threading.Thread(target=lambda: found.append(AlphaBeta(megabytes=2).search(position, Limits(), stop=stop)))
    thread.start()
    time.sleep(0.3)
    stop.set()
    thread.join(120)
    assert not thread.is_alive() and found[0].best in position.moves()


def test_threads_agree_on_a_forced_win():
    position = ludoteca.game("gekitai").position("....../.rr.../....../...b../....../..b... r")
    report = AlphaBeta(megabytes=2, threads=2).search(position, Limits(time_ms=500))
    assert report.value == WIN - 1


def test_a_finished_game_is_refused():
    over = ludoteca.game("gekitai").position("....../.rrr../....../...b../....../..b... b")
    with pytest.raises(NothingToSearch):
        AlphaBeta(megabytes=1).search(over, Limits(depth=1))


def test_repetition_is_a_draw_to_the_search():
    at = ludoteca.game("gekitai").start().play("b2").play("e5").play("a3").play("f4")
    report = AlphaBeta(is_exact=True, megabytes=1).search(at.play("b2"), Limits(depth=2), lines=40)
    values = {str(line.moves[0]): line.value for line in report.lines}
    assert values["e5"] == 0  # the position after the first two moves again
    assert any(value != 0 for value in values.values())


def test_superko_forbids_what_would_repeat():
    at = ludoteca.game("gekitai", repetition="superko").start().play("b2").play("e5").play("a3").play("f4").play("b2")
    report = AlphaBeta(is_exact=True, megabytes=1).search(at, Limits(depth=2), lines=40)
    assert "e5" not in {str(line.moves[0]) for line in report.lines}
