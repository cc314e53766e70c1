"""Calibration: the ten levels of a game, equally spaced in Elo, found by short matches between neighbours.

Players of some strengths (`bots.levels`) play their neighbours, with more strengths between those that are far
apart, until it is known how Elo grows with strength.  Then ten levels are placed and play their neighbours, which
yields more data, and are placed better.  What to play next depends only on the games played so far, and each game is
stored in a file; so an interrupted calibration continues where it was, and ends as it would have.
"""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from ludoteca.arena.contest import MOVE_LIMIT_S, OPENING_PLIES
from ludoteca.arena.executors import Executor
from ludoteca.arena.games import GameResult, Job, Opening, PickledBot
from ludoteca.arena.league import Matrix, fit
from ludoteca.arena.locked_lines import LockedLines
from ludoteca.arena.openings import openings
from ludoteca.arena.results import BadResults
from ludoteca.arena.statistics import Z95, Rating, rating
from ludoteca.bots.levels import DIGITS, LEVELS, STRONGEST, WEAKEST, Rung, bot_at, ladder_of, rung_at
from ludoteca.compiler.game_sources import game_digest
from ludoteca.folders import data_folder, make_private_folder
from ludoteca.play import Variant
from ludoteca.play.playouts import collect_statistics
from ludoteca.search.auto_search import auto_method
from ludoteca.search.learned_evaluation import learned_for

FORMAT = 1  # of the games file
LEAST_STEP, MOST_STEP = 100, 250  # Elo between neighbouring levels
BEGINNER = 200  # Elo of the first level over random play, if the game has room for it
BEGINNER_SHARE = 0.25  # of the way from random play to the strongest, at most
BEST_BEGINNER = 400  # Elo over random play, if ten levels from a weaker one on would be too far apart
WIDEST_AIM = 220  # Elo between levels as placed; as measured, some are further apart
WIDE = 300  # Elo: between strengths further apart, another one is tried
NARROWEST = 0.3  # the smallest difference in strength for which that is done
FIRST_TRIED = (0.0, 3.0, 6.0, STRONGEST)
BATCH = 4  # pairs played between two evaluations
BEND = 0.6  # how much the slope of Elo over strength usually changes per unit of strength, in log odds
ROUNDS = 3  # of placing the levels
PLIES_SHARE = 1 / 6  # the opening is at most this share of a random game
RANDOM = "random"

Player = float | str  # a strength, or a bot's spec


@dataclass(frozen=True)
class Step:
    """How much stronger a level is than the one below, and how many pairs they played."""

    elo: Rating
    pairs: int


class GameFile(LockedLines):
    """The second player's points in each game."""

    holds = "games of a calibration"
    error = BadResults

    def __init__(self, path: Path | None) -> None:
        self.points: dict[tuple[str, str, int, int], float] = {}
        if path is not None:
            make_private_folder(path.parent)
        super().__init__(path)

    def take(self, line: Any) -> None:
        """Read a game's points."""
        first, second, pair, game, points = line
        self.points[first, second, pair, game] = points

    def add(self, first: str, second: str, pair: int, game: int, points: float) -> None:
        """Store a game."""
        self.points[first, second, pair, game] = points
        self.keep([first, second, pair, game, points])


