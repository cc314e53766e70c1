"""Limits of a search, and the alarm that keeps them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ludoteca.kernel.errors import LudotecaError
from ludoteca.search.workspace import new_stop


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think about one move: whichever comes first; None where there is no limit of the kind."""

    time_ms: float | None = None
    nodes: int | None = None  # positions or playouts, whichever is counted
    depth: int | None = None  # in plies

    def __bool__(self) -> bool:
        return (self.time_ms, self.nodes, self.depth) != (None, None, None)


WATCH_EVERY_S = 0.005
LEAST_MS = 1.0  # nothing can be found out in less
LONGEST_NAP_S = 3600.0  # then it looks at the clock again; no deadline is too far away for that


class Alarm(threading.Thread):
    """Throws a search's stop switch at its deadline; compiled search holds no lock, so this is never kept waiting."""

    def __init__(self, stop: Any, seconds: float | None, watched: Any = None) -> None:
        super().__init__(daemon=True)
        self._stop_switch = stop
        self._end = None if seconds is None else time.perf_counter() + seconds
        self._watched = watched
        self._cancelled = threading.Event()

    def run(self) -> None:
        """Wait, and throw the switch unless cancelled."""
        while not self._cancelled.wait(self._pause()):
            if self._is_time():
                self._stop_switch[0] = 1
                return

    def _pause(self) -> float:
        left = LONGEST_NAP_S if self._end is None else min(max(0.0, self._end - time.perf_counter()), LONGEST_NAP_S)
        return left if self._watched is None else min(left, WATCH_EVERY_S)

    def _is_time(self) -> bool:
        is_late = self._end is not None and time.perf_counter() >= self._end
        return is_late or (self._watched is not None and bool(self._watched[0]))

    def cancel(self) -> None:
        """The search is over; no need to ring."""
        self._cancelled.set()


@contextmanager
def deadline(stop: Any, time_ms: float | None, watched: Any = None) -> Iterator[None]:
    """Within this block the switch is thrown when the time is up, or soon after another, watched switch is."""
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
def own_switch(stop: Any, time_ms: float | None) -> Iterator[Any]:
    """A search's own stop switch, thrown when the time is up and soon after the caller's, which is left as it is."""
    own = new_stop()
    if stop is not None:
        own[0] = stop[0]
    with deadline(own, time_ms, watched=stop):
        yield own


class NotEnoughMemory(LudotecaError):
    """A search was given more memory than there is."""


@contextmanager
def enough_memory(megabytes: float) -> Iterator[None]:
    """Within this block memory is set aside; a sentence when there is not so much."""
    try:
        yield
    except (MemoryError, ValueError, OverflowError) as error:
        raise NotEnoughMemory(f"there is no room for a search with {megabytes:g} MiB; give it less memory") from error


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


class Budget:
    """What several searches share: each is given a part of what those before it have left."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._watch = Stopwatch()
        self.spent = 0  # nodes

    def spend(self, nodes: int) -> None:
        """So many nodes are gone; time goes by itself."""
        self.spent += nodes

    @property
    def seconds(self) -> float:
        """How long it has been spent for."""
        return self._watch.seconds

    @property
    def is_spent(self) -> bool:
        """Whether there is nothing left worth beginning with."""
        time_ms, nodes = self._limits.time_ms, self._limits.nodes
        is_late = time_ms is not None and time_ms - 1000 * self._watch.seconds < LEAST_MS
        return is_late or (nodes is not None and self.spent >= nodes)

    def part(self, share: float = 1.0, most_nodes: int | None = None) -> Limits:
        """A share of what is left, and no more than so many nodes."""
        time_ms, nodes = self._limits.time_ms, self._limits.nodes
        if time_ms is not None:
            time_ms = max(0.0, time_ms - 1000 * self._watch.seconds) * share
        if nodes is not None:
            nodes = max(1, int((nodes - self.spent) * share))
        if most_nodes is not None:
            nodes = most_nodes if nodes is None else min(nodes, most_nodes)
        return Limits(time_ms, nodes, self._limits.depth)
