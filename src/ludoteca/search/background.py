"""Work in a thread of its own that can be hurried or called off: a bot that thinks, an analysis, a long count."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from ludoteca.search.threads import HEED_S, StopFlag

Result = TypeVar("Result")


class BackgroundWork(Generic[Result]):
    """Work in a thread of its own, which starts at once.

    `work` is called with the stop flag.  `tell` gets the result and `fail` the error, in that thread; both are
    optional, because `result()` waits for either.  Once the work is called off neither is called, though it may run on
    for a while.
    """

    def __init__(
        self,
        work: Callable[[StopFlag], Result],
        tell: Callable[[Result], None] | None = None,
        fail: Callable[[Exception], None] | None = None,
    ) -> None:
        self.stop = StopFlag()
        self._work, self._tell, self._fail = work, tell, fail
        self._is_off = threading.Event()
        self._is_found, self._is_done = threading.Event(), threading.Event()
        self._results: list[Result] = []
        self._error: Exception | None = None
        threading.Thread(target=self._run, name="thinking", daemon=True).start()

    def hurry(self) -> None:
        """Finish with what has been found so far, where the work can."""
        self.stop.set()

    def call_off(self) -> None:
        """Finish, and tell nobody."""
        self._is_off.set()
        self.hurry()

    @property
    def is_off(self) -> bool:
        """Whether it was called off."""
        return self._is_off.is_set()

    @property
    def is_busy(self) -> bool:
        """Whether the work still goes on; no longer true when the result is told."""
        return not self._is_found.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the result has been told, or for so long; whether it has.  Ctrl-C interrupts the wait alone."""
        end = math.inf if seconds is None else time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._is_done.wait(min(HEED_S, left)):  # and not Thread.join: interrupted, it takes the thread for ended
                return True
        return self._is_done.is_set()

    def result(self) -> Result:
        """Wait for the result, or raise what went wrong."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._results[0]

    def result_so_far(self) -> tuple[Result, bool]:
        """The result, and whether Ctrl-C stopped the work early: then it is what had been found by then."""
        try:
            return self.result(), False
        except KeyboardInterrupt:
            self.hurry()
            return self.result(), True

    def _run(self) -> None:
        try:
            self._find()
        finally:
            self._is_found.set()
            self._is_done.set()

    def _find(self) -> None:
        try:
            result = self._work(self.stop)
        except Exception as error:  # noqa: BLE001 (the outermost loop of the thread: whoever waits is told)
            self._error = error
            self._is_found.set()
            if self._fail is not None and not self.is_off:
                self._fail(error)
            return
        self._results.append(result)
        self._is_found.set()
        if self._tell is not None and not self.is_off:
            self._tell(result)
