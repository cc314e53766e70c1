"""Fitting: the regression finds what is there, and fitted weights beat knowing nothing on games held out."""

from __future__ import annotations

import numpy as np
import pytest

import ludoteca
from ludoteca.bots.reweighted_games import own_state_type
from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.kernel import verbs
from ludoteca.learning.fitting import fit, fit_band, fit_most, fit_slope, regress, self_play
from ludoteca.learning.regression import log_loss
from ludoteca.search.learned_evaluation import learned_for
from ludoteca.search.learned_tables import has_tables


def test_regression_recovers_the_weights_that_made_the_data():
    chance = np.random.default_rng(1)
    truth = np.array([0.8, -0.3, 0.0])
    terms = chance.normal(size=(40_000, 3)) * np.array([1.0, 5.0, 0.2])
    results = (chance.random(40_000) < 1 / (1 + np.exp(-terms @ truth))).astype(float)
    assert np.allclose(regress(terms, results), truth, atol=0.08)


@pytest.mark.parametrize("band", [0.05, 0.4, 1.5])
def test_the_fitted_band_is_the_one_that_made_the_data(band):
    chance = np.random.default_rng(2)
    sums = chance.normal(size=100_000) * 2
    thrown = sums + chance.logistic(size=100_000)
    results = np.where(thrown > band, 1.0, np.where(thrown < -band, 0.0, 0.5))
    assert fit_band(sums, results) == pytest.approx(band, rel=0.05)


def test_what_was_only_expected_tells_nothing_of_draws():
    chance = np.random.default_rng(5)
    sums = chance.normal(size=20_000) * 2
    thrown = sums + chance.logistic(size=20_000)
    results = np.where(thrown > 0.4, 1.0, np.where(thrown < -0.4, 0.0, 0.5))
    expected = np.full(20_000, 0.3)
    assert fit_band(np.append(sums, -sums), np.append(results, expected)) == fit_band(sums, results)


def test_a_game_without_draws_has_no_band():
    assert fit_band(np.array([1.0, -0.5]), np.array([1.0, 0.0])) == 0.0


def test_the_fitted_slope_is_the_one_that_made_the_data_where_the_game_is_open():
    chance = np.random.default_rng(3)
    sums = chance.normal(size=50_000) * 3
    leads = np.where(np.abs(sums) > 4, 1000.0, 2.5 * sums + chance.normal(size=50_000))
    leads[::7] = np.nan  # games without an end
    assert fit_slope(sums, leads) == pytest.approx(2.5, rel=0.02)
    assert fit_slope(sums, np.full(50_000, np.nan)) == 0.0


def test_the_largest_lead_to_expect_is_the_one_at_which_leads_stop_growing():
    expected = np.random.default_rng(4).normal(size=20_000) * 10
    leads = np.clip(expected, -12, 12)
    leads[::5] = np.nan
    assert fit_most(expected, leads) == pytest.approx(12, abs=0.3)
    assert fit_most(expected, np.full(20_000, np.nan)) == 0.0


def test_log_loss_of_knowing_nothing_is_one_bit():
    assert log_loss(np.zeros(10), np.full(10, 0.5)) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["gekitai", "greener", "mapello", "squ", "glaisher"])
def test_terms_have_names_and_add_up_to_the_evaluation(name):
    game = find_game(name)
    position = ludoteca.game(name).start(2)
    for _ in range(6):
        position = position.play(position.moves()[len(position.moves()) // 2])
    terms = verbs.terms(position.state)
    weights = game.weights if game.own(verbs.stage) is None else game.weights[verbs.stage(position.state)]
    assert len(terms) == len(game.term_names) == len(weights)
    assert game.weights.shape == game.plain_weights.shape
    assert np.dot(terms, weights) == pytest.approx(verbs.evaluate(position.state))


def test_each_stage_is_fitted_by_its_own_positions():
    variant = ludoteca.game("squ", size=8)
    sample = self_play(variant, 10, depth=1, noise=30, seed=4)
    assert len(np.unique(sample.stages)) == 6
    result = fit(variant, sample)
    assert result.stages == variant.game.stage_names
    assert result.weights.shape == variant.game.weights.shape
    last = (sample.stages == 5) & (sample.games % 5 != 0)
    assert np.allclose(result.weights[5], regress(sample.terms[last], sample.results[last]))


def test_fitted_weights_beat_knowing_nothing_on_games_held_out():
    variant = ludoteca.game("greener")
    sample = self_play(variant, 60, depth=1, noise=0, seed=3)
    assert set(np.unique(sample.results)) <= {0.0, 0.5, 1.0}
    result = fit(variant, sample)
    assert result.error < result.error_constant
    assert result.positions > 4 * result.held_out_positions * 0.6


def test_leads_are_those_of_the_mover_at_the_end():
    sample = self_play(ludoteca.game("greener"), 6, depth=1, noise=0, seed=3)
    assert np.all((sample.leads > 0) <= (sample.results == 1)) and np.all((sample.leads < 0) <= (sample.results == 0))
    for number in range(6):
        assert len(set(np.abs(sample.leads[sample.games == number]))) == 1
    result = fit(ludoteca.game("greener"), sample)
    assert result.outlook.points_per_unit > 0 and result.outlook.draw_band == 0
    assert np.isnan(self_play(ludoteca.game("gekitai"), 2, depth=1).leads).all()


def test_the_same_seed_plays_the_same_games():
    samples = [self_play(ludoteca.game("gekitai"), 5, depth=1, seed=9) for _ in range(2)]
    assert np.array_equal(samples[0].terms, samples[1].terms)


def test_what_is_fitted_is_judged_by_the_terms_and_not_by_what_was_learned():
    """Reversi is judged by learned tables; afterwards it is so again."""
    variant = ludoteca.game("reversi")
    assert learned_for(variant) is not None
    before = verbs.evaluate(variant.start().state)
    told = []
    assert len(np.unique(self_play(variant, 12, depth=1, seed=2, progress=told.append).games)) == 12
    assert told == [10, 12]
    assert verbs.evaluate(variant.start().state) == before
    assert has_tables(variant.game.state)


def test_a_game_without_terms_says_so():
    import dataclasses

    from ludoteca.play import Variant

    game = find_game("gekitai")
    functions = {name: function for name, function in game.functions.items() if name != "terms"}
    bare = dataclasses.replace(game, state=own_state_type(game.state, "bare"), functions=functions)  # rules of its own
    with pytest.raises(LudotecaError, match="named terms"):
        self_play(Variant(bare), 1)
