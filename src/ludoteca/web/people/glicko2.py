"""Glicko-2: how strong a player seems, how sure that is, and what a result changes.

After Mark Glickman, "Example of the Glicko-2 system" (2013), with two additions: deviations grow with the time since
the last game, in fractions of a period, and the first player's advantage is part of the expectation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

SCALE = 173.7178  # rating points in a unit of the internal scale
BEGINNING, UNKNOWN = 1500.0, 350.0  # of someone who has played no rated game
VOLATILITY, TAU = 0.06, 0.5  # the usual one, and how much it may change
PROVISIONAL = 110.0  # the deviation beyond which a rating says little
SUREST = 45.0  # a deviation never falls below this, so that a rating stays able to move
PERIOD_DAYS = 4.66  # after a year without a game, a deviation of 60 has become 110: provisional again
KNOWN = 40.0  # an advantage with a larger deviation is not shown
CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in one game at one speed."""

    rating: float = BEGINNING
    deviation: float = UNKNOWN
    volatility: float = VOLATILITY

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known to compare it with others."""
        return self.deviation > PROVISIONAL

    def after(self, days: float) -> Rating:
        """The same, some days without a game later: nobody knows whether the player has changed."""
        grown = math.hypot(self.deviation, SCALE * self.volatility * math.sqrt(max(0.0, days) / PERIOD_DAYS))
        return replace(self, deviation=min(UNKNOWN, grown))


@dataclass(frozen=True, slots=True)
class Result:
    """A game: against whom, with how many points, and how many rating points the seat was worth."""

    opponent: Rating
    points: float  # 1, 0.5 or 0
    advantage: float = 0.0  # in rating points, for the player


def weight_of(deviation: float) -> float:
    """How much a game against someone with this deviation counts: g in the paper."""
    return 1 / math.sqrt(1 + 3 * (deviation / SCALE / math.pi) ** 2)


def expected(player: Rating, opponent: Rating, advantage: float = 0.0) -> float:
    """The points that a player can expect against an opponent: E in the paper."""
    lead = (player.rating + advantage - opponent.rating) / SCALE
    return 1 / (1 + math.exp(-weight_of(opponent.deviation) * lead))


def rated(player: Rating, results: Iterable[Result], *, surest: float = SUREST) -> Rating:
    """The rating after some games of one period, in which at least one was played."""
    played = list(results)
    weights = [weight_of(game.opponent.deviation) for game in played]
    chances = [expected(player, game.opponent, game.advantage) for game in played]
    variance = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, chances, strict=True))
    surprise = sum(g * (game.points - e) for g, e, game in zip(weights, chances, played, strict=True))
    deviation = player.deviation / SCALE
    volatility = _new_volatility(player.volatility, deviation, variance, variance * surprise)
    new = 1 / math.sqrt(1 / (deviation**2 + volatility**2) + 1 / variance)
    rating = player.rating + SCALE * new**2 * surprise
    return Rating(rating, min(UNKNOWN, max(surest, SCALE * new)), volatility)


def _new_volatility(old: float, deviation: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the root of f, by the Illinois method."""
    start = math.log(old**2)

    def f(x: float) -> float:
        spread = deviation**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > deviation**2 + variance:
        high = math.log(delta**2 - deviation**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


@dataclass(frozen=True, slots=True)
class Advantage:
    """What it is worth to play first in a game, in rating points, as finished games have shown."""

    points: float = 0.0
    deviation: float = 100.0  # before any game: about nothing is known
    games: int = 0

    @property
    def is_known(self) -> bool:
        """Whether enough games have been played to say something."""
        return self.deviation <= KNOWN

    def learned(self, first: Rating, second: Rating, points: float) -> Advantage:
        """After one more game, with the points of the first player.

        A surprise teaches about both ratings and the advantage, about each as much as it was unknown.
        """
        unknown = first.deviation**2 + second.deviation**2 + self.deviation**2
        g = weight_of(math.sqrt(unknown)) / SCALE
        e = 1 / (1 + math.exp(-g * (first.rating + self.points - second.rating)))
        left = 1 / (1 / unknown + g * g * e * (1 - e))  # what is unknown about the difference after the game
        share = self.deviation**2 / unknown
        variance = self.deviation**2 - share**2 * (unknown - left)
        return Advantage(self.points + share * left * g * (points - e), math.sqrt(variance), self.games + 1)
