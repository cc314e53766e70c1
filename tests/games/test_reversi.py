"""Reversi: Mapello's rules on a map without special pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import reachable

import ludoteca
from ludoteca.kernel import popcount
from ludoteca.kernel.errors import UnknownName
from ludoteca.play.counting import count_sequences
from ludoteca.play.playouts import play_random

reversi = ludoteca.game("reversi")
NINE_PLIES = "e6 f4 e3 f6 g5 d6 e7 f5 c5"  # White has nothing left: a known shortest game


def test_black_starts_on_e4_and_d5_and_opens_as_in_othello():  # MA3
    start = reversi.start()
    rows = ["#" * 10, *["#........#"] * 3, "#...WB...#", "#...BW...#", *["#........#"] * 3, "#" * 10]
    assert str(start) == f"{'/'.join(rows)} B 0-0"
    assert {str(move) for move in start.moves()} == {"d3", "c4", "f5", "e6"}


def test_the_centre_is_an_option():  # MA3
    other = ludoteca.game("reversi", centre="rulebook").start()
    assert {str(move) for move in other.moves()} == {"e3", "f4", "c5", "d6"}
    assert str(other) == str(ludoteca.game("mapello", map="none").start())


def test_the_options_of_maps_are_not_offered():
    with pytest.raises(UnknownName, match="no option of reversi is called 'map'; there are: centre"):
        ludoteca.game("reversi", map="random")


@pytest.mark.parametrize("centre", ["othello", "rulebook"])
def test_leaf_counts(centre):
    start = ludoteca.game("reversi", centre=centre).start()
    assert [count_sequences(start, depth) for depth in range(1, 9)] == [4, 12, 56, 244, 1396, 8200, 55092, 390216]


def test_a_game_can_end_after_nine_moves():  # MA11, MA12
    at = reversi.start()
    for move in NINE_PLIES.split():
        assert at.outcome is None
        at = at.play(move)
    assert (at.outcome.winner, at.score) == (0, (13, 0))
    assert at.outcome.reason == "13 points to 0"


def test_it_is_a_game_of_its_own_with_mapellos_rules():
    assert repr(reversi) == "ludoteca.game('reversi')"
    assert (reversi.title, reversi.game.state) == ("Reversi", ludoteca.game("mapello").game.state)
    text = str(reversi.start())
    assert reversi.position(text) != ludoteca.game("mapello").position(text)


@given(reachable(reversi))
def test_points_are_discs(here):  # MA12
    assert here.score == tuple(popcount(discs) for discs in here.state.discs)


def test_random_games_end_as_often_for_each_side_as_other_programs_find():
    games = play_random(reversi, 4000, seed=1)
    assert 0.43 < games.first_wins / 4000 < 0.48  # 0.4549 in a million games of a C program
    assert 0.48 < games.second_wins / 4000 < 0.53  # 0.5033
    assert 60.2 < games.mean_plies < 60.6  # 60.41, passes counted
