"""The games of a study: every player against itself, evaluated position by position, and against the next stronger one.

They are a contest like any other, from the start of the game, and are stored in a results file; so an interrupted study
continues where it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from ludoteca.arena.contest import Contest
from ludoteca.arena.games import GameResult, Job, Opening, derived_seed
from ludoteca.arena.results import Results
from ludoteca.arena.study.players import StudyPlayer, work_of
from ludoteca.folders import data_folder
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game_sources import game_digest
from ludoteca.play import Variant
from ludoteca.play.game_statistics import GameStatistics
from ludoteca.search.auto_search import auto_method

RANDOM = "random"
MOVE_LIMIT_S = 600.0  # there are no clocks; only a player that will never answer is stopped
STRONG = 2  # players whose games count as strong play
MOST_JUDGING = 300_000  # positions in a game; if it takes more, only strong play is evaluated
JUDGE_NODES = {"alphabeta": 4_000, "mcts": 400}  # for the value of a position


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
