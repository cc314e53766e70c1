"""A league: everyone against everyone, and one Bradley-Terry fit that rates every bot on the same scale.

The chance that one bot beats another is logistic in the difference of their ratings, and a draw counts as half a win
for each.  The most likely ratings are found by Newton's method, their uncertainties from the observed information.  One
draw is added to each pairing that was played, so that a bot which won or lost everything has a finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.arena.contest import Contest
from ludoteca.arena.executors import ONE_PROCESS, Executor
from ludoteca.arena.games import GameResult
from ludoteca.arena.results import Results
from ludoteca.arena.statistics import Z95, signed

Matrix = npt.NDArray[np.float64]
ELO = 400 / math.log(10)  # Elo in one unit of log odds
PRIOR_DRAWS = 1.0  # added to each pairing that was played


@dataclass(frozen=True)
class Place:
    """A bot's line in the standings."""

    bot: str
    elo: float  # the mean of all bots is 0
    margin: float  # half of the 95 % interval
    points: float
    games: int
    faults: int
    late_moves: int = 0  # moves that exceeded its own time
    latest_ms: int = 0  # by how much at most

    @property
    def score(self) -> float:
        """The share of points, 0 without a game."""
        return self.points / self.games if self.games else 0.0


def fit(points: Matrix, *, prior_draws: float = PRIOR_DRAWS, penalty: Matrix | None = None) -> tuple[Matrix, Matrix]:
    """Ratings in Elo with mean 0 and their covariance, from points[i, j] scored by i against j.

    Bots that are not connected by games cannot be compared; their difference is 0, and every variance infinite.  The
    penalty, a quadratic form in log odds, counts against unlikely ratings.
    """
    played = points + points.T
    points = points + prior_draws / 2 * (played > 0)
    played = points + points.T
    bots = len(points)
    ratings = np.zeros(bots)
    mean = np.full((bots, bots), 1 / bots)
    penalty = np.zeros((bots, bots)) if penalty is None else penalty
    for _ in range(100):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        gradient = (points - played * expected).sum(axis=1) - penalty @ ratings
        weights = played * expected * expected.T
        information = np.diag(weights.sum(axis=1)) - weights + penalty
        step = np.linalg.pinv(information) @ gradient
        ratings += step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-12))  # no step of more than 2 log odds
        if np.abs(step).max() < 1e-10:
            break
    ratings -= ratings.mean()
    is_whole = np.linalg.matrix_rank(information + mean) == bots
    covariance: Matrix = np.full((bots, bots), np.inf)
    if is_whole:
        covariance[:] = ELO**2 * np.linalg.pinv(information)
    return ELO * ratings, covariance


def points_table(contest: Contest, results: Results) -> Matrix:
    """What each bot scored against each other."""
    points = np.zeros((len(contest.bots), len(contest.bots)))
    for game in results.games.values():
        first, second = game.seats
        points[first, second] += game.score_of(first)
        points[second, first] += game.score_of(second)
    return points


def standings(contest: Contest, results: Results) -> list[Place]:
    """The league by its results, best first."""
    points = points_table(contest, results)
    ratings, covariance = fit(points)
    faults, late_moves, latest_ms = ([0] * len(contest.bots) for _ in range(3))
    for game in results.games.values():
        for bot, moves, worst_ms in zip(game.seats, game.late_moves, game.latest_ms, strict=True):
            late_moves[bot] += moves
            latest_ms[bot] = max(latest_ms[bot], worst_ms)
        if game.fault is not None and game.winner is not None:
            faults[game.seats[1 - game.winner]] += 1
    places = [
        Place(
            bot,
            float(ratings[index]),
            Z95 * math.sqrt(covariance[index, index]),
            float(points[index].sum()),
            round(float((points[index] + points[:, index]).sum())),
            faults[index],
            late_moves[index],
            latest_ms[index],
        )
        for index, bot in enumerate(contest.names)
    ]
    return sorted(places, key=lambda place: -place.elo)


def play_league(
    contest: Contest, *, on: Executor = ONE_PROCESS, path: Path | None = None, resume: bool = False
) -> Generator[tuple[GameResult | None, Results], None, None]:
    """Play a league: each game as it ends, with all results so far; first of all, those there were."""
    with contest.results(path, resume=resume) as results:
        yield None, results
        with closing(contest.play(results, on=on)) as games:
            for game in games:
                yield game, results


def standings_text(places: list[Place]) -> str:
    """The table for people."""
    width = max(len("bot"), *(len(place.bot) for place in places))
    lines = [f"{'':>3} {'bot':{width}} {'Elo':>6} {'±':>5} {'points':>8} {'games':>6} {'score':>7} {'faults':>7}"]
    lines += [
        f"{number:>3} {place.bot:{width}} {signed(place.elo):>6} {place.margin:>5.0f} {place.points:>8g} "
        f"{place.games:>6} {place.score:>7.1%} {place.faults:>7}"
        for number, place in enumerate(places, 1)
    ]
    return "\n".join(lines)


def standings_json(places: list[Place]) -> list[dict[str, Any]]:
    """The table for programs."""
    return [
        {
            "bot": place.bot,
            "elo": place.elo,
            "margin_95": place.margin if math.isfinite(place.margin) else None,
            "points": place.points,
            "games": place.games,
            "score": place.score,
            "faults": place.faults,
            "late_moves": place.late_moves,
            "latest_ms": place.latest_ms,
        }
        for place in places
    ]