class Calibration:
    """One game's levels, from the first match to the table."""

    def __init__(
        self, variant: Variant, games: GameFile, *, pairs: int = 24, seed: int = 1, most_nodes: int | None = None
    ) -> None:
        self.variant, self.games, self.pairs, self.seed, self.most_nodes = variant, games, pairs, seed, most_nodes
        self.method = auto_method(variant)
        self.steps: list[Player] = []  # the strengths of the levels, without duplicates
        self._players: list[Player] = []  # those that play, in the order in which they were added
        self._allowed: dict[tuple[str, str], int] = {}  # by labels: how many pairs of two players count so far
        self._wanted: dict[tuple[tuple[int, int], int], tuple[tuple[str, str], int]] = {}  # labels and game, by job
        self._pickled: dict[float, PickledBot] = {}
        typical = collect_statistics(variant, 50, seed=seed).mean_plies
        plies = min(OPENING_PLIES, int(typical * PLIES_SHARE))
        self._openings: list[Opening] = []
        self._more_openings = openings(variant, plies, seed)

    # --- what is to be played

    def next_games(self) -> list[Job]:
        """What must be played before anything else is known; empty once the levels are known."""
        self._forget_plan()
        chain: list[Player] = [RANDOM, *FIRST_TRIED]
        while True:
            if jobs := self._missing(chain, max(BATCH, self.pairs // 2)):
                return jobs
            more = self._strengths_between(chain)
            if not more:
                break
            chain = [RANDOM, *sorted({*chain[1:], *more}, key=float)]
        for _ in range(ROUNDS):
            self.steps = self._placed()
            if jobs := self._missing(self.steps, self.pairs):
                return jobs
            is_even = all(LEAST_STEP <= step.elo.elo <= MOST_STEP for step in self.measured())
            if is_even and len(self._placed()) == len(self.steps):
                break
        return []

    def _forget_plan(self) -> None:
        """Plan again, so that the same games lead to the same plan whenever they became known."""
        self._players, self._allowed, self._wanted, self.steps = [], {}, {}, []

    def _strengths_between(self, chain: list[Player]) -> list[float]:
        """Strengths to try where neighbours are far apart, and below the weakest until it is a beginner."""
        elo, strengths = self.elo(), [float(each) for each in chain[1:]]
        more = [
            round((low + high) / 2, DIGITS)
            for low, high in pairwise(strengths)
            if elo[high] - elo[low] > WIDE and high - low > NARROWEST
        ]
        if elo[strengths[0]] > _beginner(elo) and strengths[0] > WEAKEST:
            more.append(max(WEAKEST, strengths[0] - 1))
        return more

    def _placed(self) -> list[Player]:
        """Strengths equally spaced in Elo, as many as possible at LEAST_STEP or more, at most ten."""
        elo = self.elo()
        strengths = sorted(float(each) for each in elo if each != RANDOM)
        climb = np.maximum.accumulate([elo[each] for each in strengths])  # more thinking does no harm
        top = float(climb[-1])
        bottom = max(float(climb[0]), _beginner(elo))
        count = min(len(LEVELS), 1 + int((top - bottom) / LEAST_STEP))
        slope = climb + 1e-6 * np.arange(len(climb))
        wanted = np.interp(np.linspace(bottom, top, count), slope, strengths) if count > 1 else [STRONGEST]
        placed = [round(float(each), DIGITS) for each in wanted]
        placed[-1] = STRONGEST
        return list(dict.fromkeys(placed))

    def _missing(self, chain: Sequence[Player], most: int) -> list[Job]:
        """The next games of all neighbours about whom not enough is known."""
        self._players += [player for player in chain if player not in self._players]
        for lower, higher in pairwise(chain):
            labels = self._labels(lower, higher)
            self._allowed[labels] = max(most, self._allowed.get(labels, 0))
        return [job for lower, higher in pairwise(chain) for job in self._next_of(lower, higher, most)]

    def _next_of(self, lower: Player, higher: Player, most: int) -> Iterator[Job]:
        played = sum(self.counts(lower, higher))
        if played and played % BATCH == 0 and self._is_clear(lower, higher):
            return
        for pair in range(min(most, BATCH * (played // BATCH + 1)) if played < most else 0):
            for game in range(2):
                if (*self._labels(lower, higher), pair, game) not in self.games.points:
                    yield self._job(lower, higher, pair, game)

    def _is_clear(self, lower: Player, higher: Player) -> bool:
        """Whether they are known to be too close or too far apart: then the exact distance does not matter."""
        known = rating(self.counts(lower, higher))
        return known.low > MOST_STEP or known.high < LEAST_STEP

    # --- what was found

    def counts(self, lower: Player, higher: Player) -> tuple[int, ...]:
        """How many pairs gave the stronger player 0, 1/2, 1, 3/2 and 2 points."""
        counts = [0] * 5
        labels = self._labels(lower, higher)
        for pair in range(self._allowed[labels]):
            first, second = (self.games.points.get((*labels, pair, game)) for game in range(2))
            if first is not None and second is not None:
                counts[round(2 * (first + second))] += 1
        return tuple(counts)

    def elo(self) -> dict[Player, float]:
        """All players on one scale, with random play (or the first of them) at 0."""
        ratings, _ = self._fitted()
        anchor = ratings[self._players.index(RANDOM)] if RANDOM in self._players else ratings[0]
        return {each: float(ratings[number] - anchor) for number, each in enumerate(self._players)}

    def _fitted(self) -> tuple[Matrix, Matrix]:
        """The ratings of all players and their covariance, from all games together."""
        by_label = {self.label(each): number for number, each in enumerate(self._players)}
        points = np.zeros((len(self._players), len(self._players)))
        for (first, second, pair, _), scored in self.games.points.items():
            if pair < self._allowed.get((first, second), 0):
                points[by_label[second], by_label[first]] += scored
                points[by_label[first], by_label[second]] += 1 - scored
        return fit(points, penalty=self._roughness())

    def _roughness(self) -> Matrix:
        """The penalty for a curve of Elo over strength: changes of its slope.

        So neighbours inform each other, and a few lucky games do not create a step of their own.
        """
        strengths = sorted((each, number) for number, each in enumerate(self._players) if isinstance(each, float))
        penalty = np.zeros((len(self._players), len(self._players)))
        for (low, first), (middle, second), (high, third) in zip(strengths, strengths[1:], strengths[2:], strict=False):
            change = np.zeros(len(self._players))
            change[first], change[third] = 1 / (middle - low), 1 / (high - middle)
            change[second] = -change[first] - change[third]
            penalty += np.outer(change, change) / (BEND**2 * (high - low) / 2)
        return penalty

    def measured(self) -> list[Step]:
        """How far each step is above the one below, by all games together."""
        ratings, covariance = self._fitted()
        steps = []
        for lower, higher in pairwise(self.steps):
            low, high = self._players.index(lower), self._players.index(higher)
            elo = float(ratings[high] - ratings[low])
            spread = covariance[low, low] + covariance[high, high] - 2 * covariance[low, high]
            margin = Z95 * math.sqrt(max(0.0, float(spread)))
            steps.append(Step(Rating(elo, elo - margin, elo + margin), sum(self.counts(lower, higher))))
        return steps

    def step_of(self, level: int) -> int:
        """The step that a level is on."""
        return round((level - 1) * (len(self.steps) - 1) / (len(LEVELS) - 1))

    def rungs(self) -> list[Rung]:
        """The ten levels."""
        return [self._rung(float(self.steps[self.step_of(level)])) for level in LEVELS]

    def _rung(self, strength: float) -> Rung:
        return rung_at(self.method, strength, self.most_nodes)

    # --- playing

    def play(self, on: Executor) -> Generator[int, None, None]:
        """Play until the levels are known; yields the number of games so far, after each."""
        jobs = _Batches(self)
        while jobs.refill():
            with closing(on.play_all(jobs, move_limit_s=MOVE_LIMIT_S)) as results:
                for result in results:
                    self._keep(result)
                    jobs.outstanding -= 1
                    yield len(self.games.points)

    def _keep(self, result: GameResult) -> None:
        labels, game = self._wanted.pop(result.key)
        self.games.add(*labels, result.pair, game, result.score_of(result.seats[1 - game]))

    def _job(self, lower: Player, higher: Player, pair: int, game: int) -> Job:
        while len(self._openings) <= pair:
            self._openings.append(next(self._more_openings))
        seats = (self._players.index(lower), self._players.index(higher))
        if game == 1:
            seats = seats[::-1]
        self._wanted[seats, pair] = self._labels(lower, higher), game
        return Job(
            self.variant.name,
            self.variant.changed_options,
            tuple(map(self._sent, self._players)),
            seats,
            pair,
            self._openings[pair],
            self.seed,
        )

    def _sent(self, player: Player) -> str | PickledBot:
        """A player in the form that is sent to other processes."""
        if isinstance(player, str):
            return player
        if player not in self._pickled:
            bot = bot_at(self.method, player, self.most_nodes)
            self._pickled[player] = PickledBot(bot.name, pickle.dumps(bot))
        return self._pickled[player]

    def _labels(self, lower: Player, higher: Player) -> tuple[str, str]:
        return self.label(lower), self.label(higher)

    def label(self, player: Player) -> str:
        """A player's label in the file: its search limits, so that it is never mistaken for another."""
        if isinstance(player, str):
            return player
        end = ["solves"] if player == STRONGEST else []
        return " ".join([self.method, json.dumps(self._rung(player).to_json()), *end])


class Check(Calibration):
    """The current levels, measured but not changed."""

    def next_games(self) -> list[Job]:
        """All pairs of all neighbours."""
        self._forget_plan()
        self.steps = [f"level{level}" for level in LEVELS]
        return self._missing(self.steps, self.pairs)

    def _is_clear(self, lower: Player, higher: Player) -> bool:  # noqa: ARG002 (all pairs are wanted)
        return False

    def label(self, player: Player) -> str:
        """A level and what it looks at."""
        return f"{player} {json.dumps(self.rungs()[LEVELS.index(int(str(player)[5:]))].to_json())}"

    def rungs(self) -> list[Rung]:
        """The ten levels."""
        return list(ladder_of(self.variant.game))


class _Batches:
    """Jobs for `play_all`, one batch at a time: the iterator ends with each batch, and continues after `refill`."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self.outstanding = 0
        self._waiting: list[Job] = []

    def refill(self) -> bool:
        """Begin the next batch; False if nothing is left to play."""
        self._waiting = self.calibration.next_games()[::-1]
        self.outstanding = len(self._waiting)
        return bool(self._waiting)

    def __iter__(self) -> _Batches:
        return self

    def __next__(self) -> Job:
        if not self._waiting and (self.outstanding or not self.refill()):
            raise StopIteration
        return self._waiting.pop()


def _beginner(elo: dict[Player, float]) -> float:
    """The Elo of the first level."""
    span = max(elo.values()) - elo[RANDOM]
    usual = min(BEGINNER, BEGINNER_SHARE * span)
    return elo[RANDOM] + min(max(usual, span - WIDEST_AIM * (len(LEVELS) - 1)), BEST_BEGINNER)


def games_file(variant: Variant, seed: int) -> Path:
    """Where the games of a calibration are stored: anything that changes how games are played changes the file."""
    options = "".join(f"-{name}={quote(value, safe='')}" for name, value in variant.changed_options.items())
    learned = learned_for(variant)
    evaluation = "" if learned is None else f"-{learned.digest}"
    name = f"{variant.name}-{game_digest(variant.game.source)}{evaluation}-{seed}{options}.jsonl"
    return data_folder() / "calibrations" / name


def verdict(calibration: Calibration) -> str:
    """A summary of the levels in one sentence."""
    steps = calibration.measured()
    if len(calibration.steps) < len(LEVELS):
        held = f"{len(calibration.steps)} step{'s' if len(calibration.steps) > 1 else ''}"
        return f"{calibration.variant.title} does not hold ten levels {LEAST_STEP} Elo apart: {held} for ten levels."
    off = sum(not LEAST_STEP <= step.elo.elo <= MOST_STEP for step in steps)
    aim = f"{LEAST_STEP} to {MOST_STEP} Elo"
    return f"All steps are {aim}." if not off else f"{off} of {len(steps)} steps are not {aim}, as measured."
