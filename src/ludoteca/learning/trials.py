"""Matches that say what a learned evaluation is good for: with which search, and whether it beats having none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from ludoteca.arena import Contest
from ludoteca.arena.executors import Executor
from ludoteca.arena.match import Standing, play_match
from ludoteca.play import Variant
from ludoteca.search.evaluation_file import LearnedEvaluation

ALPHABETA, TREE = "alphabeta", "mcts"
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Trial:
    """How a learned evaluation fared: the search that suits it, and its matches."""

    learned: LearnedEvaluation
    searches: Standing  # alpha-beta against trees, both judged by it
    untrained: Standing  # it against the search that the game has without it

    @property
    def is_better(self) -> bool:
        """Whether it won more than it lost."""
        return self.untrained.wins > self.untrained.losses


def try_out(
    variant: Variant,
    learned: LearnedEvaluation,
    folder: Path,
    *,
    ms: int,
    pairs: int,
    seed: int,
    on: Executor,
    tell: Tell,
) -> Trial:
    """Play the matches; the games are kept, so that a trial that was interrupted goes on."""
    file = folder / "evaluation.bin"
    file.write_bytes(learned.to_bytes())

    def match(name: str, first: str, second: str) -> Standing:
        contest = Contest(variant, (f"{first}:{ms}ms,eval={file}", second), pairs, seed=seed)
        path = folder / f"{name}.jsonl"
        with closing(play_match(contest, on=on, path=path, resume=path.exists())) as games:
            for _, standing in games:
                tell(f"{name}: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost of {2 * pairs}")
        return standing

    searches = match("alpha-beta against trees", ALPHABETA, f"{TREE}:{ms}ms,eval={file}")
    search = TREE if searches.losses > searches.wins else ALPHABETA
    untrained = match(f"{search} with it against the search without", search, f"search:{ms}ms,eval=own")
    told = (
        f"{_score(untrained)} against the search without it, {ms} ms a move",
        f"{_score(searches)} of alpha-beta against trees, {ms} ms a move",
    )
    return Trial(replace(learned, search=search, matches=told), searches, untrained)


def _score(standing: Standing) -> str:
    return f"{standing.wins} won, {standing.draws} drawn, {standing.losses} lost"
