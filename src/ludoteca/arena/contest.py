"""A contest: bots, pairings, openings; every pairing plays each opening twice with seats swapped."""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from pathlib import Path
from typing import Any

from ludoteca.arena.executors import Executor
from ludoteca.arena.games import GameResult, Job, Opening, PickledBot
from ludoteca.arena.openings import TOLERANCE, by_playouts, by_search, openings
from ludoteca.arena.results import Results
from ludoteca.bots import BotLike, check_plays
from ludoteca.bots.foreign_bots import name_of
from ludoteca.errors import LudotecaError
from ludoteca.play import Variant

OPENING_PLIES = 6
MOVE_LIMIT_S = 60.0  # generous: a first move may have to wait for the compiler


@dataclass(frozen=True)
class Contest:
    """Who plays what, from which openings, for how long."""

    variant: Variant
    bots: tuple[BotLike, ...]  # specs, objects that choose moves, or classes of such objects
    pairs: int  # per pairing
    opening_plies: int = OPENING_PLIES
    seed: int = 1
    move_limit_s: float = MOVE_LIMIT_S
    balance_nodes: int = 0  # of the search that judges whether an opening is even; 0: by random games
    overtime_ms: int | None = None  # a bot that exceeds its own time by this much loses; None: it is only reported
    opening_tolerance: float = TOLERANCE  # how far from even an opening may be, in the first player's score

    def check(self) -> None:
        """Raise any error with a bot before anything is played."""
        for bot in self.bots:
            check_plays(bot, self.variant.name)
        _ = self.sent

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots' names, all different: specs as they are, objects and classes by name."""
        names: list[str] = []
        for bot in self.bots:
            name = bot if isinstance(bot, str) else name_of(bot)
            same = sum(1 for known in names if known == name or known.startswith(f"{name} ("))
            names.append(name if isinstance(bot, str) or not same else f"{name} ({same + 1})")
        return tuple(names)

    @cached_property
    def sent(self) -> tuple[str | PickledBot, ...]:
        """The bots in the form that is sent to other processes."""
        return tuple(
            bot if isinstance(bot, str) else PickledBot(name, _pickled(bot, name))
            for bot, name in zip(self.bots, self.names, strict=True)
        )

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Everyone against everyone."""
        return list(combinations(range(len(self.bots)), 2))

    @property
    def games(self) -> int:
        """The number of games to play."""
        return 2 * self.pairs * len(self.pairings)

    @property
    def header(self) -> dict[str, Any]:
        """What identifies this contest, in the first line of its results."""
        return {
            "game": self.variant.name,
            "options": self.variant.changed_options,
            "bots": list(self.names),
            "opening_plies": self.opening_plies,
            "seed": self.seed,
            "move_limit_s": self.move_limit_s,
            "balance_nodes": self.balance_nodes,
            **({} if self.overtime_ms is None else {"overtime_ms": self.overtime_ms}),
            **({} if self.opening_tolerance == TOLERANCE else {"opening_tolerance": self.opening_tolerance}),
        }

    def results(self, path: Path | None = None, *, resume: bool = False) -> Results:
        """Its results file; the number of pairs may differ when it is resumed."""
        self.check()
        return Results(self.header, path, resume=resume)

    def play(self, results: Results, *, on: Executor) -> Generator[GameResult, None, None]:
        """Play the remaining games; each is written to the results before it is yielded."""
        with closing(on.play_all(self.jobs(results), move_limit_s=self.move_limit_s)) as games:
            for result in games:
                self.check_result(result)
                results.add_game(result)
                yield result

    def check_result(self, result: GameResult) -> None:
        """Raise an error if a game must not count; here all do, since a fault is the bot's own."""

    def jobs(self, results: Results) -> Iterator[Job]:
        """The games not yet played, opening by opening, so that an early end leaves all pairings equally far."""
        known = tuple(results.openings)
        judge = by_search(self.balance_nodes) if self.balance_nodes else by_playouts
        source = openings(
            self.variant, self.opening_plies, self.seed, judge=judge, tolerance=self.opening_tolerance, known=known
        )
        for pair, opening in enumerate(islice(source, self.pairs)):
            if pair == len(results.openings):
                results.add_opening(opening)
            for first, second in self.pairings:
                for seats in ((first, second), (second, first)):
                    if (seats, pair) not in results.games:
                        yield self._job(seats, pair, opening)

    def _job(self, seats: tuple[int, int], pair: int, opening: Opening) -> Job:
        options = self.variant.changed_options
        return Job(self.variant.name, options, self.sent, seats, pair, opening, self.seed, self.overtime_ms)


def _pickled(bot: BotLike, name: str) -> bytes:
    try:
        return pickle.dumps(bot)
    except Exception as error:  # whatever an object raises
        raise LudotecaError(
            f"the bot {name} cannot be sent to the processes that play: {error}; "
            "a spec such as py:file.py:Class makes it there"
        ) from error
