"""Openings: random, balanced, different, and the same for one seed."""

from __future__ import annotations

from itertools import islice

import pytest

import ludoteca
from ludoteca.arena.games import Opening
from ludoteca.arena.openings import TOLERANCE, by_playouts, by_search, openings
from ludoteca.errors import LudotecaError

gekitai = ludoteca.game("gekitai")


def some(variant, plies, count=12, seed=5, **settings):
    return list(islice(openings(variant, plies, seed, **settings), count))


@pytest.mark.parametrize("name", ["gekitai", "greener", "reversi"])
def test_openings_are_legal_different_and_not_over(name):
    variant = ludoteca.game(name)
    reached = [opening.position(variant) for opening in some(variant, 6)]
    assert len(set(reached)) == len(reached)
    assert all(position.outcome is None and position.ply == 6 for position in reached)


def test_a_seed_gives_the_same_openings_and_another_gives_others():
    assert some(gekitai, 4) == some(gekitai, 4)
    assert some(gekitai, 4) != some(gekitai, 4, seed=6)


def test_openings_are_balanced():
    for opening in some(gekitai, 4):
        assert abs(by_playouts(opening.position(gekitai)) - 0.5) <= TOLERANCE


def test_a_search_can_judge_in_the_first_players_eyes():
    judge = by_search(2_000)
    assert judge(gekitai.position("....../.rr.../....../...b../....../..b... r")) == 1.0  # three in a row at once
    assert judge(gekitai.position("....../.bb.../....../...r../....../..r... b")) == 0.0
    for opening in some(gekitai, 4, 4, judge=judge):
        assert abs(judge(opening.position(gekitai)) - 0.5) <= TOLERANCE


def test_another_judge_can_decide():
    def likes_corners(position):
        return 0.5 if str(position)[0] == "r" else 1.0

    assert all(str(opening.position(gekitai))[0] == "r" for opening in some(gekitai, 1, 1, judge=likes_corners))


def test_a_random_setup_is_recorded_as_text():
    greener = ludoteca.game("greener", size="3x3")
    found = some(greener, 0)
    assert len({opening.start for opening in found}) == len(found)
    assert all(opening.moves == () and greener.position(opening.start) for opening in found)


def test_too_few_different_openings_come_again():
    assert some(gekitai, 0, 3) == [Opening(str(gekitai.start()))] * 3
    assert len({opening.position(ludoteca.game("reversi")) for opening in some(ludoteca.game("reversi"), 1, 9)}) == 4


def test_a_game_that_is_over_early_gets_shorter_openings():
    small = ludoteca.game("greener", size="3x3")
    for opening in some(small, 30, 4):
        assert opening.position(small).outcome is None


def test_known_openings_come_first_and_are_not_repeated():
    whole = some(gekitai, 3, 8)
    assert some(gekitai, 3, 8, known=tuple(whole[:5])) == whole


def test_a_game_without_an_opening_is_an_error(monkeypatch):
    over = ludoteca.game("greener", size="3x3")
    monkeypatch.setattr(over, "start", lambda seed: over.position("b,.,./.,w,./.,.,. b 2"))  # noqa: ARG005
    with pytest.raises(LudotecaError, match="no opening for Greener"):
        some(over, 2, 1)
