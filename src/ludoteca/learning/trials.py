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
from ludoteca.search.learned_evaluation import LearnedEvaluation
from ludoteca.search.tree_search import TRUSTED_SHARE, TRUSTED_VISITS

ALPHABETA, TREE = "alphabeta", "mcts"
SURE = 0.95  # how likely it must be that one is stronger, to say so
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Way:
    """A way to use a learned evaluation."""

    words: str
    search: str
    plays_out: bool = False

    def bot(self, ms: int, file: Path) -> str:
        """The bot that plays so."""
        beside_playouts = f",cutoff=0,trust={TRUSTED_VISITS},share={TRUSTED_SHARE}" if self.plays_out else ""
        return f"{self.search}:{ms}ms,eval={file}{beside_playouts}"


WAYS = (
    Way("alpha-beta", ALPHABETA),
    Way("trees that it judges", TREE),
    Way("trees that play on to the end", TREE, plays_out=True),
)


@dataclass(frozen=True)
class Trial:
    """How a learned evaluation fared: it knows the way that suits it and its matches; and the match without it."""

    learned: LearnedEvaluation
    untrained: Standing  # it against the search that the game has without it

    @property
    def is_surely_better(self) -> bool:
        """Whether the match leaves little doubt that it is stronger."""
        return self.untrained.los is not None and self.untrained.los >= SURE

    @property
    def verdict(self) -> str:
        """Which is better, with it or without it, and how surely."""
        likelihood = self.untrained.los
        if likelihood is None:
            return "which is stronger was not tried"
        if likelihood >= SURE:
            return f"stronger with it than without: {self.untrained}"
        if likelihood <= 1 - SURE:
            return f"weaker with it than without: {self.untrained}"
        return f"which is stronger, with it or without, is not certain: {self.untrained}"


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

    def match(name: str, first: str, second: str, *, fresh: int) -> Standing:
        contest = Contest(variant, (first, second), pairs, seed=seed + fresh)
        path = folder / f"{name.replace(' ', '-')}.jsonl"
        with closing(play_match(contest, on=on, path=path, resume=path.exists())) as games:
            for _, standing in games:
                tell(f"{name}: {_score(standing)} of {2 * pairs}")
        return standing

    best, told = WAYS[0], []
    for other in WAYS[1:]:
        name = f"{best.words} against {other.words}"
        standing = match(name, best.bot(ms, file), other.bot(ms, file), fresh=0)
        told.append(f"{_score(standing)}: {name}, {ms} ms a move")
        best = other if standing.losses > standing.wins else best
    # Other openings than those by which the way was chosen: else it would look better than it is.
    name = f"{best.words} against the search without it"
    untrained = match(name, best.bot(ms, file), f"search:{ms}ms,eval=own", fresh=1)
    told.append(f"{_score(untrained)}: {name}, {ms} ms a move")
    return Trial(replace(learned, search=best.search, plays_out=best.plays_out, matches=tuple(told)), untrained)


def _score(standing: Standing) -> str:
    return f"{standing.wins} won, {standing.draws} drawn, {standing.losses} lost"
