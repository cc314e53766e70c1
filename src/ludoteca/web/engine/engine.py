"""Thinking, outside the event loop: a bounded number of processes, games before analysis, visitors in turn."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import sys
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ludoteca.kernel.errors import LudotecaError
from ludoteca.process_group import ProcessGroup

GAME, HINT, ANALYSIS = range(3)  # what goes first
GRACE_S = 45.0  # beyond its time, before a worker counts as stuck; the first job of a game compiles its search
LONGEST_BOT_S = 60.0
MOST_WAITING_PER_VISITOR = {GAME: 60, HINT: 2, ANALYSIS: 2}
MOST_WAITING = 2000
LINE_LIMIT = 2**22

log = logging.getLogger("ludoteca.web")
Told = Callable[[dict[str, Any]], None]


class EngineError(LudotecaError):
    """No answer: too many ask, or the engine failed."""


@dataclass(eq=False)
class Job:
    """Something to think about."""

    request: dict[str, Any]
    visitor: str
    rank: int
    seconds: float
    told: Told | None = None
    done: asyncio.Future[dict[str, Any]] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    tries: int = 0

    @property
    def id(self) -> str:
        """The name that worker and server call it by."""
        return str(self.request["id"])


class Turns:
    """Jobs that wait: by rank, and within a rank one of each visitor in turn."""

    def __init__(self) -> None:
        self._ranks: tuple[OrderedDict[str, deque[Job]], ...] = tuple(OrderedDict() for _ in range(3))
        self.count = 0

    def add(self, job: Job) -> None:
        """Join the queue, or be refused."""
        waiting = self._ranks[job.rank].setdefault(job.visitor, deque())
        if len(waiting) >= MOST_WAITING_PER_VISITOR[job.rank] or self.count >= MOST_WAITING:
            raise EngineError("The engine is busy with what you asked before. Try again in a moment.")
        waiting.append(job)
        self.count += 1

    def has(self, rank: int) -> bool:
        """Whether jobs of a rank wait."""
        return bool(self._ranks[rank])

    def take(self, lowest: int) -> Job | None:
        """The next job of a rank no lower than this; its visitor goes to the back."""
        for by_visitor in self._ranks[: lowest + 1]:
            while by_visitor:
                visitor, waiting = next(iter(by_visitor.items()))
                job = waiting.popleft()
                self.count -= 1
                del by_visitor[visitor]
                if waiting:
                    by_visitor[visitor] = waiting
                if not job.done.done():
                    return job
        return None


class Worker:
    """One process and the job it works on."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.group: ProcessGroup | None = None
        self.job: Job | None = None

    async def start(self) -> None:
        """Begin the process."""
        self.group = ProcessGroup()
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ludoteca.web.engine.worker",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE_LIMIT,
            **self.group.popen_options,
        )  # fmt: skip
        await self._answer()

    async def _answer(self) -> dict[str, Any]:
        assert self.process is not None and self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line:
            raise EOFError
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def send(self, message: dict[str, Any]) -> None:
        """One line to the process."""
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        await self.process.stdin.drain()

    async def carry_out(self, job: Job) -> None:
        """Give the job to the process and pass on what it says; EOFError or TimeoutError when it is lost."""
        self.job = job
        try:
            async with asyncio.timeout(job.seconds + GRACE_S):
                await self.send(job.request)
                while True:
                    answer = await self._answer()
                    if answer.get("id") != job.id:
                        continue
                    if "report" in answer:
                        if job.told is not None and not job.done.done():
                            job.told(answer["report"])
                        continue
                    if not job.done.done():
                        settle(job, answer)
                    return
        finally:
            self.job = None

    async def stop_job(self) -> None:
        """Ask for an early answer."""
        if self.job is not None:
            await self.send({"stop": self.job.id})

    async def end(self) -> None:
        """End the process and whatever its bots have started."""
        if self.group is not None:
            self.group.kill()
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


def settle(job: Job, answer: dict[str, Any]) -> None:
    """Hand an answer to whoever waits for it."""
    if "error" in answer:
        if "detail" in answer:
            log.error("engine failed", extra={"detail": answer["detail"], "bot": job.request.get("bot")})
        job.done.set_exception(EngineError(answer["error"]))
    else:
        job.done.set_result(answer["done"])


class Engine:
    """The pool.  At most all workers but one analyse, and a game that waits cuts an analysis short."""

    def __init__(self, workers: int) -> None:
        self._workers = [Worker() for _ in range(max(1, workers))]
        self._turns = Turns()
        self._news = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = itertools.count(1)

    def open(self) -> None:
        """Start the workers."""
        self._tasks = [asyncio.create_task(self._work(number)) for number in range(len(self._workers))]

    async def close(self) -> None:
        """End the workers; whoever waits is told."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            if worker.job is not None and not worker.job.done.done():
                worker.job.done.cancel()
            await worker.end()
        while (job := self._turns.take(ANALYSIS)) is not None:
            job.done.cancel()

    async def ask(
        self, request: dict[str, Any], visitor: str, rank: int, seconds: float, told: Told | None = None
    ) -> dict[str, Any]:
        """Wait for a turn, then for the answer; cancelling gives the turn up."""
        job = Job({**request, "id": f"j{next(self._numbers)}"}, visitor, rank, seconds, told)
        async with self._news:
            self._turns.add(job)
            self._news.notify_all()
        if rank != ANALYSIS:
            await self._make_room()
        try:
            return await job.done
        except asyncio.CancelledError:
            job.done.cancel()
            for worker in self._workers:
                if worker.job is job:
                    await worker.stop_job()
            raise

    async def _make_room(self) -> None:
        """If nobody is free, one analysis ends now with what it has found."""
        if any(worker.job is None for worker in self._workers):
            return
        for worker in self._workers:
            if worker.job is not None and worker.job.rank == ANALYSIS:
                await worker.stop_job()
                return

    def _lowest_rank(self, number: int) -> int:
        """The last of several workers does not analyse, so that a game never waits for long."""
        return HINT if number == len(self._workers) - 1 and number else ANALYSIS

    async def _work(self, number: int) -> None:
        worker = self._workers[number]
        while True:
            try:
                await worker.start()
                while True:
                    await self._next_job(worker, number)
            except (EOFError, TimeoutError, ConnectionError) as error:
                log.error("worker lost", extra={"worker": number, "error": type(error).__name__})
                await worker.end()
                await asyncio.sleep(0.5)

    async def _next_job(self, worker: Worker, number: int) -> None:
        async with self._news:
            while (job := self._turns.take(self._lowest_rank(number))) is None:
                await self._news.wait()
            if self._turns.count:
                self._news.notify_all()
        try:
            await worker.carry_out(job)
        except (EOFError, ConnectionError):
            job.tries += 1
            if job.tries < 2 and not job.done.done():
                self._turns.add(job)
            elif not job.done.done():
                job.done.set_exception(EngineError("the engine failed"))
            raise
        except TimeoutError:
            if not job.done.done():
                job.done.set_exception(EngineError("the engine took too long"))
            raise
