"""The server's own time: it passes only while a server runs, and never goes back, whatever happens to the system clock.

Clocks use it, so that thinking time counts up to a crash and stops until the restart; messages are numbered from it, so
that numbers grow across restarts.  It is stored in the database at every beat; a server that is killed loses what has
passed since the last one.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from ludoteca.play.match.clock import monotonic_ms
from ludoteca.web.storage.schema import ServerTimeRow
from ludoteca.web.table.stored_game import now_ms

STEP_MS = 24 * 3600 * 1000  # between the numbers of one start and the next: more than any beat is late
ONLY = 1  # the row


class ServerTime:
    """Milliseconds for one server process."""

    def __init__(self) -> None:
        self._ahead = 0  # of this process's own time
        self._starts = 0

    def now(self) -> int:
        """The time."""
        return monotonic_ms() + self._ahead

    def next_seq(self) -> int:
        """A number that no message had before, in this run or an earlier one."""
        return self.now() + self._starts * STEP_MS

    def resume(self, session: Session) -> None:
        """Continue where the previous server left off."""
        row = session.get(ServerTimeRow, ONLY)
        if row is None:
            row = ServerTimeRow(id=ONLY, ms=now_ms(), starts=0)
            session.add(row)
        row.starts += 1
        self._ahead, self._starts = row.ms - monotonic_ms(), row.starts

    def beat(self, session: Session) -> None:
        """Store the time."""
        row = session.get(ServerTimeRow, ONLY)
        if row is not None:
            row.ms = self.now()
