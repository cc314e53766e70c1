"""Measures of replayed games: numbers with their 95% intervals, who led when, and when it was decided."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import fmean, stdev

import numpy as np

from ludoteca.arena.games import GameResult, Opening
from ludoteca.arena.statistics import INDEPENDENT, Evidence, evidence, student_quantile
from ludoteca.play import Position, Variant
from ludoteca.search.report import scale_of
from ludoteca.search.values import expected_score

LEAD = 0.05  # beyond one half: the winning chance of a player who leads
POINTS = 21  # of a curve over the game
SURE = 0.995  # on either side, if several measures are compared: 99% instead of 95%
COMEBACK = 0.3  # a player whose chance was once this low, and who won, came back


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


def smoothed(chances: Sequence[float], end: float) -> list[float]:
    """A curve of chances without the zigzag of searches, which are more optimistic for the player to move.

    Each value counts twice and its neighbours once, so that what alternates with the turn cancels out; certain values
    are unchanged.  `end` is the game's result.
    """
    first = chances[1:2] or chances[:1]  # before the first value, the second is repeated
    whole = [*first, *chances, end]
    return [
        chance if chance in (0, 1) else (whole[place] + 2 * chance + whole[place + 2]) / 4
        for place, chance in enumerate(chances)
    ]


def leader(chance: float) -> int | None:
    """Who leads at this winning chance of the first player; None if it is about even."""
    if abs(chance - 0.5) < LEAD:
        return None
    return 0 if chance > 0.5 else 1


def lead_changes(chances: Sequence[float]) -> int:
    """How often one player took the lead from the other; a lead that is lost and regained is no change."""
    leaders = [seat for seat in map(leader, chances) if seat is not None]
    return sum(earlier != later for earlier, later in pairwise(leaders))


def decided_at(chances: Sequence[float], winner: int) -> float:
    """The share of the game after which the winner led for good: 0 at the start, 1 with the last move."""
    without = [ply for ply, chance in enumerate(chances, 1) if leader(chance) != winner]
    return without[-1] / len(chances) if without else 0.0


def lowest_chance(chances: Sequence[float], player: int) -> float:
    """The lowest winning chance a player ever had."""
    return min(chance if player == 0 else 1 - chance for chance in chances)


def along(values: Sequence[float], points: int = POINTS) -> list[float]:
    """A curve over the moves of a game, sampled at equal shares of it, so that games of any length can be compared."""
    return [float(each) for each in np.interp(np.linspace(0, 1, points), np.linspace(0, 1, len(values)), values)]


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean, with an interval from this many games; a single one has no interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, -math.inf, math.inf)
    margin = student_quantile(0.975, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Estimate(mean, mean - margin, mean + margin)


def share_of(count: int, total: int) -> Estimate:
    """How often something happens that happened this often."""
    return Estimate(count / total, *Evidence(count / total, total, 1.0).interval())


def first_score(points: Sequence[float]) -> Estimate:
    """The first player's score; two consecutive games are a pair and may be correlated."""
    counts = [0] * 5
    for first, second in zip(points[::2], points[1::2], strict=False):
        counts[round(2 * (first + second))] += 1
    known = evidence(counts)
    return Estimate(known.mean, *known.interval())


def score_of_many(first_wins: int, draws: int, games: int) -> Estimate:
    """The same for independent games."""
    mean = (first_wins + draws / 2) / games
    return Estimate(mean, *Evidence(mean, max(1, games // 2), INDEPENDENT).interval())


def quantiles(values: Sequence[float]) -> tuple[float, ...]:
    """The minimum, the 10, 25, 50, 75 and 90% quantiles, and the maximum."""
    return tuple(float(each) for each in np.quantile(values, (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)))


def difference(first: Sequence[float], second: Sequence[float]) -> Estimate | None:
    """How far the mean of the second is above that of the first, with a 99% interval; None if there are too few."""
    if len(first) < 2 or len(second) < 2:
        return None
    spreads = stdev(first) ** 2 / len(first), stdev(second) ** 2 / len(second)
    freedom = min(len(first), len(second)) - 1  # a conservative choice
    margin = student_quantile(SURE, freedom) * math.sqrt(sum(spreads))
    value = fmean(second) - fmean(first)
    return Estimate(value, value - margin, value + margin)


@dataclass(frozen=True, eq=False)
class Replayed:
    """A game and all of its positions except the last."""

    result: GameResult
    positions: tuple[Position, ...]
    codes: tuple[int, ...]  # of the moves

    @property
    def plies(self) -> int:
        """The game's length."""
        return len(self.codes)

    @cached_property
    def choices(self) -> list[int]:
        """How many moves there were to choose from, each time."""
        return [len(position.codes) for position in self.positions]

    @cached_property
    def chances(self) -> list[float]:
        """The first player's winning chance in each position, if evaluated."""
        band = scale_of(self.positions[0].variant).draw_band if self.positions else 0.0
        return smoothed([expected_score(value, band) for value in self.result.values], self.first_points)

    @property
    def first_points(self) -> float:
        """1, 1/2 or 0 for the first player."""
        return 0.5 if self.result.winner is None else 1.0 - self.result.winner


def replayed(variant: Variant, opening: Opening, result: GameResult) -> Replayed:
    """Replay a game."""
    position = opening.position(variant)
    positions, codes = [], []
    for text in result.moves:
        code = code_of(position, text)
        positions.append(position)
        codes.append(code)
        step = position.follow(code)
        assert step is not None
        position = step[1]
    return Replayed(result, tuple(positions), tuple(codes))


def code_of(position: Position, text: str) -> int:
    """The code of a legal move; if its parts suffice, without naming every other move."""
    for kind, values, _ in position.variant.game.kinds.read(text):
        if min(values, default=0) >= 0 and all(part.function is None for part in kind.parts.values()):
            code = kind.code(*values)
            if code in position.codes and position.named_code(code).text == text:
                return code
    found = position.named(text)
    assert found is not None, text
    return found.code
