"""Elo, likelihood of superiority and SPRT, against computations made another way and against simulated matches."""

from __future__ import annotations

import math
import statistics as standard

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.arena.statistics import (
    POINTS,
    Sprt,
    elo_of,
    evidence,
    likelihood_of_superiority,
    log_likelihood_ratio,
    mean_score,
    rating,
    score_at,
    signed,
    standard_error,
    student_cdf,
    student_quantile,
)

some_counts = st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(any)
elos = st.floats(-400, 400)


def listed(counts):
    """One entry for each pair."""
    return [points for points, count in zip(POINTS, counts, strict=True) for _ in range(count)]


@given(elos)
def test_elo_and_score_undo_each_other(elo):
    assert elo_of(score_at(elo)) == pytest.approx(elo, abs=1e-6)


def test_elo_has_its_usual_values():
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.75) == pytest.approx(190.848501887865)
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)


@given(some_counts)
def test_mean_and_error_are_those_of_the_listed_pairs(counts):
    pairs = listed(counts)
    assert mean_score(counts) == pytest.approx(standard.fmean(pairs))
    assert standard_error(counts) == pytest.approx(standard.pstdev(pairs) / math.sqrt(len(pairs)), abs=1e-12)


def test_an_interval_worked_by_hand():
    # 10 pairs, 6 of them 2 points and 4 of them 1: mean 0.8, squares 6 * 0.04 + 4 * 0.09 = 0.6.  A single game has the
    # variance 0.8 * 0.2 = 0.16, so with two pairs of half of that before the first, a pair has (0.6 + 0.16) / 11 / 0.16
    # = 0.4318 of it.  At the ends of the interval the mean is 2.201 errors away (Student's t, 11 degrees of freedom).
    found = rating([0, 0, 4, 0, 6])
    assert found.elo == pytest.approx(240.8239965311849)
    for end in (found.low, found.high):
        score = score_at(end)
        assert (0.8 - score) ** 2 == pytest.approx(2.200985**2 * 0.431818 * score * (1 - score) / 10, rel=1e-5)
    assert score_at(found.low) < 0.8 < score_at(found.high)


def chances_of_pairs(elo, draw=0.3, opening=150):
    """The five chances of a pair whose two games share an opening that favours one seat by so many Elo."""
    chances = np.zeros(5)
    for lean in (-opening, opening):
        games = []
        for score in (score_at(elo + lean), score_at(elo - lean)):
            drawn = draw * 3.6 * score * (1 - score)
            games.append((1 - score - drawn / 2, drawn, score - drawn / 2))
        for one in range(3):
            for other in range(3):
                chances[one + other] += games[0][one] * games[1][other] / 2
    return chances


def elo_of_pairs(chances):
    """The Elo that infinitely many pairs would show."""
    return elo_of(float(chances @ np.array(POINTS)))


@pytest.mark.parametrize("elo", [0, 50, 200, 400, 600])
@pytest.mark.parametrize("pairs", [2, 5, 10, 30, 100])
def test_the_interval_covers_the_truth_at_least_about_as_often_as_it_says(elo, pairs):
    chances, chance = chances_of_pairs(elo), np.random.default_rng(1)
    truth = elo_of_pairs(chances)
    found = [rating(counts) for counts in chance.multinomial(pairs, chances, 2000).tolist()]
    covered = sum(each.low <= truth <= each.high for each in found) / 2000
    assert 0.935 < covered <= (0.97 if pairs == 100 else 1.0)


def test_ten_wins_to_none_say_the_same_whichever_way_they_are_read():
    sweep = [0, 0, 0, 0, 5]
    found = rating(sweep)
    assert (found.elo, found.high) == (math.inf, math.inf)
    assert 60 < found.low < 140  # by ten games alone, without estimating anything, it would be 139 or less
    assert 0.985 < likelihood_of_superiority(sweep) < 0.999


