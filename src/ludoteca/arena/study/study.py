"""A study from its first game to its findings."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing

from ludoteca.arena.executors import Executor
from ludoteca.arena.results import Results
from ludoteca.arena.study.contest import games_file, study_contest, study_players
from ludoteca.arena.study.findings import Findings, find_out
from ludoteca.folders import make_private_folder
from ludoteca.play import Variant
from ludoteca.play.playouts import collect_statistics

RANDOM_GAMES = 2000


class Study:
    """One variant of a game; its games are stored in a file, so that it can be interrupted at any time."""

    def __init__(self, variant: Variant, *, games: int, levels: Sequence[int] = (), seed: int = 1) -> None:
        self.variant = variant
        self.typical = collect_statistics(variant, RANDOM_GAMES, seed=seed)
        self.players = study_players(variant, self.typical, levels)
        self.contest = study_contest(variant, self.players, games, seed, self.typical)
        self.path = games_file(self.contest)

    @property
    def levels(self) -> list[int]:
        """The levels that play."""
        return [player.level for player in self.players]

    def play(self, on: Executor) -> Generator[int, None, None]:
        """Play the remaining games; yields the number of games, at first and after each."""
        with self._results() as results, closing(self.contest.play(results, on=on)) as played:
            known = sum(len(self.contest.games_of(results, each)) for each in self.contest.pairings)
            yield known
            for count, _ in enumerate(played, known + 1):
                yield count

    def findings(self) -> Findings:
        """What was found out, once all games are played."""
        with self._results() as results:
            return find_out(self.contest, self.players, results, self.typical)

    def _results(self) -> Results:
        make_private_folder(self.path.parent)
        return self.contest.results(self.path, resume=True)
