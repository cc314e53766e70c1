"""The games of a study: every player against itself, evaluated position by position, and against the next stronger one.

They are a contest like any other, from the start of the game, and are stored in a results file; so an interrupted study
continues where it was.

The players are levels of the game, from the weakest to the strongest that is quick enough.  All are limited by nodes
alone, so that a seed gives the same games on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.arena.contest import Contest
from ludoteca.arena.games import GameResult, Job, Opening, derived_seed
from ludoteca.arena.results import Results
from ludoteca.bots.levels import LEVELS, LevelBot, Rung, ladder_of
from ludoteca.compiler.game_sources import game_digest
from ludoteca.errors import BadOption, LudotecaError
from ludoteca.folders import data_folder
from ludoteca.kernel.declare import Game
from ludoteca.play import Variant
from ludoteca.play.playouts import GameStatistics
from ludoteca.search.auto_search import auto_method

SKILLS = 5  # levels, unless specified
MOST_WORK = 3_000_000  # positions that a player may search in a game, unless levels are specified
IN_PLAYOUT = 0.3  # the work of passing through a position in a playout, relative to searching it
LEAST_SPREAD = 0.05  # with none at all a level would play the same game again and again
AMONG = 4  # moves, if that spread is all that a level has
RANDOM = "random"
MOVE_LIMIT_S = 600.0  # there are no clocks; only a player that will never answer is stopped
STRONG = 2  # players whose games count as strong play
MOST_JUDGING = 300_000  # positions in a game; if it takes more, only strong play is evaluated
JUDGE_NODES = {"alphabeta": 4_000, "mcts": 400}  # for the value of a position


@dataclass(frozen=True)
class StudyPlayer:
    """A level as it plays in a study."""

    level: int
    rung: Rung
    words: str  # what it does

    @property
    def name(self) -> str:
        """Its name in reports."""
        return f"level {self.level}"

    def bot(self) -> LevelBot:
        """The player; its name states its full strength, so that its games are never mistaken for another's."""
        return LevelBot(f"{self.name} ({self.words})", self.level, None, self.rung)


def study_players(variant: Variant, typical: GameStatistics, levels: Sequence[int] = ()) -> list[StudyPlayer]:
    """The levels that were asked for, or a selection from the first to the highest that is not too slow."""
    for level in levels:
        if level not in LEVELS:
            raise BadOption(f"there is no level {level}; the levels are {LEVELS[0]} to {LEVELS[-1]}")
    chosen = sorted(set(levels)) or _spaced(_highest(variant.game, typical))
    players: list[StudyPlayer] = []
    for level in chosen:
        rung = _by_nodes(ladder_of(variant.game)[level - 1])
        if not players or rung != players[-1].rung:  # in a game with fewer distinct levels, some are the same
            players.append(StudyPlayer(level, rung, rung.words(auto_method(variant))))
    return players


def work_of(game: Game, nodes: int, typical: GameStatistics) -> float:
    """How many positions this many nodes per move are in a game; a playout passes through half a game on average."""
    positions = IN_PLAYOUT * typical.mean_plies / 2 if auto_method(Variant(game)) == "mcts" else 1.0
    return typical.mean_plies * nodes * positions


def _highest(game: Game, typical: GameStatistics) -> int:
    moves = round(typical.mean_choices)
    nodes = {level: rung.limits(moves).nodes or 0 for level, rung in zip(LEVELS, ladder_of(game), strict=True)}
    return max((level for level in LEVELS if work_of(game, nodes[level], typical) <= MOST_WORK), default=LEVELS[0])


def _spaced(highest: int) -> list[int]:
    """Evenly spaced levels, including the first and the highest."""
    return sorted({round(float(level)) for level in np.linspace(LEVELS[0], highest, SKILLS)})


def _by_nodes(rung: Rung) -> Rung:
    """The same strength without a clock, and with a little randomness if it has none."""
    if rung.spread >= LEAST_SPREAD:
        return replace(rung, time_ms=None)
    return replace(rung, time_ms=None, spread=LEAST_SPREAD, among=AMONG)


class StudyFailed(LudotecaError):
    """A player could not finish a game; the message says why."""


@dataclass(frozen=True)
class StudyContest(Contest):
    """Random play is bot 0; every player is listed twice, since no bot can have both seats of a game."""

    judge_nodes: int = 0
    judged: int = 0  # how many players, the strongest ones, have their games evaluated

    @property
    def skills(self) -> range:
        """The players by number, weakest first."""
        return range((len(self.bots) - 1) // 2)

    def mirror(self, skill: int) -> tuple[int, int]:
        """The two seats of a player that plays against itself."""
        return 2 * skill + 1, 2 * skill + 2

    @cached_property
    def links(self) -> list[tuple[int, int]]:
        """Each player, random play first, and the next stronger one."""
        return list(pairwise([0, *(self.mirror(skill)[0] for skill in self.skills)]))

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Each against itself, then each against the next stronger one."""
        return [*map(self.mirror, self.skills), *self.links]

    @property
    def header(self) -> dict[str, Any]:
        """That of a contest, and how positions are evaluated."""
        return {**super().header, "judge_nodes": self.judge_nodes, "judged": self.judged}

    def check_result(self, result: GameResult) -> None:
        """A fault of one of our own players is not a result."""
        if result.fault:
            raise StudyFailed(result.reason)

    def games_of(self, results: Results, pairing: tuple[int, int]) -> list[GameResult]:
        """Its games so far, in the order of the openings."""
        found = (results.games.get((seats, pair)) for pair in range(self.pairs) for seats in (pairing, pairing[::-1]))
        return [game for game in found if game is not None]

    def _job(self, seats: tuple[int, int], pair: int, opening: Opening) -> Job:
        job = super()._job(seats, pair, opening)
        is_judged = tuple(sorted(seats)) in set(map(self.mirror, self.skills[-self.judged :]))
        return replace(job, judge_nodes=self.judge_nodes) if is_judged else job


def study_contest(
    variant: Variant, players: list[StudyPlayer], games: int, seed: int, typical: GameStatistics
) -> StudyContest:
    """The contest in which each player plays this many games against itself, and as many against the next one."""
    bots = [player.bot() for player in players for _ in range(2)]
    nodes = JUDGE_NODES[auto_method(variant)]
    is_quick = work_of(variant.game, nodes, typical) <= MOST_JUDGING
    return StudyContest(
        variant,
        (RANDOM, *bots),
        pairs=max(1, games // 2),
        opening_plies=0,  # a random move would change who has the advantage
        seed=seed,
        move_limit_s=MOVE_LIMIT_S,
        opening_tolerance=1.0,  # random setups are taken as they come
        judge_nodes=nodes,
        judged=len(players) if is_quick else min(STRONG, len(players)),
    )


def games_file(contest: StudyContest) -> Path:
    """Where its games are stored: a changed game, other players or another seed change the file."""
    variant, header = contest.variant, sorted(contest.header.items())
    name = f"{variant.name}-{game_digest(variant.game.source)}-{derived_seed(header):016x}.jsonl"
    return data_folder() / "studies" / name
