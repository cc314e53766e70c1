"""The interface of every search of a game, whatever its method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludoteca.languages.texts import t
from ludoteca.play.position import Position
from ludoteca.search.limits import Limits, Stopwatch, compile_first
from ludoteca.search.report import GAME_OVER, NothingToSearch, Report
from ludoteca.search.threads import StopFlag, run_interruptible

Listener = Callable[[Report], None]
UNLIMITED = Limits()


@dataclass(frozen=True, slots=True)
class Task:
    """One search: what to search, and when to stop."""

    position: Position
    limits: Limits
    lines: int
    stop: StopFlag  # its own
    listener: Listener | None
    watch: Stopwatch = field(default_factory=Stopwatch)


class Searcher:
    """A searcher that remembers from move to move."""

    method: str  # "alphabeta" or "mcts"

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        stop: StopFlag | None = None,
        listener: Listener | None = None,
    ) -> Report:
        """Search until a limit is reached or the result is certain; `stop` may be set from any thread."""
        if not position.moves():
            raise NothingToSearch(t(GAME_OVER))
        self.prepare(position, limits)
        with (stop or StopFlag()).until(limits.time_ms) as own:
            task = Task(position, limits, lines, own, listener)
            return run_interruptible(lambda: self.searcher_for(position, limits).run(task), own)

    def prepare(self, position: Position, limits: Limits = UNLIMITED) -> None:
        """Compile everything that a search of this game needs, which the first search would otherwise do."""
        searcher = self.searcher_for(position, limits)
        compile_first(searcher.method, position.variant.game.state, lambda: searcher.compile(position))

    def forget(self, seed: int | None = None) -> None:
        """Remember nothing; a seed also restarts the random numbers."""
        raise NotImplementedError

    def searcher_for(self, position: Position, limits: Limits) -> Searcher:  # noqa: ARG002 (some choose by these)
        """The searcher that does the work."""
        return self

    def compile(self, position: Position) -> None:
        """Compile what searching a game needs."""
        raise NotImplementedError

    def run(self, task: Task) -> Report:
        """Search until the task is done."""
        raise NotImplementedError
