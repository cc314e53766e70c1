"""The findings of a study: everything that its report says, as numbers; and how two variants differ."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from ludoteca.arena.executors import Executor
from ludoteca.arena.games import GameResult
from ludoteca.arena.results import Results
from ludoteca.arena.statistics import elo_of, rating
from ludoteca.arena.study.contest import (
    RANDOM,
    STRONG,
    StudyContest,
    StudyPlayer,
    games_file,
    study_contest,
    study_players,
)
from ludoteca.arena.study.measures import (
    COMEBACK,
    Estimate,
    Replayed,
    along,
    decided_at,
    difference,
    first_score,
    lead_changes,
    lowest_chance,
    mean_of,
    quantiles,
    replayed,
    score_of_many,
    share_of,
)
from ludoteca.arena.study.move_choices import MoveChoices, move_choices
from ludoteca.arena.study.option_effects import OptionEffect, dead_options, differences, option_effects, sample_lines
from ludoteca.folders import make_private_folder
from ludoteca.play import Variant
from ludoteca.play.playouts import GameStatistics, collect_statistics

FORMAT = 1  # of the JSON
STEP = elo_of(0.75)  # of skill: the stronger player wins three games out of four
NUMBER = re.compile(r"\d+")
MEASURES = ("first_points", "draws", "plies", "choices", "lead_changes", "decided")


@dataclass(frozen=True)
class SkillFindings:
    """What the games of one player against itself were like."""

    name: str
    words: str  # what it does
    games: int
    first_score: Estimate
    draws: Estimate
    plies: Estimate
    plies_quantiles: tuple[float, ...]  # see `measures.quantiles`; () for random play, of which only means are known
    choices: Estimate  # moves to choose from
    lead_changes: Estimate | None  # per game; None if not evaluated
    decided: Estimate | None  # the share of the game after which the winner led for good
    comebacks: Estimate | None  # share of the decided games
    repeated: int  # games that repeated an earlier one move for move


@dataclass(frozen=True)
class SkillStep:
    """A player against the next stronger one."""

    lower: str
    higher: str
    games: int
    score: float  # of the stronger one
    elo: Estimate
    is_bound: bool  # all games were won: the step is at least this high


@dataclass(frozen=True)
class Curves:
    """How strong games go, at equal shares of a game."""

    winner_chances: tuple[tuple[float, ...], ...]  # of the eventual winner: lower quartile, median, upper quartile
    choices: tuple[float, ...]  # moves to choose from, on average
    decided: tuple[float, ...]  # the share of the games that are decided by then


@dataclass(frozen=True)
class StrongGames:
    """Numbers of single games of the strongest players, by which two variants are compared."""

    first_points: tuple[float, ...]
    draws: tuple[float, ...]
    plies: tuple[float, ...]
    choices: tuple[float, ...]
    lead_changes: tuple[float, ...]
    decided: tuple[float, ...]


@dataclass(frozen=True)
class Findings:
    """All of it."""

    variant: Variant
    seed: int
    skills: tuple[SkillFindings, ...]  # random play first
    steps: tuple[SkillStep, ...]
    most_choices: int
    longest: int
    strong_names: tuple[str, ...]  # the players of the following
    curves: Curves
    strong: StrongGames
    endings: dict[str, int]  # how strong games ended, in words without numbers
    cut_off: int  # strong games that were drawn because of their length
    moves: MoveChoices
    options: tuple[OptionEffect, ...]
    strong_replays: tuple[Replayed, ...] = field(repr=False)

    @property
    def elo_span(self) -> float:
        """From random play to the strongest player."""
        return sum(step.elo.value for step in self.steps)

    @property
    def elo_margin(self) -> float:
        """Half the interval of the span; steps are measured independently."""
        return math.sqrt(sum(((step.elo.high - step.elo.low) / 2) ** 2 for step in self.steps if not step.is_bound))

    @property
    def is_span_bound(self) -> bool:
        """Whether the span is only a lower bound, since a step could not be measured."""
        return any(step.is_bound for step in self.steps)

    @property
    def skill_steps(self) -> float:
        """How many levels of skill that is, each of which wins three out of four games against the one below."""
        return max(0.0, self.elo_span) / STEP

    @property
    def dead_options(self) -> list[str]:
        """Options that never changed anything."""
        return dead_options(self.options)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        told: dict[str, Any] = _finite(
            {
                "format": FORMAT,
                "game": self.variant.name,
                "title": self.variant.title,
                "options": self.variant.changed_options,
                "seed": self.seed,
                "skills": [asdict(skill) for skill in self.skills],
                "steps": [asdict(step) for step in self.steps],
                "elo_span": round(self.elo_span),
                "elo_margin": round(self.elo_margin),
                "elo_span_is_at_least": self.is_span_bound,
                "levels_of_skill": round(self.skill_steps, 1),
                "most_choices": self.most_choices,
                "strong_players": list(self.strong_names),
                "curves": asdict(self.curves),
                "endings": self.endings,
                "cut_off": self.cut_off,
                "moves": {
                    "positions": self.moves.positions,
                    "groups": [asdict(group) for group in self.moves.groups],
                    "cells": {kind: [asdict(group) for group in groups] for kind, groups in self.moves.cells.items()},
                    "never_pay": [group.what for group in self.moves.never_paid],
                },
                "option_effects": [asdict(effect) for effect in self.options],
                "dead_options": self.dead_options,
            }
        )
        return told


def find_out(
    contest: StudyContest, players: Sequence[StudyPlayer], results: Results, typical: GameStatistics
) -> Findings:
    """Everything that the games of a study show."""
    variant = contest.variant
    replays = [
        [
            replayed(variant, results.openings[game.pair], game)
            for game in contest.games_of(results, contest.mirror(skill))
        ]
        for skill in contest.skills
    ]
    strong = [game for games in replays[-STRONG:] for game in games]
    names = [player.name for player in players]
    return Findings(
        variant=variant,
        seed=contest.seed,
        skills=(_of_random_play(typical), *(_of_player(*each) for each in zip(players, replays, strict=True))),
        steps=tuple(
            _step(lower, higher, contest.games_of(results, link), link[1])
            for link, lower, higher in zip(contest.links, [RANDOM, *names], names, strict=False)
        ),
        most_choices=max(
            [typical.most_choices, *(count for games in replays for game in games for count in game.choices)]
        ),
        longest=variant.longest,
        strong_names=tuple(names[-STRONG:]),
        curves=_curves(strong),
        strong=_numbers(strong),
        endings=_endings(strong),
        cut_off=sum(game.plies >= variant.longest and game.result.winner is None for game in strong),
        moves=move_choices(variant, strong),
        options=tuple(option_effects(variant, strong, contest.seed)),
        strong_replays=tuple(strong),
    )


def _of_random_play(typical: GameStatistics) -> SkillFindings:
    def certain(mean: float) -> Estimate:
        return Estimate(mean, mean, mean)

    return SkillFindings(
        RANDOM,
        "any legal move",
        typical.games,
        score_of_many(typical.first_wins, typical.draws, typical.games),
        share_of(typical.draws, typical.games),
        certain(typical.mean_plies),
        (),
        certain(typical.mean_choices),
        None,
        None,
        None,
        0,
    )


def _of_player(player: StudyPlayer, games: list[Replayed]) -> SkillFindings:
    won = _won(games) if games[0].chances else []
    return SkillFindings(
        player.name,
        player.words,
        len(games),
        first_score([game.first_points for game in games]),
        share_of(sum(game.result.winner is None for game in games), len(games)),
        mean_of([game.plies for game in games]),
        quantiles([game.plies for game in games]),
        mean_of([float(np.mean(game.choices)) for game in games]),
        mean_of([lead_changes(game.chances) for game in games]) if games[0].chances else None,
        mean_of([decided_at(game.chances, winner) for game, winner in won]) if won else None,
        share_of(sum(lowest_chance(game.chances, winner) < COMEBACK for game, winner in won), len(won))
        if won
        else None,
        len(games) - len({(str(game.positions[0]), game.codes) for game in games}),
    )


def _won(games: Iterable[Replayed]) -> list[tuple[Replayed, int]]:
    """The games that somebody won, with the winner."""
    return [(game, game.result.winner) for game in games if game.result.winner is not None]


def _step(lower: str, higher: str, games: Sequence[GameResult], stronger: int) -> SkillStep:
    """How much stronger the second is; if it won all games, the least that is likely."""
    points = [game.score_of(stronger) for game in games]
    counts = [0] * 5
    for first, second in zip(points[::2], points[1::2], strict=True):
        counts[round(2 * (first + second))] += 1
    known = rating(counts)
    is_bound = known.elo == math.inf
    elo = known.low if is_bound else known.high if known.elo == -math.inf else known.elo
    return SkillStep(
        lower, higher, len(games), sum(points) / len(points), Estimate(elo, known.low, known.high), is_bound
    )


def _curves(games: Sequence[Replayed]) -> Curves:
    won = _won(games)
    chances = [
        along([chance if winner == 0 else 1 - chance for chance in game.chances] + [1.0]) for game, winner in won
    ]
    quartiles = np.quantile(chances, (0.25, 0.5, 0.75), axis=0).tolist() if won else []
    shares = np.linspace(0, 1, len(along([0.0])))
    decided = [decided_at(game.chances, winner) for game, winner in won]
    return Curves(
        tuple(map(tuple, quartiles)),
        tuple(np.mean([along(game.choices) for game in games], axis=0).tolist()),
        tuple(float(np.mean([at <= share + 1e-9 for at in decided])) for share in shares) if won else (),
    )


def _numbers(games: Sequence[Replayed]) -> StrongGames:
    return StrongGames(
        tuple(game.first_points for game in games),
        tuple(float(game.result.winner is None) for game in games),
        tuple(float(game.plies) for game in games),
        tuple(float(np.mean(game.choices)) for game in games),
        tuple(float(lead_changes(game.chances)) for game in games),
        tuple(decided_at(game.chances, winner) for game, winner in _won(games)),
    )


def _endings(games: Iterable[Replayed]) -> dict[str, int]:
    return dict(Counter(NUMBER.sub("…", game.result.reason) for game in games).most_common())


def _finite(found: Any) -> Any:
    """The same with null for numbers that JSON cannot express."""
    if isinstance(found, float):
        return round(found, 4) if math.isfinite(found) else None
    if isinstance(found, dict):
        return {key: _finite(value) for key, value in found.items()}
    return [_finite(value) for value in found] if isinstance(found, list | tuple) else found


@dataclass(frozen=True)
class Comparison:
    """How the second variant differs from the first."""

    first: Findings
    second: Findings
    rules: dict[str, int]  # in how many of the first one's games the rules of the second change something, and what
    rules_games: int
    measures: dict[str, Estimate | None]  # how much more of it the second has, in strong games

    @property
    def different(self) -> list[str]:
        """The measures that differ by more than chance explains."""
        return [name for name, by in self.measures.items() if by is not None and not by.low <= 0 <= by.high]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "variants": [self.first.to_json(), self.second.to_json()],
            "rules_differ": {"games": self.rules_games, "changed": self.rules},
            "differences": {name: None if by is None else asdict(by) for name, by in self.measures.items()},
            "different": self.different,
        }


def compare(first: Findings, second: Findings) -> Comparison:
    """Compare the games of the strongest players."""
    lines = sample_lines(first.variant, first.strong_replays, first.seed)
    measures = {name: difference(getattr(first.strong, name), getattr(second.strong, name)) for name in MEASURES}
    return Comparison(first, second, differences(first.variant, second.variant, lines), len(lines), measures)


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
