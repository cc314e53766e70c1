"""The threads of one search: they begin together and have all ended when it is left, whatever happens meanwhile.

They are not waited for with `Thread.join`: in Python 3.11 and 3.12 a join that Ctrl-C interrupts considers the thread
ended, and what it still works on would be used by others.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

from ludoteca.search.background import HEED_S

Answer = TypeVar("Answer")


def useful_threads(wanted: int) -> int:
    """As many as are wanted, but at most one per processor: more would only get in each other's way."""
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can tie processes to processors
        processors = os.cpu_count() or 1
    return max(1, min(wanted, processors))


class SearchThreads:
    """Threads that work until they are done or the stop flag is set, which leaving the block does."""

    def __init__(self, stop: Any) -> None:
        self._stop = stop
        self._ends: list[threading.Event] = []
        self._errors: list[BaseException] = []

    def start(self, work: Callable[..., object], *arguments: Any) -> None:
        """Start one more thread."""
        end = threading.Event()

        def run() -> None:
            try:
                work(*arguments)
            except BaseException as error:  # noqa: BLE001 (it is raised again where the block is left)
                self._errors.append(error)
                self._stop[0] = 1
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
            self._stop[0] = 1
            try:
                self.wait(HEED_S)
            except KeyboardInterrupt as pressed:  # they have been told to end, and are about to
                interrupt = pressed
        if interrupt is not None:
            raise interrupt
        if self._errors and error is None:
            raise self._errors[0]


def run_interruptible(work: Callable[[], Answer], stop: Any) -> Answer:
    """What the work gives.  Called from the main thread it is done in another: compiled code does not hear Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    answers: list[Answer] = []
    with SearchThreads(stop) as running:
        running.start(lambda: answers.append(work()))
        while not running.wait(HEED_S):
            pass
    return answers[0]
