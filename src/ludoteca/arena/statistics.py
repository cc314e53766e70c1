"""What the results of colour-swapped pairs mean: Elo with its uncertainty, likelihood of superiority, SPRT.

The two games of a pair share an opening, so they are not independent; pairs are.  A pair gives 0, 1/2, 1, 3/2 or 2
points: five counts ("pentanomial"), from which everything here is computed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

Counts = Sequence[int]  # how many pairs gave 0, 1/2, 1, 3/2, 2 points
POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # as shares of a pair
Z95 = 1.959963984540054  # 95% of a normal distribution lies within
INDEPENDENT = 0.5  # the variance of a pair of independent games, in units of one game's
BEFORE = 2  # pairs that this assumption counts as, before the first was played
EXACT_FREEDOM = 200  # degrees of freedom of Student's t beyond which it is approximated
UNSEEN = 1e-3  # replaces a count of 0 in likelihoods, so that no result is considered impossible


def elo_of(score: float) -> float:
    """The Elo difference at which a player is expected to score this much; infinite for 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_at(elo: float) -> float:
    """The expected score of a player who is this many Elo stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def mean_score(counts: Counts) -> float:
    """The share of points won."""
    return sum(count * points for count, points in zip(counts, POINTS, strict=True)) / sum(counts)


def standard_error(counts: Counts) -> float:
    """Of the mean score, from the spread of the pairs; 0 if all pairs gave the same."""
    mean = mean_score(counts)
    spread = sum(count * (points - mean) ** 2 for count, points in zip(counts, POINTS, strict=True))
    return math.sqrt(spread) / sum(counts)


def signed(elo: float) -> str:
    """A difference in whole Elo with its sign; 0 has none."""
    text = f"{elo:+.0f}"
    return "0" if text[1:] == "0" else text


@dataclass(frozen=True)
class Rating:
    """A difference in Elo with its 95% interval."""

    elo: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        if math.isinf(self.elo) or math.isinf(self.margin):
            return f"{signed(self.elo)} [{signed(self.low)}, {signed(self.high)}]"
        return f"{signed(self.elo)} ± {self.margin:.0f}"


@dataclass(frozen=True)
class Evidence:
    """What pairs say about the long-run score: one curve, from which every statement is read.

    How surprising the mean of the pairs would be if a given score were true is measured in standard errors, using the
    error at that score (a score test, like Wilson's), and judged by Student's t, since the error is itself estimated.
    The interval and the likelihood of superiority are two readings of this curve, so they always agree.

    The variance of a pair is `ratio` times that of a single game at the same score.  Before the first pair it is
    assumed to be one half, that of two independent games, and this counts as much as BEFORE pairs. So a few pairs with
    the same result are never considered certain, and say as much as their games would separately.
    """

    mean: float
    pairs: int
    ratio: float

    @property
    def freedom(self) -> int:
        """Degrees of freedom of the estimated error."""
        return self.pairs - 1 + BEFORE

    def likelihood_above(self, score: float) -> float:
        """How likely it is that the true score is higher than this, which is neither 0 nor 1."""
        error = math.sqrt(self.ratio * score * (1 - score) / self.pairs)
        return student_cdf((self.mean - score) / error, self.freedom)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """The scores that are neither too low nor too high to be true, with equal tail probabilities."""
        surprise = student_quantile((1 + level) / 2, self.freedom) ** 2 * self.ratio / self.pairs
        middle = (self.mean + surprise / 2) / (1 + surprise)
        half = math.sqrt(surprise * self.mean * (1 - self.mean) + surprise**2 / 4) / (1 + surprise)
        low = 0.0 if self.mean == 0 else max(middle - half, 0.0)
        high = 1.0 if self.mean == 1 else min(middle + half, 1.0)
        return low, high


def evidence(counts: Counts) -> Evidence:
    """What these pairs say."""
    mean, pairs = mean_score(counts), sum(counts)
    single = mean * (1 - mean)
    if single == 0:  # every game was won, or every one lost: there is no spread to measure
        return Evidence(mean, pairs, INDEPENDENT)
    spread = (standard_error(counts) * pairs) ** 2
    return Evidence(mean, pairs, (spread + BEFORE * INDEPENDENT * single) / ((pairs - 1 + BEFORE) * single))


def rating(counts: Counts) -> Rating:
    """Elo from pairs, with its 95% interval: all differences for which this result would not be a surprise."""
    low, high = evidence(counts).interval()
    return Rating(elo_of(mean_score(counts)), elo_of(low), elo_of(high))


def likelihood_of_superiority(counts: Counts) -> float:
    """How likely the first player is to be stronger; above 97.5% exactly when the interval is above 0."""
    return evidence(counts).likelihood_above(0.5)


def student_cdf(value: float, freedom: int) -> float:
    """The share of Student's t distribution below a value; to two millionths with many degrees of freedom."""
    if freedom > EXACT_FREEDOM:
        normal = value * (1 - 1 / (4 * freedom)) / math.sqrt(1 + value**2 / (2 * freedom))
        return NormalDist().cdf(normal)
    angle = math.atan(value / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    term, total = (cosine, 0.0) if freedom % 2 else (1.0, 0.0)
    for step in range(1 + freedom % 2, freedom, 2):
        total += term
        term *= cosine**2 * step / (step + 1)
    within = sine * total
    return 0.5 + ((angle + within) / math.pi if freedom % 2 else within / 2)


@cache
def student_quantile(share: float, freedom: int) -> float:
    """The value below which a share of one half or more of Student's t distribution lies."""
    low, high = 0.0, 1.0
    while student_cdf(high, freedom) < share:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_cdf(middle, freedom) < share else (low, middle)
    return (low + high) / 2


def log_likelihood_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """How much better the hypothesis `elo1` explains the pairs than `elo0` does.

    Each hypothesis is represented by the most likely of all distributions over the five results that have its expected
    score (the generalised sequential probability ratio test, as used in chess testing).
    """
    seen = [float(count) if count else UNSEEN for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    tilt0, tilt1 = _tilt(shares, score_at(elo0)), _tilt(shares, score_at(elo1))
    return total * sum(
        share * math.log((1 + tilt0 * (points - score_at(elo0))) / (1 + tilt1 * (points - score_at(elo1))))
        for share, points in zip(shares, POINTS, strict=True)
    )


def _tilt(shares: Sequence[float], score: float) -> float:
    """The multiplier with which share / (1 + multiplier * (points - score)) is a distribution of that mean.

    The sum below falls from +infinity to -infinity between the two poles, so bisection finds its only zero.
    """
    low, high = -1 / (1 - score), 1 / score
    for _ in range(64):
        middle = (low + high) / 2
        excess = sum(
            share * (points - score) / (1 + middle * (points - score))
            for share, points in zip(shares, POINTS, strict=True)
        )
        if excess > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(frozen=True)
class Sprt:
    """A sequential test of whether the difference is `elo1` or more, rather than `elo0` or less."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # how often it may say yes when elo0 is true
    beta: float = 0.05  # how often it may say no when elo1 is true

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1 or max(abs(self.elo0), abs(self.elo1)) > 2000:
            raise ValueError("elo0 must be less than elo1, both between -2000 and 2000")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta must be between 0 and 0.5")

    @property
    def lower(self) -> float:
        """At this LLR or less, elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this LLR or more, elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The log-likelihood ratio; 0 before the first pair."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1) if sum(counts) else 0.0

    def verdict(self, counts: Counts) -> str | None:
        """`"elo1"`, `"elo0"`, or None while undecided."""
        llr = self.llr(counts)
        if llr >= self.upper:
            return "elo1"
        return "elo0" if llr <= self.lower else None
