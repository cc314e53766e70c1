"""Jobs: what must be done at its time, by whichever server takes it; if that server is gone, by another.

A job does nothing by itself: it makes a server look at its subject, so doing it twice has no effect.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from sqlalchemy import ColumnElement, CursorResult, Update, and_, delete, insert, or_, select, tuple_, update
from sqlalchemy.orm import Session

from ludoteca.web.storage.schema import JobRow, ServerRow
from ludoteca.web.storage.servers import Servers

MOST_TAKEN = 50  # at once

Job = tuple[str, str]  # its kind and its subject


def put(session: Session, kind: str, subject: str, due: int, server: str | None = None) -> None:
    """There is something to do, not before `due`; `server` has begun already."""
    values = {"due": due, "server": server}
    if not changed(session, update(JobRow).where(is_job(kind, subject)).values(**values)):
        session.execute(insert(JobRow).values(kind=kind, subject=subject, **values))


def drop(session: Session, kind: str, subject: str) -> None:
    """It is done."""
    session.execute(delete(JobRow).where(is_job(kind, subject)))


def claim(session: Session, kind: str, subject: str, servers: Servers) -> bool:
    """Take a job, which need not have been put before; whether this server may do it."""
    mine = or_(is_free(servers), JobRow.server == servers.id)
    if changed(session, update(JobRow).where(is_job(kind, subject), mine).values(server=servers.id)):
        return True
    if session.get(JobRow, (kind, subject)) is not None:  # another server does it
        return False
    put(session, kind, subject, servers.now(), servers.id)
    return True


def are_due(session: Session, servers: Servers) -> bool:
    """Whether there is something to take."""
    return session.scalar(select(JobRow.kind).where(is_due(servers)).limit(1)) is not None


def take(session: Session, servers: Servers) -> list[Job]:
    """Take some that are due; several servers that do this at once take different ones."""
    due = select(JobRow).where(is_due(servers)).order_by(JobRow.due).limit(MOST_TAKEN)
    taken = session.scalars(due.with_for_update(skip_locked=True)).all()
    for job in taken:
        job.server = servers.id
    return [(job.kind, job.subject) for job in taken]


def release(session: Session, servers: Servers, kept: Collection[Job]) -> None:
    """This server does nothing but what it has `kept`: the rest can be taken again, by any server."""
    is_mine = (JobRow.server == servers.id, tuple_(JobRow.kind, JobRow.subject).not_in(kept))
    session.execute(update(JobRow).where(*is_mine).values(server=None))


def is_job(kind: str, subject: str) -> ColumnElement[bool]:
    """Which one it is."""
    return and_(JobRow.kind == kind, JobRow.subject == subject)


def is_due(servers: Servers) -> ColumnElement[bool]:
    """Its time has come, and no server does it."""
    return and_(JobRow.due <= servers.now(), is_free(servers))


def is_free(servers: Servers) -> ColumnElement[bool]:
    """No server that is there does it."""
    there = select(ServerRow.id).where(or_(ServerRow.seen >= servers.alive_since, ServerRow.id == servers.id))
    return or_(JobRow.server.is_(None), JobRow.server.not_in(there))


def changed(session: Session, statement: Update) -> int:
    """How many rows a statement has changed."""
    return cast("CursorResult[object]", session.execute(statement)).rowcount
