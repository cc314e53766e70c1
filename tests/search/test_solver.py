"""Solved positions: the values of the rule page, and brute force on small ones."""

from __future__ import annotations

import pytest
from minimax import exact
from strategies import play_randomly

import ludoteca
from ludoteca.search.limits import Limits
from ludoteca.search.solver import prove_win, solve_exactly
from ludoteca.search.tree_search import TreeSearch

SMALL = ludoteca.game("greener", size="3x3")
gekitai = ludoteca.game("gekitai")

VALUES = [  # rules 1.3: who wins when Black or White starts
    ("b,g,w/g,b,g/w,g,g", "b", 1),
    ("b,g,w/g,b,g/w,g,g", "w", 0),
    ("b,w,g/g,w,b/g,g,g", "b", 0),
    ("b,w,g/g,w,b/g,g,g", "w", 1),
    ("b,g,w/g,g,g/w,g,b", "b", 1),
    ("b,g,w/g,g,g/w,g,b", "w", 0),
]


@pytest.mark.parametrize(("board", "first", "winner"), VALUES)
def test_three_by_three_greener_is_solved(board, first, winner):
    position = SMALL.position(f"{board} {first} 0")
    report = solve_exactly(position, Limits())
    assert report is not None and report.proven
    assert (report.value > 0) == (winner == position.mover)
    at = position
    for move in report.pv:
        at = at.play(move)
    assert at.outcome.winner == winner
    lead = at.score[position.mover] - at.score[1 - position.mover]
    assert report.points == lead


def test_the_only_winning_capture_is_found():
    report = solve_exactly(SMALL.position("b,w,g/g,w,b/g,g,g b 0"), Limits())
    assert str(report.best) == "a1xb1"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["greener", "reversi", "mapello"])
def test_late_positions_equal_brute_force(name, seed):
    variant = ludoteca.game(name)
    length = {"greener": 27, "reversi": 54, "mapello": 44}[name]
    position = play_randomly(variant, length, seed)
    report = solve_exactly(position, Limits(nodes=3_000_000))
    assert report is not None
    assert (report.value > 0) - (report.value < 0) == exact(position)


MAPELLO_BOARD = (
    "###J##J###/##BW.WB.##/#.WB.W#B*J/#W#WBBBBB#/#BWWWWWBB#/JBBWWWWBB#/#W.WWWW#WJ/#BW#BBW..#/##WWWWW.##/###JJ##J##"
)
ENDINGS = [  # the search of each meets its best line in the table
    (SMALL, "g,g,g/b,g,b/w,g,w b 0"),
    (ludoteca.game("mapello"), f"{MAPELLO_BOARD} W 1-6"),
]


@pytest.mark.parametrize("megabytes", [0, 32])  # a small table forgets most of the line
@pytest.mark.parametrize(("variant", "text"), ENDINGS)
def test_a_solved_line_is_played_to_the_end(variant, text, megabytes):
    position = variant.position(text)
    report = solve_exactly(position, Limits(), megabytes=megabytes)
    at = position
    for move in report.pv:
        at = at.play(move)
    assert at.outcome is not None and (at.outcome.winner == position.mover) == (report.value > 0)
    assert report.lines[0].plies_to_end == len(report.pv)
    assert report.points == at.score[position.mover] - at.score[1 - position.mover]


def test_a_tree_says_how_a_game_ends_and_not_when():
    position = SMALL.position("g,g,g/b,g,b/w,g,w b 0")
    report = TreeSearch(megabytes=64, seed=1).search(position, Limits(nodes=200_000))
    assert report.proven and report.score == 1 and report.lines[0].plies_to_end is None


def test_a_tree_that_ends_the_game_at_once_says_so():
    position = gekitai.position("....../.rr.../....../...b../....../..b... r")
    report = TreeSearch(megabytes=4, seed=1).search(position, Limits(nodes=5000))
    assert report.lines[0].plies_to_end == 1


def test_too_much_work_is_admitted():
    assert solve_exactly(ludoteca.game("reversi").start(), Limits(nodes=1000)) is None


def test_games_with_repetition_are_left_to_proofs():
    assert solve_exactly(gekitai.start(), Limits(nodes=1000)) is None


def test_a_forced_win_is_proven_and_its_line_wins():
    proven = 0
    for seed in range(12):
        position = play_randomly(gekitai, 9, seed)
        report = prove_win(position, Limits(nodes=60_000))
        if report is None:
            continue
        proven += 1
        at = position
        for move in report.pv:
            at = at.play(move)
        assert at.outcome.winner == position.mover
    assert proven >= 3


@pytest.mark.parametrize("seed", range(6))
def test_proofs_equal_brute_force_where_that_is_possible(seed):
    position = SMALL.start(seed)
    for attacker in (0, 1):
        wins = exact(position) == (1 if attacker == position.mover else -1)
        assert (prove_win(position, Limits(), attacker=attacker) is not None) == wins


def test_known_tactics_are_found_at_once():  # rules 4.3
    for board, move in (
        ("....../.br.../...r../....../...b../......", "b1"),
        (".r..br/..b.../....../.r...r/r.r..r/......", "d1"),
    ):
        position = gekitai.position(f"{board} r")
        report = prove_win(position, Limits(nodes=5000))
        assert report is not None and position.play(report.best).outcome.winner == 0
        assert position.play(move).outcome.winner == 0
