"""Analysis: stopped at once, within its budget, and nonsense is refused."""

from __future__ import annotations

import threading
import time

import pytest

import ludoteca
from ludoteca.kernel.errors import LudotecaError
from ludoteca.search.analysis import analyse
from ludoteca.search.deepening import AlphaBeta
from ludoteca.search.desk import new_stop
from ludoteca.search.limits import Budget, Limits

reversi = ludoteca.game("reversi")
gekitai = ludoteca.game("gekitai")
WIN_IN_ONE = gekitai.position("....../.rr.../....../...b../....../..b... r")


def test_the_switch_is_heard_while_the_solver_works():
    analyse(reversi.start(), 1, nodes=5)  # compiled
    stop = new_stop()
    threading.Timer(0.2, lambda: stop.__setitem__(0, 1)).start()
    begun = time.perf_counter()
    analyse(reversi.start(), None, nodes=10**12, stop=stop)
    assert time.perf_counter() - begun < 5  # and not the hours that the nodes would take


def test_solver_and_search_share_the_nodes():
    assert analyse(reversi.start(), None, nodes=5000).nodes <= 5000


def test_what_the_solver_does_not_use_the_search_does():
    assert analyse(gekitai.start(), None, nodes=5000).nodes > 4900  # positions come back: nothing to solve


def test_a_budget_gives_shares_of_what_is_left():
    budget = Budget(Limits(nodes=1000, depth=7))
    assert budget.part(0.2) == Limits(nodes=200, depth=7)
    assert budget.part(0.2, 50).nodes == 50
    budget.spend(900)
    assert budget.part().nodes == 100 and budget.part(0.5).nodes == 50
    budget.spend(900)
    assert budget.part().nodes == 1
    assert Budget(Limits()).part(0.5) == Limits()
    assert Budget(Limits(time_ms=0.0)).part().time_ms == 0


def test_a_switch_that_was_not_thrown_can_be_used_again():
    stop = new_stop()
    for method in ("alphabeta", "mcts"):
        analyse(gekitai.start(), 1, stop=stop, method=method, threads=2)
        assert stop[0] == 0
        assert analyse(gekitai.start(), None, nodes=300, stop=stop, method=method).nodes >= 300


def test_threads_share_the_nodes():
    assert AlphaBeta(threads=2, megabytes=2).search(gekitai.start(), Limits(nodes=20_000)).nodes < 21_000


def test_the_same_seed_grows_the_same_tree():
    reports = [analyse(gekitai.start(), None, nodes=300, method="mcts", seed=seed) for seed in (1, 1, 2)]
    found = [[(line.moves, line.visits) for line in report.lines] for report in reports]
    assert found[0] == found[1] != found[2]


def test_a_proof_names_the_win_and_its_line():
    report = analyse(WIN_IN_ONE, None, nodes=10_000, method="proof")
    assert report.method == "proof" and report.proven and report.lines[0].plies_to_end == 1
    assert WIN_IN_ONE.play(report.best).outcome.winner == WIN_IN_ONE.mover


def test_a_proof_of_the_others_win_is_a_loss():
    small = ludoteca.game("greener", size="3x3")
    report = analyse(small.position("b,g,w/g,b,g/w,g,g b 0"), None, nodes=100_000, method="proof")
    assert report.method == "proof" and report.proven and report.score == 0


def test_without_a_proof_alphabeta_answers_within_the_limits():
    report = analyse(gekitai.start(), None, nodes=2000, method="proof")
    assert report.method == "alphabeta" and not report.proven and report.nodes <= 700


@pytest.mark.parametrize(
    "given",
    [
        *({"lines": 0}, {"threads": 0}, {"method": "magic"}, {"depth": 0}, {"nodes": 0}, {"ms": -5}, {"megabytes": -1}),
        *({"method": "mcts", "depth": 2}, {"method": "proof", "depth": 2}, {"method": "proof", "lines": 2}),
    ],
)
def test_nonsense_is_refused(given):
    with pytest.raises(LudotecaError):
        analyse(reversi.start(), **{"ms": 10, **given})


def test_a_win_further_away_than_the_longest_game_is_not_believed():
    near, far = (ludoteca.game("glaisher", max_turns=turns) for turns in (3, 400))
    text = str(far.start())
    searcher = AlphaBeta(megabytes=4)
    searcher.search(far.position(text), Limits(nodes=30_000))
    shared = searcher.search(near.position(text), Limits(depth=3))
    fresh = AlphaBeta(megabytes=4).search(near.position(text), Limits(depth=3))
    assert shared.proven == fresh.proven