@given(some_counts)
def test_interval_and_superiority_never_contradict_each_other(counts):
    found, los = rating(counts), likelihood_of_superiority(counts)
    for end, is_above in ((found.low, los > 0.975), (-found.high, los < 0.025)):
        assert abs(los - 0.5) == pytest.approx(0.475, abs=1e-6) or (end > 0) == is_above
    assert found.low <= found.elo <= found.high


@given(some_counts, st.floats(0.5, 0.999))
def test_an_end_of_an_interval_has_the_likelihood_that_its_level_says(counts, level):
    seen = evidence(counts)
    low, high = seen.interval(level)
    if 0 < low < 1:
        assert seen.likelihood_above(low) == pytest.approx((1 + level) / 2, abs=1e-6)
    if 0 < high < 1:
        assert seen.likelihood_above(high) == pytest.approx((1 - level) / 2, abs=1e-6)


@pytest.mark.parametrize("pairs", [3, 10, 40])
@pytest.mark.parametrize("opening", [0, 150, 400])
def test_equal_players_are_called_superior_no_more_often_than_it_says(pairs, opening):
    chances, chance = chances_of_pairs(0, opening=opening), np.random.default_rng(3)
    drawn = chance.multinomial(pairs, chances, 2000).tolist()
    found = np.array([likelihood_of_superiority(counts) for counts in drawn])
    for level in (0.9, 0.95, 0.99):
        assert (found > level).mean() < 1.15 * (1 - level) + 0.006


@pytest.mark.parametrize("freedom", [1, 2, 3, 6, 7, 30, 199, 200, 201, 1000])
def test_students_distribution_is_the_area_under_its_curve(freedom):
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    steps = np.linspace(0, 3, 20_001)
    heights = scale * (1 + steps**2 / freedom) ** (-(freedom + 1) / 2)
    area = 0.5 + ((heights[1:] + heights[:-1]) / 2 * np.diff(steps)).sum()
    assert student_cdf(3, freedom) == pytest.approx(area, abs=3e-6)
    assert student_cdf(-3, freedom) == pytest.approx(1 - area, abs=3e-6)
    assert student_cdf(student_quantile(0.975, freedom), freedom) == pytest.approx(0.975)


def test_pairs_that_all_went_alike_leave_an_honest_interval():
    sweep = rating([0, 0, 0, 0, 20])
    assert (sweep.elo, sweep.high) == (math.inf, math.inf)
    assert 250 < sweep.low < elo_of(0.025 ** (1 / 40))  # a lower score would have shown a loss in forty games
    assert rating([20, 0, 0, 0, 0]).high == pytest.approx(-sweep.low)
    even = rating([0, 0, 1, 0, 0])
    assert even.elo == 0 and even.low < -300 and even.high > 300


@given(some_counts)
def test_swapping_the_players_turns_every_sign(counts):
    one, other = rating(counts), rating(counts[::-1])
    assert (one.elo, one.low, one.high) == pytest.approx((-other.elo, -other.high, -other.low))
    assert likelihood_of_superiority(counts) == pytest.approx(1 - likelihood_of_superiority(counts[::-1]))
    assert log_likelihood_ratio(counts, -5, 5) == pytest.approx(-log_likelihood_ratio(counts[::-1], -5, 5), abs=1e-6)


def test_no_difference_is_written_without_a_sign():
    assert [signed(elo) for elo in (0.0, -0.0, -0.4, 0.4, 0.6, -0.6, -math.inf)] == [*"0000", "+1", "-1", "-inf"]
    assert str(rating((0, 0, 3, 0, 0))).startswith("0 ±")


def test_superiority_of_many_pairs_is_a_normal_tail():
    counts = [500, 1000, 2000, 1050, 510]
    tail = standard.NormalDist(0.5, standard_error(counts)).cdf(mean_score(counts))
    assert likelihood_of_superiority(counts) == pytest.approx(tail, abs=0.005)


def test_a_few_pairs_are_never_certain_and_better_ones_say_more():
    results = ([0, 0, 1, 1, 0], [0, 0, 0, 2, 0], [0, 0, 0, 1, 1], [0, 0, 0, 0, 2])
    found = [likelihood_of_superiority(counts) for counts in results]
    assert 0.5 < found[0] < found[1] < found[2] < found[3] < 0.95
    assert likelihood_of_superiority([0, 0, 7, 0, 0]) == 0.5


