"""Garbage: objects that refer to each other in a cycle, which Python must search for among all live objects.

A move and a page make next to none, a socket a few; and with a thousand games the search takes a good part of a second
in which nobody is served.  So the server searches rarely, and the more rarely the longer it takes.
"""

from __future__ import annotations

import gc
import time

FIRST_S = 120.0  # after the start, when everything has just been searched
SHARE = 0.001  # of the time, at most
MOST_NEW = 3_000_000  # objects; beyond that it cannot wait


class Garbage:
    """Collects garbage when enough time has passed since the last collection."""

    def __init__(self) -> None:
        self._next = time.monotonic() + FIRST_S

    def collect(self) -> bool:
        """Collect, if it is time; returns whether it was."""
        began = time.monotonic()
        if began < self._next and gc.get_count()[0] < MOST_NEW:
            return False
        gc.collect()
        took = time.monotonic() - began
        self._next = began + took / SHARE
        return True
