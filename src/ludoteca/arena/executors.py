"""Where work is done: in processes on this machine, or on a cluster (`ludoteca.arena.ray_cluster`)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Protocol

from ludoteca.arena.games import GameResult, Job
from ludoteca.arena.tasks import Argument, Result, run_all
from ludoteca.arena.workers import play_all


class Executor(Protocol):
    """Plays games and runs tasks, several at once.  Leaving either generator early ends the work in progress."""

    def play_all(self, jobs: Iterable[Job], *, move_limit_s: float) -> Generator[GameResult, None, None]:
        """Play the games; results come as they end.  A bot that crashes or hangs loses its game."""

    def run_all(
        self, function: Callable[[Argument], Result], arguments: Iterable[Argument]
    ) -> Generator[tuple[int, Result], None, None]:
        """Call a function for all arguments; results come as they are ready, each with the index of its argument.

        The function, its arguments and its results must be picklable.  It is called again if its process dies, so it
        should have no side effects.
        """


@dataclass(frozen=True)
class LocalProcesses:
    """A number of processes on this machine."""

    count: int = 1

    def play_all(self, jobs: Iterable[Job], *, move_limit_s: float) -> Generator[GameResult, None, None]:
        """Play the games."""
        return play_all(jobs, workers=self.count, move_limit_s=move_limit_s)

    def run_all(
        self, function: Callable[[Argument], Result], arguments: Iterable[Argument]
    ) -> Generator[tuple[int, Result], None, None]:
        """Run the tasks."""
        return run_all(function, arguments, workers=self.count)


ONE_PROCESS = LocalProcesses(1)
