"""The servers of a database: which are there, and the time they share.

That time passes only while a server runs, and never goes back, whatever happens to a system clock.  Clocks use it, so
that thinking time counts up to a crash and stops until the restart.  It is stored in the database at every beat, with
the database's own clock, by which several servers keep the same time; if all are killed, what has passed since the
last beat is lost.
"""

from __future__ import annotations

from sqlalchemy import delete, select, text, update
from sqlalchemy.orm import Session

from ludoteca.play.match.clock import monotonic_ms
from ludoteca.web.storage.databases import BadDatabase
from ludoteca.web.storage.schema import JobRow, ListenerRow, ServerRow, ServerTimeRow
from ludoteca.web.table.stored_game import now_ms
from ludoteca.web.tokens import new_id

ALIVE_MS = 2500  # a server that has not been seen for longer is gone; each is seen every second
LONGEST_BEAT_MS = 5000  # if more has passed by the database's clock, that clock was set
APART_MS = 1000  # a server whose own time is further ahead was cut off from the database, and its clocks ran on
ONLY = 1  # the row
DATABASE_CLOCK = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")


class Servers:
    """This process among those that share its database."""

    def __init__(self, mark: str, *, is_shared: bool) -> None:
        self.id = new_id()
        self.mark = mark  # of its secret
        self.is_shared = is_shared  # whether there can be others
        self.others: frozenset[str] = frozenset()  # as of the last beat
        self.returns = 0  # how often others believed this one gone, and deleted what it had stored about its guests
        self.alive_since = 0  # by the database's clock: a server that was not seen after this is gone
        self._ahead = 0  # of this process's own time
        self._last = 0

    def now(self) -> int:
        """The time, in milliseconds."""
        self._last = max(self._last, monotonic_ms() + self._ahead)
        return self._last

    def enter(self, session: Session) -> None:
        """Join the others; or, if there are none, continue where the last one left off."""
        row = session.get(ServerTimeRow, ONLY, with_for_update=True)
        if row is None:
            row = ServerTimeRow(id=ONLY, ms=now_ms(), at=0)
            session.add(row)
        if not self.is_shared:
            session.execute(delete(ServerRow))  # one that was killed: the database has been free since
        at, own = self._clock(session), monotonic_ms()
        self._look(session, at)
        if self.others:
            row.ms += passed(row.at, at)
        row.at = at
        self._ahead = row.ms - own
        session.add(ServerRow(id=self.id, mark=self.mark, seen=at))

    def beat(self, session: Session) -> None:
        """Store the time, and that this server is there."""
        row = session.get(ServerTimeRow, ONLY, with_for_update=True)
        if row is None:
            return
        at, own = self._clock(session), monotonic_ms()
        if self.is_shared:
            shared = row.ms + passed(row.at, at)
            row.ms = shared if shared + APART_MS > self.now() else self.now()
            self._ahead = row.ms - own
        else:
            row.ms = self.now()
        row.at = at
        seen = session.connection().execute(update(ServerRow).where(ServerRow.id == self.id).values(seen=at))
        if seen.rowcount == 0:
            session.add(ServerRow(id=self.id, mark=self.mark, seen=at))
            self.returns += 1
        self._look(session, at)

    def leave(self, session: Session) -> None:
        """Go, and leave what was begun to the others."""
        self.beat(session)
        session.execute(update(JobRow).where(JobRow.server == self.id).values(server=None))
        session.execute(delete(ListenerRow).where(ListenerRow.server == self.id))
        session.execute(delete(ServerRow).where(ServerRow.id == self.id))

    def _clock(self, session: Session) -> int:
        return int(session.scalar(DATABASE_CLOCK) or 0) if self.is_shared else now_ms()

    def _look(self, session: Session, at: int) -> None:
        """See which others are there; those that are gone are forgotten, with whoever was looking at their games."""
        self.alive_since = at - ALIVE_MS
        others = {row.id: row for row in session.scalars(select(ServerRow).where(ServerRow.id != self.id))}
        gone = [name for name, row in others.items() if row.seen < self.alive_since]
        if gone:
            session.execute(delete(ListenerRow).where(ListenerRow.server.in_(gone)))
            session.execute(delete(ServerRow).where(ServerRow.id.in_(gone)))
        self.others = frozenset(others) - frozenset(gone)


def check_mark(session: Session, mark: str) -> None:
    """BadDatabase if a server that is there has another secret: nobody could go from one to the other."""
    at = int(session.scalar(DATABASE_CLOCK) or 0)
    there = select(ServerRow.id).where(ServerRow.seen >= at - ALIVE_MS, ServerRow.mark != mark)
    if session.scalar(there.limit(1)) is not None:
        raise BadDatabase("another server on this database has another secret; give all of them the same file")


def passed(before: int, after: int) -> int:
    """How much time has passed, unless the clock that says so was set."""
    return after - before if 0 <= after - before <= LONGEST_BEAT_MS else 0
