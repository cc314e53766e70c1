"""What searches call certain is true: in games whose positions come back, whose end is near, and that are odd."""

from __future__ import annotations

import pytest
from odd_toy import odd
from strategies import play_randomly
from toys import wander

from ludoteca.play import Position
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.solver import prove_win, solve_exactly
from ludoteca.search.tree_search import TreeSearch

MODES = ("threefold", "superko", "off", "twofold")


def truth(position: Position) -> int:
    """The result for the mover by brute force over whole games, the past included: 1, 0 or -1."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else (1 if winner == position.mover else -1)
    return max(-truth(position.play(move)) for move in position.moves())


def some_positions(mode: str, count: int = 40) -> list[Position]:
    """Positions of many maps, a few moves into a game that may soon be too long."""
    found = []
    for seed in range(3 * count):
        position = play_randomly(wander(repetition=mode, longest=4 + seed % 7), seed % 4, seed)
        if position.outcome is None and len(found) < count:
            found.append(position)
    return found


@pytest.mark.parametrize("mode", MODES)
def test_every_proof_is_true(mode):
    proven = 0
    for position in some_positions(mode):
        for attacker in (0, 1):
            report = prove_win(position, Limits(nodes=20_000), attacker=attacker, megabytes=1)
            if report is not None:
                proven += 1
                assert truth(position) == (1 if attacker == position.mover else -1)
                assert len(report.pv) == report.lines[0].plies_to_end <= position.variant.longest - position.ply
                end = position
                for move in report.pv:
                    end = end.play(move)
                assert end.outcome.winner == attacker
    assert proven >= 10


@pytest.mark.parametrize("mode", MODES)
def test_what_alpha_beta_calls_proven_is_true_with_one_table_for_all(mode):
    searcher, proven = AlphaBeta(megabytes=1), 0
    for position in some_positions(mode):
        report = searcher.search(position, Limits(depth=12))
        if report.proven:
            proven += 1
            assert (report.value > 0) - (report.value < 0) == truth(position)
    assert proven >= 5


@pytest.mark.parametrize("mode", MODES)
def test_what_a_tree_calls_certain_is_true_with_one_tree_for_all(mode):
    searcher, certain = TreeSearch(megabytes=1, seed=1), 0
    for position in some_positions(mode):
        report = searcher.search(position, Limits(nodes=3000))
        if report.proven:
            certain += 1
            assert (report.value > 0) - (report.value < 0) == truth(position)
    assert certain >= 10


def test_exact_results_are_true_or_not_given():
    solved = 0
    for position in some_positions("off"):
        report = solve_exactly(position, Limits(nodes=50_000), megabytes=1)
        if report is not None:
            solved += 1
            assert (report.value > 0) - (report.value < 0) == truth(position)
    assert solved >= 3


def test_a_tree_is_kept_only_where_the_past_is_the_same():
    streets = "123" + "012" * 5  # anywhere near
    game = wander(longest=30)
    start = game.position(f"./././././. f {streets} 12 a1")
    there_and_back = start
    for place in ("a2", "a1"):
        there_and_back = there_and_back.play(place)
    another_way = start
    for place in ("a3", "a1"):
        another_way = another_way.play(place)
    assert there_and_back == another_way and there_and_back.ply == another_way.ply
    searcher = TreeSearch(megabytes=1, seed=1)
    searcher.search(there_and_back, Limits(nodes=500))
    assert searcher.find_node(another_way) is None
    again = start
    for place in ("a2", "a1"):
        again = again.play(place)
    assert searcher.find_node(again) == 0
    off = wander(longest=30, repetition="off")
    searcher.search(off.position(str(start)).play("a2").play("a1"), Limits(nodes=500))
    assert searcher.find_node(off.position(str(start)).play("a3").play("a1")) == 0  # here the past does not matter


@pytest.mark.parametrize("searcher", [AlphaBeta(megabytes=1), TreeSearch(megabytes=1, seed=1, priors=True, cutoff=1)])
@pytest.mark.parametrize("seed", range(6))
def test_an_evaluation_that_is_no_number_does_no_harm(searcher, seed):
    position = odd(longest=30).start(seed)
    report = searcher.search(position, Limits(nodes=2000), lines=2)
    assert report.best in position.moves()
    assert all(0.0 <= report.score_of(line) <= 1.0 for line in report.lines)


def test_points_beyond_measure_do_not_turn_a_result_around():
    solved = 0
    for seed in range(60):
        position = odd(longest=7, repetition="off").start(seed)
        report = solve_exactly(position, Limits(nodes=50_000), megabytes=1)
        if report is not None and report.value:
            solved += 1
            assert (report.value > 0) - (report.value < 0) == truth(position)
            assert report.points is None
    assert solved >= 3
