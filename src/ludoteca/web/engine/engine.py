"""Thinking: games before hints before analysis; long analyses yield in slices."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ludoteca.bots.specs import read_spec
from ludoteca.play import Match
from ludoteca.web.engine.pool import Answer, EngineError, Job, Told, Worker, WorkerPool

GAME, HINT, ANALYSIS = range(3)  # in order of priority
SHARES = (60, 2, 2)  # by rank: how many jobs of one visitor may wait
LONGEST_BOT_S = 60.0
SLICE_S = 2.0  # an analysis runs this long before it yields to one that has had none
LOOK_S = 0.2
STEPS_S = (0.1, 1.0, LONGEST_BOT_S)  # bots whose moves take about equally long take turns
SLOW_S = STEPS_S[-1]


def position_request(match: Match) -> dict[str, Any]:
    """The part of a request that identifies the position: with the moves that led there, since they may matter."""
    return {
        "game": match.variant.name,
        "options": dict(match.variant.changed_options),
        "start": str(match.start),
        "moves": [str(ply.move) for ply in match.plies],
    }


class Engine(WorkerPool):
    """The thinkers.  At most all workers but one analyse, and a waiting game cuts an analysis short.

    Nor do slow bots from one address occupy all of them.
    """

    loads = ("ludoteca.bots.search_bots",)

    def __init__(self, workers: int, address_of: Callable[[str], str] = str) -> None:
        super().__init__(workers, SHARES, address_of)
        self._prepared: set[tuple[str, str]] = set()  # games and bots
        self.took_s: dict[tuple[str, str], float] = {}  # recently, by game and bot: moves without a time limit

    async def prepare(self, match: Match, bot: str) -> None:
        """Let a bot get ready for a game, once, while its opponent thinks: it may have to compile its search."""
        name = match.variant.name, read_spec(bot).name
        if name not in self._prepared:
            self._prepared.add(name)
            request = {"kind": "prepare", **position_request(match), "moves": [], "bot": bot}
            with suppress(EngineError):  # then it does so when it is to move
                await self.ask(request, "", ANALYSIS, LONGEST_BOT_S)

    async def _make_room(self, job: Job) -> None:
        """If no worker is free for a game or a hint, one analysis ends now with what it has found."""
        if job.rank == ANALYSIS or any(worker.job in (None, job) for worker in self.workers):
            return
        for worker in self.workers:
            if worker.job is not None and worker.job.rank == ANALYSIS:
                await worker.stop_job()
                return

    def expected_s(self, job: Job) -> float | None:
        """For a bot's move: its time limit, or what it took recently; faster bots go first."""
        if job.request["kind"] != "choose":
            return None
        took_s = job.request.get("ms", 0) / 1000 or self.took_s.get(bot_in_game(job), 0.0)
        return next((step for step in STEPS_S if took_s <= step), SLOW_S)

    def _lowest_rank(self, number: int) -> int:
        """The last of several workers does not analyse, so that a game never waits for long."""
        return HINT if number == len(self.workers) - 1 and number else ANALYSIS

    def may_begin(self, number: int, job: Job) -> bool:
        """The last of several workers takes no slow bot from an address that already has one thinking."""
        if not (number and number == len(self.workers) - 1 and is_slow_bot(job)):
            return True
        running = [worker.job for worker in self.workers if worker.job is not None]
        return not any(is_slow_bot(other) and other.address == job.address for other in running)

    async def _run_job(self, worker: Worker, job: Job) -> Answer:
        """The answer; an analysis may be stopped on the way, and continues when its turn has come again."""
        if job.request["kind"] == "choose":
            return await self._choose(worker, job)
        if job.request["kind"] != "analyse":  # anything else that is stopped has done its best
            return await worker.run_job(job)
        sliced = Slice(self, worker, job)
        answer = await sliced.run()
        if sliced.gives_way and "done" in answer and not job.done.done():
            self.turns.add_again(Analysis.after(job, answer["done"]["report"], self._new_id()))
            return {"again": True}
        return answer

    async def _choose(self, worker: Worker, job: Job) -> Answer:
        """A bot's move; how long it takes is remembered, with recent moves weighing most."""
        began, key = time.monotonic(), bot_in_game(job)
        answer = await worker.run_job(job)
        took_s = time.monotonic() - began
        if "error" not in answer and not job.request.get("ms"):
            self.took_s[key] = (self.took_s.get(key, took_s) + took_s) / 2
        return answer

    def _settle(self, job: Job, answer: Answer) -> None:
        if "again" not in answer:
            if isinstance(job, Analysis) and "done" in answer:
                answer["done"]["report"] = job.better(answer["done"]["report"])
            super()._settle(job, answer)


def is_slow_bot(job: Job) -> bool:
    """Whether a job is a slow bot's move."""
    return job.rank == GAME and job.expected_s == SLOW_S


def bot_in_game(job: Job) -> tuple[str, str]:
    """Which game a move is for, and which bot chooses it."""
    return job.request["game"], job.request["bot"]


class Analysis(Job):
    """An analysis that yielded: what it had found by then, and the time that it has left."""

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
        """The deeper of two reports, with the total effort."""
        told = report if self.is_news(report) and not self.found["proven"] else self.found
        took = {name: self.found[name] + report[name] for name in ("nodes", "seconds")}
        return {**told, **took, "nps": round(took["nodes"] / max(took["seconds"], 0.001))}


class Slice:
    """One turn of an analysis: it ends when a job is waiting that has had much less."""

    def __init__(self, engine: Engine, worker: Worker, job: Job) -> None:
        self.engine, self.worker, self.job = engine, worker, job
        self.gives_way = False
        self.began = time.monotonic()

    async def run(self) -> Answer:
        """The worker's answer, early or not."""
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
            least = self.engine.turns.least_used(ANALYSIS)
            if least is not None and used >= SLICE_S + 2 * least:  # slices double, so that little work is repeated
                self.gives_way = True
                await self.worker.stop_job()
                return
