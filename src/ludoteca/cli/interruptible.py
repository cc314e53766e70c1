"""Long compiled work that Ctrl-C can interrupt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_stoppable(work: Callable[[Any], Result]) -> tuple[Result, bool]:
    """Do work that ends early once its stop flag is set, which Ctrl-C does; its result, and whether it was stopped."""
    from ludoteca.search.background import BackgroundWork

    running = BackgroundWork(work)
    try:
        return running.result(), False
    except KeyboardInterrupt:
        running.hurry()
        return running.result(), True


def run_interruptibly(work: Callable[[], Result]) -> Result:
    """Do long compiled work in a thread, so that Ctrl-C is heard meanwhile."""
    from ludoteca.search.background import BackgroundWork

    return BackgroundWork(lambda _: work()).result()
