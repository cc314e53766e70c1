"""Reading for visitors: what is long is read in processes of its own, with a time limit and one job a visitor."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.web.engine.pool import Answer, EngineError, Job, Worker, WorkerPool
from ludoteca.web.engine.reading_tasks import READINGS, Reading, is_short

READERS = 2
LONGEST_READING_S = 20.0
MOST_WAITING = 4  # of one visitor


class NotRead(LudotecaError):
    """What a reader said of something that cannot be read; `kind` is the name of its error."""

    def __init__(self, message: str, kind: str) -> None:
        self.kind = kind
        super().__init__(message)


class TooLong(EngineError):
    """Reading it would take too long."""


class Readers(WorkerPool):
    """The readers.  No visitor has more than one of them at a time; a reader starts when it is first needed."""

    starts_at_once = False

    def __init__(self) -> None:
        super().__init__(READERS, (MOST_WAITING,))

    async def read(self, kind: str, wanted: dict[str, Any], visitor: str) -> Reading:
        """What a reading finds out: in a thread if it is short, else in a reader."""
        if is_short(kind, wanted):
            return await asyncio.to_thread(READINGS[kind], wanted)
        answer = await self.ask({**wanted, "kind": kind}, visitor, 0, LONGEST_READING_S)
        return Reading(answer["found"], tuple(answer["parts"]))

    def _busy(self) -> Collection[str]:
        return {worker.job.visitor for worker in self._workers if worker.job is not None}

    async def _carry_out(self, worker: Worker, job: Job) -> Answer:
        return await worker.carry_out(job, LONGEST_READING_S)

    def _error(self, answer: Answer) -> LudotecaError:
        if answer["kind"] == "Stopped":
            return TooLong(t("This takes too long to read. Try a part of it."))
        return super()._error(answer) if "traceback" in answer else NotRead(answer["error"], answer["kind"])
