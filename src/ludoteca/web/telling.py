"""Telling: word of what has changed, for whoever shows it, in this process and in the others on the same database.

What is told is a topic and an id, such as the game that has gone on; whoever hears it reads the rest from the database.
Nothing depends on its arrival: it is sent after the commit, and a process that is killed in between has told nobody.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from ludoteca.web.storage.databases import in_brief, open_engine

CHANNEL = "ludoteca"
SEND = "SELECT pg_notify(%s, word) FROM unnest(%s::text[]) AS word"
GATHER_S = 0.003  # what is told meanwhile is sent along
LOOK_S = 0.5  # how soon a closed server is noticed
AGAIN_S = 1.0  # after the database was away
MOST_TRIES = 2  # to send something
LONGEST_WORD = 7999  # bytes that PostgreSQL takes; it would refuse all that is sent along with a longer one

Hear = Callable[[str], None]

log = logging.getLogger("ludoteca.web")


class Telling:
    """For a single process: direct calls."""

    def __init__(self) -> None:
        self._hearers: defaultdict[str, list[Hear]] = defaultdict(list)
        self._missed: list[Callable[[], None]] = []

    def on(self, topic: str, hear: Hear) -> None:
        """Call this with every id that is told about a topic."""
        self._hearers[topic].append(hear)

    def on_missed(self, look: Callable[[], None]) -> None:
        """Call this when something may have been missed, so that whatever is shown must be read again."""
        self._missed.append(look)

    def tell(self, topic: str, name: str, *, here: bool = True) -> None:
        """Tell everyone; with `here=False` only the other processes, since this one knows already."""
        if here:
            self._hear(topic, name)

    def open(self) -> None:
        """Begin; called in the event loop in which everyone hears."""

    def close(self) -> None:
        """End."""

    def _hear(self, topic: str, name: str) -> None:
        for hear in self._hearers[topic]:
            try:
                hear(name)
            except Exception:  # the outermost place: the others hear it all the same
                log.exception("hearing failed", extra={"topic": topic})


class PostgresTelling(Telling):
    """For several processes: LISTEN and NOTIFY, over two connections with a thread each.

    A NOTIFY in the transaction of a move would make such transactions commit one after the other.
    """

    def __init__(self, url: URL, sender: str) -> None:
        super().__init__()
        self._url = url
        self._sender = sender  # this process
        self._engine: Engine = open_engine(url, 0, writes=True, connections=2)
        self._unsent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._is_over = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for work, name in ((self._send_on, "tell"), (self._hear_on, "hear"))
        ]

    def tell(self, topic: str, name: str, *, here: bool = True) -> None:
        """Tell everyone, the other processes a few milliseconds later."""
        super().tell(topic, name, here=here)
        word = f"{self._sender} {topic} {name}"
        if len(word.encode()) > LONGEST_WORD:
            log.error("too long to be sent", extra={"topic": topic})
        else:
            self._unsent.put(word)

    def open(self) -> None:
        """Begin to send and to listen."""
        self._loop = asyncio.get_running_loop()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Send what is left, then end."""
        self._is_over.set()
        self._unsent.put(None)
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self._engine.dispose()

    def _send_on(self) -> None:
        connection: Any = None
        while (word := self._unsent.get()) is not None:
            self._is_over.wait(GATHER_S)
            words, is_last = self._gathered(word)
            for _ in range(MOST_TRIES):  # a line that has broken meanwhile is noticed only when it is used
                try:
                    if connection is None:
                        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                    connection.exec_driver_sql(SEND, (CHANNEL, list(words)))
                    break
                except SQLAlchemyError as error:  # the others look for themselves now and then
                    self._note(error)
                    connection = self._disconnect(connection)
            if is_last:
                break
        self._disconnect(connection)

    def _gathered(self, word: str) -> tuple[dict[str, None], bool]:
        """What is to be told by now, each once; and whether that was all."""
        words = {word: None}
        with suppress(queue.Empty):
            while (more := self._unsent.get_nowait()) is not None:
                words[more] = None
            return words, True
        return words, False

    def _hear_on(self) -> None:
        while not self._is_over.is_set():
            connection: Any = None
            try:
                connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                connection.exec_driver_sql(f"LISTEN {CHANNEL}")
                self._deliver(self._look_again)
                line = connection.connection.driver_connection
                while not self._is_over.is_set():
                    self._pass_on(note.payload for note in line.notifies(timeout=LOOK_S))
            except Exception as error:  # noqa: BLE001 (the driver's own errors come out of its generator)
                self._note(error)
                self._is_over.wait(AGAIN_S)
            self._disconnect(connection)

    def _pass_on(self, payloads: Iterable[str]) -> None:
        for payload in payloads:
            sender, topic, name = payload.split(" ", 2)
            if sender != self._sender:
                self._deliver(self._hear, topic, name)

    def _deliver(self, call: Callable[..., None], *given: str) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(call, *given)

    def _look_again(self) -> None:
        for look in self._missed:
            look()

    def _note(self, error: Exception) -> None:
        if not self._is_over.is_set():
            log.error("line to the other servers lost", extra={"detail": in_brief(error, self._url)})

    @staticmethod
    def _disconnect(connection: Any) -> None:
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
                connection.close()


def telling_for(url: URL, sender: str) -> Telling:
    """How the processes on a database tell each other; on SQLite there is only one."""
    return Telling() if url.get_backend_name() == "sqlite" else PostgresTelling(url, sender)
