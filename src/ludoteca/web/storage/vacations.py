"""Vacations in the database.  Every function here runs inside a session.

A vacation is a row of its account.  The job of that account, due when it begins and when it ends, makes a server stop
or start the clocks of its games; it only compares them with the row, so doing it twice has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ludoteca.web.people.account import is_account
from ludoteca.web.people.vacation import Vacation, begun, running
from ludoteca.web.storage import jobs
from ludoteca.web.storage.schema import AccountRow, GameRow, HolderRow, JobRow, VacationRow

VACATION = "vacation"  # the kind of job; its subject is the account


def taken(session: Session, account: str) -> list[Vacation]:
    """All vacations of an account."""
    rows = session.scalars(select(VacationRow).where(VacationRow.account == account).order_by(VacationRow.began))
    return [Vacation(row.began, row.until) for row in rows]


def begin(session: Session, account: str, days: int, now: int, allowance: int) -> None:
    """An account goes on vacation; NoVacation if it cannot."""
    session.get(AccountRow, account, with_for_update=True)  # whoever asks twice is refused the second time
    vacation = begun(taken(session, account), days, now, allowance)
    session.add(VacationRow(account=account, began=vacation.began, until=vacation.until))
    look_again(session, account)


def end(session: Session, account: str, now: int) -> None:
    """An account comes back; days that it has not used are left to it."""
    for row in session.scalars(select(VacationRow).where(VacationRow.account == account, VacationRow.until > now)):
        row.until = now
    look_again(session, account)


def look_again(session: Session, account: str) -> None:
    """The clocks of an account's games may have to be stopped or started."""
    jobs.put(session, VACATION, account, 0)


def look_at_all(session: Session) -> None:
    """All vacations may have ended: days pass also while no server runs, which is when jobs wait."""
    session.execute(update(JobRow).where(JobRow.kind == VACATION).values(due=0))


def note_players(session: Session, players: Iterable[str], now: int) -> None:
    """Players have sat down: if one is on vacation, that game waits too."""
    for player in players:
        if is_account(player) and running(taken(session, player), now) is not None:
            look_again(session, player)


def standing(session: Session, account: str, now: int) -> tuple[int | None, list[str]]:
    """Until when an account is on vacation, if it is, and its games that go on."""
    found = running(taken(session, account), now)
    games = select(GameRow.id).join(HolderRow, HolderRow.game == GameRow.id)
    going = games.where(HolderRow.guest == account, GameRow.state == "going", GameRow.kind != "record")
    return None if found is None else found.until, list(session.scalars(going))
