"""The stop flag of a search, and its threads, which have all ended when the search returns, whatever happens.

They are not waited for with `Thread.join`: in Python 3.11 and 3.12 a join that Ctrl-C interrupts considers the thread
ended, and what it still works on would be used by others.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

import numpy as np

Answer = TypeVar("Answer")
HEED_S = 0.1  # how often a waiting thread looks up: a signal that another thread received does not wake it


class StopFlag:
    """Ends searches once it is set, from any thread."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, dtype=np.int32)  # what compiled code reads; it holds no lock, so it notices at once
        self._own_flags: list[StopFlag] = []  # of the searches that run with it

    @property
    def is_set(self) -> bool:
        """Whether it was set."""
        return bool(self.flag[0])

    def set(self) -> None:
        """End the searches that run with it, and those that begin later."""
        self.flag[0] = 1
        for own in tuple(self._own_flags):
            own.set()

    @contextmanager
    def until(self, time_ms: float | None) -> Iterator[StopFlag]:
        """A search's own flag: it is set when this one is, and when the time is up, which does not set this one."""
        own = StopFlag()
        self._own_flags.append(own)
        if self.is_set:  # checked last, so that it cannot be set unnoticed
            own.set()
        alarm = None
        if time_ms is not None:
            alarm = threading.Timer(min(max(0.0, time_ms / 1000), threading.TIMEOUT_MAX), own.set)
            alarm.daemon = True
            alarm.start()
        try:
            yield own
        finally:
            self._own_flags.remove(own)
            if alarm is not None:
                alarm.cancel()


def useful_threads(wanted: int) -> int:
    """As many as are wanted, but at most one per processor: more would only get in each other's way."""
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can tie processes to processors
        processors = os.cpu_count() or 1
    return max(1, min(wanted, processors))


class SearchThreads:
    """Threads that work until they are done or the stop flag is set, which leaving the block does."""

    def __init__(self, stop: StopFlag) -> None:
        self._stop = stop
        self._ends: list[threading.Event] = []
        self._errors: list[BaseException] = []

    def start(self, work: Callable[..., object], *arguments: object) -> None:
        """Start one more thread."""
        end = threading.Event()

        def run() -> None:
            try:
                work(*arguments)
            except BaseException as error:  # noqa: BLE001 (it is raised again where the block is left)
                self._errors.append(error)
                self._stop.set()
            finally:
                end.set()

        self._ends.append(end)
        threading.Thread(target=run, daemon=True).start()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all threads have ended, or for this long; returns whether they have."""
        until = None if seconds is None else time.monotonic() + seconds
        return all(end.wait(None if until is None else max(0.0, until - time.monotonic())) for end in self._ends)

    def __enter__(self) -> SearchThreads:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        interrupt: KeyboardInterrupt | None = None
        while not self.wait(0):
            self._stop.set()
            try:
                self.wait(HEED_S)
            except KeyboardInterrupt as pressed:  # they have been told to end, and are about to
                interrupt = pressed
        if interrupt is not None:
            raise interrupt
        if self._errors and error is None:
            raise self._errors[0]


def run_interruptible(work: Callable[[], Answer], stop: StopFlag) -> Answer:
    """What the work gives.  Called from the main thread it is done in another: compiled code does not hear Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    answers: list[Answer] = []
    with SearchThreads(stop) as running:
        running.start(lambda: answers.append(work()))
        while not running.wait(HEED_S):
            pass
    return answers[0]
