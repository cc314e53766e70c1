"""Storage: one thread that writes, committing everything that waits at once; a few that read.

Nothing is acknowledged before its transaction is committed.  A database that is locked, full or gone gives a
StorageError fit to show a player, and whatever was to be written is as if it had never been asked for.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from ludoteca.kernel.errors import LudotecaError

Result = TypeVar("Result")
Work = Callable[[Session], Result]

MOST_TOGETHER = 256  # jobs in one transaction
MOST_WAITING = 5000
READERS = 4

log = logging.getLogger("ludoteca.web")


class StorageError(LudotecaError):
    """The database did not take it; nothing has changed."""


def now_ms() -> int:
    """The time of day, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def open_engine(url: URL, busy_ms: int, *, writes: bool) -> Engine:
    """A connection pool with what each database needs."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, pool_size=READERS, connect_args={"connect_timeout": 10})
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": busy_ms / 1000})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout = {busy_ms:d}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "trusted_schema = OFF",
            "cache_size = -16000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


class Storage:
    """The database of one server."""

    def __init__(self, address: str, busy_ms: int = 2000) -> None:
        self.url = make_url(address)
        if self.url.get_backend_name() == "sqlite" and self.url.database not in (None, "", ":memory:"):
            Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)
        self._writing = open_engine(self.url, busy_ms, writes=True)
        self._reading = open_engine(self.url, busy_ms, writes=False)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self._jobs: queue.Queue[tuple[Work[Any], Callable[[Any, Exception | None], object]] | None] = queue.Queue()
        self._writer = threading.Thread(target=self._write_on, name="write", daemon=True)

    def open(self) -> None:
        """Bring the tables up to date and begin to write."""
        from ludoteca.web.migrations import migrate

        migrate(self._writing)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, then let go of the database."""
        if self._writer.is_alive():
            self._jobs.put(None)
            self._writer.join()
        self._readers.shutdown()
        self._reading.dispose()
        self._writing.dispose()

    async def read(self, work: Work[Result]) -> Result:
        """What the work finds, in a transaction of its own."""

        def carry_out() -> Result:
            with Session(self._reading) as session:
                return work(session)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, carry_out)
        except SQLAlchemyError as error:
            raise refused(error) from error

    async def write(self, work: Work[Result]) -> Result:
        """Carry the work out and commit it; it may be carried out twice, the first time without effect."""
        if self._jobs.qsize() > MOST_WAITING:
            raise StorageError("The server has too much to write just now. Nothing has changed; try again in a moment.")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()

        def settle(result: Any, error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

        self._jobs.put((work, lambda result, error: loop.call_soon_threadsafe(settle, result, error)))
        return await done

    # --- in the writing thread

    def _write_on(self) -> None:
        while True:
            first = self._jobs.get()
            jobs = [first]
            while len(jobs) < MOST_TOGETHER and jobs[-1] is not None:
                try:
                    jobs.append(self._jobs.get_nowait())
                except queue.Empty:
                    break
            todo = [job for job in jobs if job is not None]
            try:
                results = self._together([work for work, _ in todo])
            except Exception as error:  # noqa: BLE001 (whoever waits is told, each in turn)
                if len(todo) == 1:
                    todo[0][1](None, refused(error))
                else:
                    for work, tell in todo:
                        self._alone(work, tell)
            else:
                for (_, tell), result in zip(todo, results, strict=True):
                    tell(result, None)
            if jobs[-1] is None:
                return

    def _together(self, works: list[Work[Any]]) -> list[Any]:
        if not works:
            return []
        with Session(self._writing) as session, session.begin():
            results = []
            for work in works:
                results.append(work(session))
                session.flush()
            return results

    def _alone(self, work: Work[Any], tell: Callable[[Any, Exception | None], object]) -> None:
        try:
            tell(self._together([work])[0], None)
        except Exception as error:  # noqa: BLE001 (whoever waits is told)
            tell(None, refused(error))


def refused(error: Exception) -> Exception:
    """The error to tell a player; those that are not the database's stay as they are."""
    if not isinstance(error, SQLAlchemyError | OSError):
        return error
    log.error("storage refused", extra={"error": type(error).__name__, "detail": str(getattr(error, "orig", error))})
    reason = str(getattr(error, "orig", error)).lower()
    if "locked" in reason or "busy" in reason:
        return StorageError("The database is locked by someone else. Nothing has changed; try again in a moment.")
    if "full" in reason or "no space" in reason:
        return StorageError("The server's disk is full. Nothing has changed.")
    if "readonly" in reason or "read-only" in reason:
        return StorageError("The server's database cannot be written to. Nothing has changed.")
    return StorageError("The server could not store this. Nothing has changed; try again in a moment.")
