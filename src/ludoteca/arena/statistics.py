"""What the results of colour-swapped pairs say: Elo with its uncertainty, likelihood of superiority, SPRT.

The two games of a pair share an opening, so they are not independent; pairs are.  A pair gives 0, 1/2, 1, 3/2 or 2
points: five counts ("pentanomial"), from which everything here is computed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Counts = Sequence[int]  # how many pairs gave 0, 1/2, 1, 3/2, 2 points
POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # as shares of a pair
Z95 = 1.959963984540054  # of a normal distribution, 95 % lies within
UNTRIED = 0.5  # what each result counts before the first pair, where a likelihood of superiority is asked for
UNSEEN = 1e-3  # stands for a count of 0 in likelihoods, so that no result is held to be impossible


def elo_of(score: float) -> float:
    """The difference in Elo at which a player is expected to score so much; infinite for 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_at(elo: float) -> float:
    """What a player so many Elo stronger is expected to score."""
    return 1 / (1 + 10 ** (-elo / 400))


def mean_score(counts: Counts) -> float:
    """The share of points won."""
    return sum(count * points for count, points in zip(counts, POINTS, strict=True)) / sum(counts)


def standard_error(counts: Counts) -> float:
    """Of the mean score, from the spread of the pairs; 0 when all pairs gave the same."""
    mean = mean_score(counts)
    spread = sum(count * (points - mean) ** 2 for count, points in zip(counts, POINTS, strict=True))
    return math.sqrt(spread) / sum(counts)


def signed(elo: float) -> str:
    """A difference in whole Elo with its sign; 0 has none."""
    text = f"{elo:+.0f}"
    return "0" if text[1:] == "0" else text


@dataclass(frozen=True)
class Rating:
    """A difference in Elo with its 95 % interval."""

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


def rating(counts: Counts) -> Rating:
    """Elo from pairs, with all differences that would not have made such a result a surprise.

    A score interval (Wilson's) with as many games as the spread of the pairs is worth: unlike a mean with an error to
    either side it is right for few pairs too, and for scores near all or nothing.  When all pairs gave the same there
    is no spread to go by; then the interval admits every chance of another result that would have stayed unseen in one
    contest out of forty.
    """
    mean, pairs = mean_score(counts), sum(counts)
    error = standard_error(counts)
    if error > 0:
        error *= math.sqrt(pairs / (pairs - 1))
        surprise = _student95(pairs - 1) ** 2 * error**2 / (mean * (1 - mean))  # z^2 / n
        middle = (mean + surprise / 2) / (1 + surprise)
        half = math.sqrt(surprise * mean * (1 - mean) + surprise**2 / 4) / (1 + surprise)
        low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    else:
        unseen = 1 - 0.025 ** (1 / pairs)
        low, high = mean * (1 - unseen), mean + (1 - mean) * unseen
    return Rating(elo_of(mean), elo_of(low), elo_of(high))


def _student95(freedom: int) -> float:
    """Within how many errors 95 % lies when the error is itself estimated: Student's t, by its expansion."""
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def likelihood_of_superiority(counts: Counts) -> float:
    """How likely it is that the first player is the stronger one.

    What is expected of a pair is held to be any mixture of the five results (a Dirichlet distribution, beginning with
    half a pair of each, as Jeffreys would); the pairs narrow it down.  So a few pairs never make it certain, whatever
    they were, and each better result makes it likelier.
    """
    weights = [count + UNTRIED for count in counts]
    total = sum(weights)
    mean = sum(weight * points for weight, points in zip(weights, POINTS, strict=True)) / total
    square = sum(weight * points**2 for weight, points in zip(weights, POINTS, strict=True)) / total
    error = math.sqrt((square - mean**2) / (total + 1))
    return 0.5 * (1 + math.erf((mean - 0.5) / error / math.sqrt(2)))


def log_likelihood_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """How much better the hypothesis `elo1` explains the pairs than `elo0` does.

    Of all distributions over the five results with the expected score of a hypothesis, the likeliest stands for it
    (the generalised sequential probability ratio test, as chess testers use it).
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

    The sum below falls from +infinity to -infinity between the two poles, so halving finds its only zero.
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
        """`"elo1"`, `"elo0"`, or None while nothing is decided."""
        llr = self.llr(counts)
        if llr >= self.upper:
            return "elo1"
        return "elo0" if llr <= self.lower else None
