"""A match: two bots, colour-swapped pairs, Elo and SPRT, results on disk, resumed where it was left."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.arena.contest import Contest
from ludoteca.arena.executors import ONE_PROCESS, Executor
from ludoteca.arena.games import GameResult, Opening
from ludoteca.arena.statistics import Rating, Sprt, likelihood_of_superiority, mean_score, rating


@dataclass(frozen=True)
class Standing:
    """The state of a match, from its first bot's point of view."""

    bots: tuple[str, ...]
    counts: tuple[int, ...]  # pairs that gave 0, 1/2, 1, 3/2, 2 points
    wins: int  # games, including those of unfinished pairs
    draws: int
    losses: int
    faults: tuple[int, int]  # games that each bot lost by a crash, a hang, an illegal move or overtime
    slowest_ms: tuple[int, int]
    late_moves: tuple[int, int] = (0, 0)  # each bot's moves that exceeded its own time
    latest_ms: tuple[int, int] = (0, 0)  # by how much at most
    repeated: int = 0  # games that repeated an earlier one move for move
    sprt: Sprt | None = None

    @property
    def pairs(self) -> int:
        """Pairs of which both games are over."""
        return sum(self.counts)

    @property
    def score(self) -> float | None:
        """The share of points in complete pairs."""
        return mean_score(self.counts) if self.pairs else None

    @property
    def rating(self) -> Rating | None:
        """Elo."""
        return rating(self.counts) if self.pairs else None

    @property
    def los(self) -> float | None:
        """The likelihood that the first bot is stronger."""
        return likelihood_of_superiority(self.counts) if self.pairs else None

    @property
    def llr(self) -> float | None:
        """The SPRT's log-likelihood ratio, if there is an SPRT."""
        return None if self.sprt is None else self.sprt.llr(self.counts)

    @property
    def verdict(self) -> str | None:
        """The SPRT's decision, if there is one."""
        return None if self.sprt is None else self.sprt.verdict(self.counts)

    def __str__(self) -> str:
        if self.rating is None or self.los is None:
            return "no pair is over yet"
        parts = [f"{self.pairs} pair{'s' if self.pairs > 1 else ''}", f"{self.rating} Elo", f"LOS {self.los:.1%}"]
        if self.sprt is not None:
            bounds = f"({self.sprt.lower:.2f}, {self.sprt.upper:.2f}) [{self.sprt.elo0:g}, {self.sprt.elo1:g}]"
            parts.append(f"LLR {self.llr:.2f} {bounds}")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """For programs; infinite or unknown values are null."""
        elo = self.rating
        answer: dict[str, Any] = {
            "bots": list(self.bots),
            "pairs": self.pairs,
            "pentanomial": list(self.counts),
            "games": {"wins": self.wins, "draws": self.draws, "losses": self.losses},
            "faults": list(self.faults),
            "slowest_ms": list(self.slowest_ms),
            "late_moves": list(self.late_moves),
            "latest_ms": list(self.latest_ms),
            "repeated": self.repeated,
            "score": self.score,
            "elo": None if elo is None else finite(elo.elo),
            "elo_95": None if elo is None else [finite(elo.low), finite(elo.high)],
            "los": self.los,
        }
        if self.sprt is not None:
            answer["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "alpha": self.sprt.alpha,
                "beta": self.sprt.beta,
                "bounds": [self.sprt.lower, self.sprt.upper],
                "llr": self.llr,
                "verdict": self.verdict,
            }
        return answer


def finite(number: float) -> float | None:
    """The number, or None if JSON cannot express it."""
    return number if math.isfinite(number) else None


class Tally:
    """The games of a match, counted as they come."""

    def __init__(self, contest: Contest, sprt: Sprt | None = None) -> None:
        if len(contest.bots) != 2:
            raise ValueError(f"a match has two bots, not {len(contest.bots)}")
        self.bots, self.sprt = contest.names, sprt
        self.counts = [0] * 5
        self.halves: dict[int, float] = {}  # by pair: the result of its first finished game
        self.scores = Counter[float]()
        self.faults, self.slowest_ms = [0, 0], [0, 0]
        self.late_moves, self.latest_ms = [0, 0], [0, 0]
        self.ways: set[tuple[Any, ...]] = set()  # sequences of moves so far
        self.repeated = 0

    def add(self, game: GameResult, opening: Opening | None = None) -> None:
        """Count one more game, from its opening."""
        way = game.seats, opening, game.moves
        self.repeated += way in self.ways and game.fault is None
        self.ways.add(way)
        score = game.score_of(0)
        self.scores[score] += 1
        if game.pair in self.halves:
            self.counts[round(2 * (self.halves.pop(game.pair) + score))] += 1
        else:
            self.halves[game.pair] = score
        for seat, bot in enumerate(game.seats):
            self.slowest_ms[bot] = max(self.slowest_ms[bot], game.slowest_ms[seat])
            self.late_moves[bot] += game.late_moves[seat]
            self.latest_ms[bot] = max(self.latest_ms[bot], game.latest_ms[seat])
        if game.fault is not None and game.winner is not None:
            self.faults[game.seats[1 - game.winner]] += 1

    def standing(self) -> Standing:
        """The current state of the match."""
        return Standing(
            self.bots,
            tuple(self.counts),
            self.scores[1.0],
            self.scores[0.5],
            self.scores[0.0],
            (self.faults[0], self.faults[1]),
            (self.slowest_ms[0], self.slowest_ms[1]),
            (self.late_moves[0], self.late_moves[1]),
            (self.latest_ms[0], self.latest_ms[1]),
            self.repeated,
            self.sprt,
        )


def play_match(
    contest: Contest,
    *,
    on: Executor = ONE_PROCESS,
    path: Path | None = None,
    resume: bool = False,
    sprt: Sprt | None = None,
) -> Generator[tuple[GameResult | None, Standing], None, None]:
    """Play a match of two bots; yields each game as it ends with the state of the match, and first the initial state.

    It ends after all pairs, or as soon as the SPRT has decided.
    """
    tally = Tally(contest, sprt)
    with contest.results(path, resume=resume) as results:
        for game in results.games.values():
            tally.add(game, results.openings[game.pair])
        yield None, tally.standing()
        if tally.standing().verdict is not None:
            return
        with closing(contest.play(results, on=on)) as games:
            for game in games:
                tally.add(game, results.openings[game.pair])
                now = tally.standing()
                yield game, now
                if now.verdict is not None:
                    return
