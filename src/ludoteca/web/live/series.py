"""The series that a game belongs to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from ludoteca.play import Match, PlayerName, Series, TimeControl
from ludoteca.play.match.series import Setups
from ludoteca.web.storage.repository import Seat, Stored


@dataclass(frozen=True, slots=True)
class SeriesSoFar:
    """How many games a series has, how they are set up, and those before the current one."""

    games: int = 1
    setups: str = "new"
    earlier: tuple[Match, ...] = ()


def series_with(stored: Stored, so_far: SeriesSoFar, named: Callable[[Seat], str] = attrgetter("name")) -> Series:
    """The series up to a game; `named` gives its players' names."""
    shift = stored.round - 1
    players = [PlayerName(named(seat), seat.bot or "human") for seat in stored.seats]
    series = Series(
        stored.match.variant,
        so_far.games,
        players=(players[shift % 2], players[(1 + shift) % 2]),
        setups=Setups(so_far.setups),
        control=TimeControl.parse(stored.control),
    )
    series.matches = [*so_far.earlier, stored.match]
    return series
