"""Long compiled work that Ctrl-C can interrupt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def run_interruptibly(work: Callable[[], Result]) -> Result:
    """Do long compiled work in a thread, so that Ctrl-C is heard meanwhile."""
    from ludoteca.search.background import BackgroundWork

    return BackgroundWork(lambda _: work()).result()
