"""Storage: one thread that writes, committing everything that is waiting at once; a few that read.

Nothing is acknowledged before its transaction is committed.  A database that is locked, full or gone gives a
StorageError fit to show a player, and whatever was to be written is as if it had never been requested.  Only if a
commit itself failed is the outcome unknown; that error is Unsettled, and the writer checks again.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from ludoteca.languages import t
from ludoteca.web.metrics import COMMITS
from ludoteca.web.storage.databases import (
    NOT_STORED,
    READERS,
    StorageError,
    Unsettled,
    concerns_all,
    explain,
    in_brief,
    is_collision,
    open_engine,
    read_address,
    sentence_of,
    unusable,
)

Result = TypeVar("Result")
Work = Callable[[Session], Result]
Settled = tuple["asyncio.Future[Any]", Any, Exception | None]

MOST_TOGETHER = 256  # jobs in one transaction
MOST_WAITING = 5000
BUSY_S, GATHER_S = 0.02, 0.006  # if commits follow each other, the next waits for more jobs: most of its cost is fixed

log = logging.getLogger("ludoteca.web")


class Job(NamedTuple):
    """Something to write."""

    work: Work[Any]
    done: asyncio.Future[Any]
    key: str  # of the row that it locks first


in_order = attrgetter("key")  # in which all servers lock rows, so that none waits for one that waits for it


class Storage:
    """The database of one server."""

    def __init__(self, address: str, busy_ms: int = 2000) -> None:
        self.url = read_address(address)
        self._writing = open_engine(self.url, busy_ms, writes=True)
        self._reading = open_engine(self.url, busy_ms, writes=False)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="write", daemon=True)

    @property
    def is_shared(self) -> bool:
        """Whether several servers can use it at once."""
        return self.url.get_backend_name() != "sqlite"

    def open(self) -> None:
        """Migrate the tables and begin to write."""
        from ludoteca.web.storage.migrations import migrate

        try:
            migrate(self._writing)
        except (SQLAlchemyError, StorageError) as error:
            self.close()
            if isinstance(error, StorageError):
                raise
            raise unusable(error, self.url) from None  # its cause can contain more than the first line
        self._writer.start()

    def close(self) -> None:
        """Finish writing, then close the database."""
        if self._writer.is_alive():
            self._jobs.put(None)
            self._writer.join()
        self._readers.shutdown()
        self._reading.dispose()
        self._writing.dispose()

    async def read(self, work: Work[Result]) -> Result:
        """The result of the work, in its own transaction."""

        def run_in_session() -> Result:
            with Session(self._reading) as session:
                return work(session)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run_in_session)
        except SQLAlchemyError as error:
            raise self._refused(error, stores=False) from error

    async def write(self, work: Work[Result], key: str = "") -> Result:
        """Do the work and commit it; it may be done twice, the first time without effect.

        Work that changes a row which other servers may be changing at the same time, such as a game, names it.
        """
        return await self.begin_write(work, key)

    def begin_write(self, work: Work[Result], key: str = "") -> asyncio.Future[Result]:
        """The same, for callers with something to do until it is committed."""
        if self._jobs.qsize() > MOST_WAITING:
            raise StorageError(
                t("The server has too much to write right now. Nothing has changed; try again in a moment.")
            )
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, done, key))
        return done

    # --- in the writing thread

    def _write_on(self) -> None:
        last = 0.0
        while True:
            first = self._jobs.get()
            if time.monotonic() - last < BUSY_S:
                time.sleep(GATHER_S)
            jobs = [first]
            while len(jobs) < MOST_TOGETHER and jobs[-1] is not None:
                try:
                    jobs.append(self._jobs.get_nowait())
                except queue.Empty:
                    break
            self._write_all(sorted((job for job in jobs if job is not None), key=in_order))
            last = time.monotonic()
            if jobs[-1] is None:
                return
            del first, jobs  # they refer to the rooms they came from, and the next may be long in coming

    def _write_all(self, jobs: list[Job], *, is_first: bool = True) -> None:
        """Write all together; if one of them cannot be written, each alone, so that it does not affect the others.

        What collided with another server is tried once more.
        """
        try:
            results = self._together([job.work for job in jobs])
        except Exception as error:  # noqa: BLE001 (whoever waits is told)
            if (len(jobs) > 1 and not concerns_all(error)) or (is_first and is_collision(error)):
                for job in jobs:
                    self._write_all([job], is_first=len(jobs) > 1)
                return
            refusal = self._refused(error)
            is_ours = isinstance(refusal, StorageError)  # then each gets its own error
            tell_all([(done, None, type(refusal)(*refusal.args) if is_ours else refusal) for _, done, _ in jobs])
        else:
            tell_all([(done, result, None) for (_, done, _), result in zip(jobs, results, strict=True)])

    def _together(self, works: list[Work[Any]]) -> list[Any]:
        if not works:
            return []
        with Session(self._writing) as session:
            results = []
            for work in works:
                results.append(work(session))
                session.flush()
            try:
                with COMMITS.time():
                    session.commit()
            except SQLAlchemyError as error:
                self._note(error)
                raise Unsettled(sentence_of(error, NOT_STORED)) from error
            return results

    def _refused(self, error: Exception, *, stores: bool = True) -> Exception:
        """The error for a player; those that are not the database's are unchanged."""
        if not isinstance(error, SQLAlchemyError):
            return error
        self._note(error)
        return explain(error, stores=stores)

    def _note(self, error: SQLAlchemyError) -> None:
        log.error("storage refused", extra={"error": type(error).__name__, "detail": in_brief(error, self.url)})


def tell_all(settled: list[Settled]) -> None:
    """Notify those who are waiting, in their event loop, which is woken once for all of them."""
    for loop, group in groupby(settled, key=lambda one: one[0].get_loop()):
        with suppress(RuntimeError):  # the loop has ended, and nobody is waiting any more
            loop.call_soon_threadsafe(settle, list(group))


def settle(settled: list[Settled]) -> None:
    """Deliver the result of each job."""
    for done, result, error in settled:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
