"""Reading and drawing for visitors, in separate processes: with a time limit, one job per visitor, pictures cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import orjson

from ludoteca.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.web.engine.pool import Answer, EngineError, Job, Worker, WorkerPool
from ludoteca.web.engine.reading_tasks import DRAWINGS, READINGS, Reading, is_brief, is_short

READERS = 2
LONGEST_READING_S = 20.0
LONGEST_COMPILING_S = 300.0
BRIEF, LONG = range(2)  # in order of priority
MOST_WAITING = (8, 4)  # by rank: per visitor
MOST_KEPT = 16 * 2**20  # bytes of pictures


class NotRead(LudotecaError):
    """What a reader said of something that cannot be read; `kind` is the name of its error."""

    def __init__(self, message: str, kind: str) -> None:
        self.kind = kind
        super().__init__(message)


class TooLong(EngineError):
    """Reading it would take too long."""


class Readers(WorkerPool):
    """The readers.  No visitor has more than one of them at a time; a reader starts when it is first needed.

    One of them takes only what is brief, so that nobody waits for the long lines and records of others.
    """

    starts_at_once = False
    loads = (READINGS["line"].__module__,)

    def __init__(self, address_of: Callable[[str], str] = str) -> None:
        super().__init__(READERS, MOST_WAITING, address_of)
        self._kept: OrderedDict[bytes, Reading] = OrderedDict()  # pictures, least recently used first
        self.kept_bytes = 0
        self._drawing: dict[bytes, asyncio.Task[Reading]] = {}

    async def read(self, kind: str, wanted: dict[str, Any], visitor: str) -> Reading:
        """The result of a reading: in a thread if it is short, otherwise in a reader."""
        if kind in DRAWINGS:
            return await self._draw(kind, wanted, visitor)
        if is_short(kind, wanted):
            return await asyncio.to_thread(READINGS[kind], wanted)
        return await self._read(kind, wanted, visitor)

    async def _read(self, kind: str, wanted: dict[str, Any], visitor: str) -> Reading:
        rank = BRIEF if is_brief(kind, wanted) else LONG
        answer = await self.ask({**wanted, "kind": kind}, visitor, rank, LONGEST_READING_S)
        return Reading(answer["found"], tuple(answer["parts"]))

    async def prepare(self, game: str) -> None:
        """Compile a game's rules to disk; brief readings do not wait for it."""
        await self.ask({"kind": "rules", "game": game}, "", LONG, LONGEST_COMPILING_S)

    async def warm(self, game: str) -> None:
        """Have the reader of what is brief load a game's rules, or else the first to need it waits for that."""
        with suppress(LudotecaError):  # a game of another package that cannot be loaded, or the server ends
            await self.ask({"kind": "rules", "game": game}, "", BRIEF, LONGEST_COMPILING_S)

    async def _draw(self, kind: str, wanted: dict[str, Any], visitor: str) -> Reading:
        """A cached picture, or one that is drawn once for everyone who asks for it now."""
        key = orjson.dumps([kind, wanted], option=orjson.OPT_SORT_KEYS)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._drawing:
            self._drawing[key] = asyncio.create_task(self._read(kind, wanted, visitor))
            self._drawing[key].add_done_callback(lambda task: self._keep(key, task))
        return await asyncio.shield(self._drawing[key])

    def _keep(self, key: bytes, drawn: asyncio.Task[Reading]) -> None:
        del self._drawing[key]
        if drawn.cancelled() or drawn.exception() is not None:
            return
        self._kept[key] = drawn.result()
        self.kept_bytes += drawn.result().size
        while self.kept_bytes > MOST_KEPT:
            self.kept_bytes -= self._kept.popitem(last=False)[1].size

    def _lowest_rank(self, number: int) -> int:
        return BRIEF if number == READERS - 1 else LONG

    def may_begin(self, number: int, job: Job) -> bool:
        """The last reader alone loads rules, and no visitor has two readers at once."""
        if job.request["kind"] == "rules" and job.rank == BRIEF and number != READERS - 1:
            return False
        return all(worker.job is None or worker.job.visitor != job.visitor for worker in self.workers)

    async def _run_job(self, worker: Worker, job: Job) -> Answer:
        return await worker.run_job(job, None if job.request["kind"] == "rules" else LONGEST_READING_S)

    def _error(self, answer: Answer) -> LudotecaError:
        if answer["kind"] == "Stopped":
            return TooLong(t("This takes too long to read. Try part of it."))
        return super()._error(answer) if "traceback" in answer else NotRead(answer["error"], answer["kind"])
