"""Compiles what a search needs before its clock starts, once per process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_compiled: set[tuple[str, Any]] = set()


def compile_first(what: str, record: Any, work: Callable[[], object]) -> None:
    """Compile code before the clock starts: the first search of a game in a process must keep its time too."""
    if (what, record) not in _compiled:
        work()
        _compiled.add((what, record))
