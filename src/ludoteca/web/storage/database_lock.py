"""An SQLite file has one server: a second one would not hear what the first is told.

Servers on PostgreSQL tell each other (`telling.py`).
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from sqlalchemy.engine import URL

from ludoteca.web.storage.databases import BadDatabase, make_private_file, shown_address

WAIT_S, STEP_S = 6.0, 0.1  # waits for a server that is ending, or was killed a moment ago

Take = Callable[[], bool]


@contextmanager
def sole_use(url: URL, wait_s: float = WAIT_S) -> Iterator[None]:
    """Hold an SQLite file while the block lasts; BadDatabase if another server does.

    Nothing has to be cleaned up after a server that was killed: the lock goes with its process.
    """
    with ExitStack() as held:
        if url.get_backend_name() == "sqlite":
            _wait_for(_sqlite_lock(url, held), url, wait_s)
        yield


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
