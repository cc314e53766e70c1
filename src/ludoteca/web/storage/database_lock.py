"""One server per database: rooms are in memory, and a second server would not hear what the first is told.

The lock prevents two servers from each announcing half of what happens; it does not guard the games.  Every write names
the version of the game that it changes (`claim_version`), so nothing is lost whatever happens to the lock.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from ludoteca.web.storage.databases import (
    BadDatabase,
    in_brief,
    make_private_file,
    open_engine,
    shown_address,
    unusable,
)

WAIT_S, STEP_S = 6.0, 0.1  # waits for a server that is ending, or was killed a moment ago
LOOK_S = 1.0  # how often PostgreSQL is asked whether the lock is still there
POSTGRES_KEY = 0x10D07ECA

Take = Callable[[], bool]

log = logging.getLogger("ludoteca.web")


class Hold:
    """The use of a database; `is_lost` once another server has taken over."""

    is_lost = False


@contextmanager
def sole_use(url: URL, wait_s: float = WAIT_S) -> Iterator[Hold]:
    """Hold a database while the block lasts; BadDatabase if another server does.

    Nothing has to be cleaned up after a server that was killed: the lock goes with its process.
    """
    with ExitStack() as held:
        if url.get_backend_name() == "sqlite":
            _wait_for(_sqlite_lock(url, held), url, wait_s)
            yield Hold()
            return
        lock = PostgresLock(url)
        held.callback(lock.close)
        _wait_for(lock.take, url, wait_s)
        lock.watch()
        yield lock.hold


def _wait_for(take: Take, url: URL, wait_s: float) -> None:
    deadline = time.monotonic() + wait_s
    while not take():
        if time.monotonic() > deadline:
            where = shown_address(url)
            raise BadDatabase(f"another server is using the database {where}; stop it, or name another database")
        time.sleep(STEP_S)


def _sqlite_lock(url: URL, held: ExitStack) -> Take:
    """A file beside the database, locked as a whole; it stays empty."""
    name = f"{url.database}-server"

    def cannot(error: sqlite3.Error | OSError) -> BadDatabase:
        return BadDatabase(f"the database {url.database} cannot be used: {error} ({name})")

    try:
        make_private_file(Path(name))
        connection = held.enter_context(closing(sqlite3.connect(name, timeout=0, isolation_level=None)))
    except (sqlite3.Error, OSError) as error:
        raise cannot(error) from error

    def take() -> bool:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return False
            raise cannot(error) from error
        return True

    return take


class PostgresLock:
    """An advisory lock of PostgreSQL, which lasts as long as its connection.

    If the connection ends, for example because the database is restarted, the lock is taken again as soon as possible;
    if another server was faster, it is lost.
    """

    def __init__(self, url: URL) -> None:
        self.hold = Hold()
        self._url = url
        self._engine: Engine = open_engine(url, 0, writes=True)
        self._connection: Connection | None = None
        self._is_over = threading.Event()
        self._watcher: threading.Thread | None = None

    def take(self) -> bool:
        """Take the lock, over a separate connection; returns whether it was free.  BadDatabase if none answers."""
        try:
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            return bool(self._connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": POSTGRES_KEY}))
        except SQLAlchemyError as error:
            raise unusable(error, self._url) from None

    def watch(self) -> None:
        """Begin to watch the lock."""
        self._watcher = threading.Thread(target=self._watch, name="database lock", daemon=True)
        self._watcher.start()

    def close(self) -> None:
        """Release the lock."""
        self._is_over.set()
        if self._watcher is not None:
            self._watcher.join()
        self._disconnect()
        self._engine.dispose()

    def _watch(self) -> None:
        while not self._is_over.wait(LOOK_S):
            trouble = self.trouble()
            if trouble and not self._take_again(trouble):
                return

    def trouble(self) -> str:
        """Why the connection that holds the lock is gone; empty while it is there."""
        if self._connection is None:
            return "no connection"
        try:
            self._connection.scalar(text("SELECT 1"))
        except SQLAlchemyError as error:
            return in_brief(error, self._url)
        return ""

    def _take_again(self, trouble: str) -> bool:
        """Take a lock again whose connection is gone; False if that is over, or another server has it."""
        where = shown_address(self._url)
        log.error("the lock of the database is lost", extra={"database": where, "detail": trouble})
        self._disconnect()
        while not self._is_over.is_set():
            with suppress(BadDatabase):  # it is still unavailable
                if self.take():
                    log.warning("the lock of the database is taken again", extra={"database": where})
                    return True
                self.hold.is_lost = True
                log.critical("another server has taken over the database", extra={"database": where})
                return False
            self._disconnect()
            self._is_over.wait(LOOK_S)
        return False

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
