"""Long compiled work that Ctrl-C can interrupt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def run_interruptibly(work: Callable[[], Result]) -> Result:
    """Do long compiled work in a thread, so that Ctrl-C is heard meanwhile."""
    from concurrent.futures import ThreadPoolExecutor

    executor = ThreadPoolExecutor(1)
    try:
        return executor.submit(work).result()
    finally:
        executor.shutdown(wait=False)
