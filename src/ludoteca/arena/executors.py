"""Where work is done: in processes on this machine, or on a cluster (`ludoteca.arena.ray_cluster`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from ludoteca.arena.games import GameInProgress, GameResult, Job, Judges, Played, Prepares, Thinks, play_game
from ludoteca.arena.tasks import Argument, Result, run_all
from ludoteca.arena.worker_process import MOST_FAILURES, WorkerProcess
from ludoteca.errors import LudotecaError

PATIENCE_S = 300  # for a process to start, import and compile the rules; no bot is to blame for that
READY_S = 300  # for a bot to be made and prepared before any clock runs: it may have to be compiled


class WorkerFailed(LudotecaError):
    """A process ended or stalled while no bot was thinking."""

    def __init__(self, what: str, job: Job) -> None:
        self.job = job
        super().__init__(what)


def work(pipe: Connection) -> None:
    """Play the games that come through the pipe."""
    while True:
        for event in play_game(pipe.recv()):
            pipe.send(event)


class Worker(WorkerProcess):
    """A process that plays one game at a time, and what is known about that game."""

    def __init__(self) -> None:
        super().__init__(work)
        self.account: GameInProgress | None = None
        self.since = time.monotonic()

    def take(self, job: Job) -> None:
        """Begin a game."""
        self.account = GameInProgress(job)
        self.since = time.monotonic()
        with suppress(BrokenPipeError, ConnectionResetError):  # `hear` will find it dead
            self.pipe.send(job)

    def look(self, news: list[Any], limit_s: float) -> GameResult | None:
        """Check on the game: there is a message, the process is gone, or it takes too long."""
        if self.pipe in news:
            return self.hear()
        if self.has_died:
            return self.died()
        return self.overdue(limit_s)

    def hear(self) -> GameResult | None:
        """Read one message; returns the result if the game is over, by the rules or because the process has died."""
        account = self.account
        assert account is not None
        try:
            event: Any = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            return self.died()
        except Exception:  # noqa: BLE001 (what is not an event of ours can be taken apart in no foreseeable way)
            return self.died("wrote where only the match may write")
        self.since = time.monotonic()
        if isinstance(event, GameResult):
            self.account = None
            return event
        if isinstance(event, Thinks | Prepares):
            account.thinking, account.is_clocked = event.seat, isinstance(event, Thinks)
        elif isinstance(event, Judges):
            account.thinking = None
        elif isinstance(event, Played):
            account.moves.append(event.move)
            if account.thinking is not None:
                account.took(account.thinking, event.took_s)
                account.was_late(account.thinking, event.late_ms)
        return None

    def died(self, how: str | None = None) -> GameResult:
        """The lost game of the bot that has ended the process; WorkerFailed if none was at work."""
        account = self.account
        assert account is not None
        waited = time.monotonic() - self.since
        self.kill()
        if account.thinking is None:
            raise WorkerFailed("a worker process ended before it began a game", account.job) from None
        if account.is_clocked:
            account.took(account.thinking, waited)
        return account.lost(account.thinking, "crash", how or f"ended its process ({self.last_words})")

    def overdue(self, limit_s: float) -> GameResult | None:
        """The lost game of a bot that has thought for too long; its process is ended."""
        account = self.account
        if account is None:
            return None
        waited = time.monotonic() - self.since
        if account.thinking is None:
            if waited > PATIENCE_S:
                self.kill()
                raise WorkerFailed(f"a worker process did not begin a game in {PATIENCE_S} s", account.job)
            return None
        limit_s = limit_s if account.is_clocked else max(limit_s, READY_S)
        if waited <= limit_s:
            return None
        self.kill()
        if account.is_clocked:
            account.took(account.thinking, waited)
        did = "answer" if account.is_clocked else "get ready"
        return account.lost(account.thinking, "hang", f"did not {did} in {limit_s:g} s")


def play_all(jobs: Iterable[Job], *, workers: int, move_limit_s: float) -> Generator[GameResult, None, None]:
    """Play the jobs on this many processes at once; results come as games end.  Leaving early ends the processes."""
    waiting = iter(jobs)
    team: list[Worker] = []
    failures = 0
    try:
        while True:
            _employ(team, waiting, workers)
            busy = [worker for worker in team if worker.account is not None]
            if not busy:
                return
            news = wait([worker.pipe for worker in busy], timeout=min(0.25, move_limit_s / 4))
            for worker in busy:
                try:
                    result = worker.look(news, move_limit_s)
                except WorkerFailed as error:  # leftovers of an earlier game may have ended the process
                    failures += 1
                    if failures > MOST_FAILURES:
                        raise
                    result, waiting = None, chain([error.job], waiting)
                if not worker.is_alive:
                    team.remove(worker)
                if result is not None:
                    yield result
    finally:
        for worker in team:
            if worker.is_alive:
                worker.kill()


def _employ(team: list[Worker], waiting: Iterator[Job], most: int) -> None:
    """Give every worker something to do; start as many as there is work for."""
    for worker in team:
        if worker.account is None:
            job = next(waiting, None)
            if job is None:
                return
            worker.take(job)
    while len(team) < most:
        job = next(waiting, None)
        if job is None:
            return
        worker = Worker()
        team.append(worker)
        worker.take(job)


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
