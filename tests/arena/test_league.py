"""The Bradley-Terry fit, the table and its picture."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy as np
import pytest

import ludoteca
from ludoteca.arena import Contest, standings
from ludoteca.arena.games import GameResult
from ludoteca.arena.league import ELO, Place, fit, standings_json, standings_text
from ludoteca.arena.statistics import elo_of, score_at
from ludoteca.arena.svg_drawing import league_svg


def points(*rows):
    return np.array(rows, float)


def test_two_bots_are_as_far_apart_as_their_score_says():
    ratings, covariance = fit(points((0, 75), (25, 0)), prior_draws=0)
    assert ratings[0] - ratings[1] == pytest.approx(elo_of(0.75))
    # a logistic with n games has information n p (1 - p)
    apart = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    assert apart == pytest.approx(ELO**2 / (100 * 0.75 * 0.25))


def test_the_fit_is_where_points_equal_expected_points():
    scored = points((0, 7, 9, 4), (3, 0, 6, 5.5), (1, 4, 0, 2), (6, 4.5, 8, 0))
    ratings, _ = fit(scored, prior_draws=0)
    assert ratings.sum() == pytest.approx(0)
    for one in range(4):
        expected = sum(
            (scored[one, other] + scored[other, one]) * score_at(ratings[one] - ratings[other])
            for other in range(4)
            if other != one
        )
        assert scored[one].sum() == pytest.approx(expected, abs=1e-6)


def test_the_uncertainty_is_that_of_simulated_leagues():
    truth, chance, found = np.array([80.0, 0.0, -80.0]), np.random.default_rng(3), []
    for _ in range(300):
        scored = np.zeros((3, 3))
        for one, other in ((0, 1), (0, 2), (1, 2)):
            scored[one, other] = chance.binomial(60, score_at(truth[one] - truth[other]))
            scored[other, one] = 60 - scored[one, other]
        found.append(fit(scored, prior_draws=0))
    spread = np.std([ratings for ratings, _ in found], axis=0)
    told = np.sqrt(np.mean([np.diag(covariance) for _, covariance in found], axis=0))
    assert spread == pytest.approx(told, rel=0.15)
    assert np.mean([ratings for ratings, _ in found], axis=0) == pytest.approx(truth, abs=6)


def test_a_bot_that_won_everything_has_a_finite_rating():
    ratings, covariance = fit(points((0, 20), (0, 0)))
    assert ratings[0] - ratings[1] == pytest.approx(elo_of(20.5 / 21))
    assert np.isfinite(covariance).all()


def test_bots_that_never_met_cannot_be_compared():
    ratings, covariance = fit(points((0, 3, 0, 0), (1, 0, 0, 0), (0, 0, 0, 2), (0, 0, 2, 0)))
    assert np.isinf(covariance).all() and np.isfinite(ratings).all()
    ratings, covariance = fit(np.zeros((2, 2)))
    assert ratings.tolist() == [0, 0] and np.isinf(covariance).all()


def test_the_table_is_sorted_and_counts_faults():
    contest = Contest(ludoteca.game("gekitai"), ("random", "greedy", "hard"), 1)
    results = contest.results()
    for seats, winner, fault in (((0, 1), 1, None), ((1, 0), 0, "hang"), ((0, 2), None, None), ((2, 1), 0, None)):
        results.add_game(GameResult(seats, 0, winner, "so it went", fault))
    places = standings(contest, results)
    assert [place.bot for place in places] == ["hard", "greedy", "random"]
    assert [(place.points, place.games, place.faults) for place in places] == [(1.5, 2, 0), (2, 3, 0), (0.5, 3, 1)]
    assert places[0].score == 0.75
    lines = standings_text(places).splitlines()
    assert len(lines) == 4 and lines[1].split()[:2] == ["1", "hard"]
    assert standings_json(places)[2]["faults"] == 1


def test_the_picture_is_svg_with_every_bot():
    places = [Place("alphabeta:200ms", 120.4, 30, 15, 20, 0), Place("<odd> & co", -120.4, math.inf, 5, 20, 0)]
    picture = ElementTree.fromstring(league_svg(places, "Gekitai, 10 pairs each"))
    words = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Gekitai, 10 pairs each", "alphabeta:200ms", "<odd> & co", "+120 ± 30", "+100", "0"} <= set(words)
    dots = [float(dot.get("cx")) for dot in picture.iter("{http://www.w3.org/2000/svg}circle")]
    assert dots[0] > dots[1]
    assert ElementTree.fromstring(league_svg([Place("alone", 0, 0, 0, 0, 0)], "One")) is not None
