"""Limits of a search, and the alarm that keeps them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think about one move: whichever comes first; None where there is no limit of the kind."""

    time_ms: float | None = None
    nodes: int | None = None  # positions or playouts, whichever is counted
    depth: int | None = None  # in plies

    def __bool__(self) -> bool:
        return (self.time_ms, self.nodes, self.depth) != (None, None, None)


class Alarm(threading.Thread):
    """Throws a search's stop switch at its deadline; compiled search holds no lock, so this is never kept waiting."""

    def __init__(self, stop: Any, seconds: float) -> None:
        super().__init__(daemon=True)
        self._stop_switch = stop
        self._seconds = seconds
        self._cancelled = threading.Event()

    def run(self) -> None:
        """Wait, and throw the switch unless cancelled."""
        if not self._cancelled.wait(self._seconds):
            self._stop_switch[0] = 1

    def cancel(self) -> None:
        """The search is over; no need to ring."""
        self._cancelled.set()


@contextmanager
def deadline(stop: Any, time_ms: float | None) -> Iterator[None]:
    """Within this block the switch is thrown when the time is up."""
    if time_ms is None:
        yield
        return
    alarm = Alarm(stop, max(0.0, time_ms / 1000))
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


_compiled: set[tuple[str, Any]] = set()


def compile_first(what: str, record: Any, work: Callable[[], object]) -> None:
    """Have code compiled before the clock starts: the first search of a game in a process must keep its time too."""
    if (what, record) not in _compiled:
        work()
        _compiled.add((what, record))


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.perf_counter() - self._start
