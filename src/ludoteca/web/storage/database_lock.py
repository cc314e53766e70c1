"""One server for one database: rooms are kept in memory, and a second server would not hear what the first is told."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from ludoteca.web.storage.databases import BadDatabase, open_engine, shown_address, unusable

WAIT_S, STEP_S = 6.0, 0.1  # a server that is ending, or was killed a moment ago, is waited for
POSTGRES_KEY = 0x10D07ECA

Take = Callable[[], bool]


@contextmanager
def sole_use(url: URL, wait_s: float = WAIT_S) -> Iterator[None]:
    """Hold a database for as long as the block lasts; BadDatabase where another server does.

    Nothing has to be cleared away after a server that was killed: the lock goes with its process.
    """
    with ExitStack() as held:
        lock = _sqlite_lock if url.get_backend_name() == "sqlite" else _postgresql_lock
        take = lock(url, held)
        deadline = time.monotonic() + wait_s
        while not take():
            if time.monotonic() > deadline:
                where = shown_address(url)
                raise BadDatabase(f"another server is using the database {where}; end it, or name another database")
            time.sleep(STEP_S)
        yield


def _sqlite_lock(url: URL, held: ExitStack) -> Take:
    """A file beside the database, locked as a whole; it stays empty."""
    name = f"{url.database}-server"

    def cannot(error: sqlite3.Error) -> BadDatabase:
        return BadDatabase(f"the database {url.database} cannot be used: {error} ({name})")

    try:
        connection = held.enter_context(closing(sqlite3.connect(name, timeout=0, isolation_level=None)))
    except sqlite3.Error as error:
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


def _postgresql_lock(url: URL, held: ExitStack) -> Take:
    """An advisory lock of the database, with a connection of its own."""
    engine = open_engine(url, 0, writes=True)
    held.callback(engine.dispose)
    try:
        connection = held.enter_context(engine.connect()).execution_options(isolation_level="AUTOCOMMIT")
    except SQLAlchemyError as error:
        raise unusable(error, url) from None

    def take() -> bool:
        try:
            return bool(connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": POSTGRES_KEY}))
        except SQLAlchemyError as error:
            raise unusable(error, url) from None

    return take
