"""Tasks on several processes: a function of this package or an installed one, called for many arguments.

A process that dies is replaced, and its task restarted.
"""

from __future__ import annotations

import pickle
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from ludoteca.arena.worker_process import CLOSED, MOST_FAILURES, WorkerProcess
from ludoteca.errors import LudotecaError

Argument = TypeVar("Argument")
Result = TypeVar("Result")
LOOK_S = 0.25  # how often silent processes are checked


class TaskFailed(LudotecaError):
    """A task ended its process again and again, or raised an error that cannot be sent back."""


def packed(function: Callable[[Argument], Any], argument: Argument) -> bytes:
    """A task in the form that is sent to another process."""
    return pickle.dumps((function, argument), protocol=pickle.HIGHEST_PROTOCOL)


def run_packed(task: bytes) -> bytes:
    """Run a task in this process; returns its outcome in the form that is sent back."""
    try:
        function, argument = pickle.loads(task)
        return pickle.dumps((function(argument), None), protocol=pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is raised where the result is waited for)
        return packed_error(error)


def packed_error(error: Exception) -> bytes:
    """An error in the form that is sent back, with where it was raised."""
    told = "".join(traceback.format_exception(error))
    try:
        sent = pickle.dumps((None, (error, told)))
        pickle.loads(sent)  # some errors can be pickled but not unpickled
    except Exception:  # noqa: BLE001 (whatever a class of errors does then)
        sentence = str(error) if isinstance(error, LudotecaError) else f"{type(error).__name__}: {error}"
        sent = pickle.dumps((None, (TaskFailed(sentence), told)))
    return sent


def unpacked(outcome: bytes) -> Any:
    """The result of a task; its error is raised here."""
    result, failure = pickle.loads(outcome)
    if failure is None:
        return result
    error, told = failure
    error.add_note(f"in another process:\n{told}")
    raise error


class TaskWorker(WorkerProcess):
    """A process that runs one task at a time."""

    def __init__(self) -> None:
        super().__init__(_run_tasks)
        self.index: int | None = None  # of its task
        self.task = b""

    def take(self, index: int, task: bytes) -> None:
        """Begin a task."""
        self.index, self.task = index, task
        with suppress(*CLOSED):  # `outcome` will find it dead
            self.pipe.send_bytes(task)

    def outcome(self) -> bytes | None:
        """The outcome of its task; None if the process has died."""
        try:
            return self.pipe.recv_bytes()
        except CLOSED:
            return None


def _run_tasks(pipe: Connection) -> None:
    while True:
        pipe.send_bytes(run_packed(pipe.recv_bytes()))


def run_all(
    function: Callable[[Argument], Result], arguments: Iterable[Argument], *, workers: int
) -> Generator[tuple[int, Result], None, None]:
    """Call a function for all arguments, this many at once; yields results with their indices as they come.

    The function and its arguments are pickled.  An error of the function is raised here.  Leaving early ends the
    processes.
    """
    waiting: Iterator[tuple[int, bytes]] = ((index, packed(function, each)) for index, each in enumerate(arguments))
    deaths = Counter[int]()  # of the processes that ran a task
    team: list[TaskWorker] = []
    try:
        while True:
            _employ(team, waiting, workers)
            busy = [worker for worker in team if worker.index is not None]
            if not busy:
                return
            news = wait([worker.pipe for worker in busy], timeout=LOOK_S)
            for worker in busy:
                if worker.pipe not in news and not worker.has_died:
                    continue
                index, worker.index = worker.index, None
                assert index is not None
                outcome = worker.outcome()
                if outcome is not None:
                    yield index, unpacked(outcome)
                    continue
                worker.kill()
                team.remove(worker)
                deaths[index] += 1
                if deaths[index] > MOST_FAILURES:
                    raise TaskFailed(
                        f"a task ended its process {deaths[index]} times, the last time {worker.last_words}"
                    )
                waiting = chain([(index, worker.task)], waiting)
    finally:
        for worker in team:
            worker.kill()


def _employ(team: list[TaskWorker], waiting: Iterator[tuple[int, bytes]], most: int) -> None:
    """Give every process a task; start as many as there is work for."""
    for worker in team:
        if worker.index is None:
            task = next(waiting, None)
            if task is None:
                return
            worker.take(*task)
    hired: list[tuple[TaskWorker, tuple[int, bytes]]] = []
    while len(team) < most:
        task = next(waiting, None)
        if task is None:
            break
        team.append(TaskWorker())
        hired.append((team[-1], task))
    for worker, task in hired:  # when all are starting, since sending a long task waits for its process
        worker.take(*task)
