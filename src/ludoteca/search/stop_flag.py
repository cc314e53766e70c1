"""The stop flag of a search: set from any thread, at a deadline, or soon after another flag."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

WATCH_EVERY_S = 0.005
LONGEST_NAP_S = 3600.0  # then it checks the clock again; no deadline is too far away for that


def new_stop() -> Any:
    """A flag that ends a search once it is not 0."""
    return np.zeros(1, dtype=np.int32)


class Alarm(threading.Thread):
    """Sets a search's stop flag at its deadline; compiled search holds no lock, so this is never delayed."""

    def __init__(self, stop: Any, seconds: float | None, watched: Any = None) -> None:
        super().__init__(daemon=True)
        self._stop_flag = stop
        self._end = None if seconds is None else time.perf_counter() + seconds
        self._watched = watched
        self._cancelled = threading.Event()

    def run(self) -> None:
        """Wait, and set the flag unless cancelled."""
        while not self._cancelled.wait(self._pause()):
            if self._is_time():
                self._stop_flag[0] = 1
                return

    def _pause(self) -> float:
        left = LONGEST_NAP_S if self._end is None else min(max(0.0, self._end - time.perf_counter()), LONGEST_NAP_S)
        return left if self._watched is None else min(left, WATCH_EVERY_S)

    def _is_time(self) -> bool:
        is_late = self._end is not None and time.perf_counter() >= self._end
        return is_late or (self._watched is not None and bool(self._watched[0]))

    def cancel(self) -> None:
        """The search is over; no need to set the flag."""
        self._cancelled.set()


@contextmanager
def deadline(stop: Any, time_ms: float | None, watched: Any = None) -> Iterator[None]:
    """Set the flag when the time is up, or soon after another, watched flag is set."""
    if time_ms is None and watched is None:
        yield
        return
    alarm = Alarm(stop, None if time_ms is None else max(0.0, time_ms / 1000), watched)
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


@contextmanager
def own_stop_flag(stop: Any, time_ms: float | None) -> Iterator[Any]:
    """A search's own stop flag, set when the time is up and soon after the caller's, which is left unchanged."""
    own = new_stop()
    if stop is not None:
        own[0] = stop[0]
    with deadline(own, time_ms, watched=stop):
        yield own
