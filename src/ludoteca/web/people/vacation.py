"""Vacation: days on which the clocks of someone's games by correspondence stand still, as pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from ludoteca.errors import LudotecaError
from ludoteca.languages import t

DAYS_A_YEAR = 30  # unless the host allows others
DAY_MS = 24 * 3_600_000


class NoVacation(LudotecaError):
    """This vacation cannot be taken."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """From when until when, in milliseconds since 1970; one that was cut short ends then."""

    began: int
    until: int

    @property
    def year(self) -> int:
        """The year in which it counts: that of its beginning, in UTC."""
        return datetime.fromtimestamp(self.began / 1000, UTC).year

    @property
    def days(self) -> int:
        """How many days it takes; one that has begun counts as a whole day."""
        return max(1, -(-(self.until - self.began) // DAY_MS))


def days_left(taken: Iterable[Vacation], now: int, allowance: int) -> int:
    """How many days can still be taken in the current year."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    return max(0, allowance - sum(each.days for each in taken if each.year == year))


def running(taken: Iterable[Vacation], now: int) -> Vacation | None:
    """The vacation that someone is on."""
    return next((each for each in taken if each.until > now), None)


def begun(taken: Iterable[Vacation], days: int, now: int, allowance: int) -> Vacation:
    """A vacation of some days from now on; NoVacation if there are not so many left, or one is running."""
    known = list(taken)
    if running(known, now) is not None:
        raise NoVacation(t("You are on vacation already."))
    left = days_left(known, now, allowance)
    if not 1 <= days <= left:
        raise NoVacation(t("You have {days} {days:day|days} of vacation left this year.", days=left))
    return Vacation(now, now + days * DAY_MS)
