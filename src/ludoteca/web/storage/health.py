"""Whether the database can be used: written to and read now, with room on its disk, and undamaged."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ludoteca.languages import translatable
from ludoteca.web.storage.databases import BROKEN, FULL, StorageError, as_sentence, reason_for
from ludoteca.web.storage.schema import GameRow, MoveRow
from ludoteca.web.storage.storage import Storage, Work

LEAST_ROOM = 256 * 1024  # bytes: a few more moves, and the next is refused
LONGEST_LOOK_S = 4.0  # nobody waits longer
SLOW = translatable("the server's database takes too long to answer")
FRESH_S = 1.0  # how long an answer is valid, however often it is asked for
CHECK_SHARE = 0.01  # of the time may be spent checking a file for damage
CHECK_WAIT_S = 2.0  # nobody waits longer for it: the next answer has it


class Health:
    """Checks on demand."""

    def __init__(self, storage: Storage, write: Work[Any]) -> None:
        self._storage = storage
        self._write = write  # something harmless
        self._looking: asyncio.Task[str | None] | None = None
        self._until = 0.0
        is_file = storage.url.get_backend_name() == "sqlite"
        self._file = Path(str(storage.url.database)) if is_file else None
        self._damage: str | None = None  # as of the last check
        self._checking: asyncio.Task[None] | None = None
        self._next_check = 0.0

    async def trouble(self) -> str | None:
        """Why the database cannot be used; None if it can.  Simultaneous callers share one check."""
        if self._looking is None or (self._looking.done() and time.monotonic() > self._until):
            self._looking = asyncio.create_task(self._look())
        looking = self._looking
        await asyncio.wait({looking}, timeout=LONGEST_LOOK_S)
        return looking.result() if looking.done() else as_sentence(SLOW)

    async def _look(self) -> str | None:
        try:
            await self._storage.write(self._write)
            await self._storage.read(touch)
            return self._full() or await self._damaged()
        except StorageError as error:
            return str(error)
        finally:
            self._until = time.monotonic() + FRESH_S

    def _full(self) -> str | None:
        has_room = self._file is None or shutil.disk_usage(self._file.parent).free >= LEAST_ROOM
        return None if has_room else as_sentence(FULL)

    async def _damaged(self) -> str | None:
        """The result of the last check of the file; a file that takes long to check is checked rarely."""
        if self._file is not None and self._checking is None and time.monotonic() >= self._next_check:
            self._checking = asyncio.create_task(self._check(self._file))
        if self._checking is not None:
            await asyncio.wait({self._checking}, timeout=CHECK_WAIT_S)
        return self._damage

    async def _check(self, file: Path) -> None:
        began = time.monotonic()
        try:
            self._damage = await asyncio.to_thread(find_damage, file)
        finally:
            self._checking = None
            self._next_check = time.monotonic() + (time.monotonic() - began) / CHECK_SHARE


def touch(session: Session) -> None:
    """Read from the tables that every game needs."""
    session.execute(select(func.max(GameRow.changed)).where(GameRow.state == "going"))
    session.execute(select(MoveRow.text).limit(1))


def find_damage(file: Path) -> str | None:
    """Check an SQLite file as it is on the disk, with a connection that has cached nothing of it."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        return as_sentence(reason_for(getattr(error, "sqlite_errorname", "")) or BROKEN)
    return None if found == "ok" else as_sentence(BROKEN)
