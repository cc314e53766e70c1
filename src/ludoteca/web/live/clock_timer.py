"""A game's clock: when it starts, when it will run out, and a timer for that moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ludoteca.play import Match

MARGIN_S = 0.005  # so that the time is up when the timer fires


def run_clock(match: Match, since: int | None = None, *, are_here: bool = True) -> None:
    """Start the mover's clock, if the first move has been made and both players have arrived.

    One that was stored running has run since then.
    """
    if are_here and match.clock is not None and match.clock.running is None and match.outcome is None and match.plies:
        now = match.now()
        match.clock.start(match.position.mover, now if since is None else min(since, now))


def is_running(match: Match) -> bool:
    """Whether someone's time is running."""
    return match.clock is not None and match.clock.running is not None


def seconds_left(match: Match) -> float | None:
    """When the running clock will reach zero; None if no clock is running.  With a delay it may take longer."""
    clock = match.clock
    if clock is None or clock.running is None or match.outcome is not None:
        return None
    return clock.left_ms(clock.running, match.now()) / 1000 + MARGIN_S


class ClockTimer:
    """Calls a function once, after a time; only the last setting counts."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float, ring: Callable[[], object]) -> None:
        """Call `ring` after this many seconds."""
        self.cancel()
        self._handle = asyncio.get_running_loop().call_later(seconds, ring)

    def cancel(self) -> None:
        """Cancel the call; what it holds is freed."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