def likeliest_under(counts, score):
    """The best log-likelihood of five chances with a given mean, by climbing in the three directions left free."""
    counts, points = np.maximum(np.array(counts, float), 1e-3), np.array(POINTS)
    rows = np.array([np.ones(5), points])
    free = np.linalg.svd(rows)[2][2:]  # directions that keep the sum and the mean
    share = np.linalg.lstsq(rows, np.array([1.0, score]), rcond=None)[0]
    tilt = np.full(5, 0.2)
    for _ in range(2000):  # a first point inside: multiply by powers until the mean fits
        tilt = tilt * np.exp(2 * (score - tilt @ points / tilt.sum()) * (points - 0.5))
        tilt /= tilt.sum()
    share = share + free.T @ (free @ (tilt - share))
    for _ in range(500):  # Newton within the free directions
        gradient = free @ (counts / share)
        curvature = (free * (counts / share**2)) @ free.T
        step = free.T @ np.linalg.solve(curvature, gradient)
        size = 1.0
        while (
            np.any(share + size * step <= 0)
            or (counts * np.log(np.maximum(share + size * step, 1e-300))).sum() < (counts * np.log(share)).sum() - 1e-12
        ):
            size /= 2
            if size < 1e-14:
                return float((counts * np.log(share)).sum())
        share = share + size * step
    return float((counts * np.log(share)).sum())


@pytest.mark.parametrize(
    "counts", [[5, 10, 20, 15, 10], [1, 2, 3, 4, 5], [0, 8, 80, 12, 1], [30, 5, 2, 5, 30], [0, 0, 3, 0, 40]]
)
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 10), (-5, 5), (50, 100)])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts, elo0, elo1):
    ratio = likeliest_under(counts, score_at(elo1)) - likeliest_under(counts, score_at(elo0))
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(ratio, abs=1e-5)


def test_the_ratio_is_near_its_normal_approximation():
    counts = [120, 240, 500, 260, 130]
    score0, score1 = score_at(0), score_at(5)
    near = (score1 - score0) * (2 * mean_score(counts) - score0 - score1) / (2 * standard_error(counts) ** 2)
    assert log_likelihood_ratio(counts, 0, 5) == pytest.approx(near, rel=0.02)


def test_the_bounds_are_walds():
    test = Sprt(0, 10)
    assert (test.lower, test.upper) == pytest.approx((-2.944438979166441, 2.944438979166440))
    assert test.llr([0] * 5) == 0 and test.verdict([0] * 5) is None
    assert test.verdict([0, 0, 0, 10, 300]) == "elo1"
    assert test.verdict([300, 10, 0, 0, 0]) == "elo0"


@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.1, 0.02)])
@pytest.mark.parametrize("is_stronger", [False, True])
def test_simulated_matches_are_judged_wrong_about_as_seldom_as_promised(is_stronger, alpha, beta):
    stronger = chances_of_pairs(50)
    test = Sprt(0, elo_of_pairs(stronger), alpha, beta)
    chances = stronger if is_stronger else chances_of_pairs(0)
    chance, matches, wrong = np.random.default_rng(7), 400, 0
    for _ in range(matches):
        counts = [0] * 5
        verdict = None
        while verdict is None:
            for result in chance.choice(5, size=4, p=chances).tolist():
                counts[result] += 1
            verdict = test.verdict(counts)
        wrong += verdict != ("elo1" if is_stronger else "elo0")
    promised = beta if is_stronger else alpha
    assert promised / 3 < wrong / matches < promised + 0.02


@pytest.mark.parametrize("bad", [(10, 0), (5, 5), (0, math.nan), (0, 1e9)])
def test_hypotheses_that_make_no_sense_are_refused(bad):
    with pytest.raises(ValueError, match="elo0"):
        Sprt(*bad)
