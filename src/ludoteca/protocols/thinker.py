"""One background search at a time for a protocol: begun by `go`, ended by a limit or by `stop`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca.bots import Limits, find_bot
from ludoteca.play import Move, Position
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.auto_search import AutoSearch
from ludoteca.search.background import BackgroundWork
from ludoteca.search.report import Report
from ludoteca.search.tree_search import TreeSearch

SEARCHERS = {"search": AutoSearch, "alphabeta": AlphaBeta, "mcts": TreeSearch}  # by the names of their bots
OVERHEAD_MS = 20  # between our answer and the manager's clock
SHARE, MOST_SHARE, INCREMENT_SHARE = 1 / 25, 0.5, 0.75  # of what is left on the clock


@dataclass(frozen=True)
class EngineSettings:
    """What thinks: a bot's spec, and further settings of searchers."""

    bot: str = "search"
    threads: int = 1
    megabytes: int = 64
    lines: int = 1
    seed: int | None = None


@dataclass(frozen=True)
class Task:
    """What to think about, and for how long."""

    position: Position
    limits: Limits
    waits: bool = False  # for `stop`, even if nothing is left to think about


def clock_budget_ms(left_ms: int, increment_ms: int) -> int:
    """How long to think about one move of many."""
    wanted = left_ms * SHARE + increment_ms * INCREMENT_SHARE
    return max(1, round(min(wanted, left_ms * MOST_SHARE) - OVERHEAD_MS))


class Thinker:
    """Thinks in a thread of its own; `told` gets reports, `done` the move, `failed` any error."""

    def __init__(
        self, told: Callable[[Report], None], done: Callable[[Move], None], failed: Callable[[Exception], None]
    ) -> None:
        self._told, self._done, self._failed = told, done, failed
        self._engine: EngineSettings | None = None
        self._searcher: Any = None  # keeps its tables or its tree from move to move
        self._work: BackgroundWork[Move] | None = None
        self._released = threading.Event()
        self._alarm: threading.Timer | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a move is still owed."""
        return self._work is not None and self._work.is_busy

    def think(self, engine: EngineSettings, task: Task) -> None:
        """Begin."""
        released = self._released = threading.Event()

        def work(stop: Any) -> Move:
            move = self._search(engine, task, stop) if engine.bot in SEARCHERS else self._ask(engine, task)
            if task.waits:
                released.wait()
            return move

        self._work = BackgroundWork(work, self._done, self._failed)

    def stop(self) -> None:
        """End as soon as possible; the move is still reported."""
        if self._work is not None:
            self._work.hurry()
        self._released.set()
        if self._alarm is not None:
            self._alarm.cancel()

    def stop_in(self, milliseconds: float) -> None:
        """End after a while: the pondered move was played."""
        self._alarm = threading.Timer(milliseconds / 1000, self.stop)
        self._alarm.daemon = True
        self._alarm.start()

    def wait(self) -> None:
        """Wait until the move has been reported."""
        if self._work is not None:
            self._work.wait()

    def forget(self) -> None:
        """A new game: nothing of the last one is kept."""
        self._engine = None

    def _search(self, engine: EngineSettings, task: Task, stop: Any) -> Move:
        if engine != self._engine:
            make = SEARCHERS[engine.bot]
            self._searcher = make(megabytes=engine.megabytes, threads=engine.threads, seed=engine.seed)
            self._engine = engine
        report: Report = self._searcher.search(
            task.position, task.limits, lines=engine.lines, stop=stop, listener=self._told
        )
        self._told(report)
        return report.best

    def _ask(self, engine: EngineSettings, task: Task) -> Move:
        if engine != self._engine:
            self._searcher, self._engine = find_bot(engine.bot, seed=engine.seed), engine
        move: Move = self._searcher.choose(task.position, task.limits or None)
        return move
