"""Cleanup: games that nobody ever played, and guests who left nothing behind, are deleted after a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, exists, select, update
from sqlalchemy.orm import Session

from ludoteca.web.storage.accounts import forget_old_keys
from ludoteca.web.storage.schema import AccountRow, GameRow, Guest, HolderRow, ListenerRow, SeriesRow
from ludoteca.web.tokens import COOKIE_SECONDS

DAY_MS = 24 * 3600 * 1000
KEEP_EMPTY_MS = 30 * DAY_MS  # games without a move
KEEP_GUEST_MS = COOKIE_SECONDS * 1000  # by then the browser has forgotten, too
MOST_AT_ONCE = 50  # so that no move waits long


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many were deleted."""

    games: int
    guests: int

    @property
    def has_more(self) -> bool:
        """Whether there may be more to do."""
        return MOST_AT_ONCE in (self.games, self.guests)


def tidy(session: Session, now: int, live: Collection[str] = ()) -> Tidied:
    """Delete some; games in `live` have someone in their room."""
    forget_old_keys(session)
    return Tidied(_forget_games(session, now - KEEP_EMPTY_MS, live), _forget_guests(session, now - KEEP_GUEST_MS))


def _forget_games(session: Session, before: int, live: Collection[str]) -> int:
    """Later games of a series stay, since its score continues with them."""
    found = session.execute(
        select(GameRow.id, GameRow.series)
        .where(GameRow.state.in_(("open", "going")), GameRow.changed < before)
        .where(GameRow.plies == 0, GameRow.round == 1, GameRow.kind != "record")
        .where(GameRow.id.not_in(select(ListenerRow.game)))  # someone is there on another server
        .limit(MOST_AT_ONCE)
        .with_for_update(skip_locked=True)  # PostgreSQL: not one that is being changed right now
    ).all()
    games = [game for game, _ in found if game not in live]
    if games:
        series = [name for game, name in found if name is not None and game not in live]
        unlinked = {"next": None, "version": GameRow.version + 1}
        session.execute(update(GameRow).where(GameRow.next.in_(games)).values(**unlinked))
        session.execute(delete(GameRow).where(GameRow.id.in_(games)))  # its seats, holders and offers go with it
        session.execute(delete(SeriesRow).where(SeriesRow.id.in_(series)))
    return len(games)


def _forget_guests(session: Session, before: int) -> int:
    holds = exists().where(HolderRow.guest == Guest.id)
    owns = exists().where(GameRow.owner == Guest.id)
    signed_up = exists().where(AccountRow.id == Guest.id)
    idle = select(Guest.id).where(Guest.seen < before, ~holds, ~owns, ~signed_up)
    guests = session.scalars(idle.limit(MOST_AT_ONCE)).all()
    if guests:
        session.execute(delete(Guest).where(Guest.id.in_(guests)))
    return len(guests)
