"""Accuracy: costs, stakes, and the scale that turns them into a percentage."""

from __future__ import annotations

import json

import pytest

import ludoteca
from ludoteca.errors import LudotecaError
from ludoteca.explain import review
from ludoteca.explain.accuracy import LEAST_STAKE, AccuracyScale, is_decided, log_odds, measured_scale, scale_of
from ludoteca.games import find_game, game_names

SCALE = AccuracyScale(strong=0.05, random=1.0)


def test_level_ten_scores_95_and_random_play_10():
    assert SCALE.accuracy([0.05], [1.0]) == pytest.approx(95)
    assert SCALE.accuracy([0.4, 0.6], [0.2, 0.8]) == pytest.approx(10)


def test_the_more_moves_cost_the_lower_the_accuracy():
    found = [SCALE.accuracy([cost / 10], [1.0]) for cost in range(30)]
    assert found[0] == 100 and found == sorted(found, reverse=True) and found[-1] < 1


def test_without_a_stake_there_is_no_accuracy():
    assert SCALE.accuracy([], []) is None
    assert SCALE.accuracy([0.0], [LEAST_STAKE / 2]) is None


def test_odds_change_no_more_where_a_game_is_decided():
    assert log_odds(0.5) == 0 and log_odds(0.3) == pytest.approx(-log_odds(0.7))
    assert log_odds(0.0) == log_odds(0.01) == pytest.approx(-log_odds(1.0))


def test_a_lost_or_safely_won_position_is_decided_and_a_win_thrown_away_is_not():
    assert is_decided(0.02, 0.0) and is_decided(1.0, 0.97) and is_decided(1.0, 0.6)
    assert not is_decided(1.0, 0.3) and not is_decided(0.5, 0.1)


def test_every_game_with_measured_levels_has_a_measured_scale():
    measured = [game for game in map(find_game, game_names()) if game.resource("levels.json") is not None]
    assert len(measured) >= 6
    for game in measured:
        assert measured_scale(game) is not None and 0 < scale_of(game).strong < scale_of(game).random


@pytest.mark.parametrize("scale", [{"strong": 1.0, "random": 0.5}, {"strong": 0.1}, "much"])
def test_a_scale_that_cannot_be_is_refused_in_a_sentence(scale, monkeypatch, tmp_path):
    (tmp_path / "levels.json").write_text(json.dumps({"accuracy": scale}))
    game = ludoteca.game("gekitai").game
    monkeypatch.setattr(type(game), "resource", lambda _, name: tmp_path / name)
    measured_scale.cache_clear()
    with pytest.raises(LudotecaError, match="accuracy scale of Gekitai"):
        scale_of(game)
    measured_scale.cache_clear()


@pytest.mark.parametrize(("name", "seed"), [("reversi", 5), ("squ", 3)])
def test_random_moves_score_low_though_most_of_the_game_is_long_lost(name, seed):
    random, strong = ludoteca.bot("random", seed=seed), ludoteca.bot("level8", seed=seed)
    position = ludoteca.game(name).start(seed=seed)
    while position.outcome is None:
        position = position.play((random if position.mover == 0 else strong).choose(position))
    found = review(position, ms=None, again_ms=None, nodes=3000, seed=1)
    own, other = found.accuracy
    assert own is not None and own < 30 and (other is None or other > own + 40)
    assert any(moment.played.mover == 0 for moment in found.moments)
