"""Thinking: games before hints before analysis; long analyses give way in slices."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludoteca.bots.specs import read_spec
from ludoteca.play import Match
from ludoteca.web.engine.pool import Answer, EngineError, Job, Told, Worker, WorkerPool

__all__ = ["ANALYSIS", "GAME", "HINT", "LONGEST_BOT_S", "Engine", "EngineError", "Told", "position_request"]

GAME, HINT, ANALYSIS = range(3)  # what goes first
SHARES = (60, 2, 2)  # by rank: how many jobs of one visitor may wait
LONGEST_BOT_S = 60.0
SLICE_S = 2.0  # an analysis goes on for so long before it gives way to one that had none
LOOK_S = 0.2
LONG_MS = 1000  # a bot that may think for longer is slow


def position_request(match: Match) -> dict[str, Any]:
    """The part of a request that says which position is meant: with the moves that led there, since they may count."""
    return {
        "game": match.variant.name,
        "options": dict(match.variant.changed_options),
        "start": str(match.start),
        "moves": [str(ply.move) for ply in match.plies],
    }


class Engine(WorkerPool):
    """The thinkers.  At most all workers but one analyse, and a game that waits cuts an analysis short.

    Nor do slow bots of one address think on all of them.
    """

    def __init__(self, workers: int, address_of: Callable[[str], str] = str) -> None:
        super().__init__(workers, SHARES, address_of)
        self._prepared: set[tuple[str, str]] = set()  # games and bots

    async def prepare(self, match: Match, bot: str) -> None:
        """Have a bot get ready for a game, once, while its opponent thinks: it may have to compile its search."""
        name = match.variant.name, read_spec(bot).name
        if name not in self._prepared:
            self._prepared.add(name)
            request = {"kind": "prepare", **position_request(match), "moves": [], "bot": bot}
            with suppress(EngineError):  # then it does so when it is to move
                await self.ask(request, "", ANALYSIS, LONGEST_BOT_S)

    async def _make_room(self, job: Job) -> None:
        """If nobody is free for a game or a hint, one analysis ends now with what it has found."""
        if job.rank == ANALYSIS or any(worker.job in (None, job) for worker in self._workers):
            return
        for worker in self._workers:
            if worker.job is not None and worker.job.rank == ANALYSIS:
                await worker.stop_job()
                return

    def _lowest_rank(self, number: int) -> int:
        """The last of several workers does not analyse, so that a game never waits for long."""
        return HINT if number == len(self._workers) - 1 and number else ANALYSIS

    def _may_begin(self, number: int, job: Job) -> bool:
        """The last of several workers takes no slow bot of an address that has one thinking already."""
        if not (number and number == len(self._workers) - 1 and is_slow_bot(job)):
            return True
        running = [worker.job for worker in self._workers if worker.job is not None]
        return not any(is_slow_bot(other) and other.address == job.address for other in running)

    async def _carry_out(self, worker: Worker, job: Job) -> Answer:
        """The answer; an analysis may be stopped on the way there, and goes on when its turn has come again."""
        if job.request["kind"] != "analyse":  # what else is stopped has done its best
            return await worker.run_job(job)
        sliced = Slice(self, worker, job)
        answer = await sliced.run()
        if sliced.gives_way and "done" in answer and not job.done.done():
            self._turns.add_again(Analysis.after(job, answer["done"]["report"], self._new_id()))
            return {"again": True}
        return answer

    def _settle(self, job: Job, answer: Answer) -> None:
        if "again" not in answer:
            if isinstance(job, Analysis) and "done" in answer:
                answer["done"]["report"] = job.better(answer["done"]["report"])
            super()._settle(job, answer)


def is_slow_bot(job: Job) -> bool:
    """Whether a job is the move of a bot that was given much time."""
    return job.rank == GAME and job.request.get("ms", 0) > LONG_MS


class Analysis(Job):
    """An analysis that gave way: what it had found by then, and the time that it still has."""

    found: dict[str, Any]
    tell: Told | None = None  # whoever asked

    @classmethod
    def after(cls, job: Job, report: dict[str, Any], new_id: str) -> Analysis:
        """The rest of an analysis."""
        left_ms = max(10, round(job.request["ms"] - 1000 * report["seconds"]))
        request = {**job.request, "ms": left_ms, "id": new_id}
        rest = cls(request, job.visitor, job.rank, left_ms / 1000, None, job.done, 0, job.used_s, job.address)
        rest.found = job.better(report) if isinstance(job, Analysis) else report
        rest.tell = job.tell if isinstance(job, Analysis) else job.told
        rest.told = rest.pass_on
        return rest

    def pass_on(self, report: dict[str, Any]) -> None:
        """Tell whoever asked, if there is news."""
        if self.tell is not None and self.is_news(report):
            self.tell(self.better(report))

    def is_news(self, report: dict[str, Any]) -> bool:
        """Whether it says more than what was found before."""
        return bool(report["proven"] or report["depth"] >= self.found["depth"])

    def better(self, report: dict[str, Any]) -> dict[str, Any]:
        """The deeper of two reports, with what both took."""
        told = report if self.is_news(report) and not self.found["proven"] else self.found
        took = {name: self.found[name] + report[name] for name in ("nodes", "seconds")}
        return {**told, **took, "nps": round(took["nodes"] / max(took["seconds"], 0.001))}


class Slice:
    """One turn of an analysis: it ends when somebody waits who had much less."""

    def __init__(self, engine: Engine, worker: Worker, job: Job) -> None:
        self.engine, self.worker, self.job = engine, worker, job
        self.gives_way = False
        self.began = time.monotonic()

    async def run(self) -> Answer:
        """What the worker answers, early or not."""
        watch = asyncio.create_task(self._watch())
        try:
            return await self.worker.run_job(self.job)
        finally:
            self.job.used_s += time.monotonic() - self.began
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            used = self.job.used_s + time.monotonic() - self.began
            least = self.engine._turns.least_used(ANALYSIS)
            if least is not None and used >= SLICE_S + 2 * least:  # slices double: what is begun anew is never much
                self.gives_way = True
                await self.worker.stop_job()
                return
