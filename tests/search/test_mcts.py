"""Monte Carlo trees: proven results are right, work is kept from move to move, threads and limits are respected."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from minimax import exact
from strategies import play_randomly

import ludoteca
from ludoteca.kernel import verbs
from ludoteca.search.limits import Limits
from ludoteca.search.mcts import FAVOUR, PLACES, is_noted, note_move
from ludoteca.search.tree_search import TreeSearch

gekitai = ludoteca.game("gekitai")
SMALL = ludoteca.game("greener", size="3x3")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("settings", [{"priors": False}, {"priors": True}, {"trust": 30, "share": 0.5}])
def test_a_small_game_is_proven_as_brute_force_says(seed, settings):
    position = SMALL.start(seed)
    report = TreeSearch(megabytes=16, seed=1, cutoff=0, **settings).search(position, Limits(nodes=400_000))
    assert report.proven
    value = (report.value > 0) - (report.value < 0)
    assert value == exact(position)


def test_a_win_at_hand_is_taken():
    position = gekitai.position("....../.rr.../....../...b../....../..b... r")
    report = TreeSearch(megabytes=8, seed=1).search(position, Limits(nodes=5000))
    assert report.proven and position.play(report.best).outcome.winner == 0


def test_certainty_belongs_to_a_line_and_what_was_not_tried_is_left_out():
    position = gekitai.position("....../.br.../...r../....../...b../...... r")
    report = TreeSearch(megabytes=8, seed=1).search(position, Limits(nodes=5000), lines=40)
    for line in report.lines:
        assert line.proven == (line.moves[0].code in {move.code for move in position.moves() if wins(position, move)})
        assert line.visits > 0 or line.proven
    assert report.proven


def wins(position, move):
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.mover


def test_the_same_seed_gives_the_same_tree():
    position = play_randomly(ludoteca.game("mapello"), 10, 4)
    reports = [TreeSearch(megabytes=8, seed=7).search(position, Limits(nodes=3000), lines=5) for _ in range(2)]
    assert reports[0].lines == reports[1].lines
    assert reports[0].nodes == 3000


def test_the_tree_is_kept_when_its_line_is_played():
    searcher = TreeSearch(megabytes=16, seed=3)
    first = searcher.search(gekitai.start(), Limits(nodes=20_000))
    expected = first.lines[0].visits
    after = gekitai.start().play(first.best)
    second = searcher.search(after, Limits(nodes=1))
    assert sum(line.visits for line in second.lines) > 0
    assert second.lines[0].visits > expected // 100


def test_a_position_from_elsewhere_starts_a_new_tree():
    searcher = TreeSearch(megabytes=16, seed=3)
    searcher.search(gekitai.start(), Limits(nodes=5000))
    other = play_randomly(gekitai, 6, 9)
    report = searcher.search(other, Limits(nodes=50))
    assert report.best in other.moves() and report.lines[0].visits <= 50


@pytest.mark.parametrize("name", ["gekitai", "greener", "mapello", "squ", "glaisher"])
@pytest.mark.parametrize("settings", [{}, {"priors": False, "cutoff": 0}, {"threads": 2}, {"trust": 30, "cutoff": 0}])
def test_every_game_in_every_mode(name, settings):
    position = play_randomly(ludoteca.game(name), 7, 2)
    report = TreeSearch(megabytes=8, seed=1, **settings).search(position, Limits(nodes=500), lines=3)
    at = position
    for move in report.pv:
        at = at.play(move)
    assert report.best in position.moves()
    assert len({line.moves[0] for line in report.lines}) == len(report.lines)


def test_what_the_evaluation_says_of_a_move_counts_for_as_many_visits_as_it_is_trusted():
    position = play_randomly(gekitai, 6, 5)
    worths = {move: -verbs.evaluate(position.play(move).state) for move in position.moves()}
    searcher = TreeSearch(megabytes=8, seed=1, cutoff=0, rave=0, exploration=0, trust=10**6)
    report = searcher.search(position, Limits(nodes=200))
    assert worths[report.best] == max(worths.values())  # no playout can change what counts for a million


def test_a_move_that_both_play_counts_for_who_played_it_first():
    noted = np.zeros((2, PLACES, 2), np.int64)
    note_move(noted, 1, 7, 3)  # a game is noted backwards, from its end to the root
    note_move(noted, 0, 7, 3)
    assert is_noted(noted, 0, 7, 3) and not is_noted(noted, 1, 7, 3)


def test_promising_moves_are_favoured_where_the_game_names_them():
    go = ludoteca.game("go")
    favours = [
        TreeSearch(megabytes=1, priors=priors).settings_for(variant)[FAVOUR]
        for variant, priors in ((go, None), (go, False), (ludoteca.game("hex"), None), (gekitai, None))
    ]
    assert favours[0] > 0 and favours[1:] == [0, 0, 0]


def test_of_a_leaf_the_evaluation_has_its_share():
    """Where it has all of it, playouts make no difference, and a leaf is worth what it says."""
    position = play_randomly(gekitai, 6, 5)
    searcher = TreeSearch(megabytes=8, seed=1, cutoff=0, share=1, threshold=1_000_000)
    for line in searcher.search(position, Limits(nodes=300), lines=3).lines:
        expected = math.tanh(-0.5 * verbs.evaluate(position.play(line.moves[0]).state))
        mean = expected * line.visits / (line.visits + 2)  # as if one more had been won and one lost
        assert line.value == pytest.approx(1000 * math.log((1 + mean) / (1 - mean)), abs=2)


def test_memory_stays_within_its_setting():
    searcher = TreeSearch(megabytes=1, seed=1)
    report = searcher.search(gekitai.start(), Limits(nodes=60_000))
    arrays = [array for array in searcher.tree if hasattr(array, "nbytes")]
    assert sum(array.nbytes for array in arrays) <= 2**20
    assert searcher.tree.used[0] <= len(searcher.tree.first)
    assert report.best in gekitai.start().moves()


def test_a_deadline_is_kept():
    searcher = TreeSearch(megabytes=8, seed=1)
    position = ludoteca.game("squ").start()
    searcher.search(position, Limits(nodes=10))
    overruns = [1.0]
    while min(overruns) > 0.030 and len(overruns) < 50:  # a busy machine delays most
        begun = time.perf_counter()
        searcher.search(position, Limits(time_ms=60))
        overruns.append(time.perf_counter() - begun - 0.060)
    assert min(overruns) < 0.030


def test_listeners_are_told_on_the_way():
    told = []
    searcher = TreeSearch(megabytes=8, seed=1)
    searcher.search(gekitai.start(), Limits(time_ms=700), listener=told.append)
    assert told and told[-1].nodes >= told[0].nodes > 0
