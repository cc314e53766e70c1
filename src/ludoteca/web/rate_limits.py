"""How much a visitor may ask for: buckets that refill with time."""

from __future__ import annotations

import re
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from ludoteca.errors import LudotecaError
from ludoteca.languages import t

MOST_BUCKETS = 50_000
SHARED_BY = 20  # an address may be a whole club's: it may ask for this many times a guest's share
IPV6_BITS = 64  # the least that a connection is given
WITH_PORT = re.compile(r"\[(.*)\](?::\d+)?|([\d.]+):\d+")  # as some proxies write addresses
MOST_SOCKETS = 40  # open at once, per guest
MOST_SOCKETS_AT = 1000  # and from one address
ALLOWANCES = {  # what for: how many at once, how many a second after that
    "page": (120, 10.0),
    "api": (240, 20.0),
    "begin": (30, 0.5),
    "record": (20, 0.5),
    "analysis": (40, 2.0),
    "message": (120, 20.0),
    "chat": (8, 0.5),
    "frame": (400, 60.0),  # of one socket: messages, their parts, and the pings and pongs of the protocol
    "socket": (80, 2.0),
    "mail": (3, 1 / 1200),  # to one address
    "sign-in": (10, 0.05),  # of one name, whether it exists or not; of an address, twenty times as often
    "password": (10, 0.05),  # of a browser that is signed in
}


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """Who counts as one place: an IPv4 address, or the network of an IPv6 address, which one person has whole."""
    written = WITH_PORT.fullmatch(address)
    host = address if written is None else written[1] or written[2]
    try:
        found = ip_address(host)
    except ValueError:  # no address, as in tests
        return host
    if not isinstance(found, IPv6Address):
        return host
    return str(found.ipv4_mapped or ip_network((int(found), IPV6_BITS), strict=False))


class LastAddresses:
    """Where each guest was last seen, of those who came most recently: what is shared goes by address, too."""

    def __init__(self) -> None:
        self._by_guest: OrderedDict[str, str] = OrderedDict()

    def note(self, guest: str, address: str) -> None:
        """A guest is here."""
        self._by_guest[guest] = address
        self._by_guest.move_to_end(guest)
        if len(self._by_guest) > MOST_BUCKETS:
            self._by_guest.popitem(last=False)

    def of(self, visitor: str) -> str:
        """Where a guest is; an address is where it says."""
        return self._by_guest.get(visitor, visitor)


class TooMuch(LudotecaError):
    """Asked too often; `wait_s` says when to ask again."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = max(1, round(wait_s + 0.5))
        super().__init__(t("You are asking for too much at once. Try again in {seconds} s.", seconds=self.wait_s))


class TooMany(LudotecaError):
    """Too many sockets are open at once."""


class Bucket:
    """So much at once, and so much a second after that."""

    __slots__ = ("level", "rate", "since", "size")

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self.level, self.since = float(size), time.monotonic()

    def take(self, cost: float) -> bool:
        """Take so much; False, and nothing taken, when there is less."""
        if self.refilled() < cost:
            return False
        self.level -= cost
        return True

    def refilled(self) -> float:
        """How much there is by now."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.since) * self.rate)
        self.since = now
        return self.level


class RateLimits:
    """The buckets of all visitors, those not used for longest make room; and how many sockets each has open.

    What a visitor takes from a bucket that is half empty is told to the other servers, which take it from theirs.
    """

    def __init__(self, is_limited: bool = True) -> None:
        self.is_limited = is_limited
        self._untold: Counter[tuple[str, str]] = Counter()
        self._open: Counter[str] = Counter()
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def spend(self, what: str, key: str, address: str, cost: float = 1.0) -> None:
        """Count a request: by guest, and more generously by address, since cookies can be thrown away."""
        if self.is_limited:
            self._take(what, key, cost)
            self._take(what, f"at {address}", cost / SHARED_BY)

    @contextmanager
    def open_socket(self, guest: str, address: str) -> Iterator[None]:
        """Count a socket while it is open; TooMany beyond what a guest or an address may have."""
        places = ((guest, MOST_SOCKETS), (f"at {address}", MOST_SOCKETS_AT))
        if self.is_limited and any(self._open[place] >= most for place, most in places):
            raise TooMany(t("You have too many boards open at once. Close some of them, then load this page again."))
        for place, _ in places:
            self._open[place] += 1
        try:
            yield
        finally:
            for place, _ in places:
                self._open[place] -= 1
                if not self._open[place]:
                    del self._open[place]

    def has_socket(self, guest: str) -> bool:
        """Whether a guest has a page open that is connected to this server."""
        return guest in self._open

    def _take(self, what: str, visitor: str, cost: float) -> None:
        """Take from a bucket; TooMuch when there is not enough in it."""
        bucket = self._buckets.pop((what, visitor), None) or Bucket(*ALLOWANCES[what])
        self._buckets[what, visitor] = bucket
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not bucket.take(cost):
            raise TooMuch((cost - bucket.level) / bucket.rate)
        if bucket.level < bucket.size / 2:
            self._untold[what, visitor] += cost  # type: ignore[assignment]

    def spent(self) -> list[str]:
        """What the other servers have to be told, since it was last asked."""
        untold, self._untold = self._untold, Counter()
        return [f"{what} {cost:.3g} {visitor}" for (what, visitor), cost in untold.items()]

    def note_spent(self, told: str) -> None:
        """A visitor was served by another server."""
        what, cost, visitor = told.split(" ", 2)
        bucket = self._buckets.setdefault((what, visitor), Bucket(*ALLOWANCES[what]))
        bucket.take(min(float(cost), bucket.refilled()))
