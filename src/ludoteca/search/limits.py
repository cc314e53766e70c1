"""Limits of a search in time, nodes and memory, and a budget that several searches share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.languages.texts import t

LEAST_MS = 1.0  # nothing can be found in less
_compiled: set[tuple[str, Any]] = set()


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think about one move: whichever comes first; None means no limit of that kind."""

    time_ms: float | None = None
    nodes: int | None = None  # positions or playouts, depending on the search
    depth: int | None = None  # in plies

    def __bool__(self) -> bool:
        return (self.time_ms, self.nodes, self.depth) != (None, None, None)


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.perf_counter() - self._start


class Budget:
    """What several searches share: each gets a part of what is left."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._watch = Stopwatch()
        self.spent = 0  # nodes

    def spend(self, nodes: int) -> None:
        """Record used nodes; time passes by itself."""
        self.spent += nodes

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return self._watch.seconds

    @property
    def is_spent(self) -> bool:
        """Whether too little is left to start anything."""
        time_ms, nodes = self._limits.time_ms, self._limits.nodes
        is_late = time_ms is not None and time_ms - 1000 * self._watch.seconds < LEAST_MS
        return is_late or (nodes is not None and self.spent >= nodes)

    def part(self, share: float = 1.0, most_nodes: int | None = None) -> Limits:
        """A share of what is left, and at most this many nodes."""
        time_ms, nodes = self._limits.time_ms, self._limits.nodes
        if time_ms is not None:
            time_ms = max(0.0, time_ms - 1000 * self._watch.seconds) * share
        if nodes is not None:
            nodes = max(1, int((nodes - self.spent) * share))
        if most_nodes is not None:
            nodes = most_nodes if nodes is None else min(nodes, most_nodes)
        return Limits(time_ms, nodes, self._limits.depth)


def compile_first(what: str, record: Any, work: Callable[[], object]) -> None:
    """Compile code before the clock starts: the first search of a game in a process must keep its time too."""
    if (what, record) not in _compiled:
        work()
        _compiled.add((what, record))


class NotEnoughMemory(LudotecaError):
    """A search was given more memory than there is."""


@contextmanager
def enough_memory(megabytes: float) -> Iterator[None]:
    """Wraps allocations: too little memory becomes one sentence."""
    try:
        yield
    except (MemoryError, ValueError, OverflowError) as error:
        raise NotEnoughMemory(
            t("not enough memory for a search with {megabytes} MiB; give it less", megabytes=f"{megabytes:g}")
        ) from error
