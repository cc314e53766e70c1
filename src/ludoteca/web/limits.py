"""How much a visitor may ask for: buckets that fill up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict

from ludoteca.kernel.errors import LudotecaError

MOST_BUCKETS = 50_000
ALLOWANCES = {  # what for: how many at once, how many a second after that
    "page": (120, 10.0),
    "api": (240, 20.0),
    "begin": (30, 0.5),
    "record": (20, 0.5),
    "analysis": (40, 2.0),
    "message": (120, 20.0),
    "socket": (80, 2.0),
}


class TooMuch(LudotecaError):
    """Asked too often; `wait_s` says when to ask again."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = max(1, round(wait_s + 0.5))
        super().__init__(f"That is more than the server can do for you at once. Try again in {self.wait_s} s.")


class Limits:
    """The buckets of all visitors; those not used for longest make room."""

    def __init__(self, is_limited: bool = True) -> None:
        self.is_limited = is_limited
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, what: str, visitor: str, cost: float = 1.0) -> None:
        """Take from a visitor's bucket; TooMuch when it is empty."""
        if not self.is_limited:
            return
        size, rate = ALLOWANCES[what]
        now = time.monotonic()
        level, since = self._buckets.pop((what, visitor), (float(size), now))
        level = min(size, level + (now - since) * rate)
        enough = level >= cost
        self._buckets[what, visitor] = (level - cost if enough else level, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not enough:
            raise TooMuch((cost - level) / rate)
