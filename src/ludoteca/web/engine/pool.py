"""Work outside the event loop: a bounded number of processes, important jobs first, addresses and visitors in turn."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import orjson

from ludoteca.errors import LudotecaError
from ludoteca.languages import t, translatable
from ludoteca.process_group import ProcessGroup

GRACE_S = 45.0  # beyond its time, before a worker counts as stuck; the first job of a game compiles its search
MOST_WAITING = 2000
SHARED_BY, MOST_AT = 20, 300  # what may wait from one address: this many visitors' shares, but no more than this
LINE_LIMIT = 2**22
LONGEST_ERROR = 10_000  # characters of a worker's standard error that are logged at once
BUSY = translatable("The engine is still busy with your last request. Try again in a moment.")
FULL = translatable("The engine is busy with many games. Try again in a moment.")
NO_WORKERS = translatable("The server's engine cannot be started, or has failed.")
RESTART_PAUSE_S = 0.5
FAILED = translatable("the engine failed")
TOO_SLOW = translatable("the engine took too long")
STOPPING = translatable("The server is stopping. Try again in a moment.")

log = logging.getLogger("ludoteca.web")
Answer = dict[str, Any]
Told = Callable[[Answer], None]


class EngineError(LudotecaError):
    """No answer: too many requests, the engine failed, or the server is stopping."""


@dataclass(eq=False)
class Job:
    """A piece of work."""

    request: dict[str, Any]
    visitor: str
    rank: int
    seconds: float
    told: Told | None = None
    done: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    tries: int = 0
    used_s: float = 0.0  # what it used before it yielded
    address: str = ""  # the visitor's address
    expected_s: float | None = None  # about how long it takes, if that is known better than by `seconds`

    @property
    def id(self) -> str:
        """The name that worker and server use for it."""
        return str(self.request["id"])

    @property
    def urgency(self) -> tuple[float, float]:
        """The less it has used and the less it asks for, the sooner it comes."""
        return self.used_s, self.seconds if self.expected_s is None else self.expected_s

    def fail(self, error: LudotecaError) -> None:
        """Tell whoever is waiting."""
        if not self.done.done():
            self.done.set_exception(error)


ByVisitor = OrderedDict[str, deque[Job]]


class Turns:
    """Waiting jobs: by rank, then one from each address in turn, since one person can be any number of visitors.

    Within an address, those that have used least come first, then the shortest, then one of each visitor in turn.
    """

    def __init__(self, shares: tuple[int, ...]) -> None:
        self.shares = shares  # by rank: how many of one visitor may wait
        self._ranks: tuple[OrderedDict[str, ByVisitor], ...] = tuple(OrderedDict() for _ in shares)
        self.count = 0

    def add(self, job: Job) -> None:
        """Join the queue, or be rejected."""
        visitors: ByVisitor = self._ranks[job.rank].get(job.address, OrderedDict())
        share = self.shares[job.rank]
        is_fair = len(visitors.get(job.visitor, ())) < share
        if not is_fair or sum(map(len, visitors.values())) >= min(SHARED_BY * share, MOST_AT):
            raise EngineError(t(BUSY))
        if self.count >= MOST_WAITING:
            raise EngineError(t(FULL))
        self.add_again(job)

    def add_again(self, job: Job) -> None:
        """Join the queue again after yielding."""
        visitors = self._ranks[job.rank].setdefault(job.address, OrderedDict())
        visitors.setdefault(job.visitor, deque()).append(job)
        self.count += 1

    def least_used(self, rank: int) -> float | None:
        """The least that any waiting job has used; None if none is waiting."""
        first = (waiting[0] for visitors in self._ranks[rank].values() for waiting in visitors.values())
        return min((job.used_s for job in first), default=None)

    def take(self, lowest: int, may_begin: Callable[[Job], bool] = lambda _: True) -> Job | None:
        """The next job of at least this rank that may begin; its address and visitor go to the back."""
        for addresses in self._ranks[: lowest + 1]:
            while (job := self._next(addresses, may_begin)) is not None:
                if not job.done.done():
                    return job
        return None

    def _next(self, addresses: OrderedDict[str, ByVisitor], may_begin: Callable[[Job], bool]) -> Job | None:
        for address, visitors in addresses.items():
            free = [visitor for visitor, waiting in visitors.items() if may_begin(waiting[0])]
            if not free:
                continue
            visitor = min(free, key=lambda name: visitors[name][0].urgency)
            waiting = visitors.pop(visitor)
            job = waiting.popleft()
            self.count -= 1
            if waiting:
                visitors[visitor] = waiting
            del addresses[address]
            if visitors:
                addresses[address] = visitors
            return job
        return None


class Worker:
    """One process and the job it works on."""

    module = "ludoteca.web.engine.worker"  # what the process runs

    def __init__(self, ended: Callable[[], Awaitable[None]] | None = None, loads: Sequence[str] = ()) -> None:
        self._loads = loads  # the modules that the process loads before it says that it is ready
        self.process: asyncio.subprocess.Process | None = None
        self._ended = ended  # called when a process has ended
        self.job: Job | None = None
        self.group: ProcessGroup | None = None
        self._is_ready = False  # whether the process has said so
        self._is_sent = self._is_to_stop = False  # the state of the job
        self._logging: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the process, and wait until it is ready."""
        pipe = asyncio.subprocess.PIPE
        self._is_ready = False
        self.group = ProcessGroup()
        starting = asyncio.create_task(asyncio.create_subprocess_exec(
            sys.executable, "-m", self.module, str(self.group.id), *self._loads,  # it joins by itself: uvloop
            stdin=pipe, stdout=pipe, stderr=pipe, limit=LINE_LIMIT,           # starts nothing in a group
        ))  # fmt: skip
        try:
            self.process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            self.process = await starting  # so that `end` knows what to end
            raise
        self._logging = asyncio.create_task(self._log_errors(self.process))
        await self._answer()
        self._is_ready = True

    @property
    def is_alive(self) -> bool:
        """Whether there is a process that can work."""
        return self._is_ready and self.process is not None and self.process.returncode is None

    @property
    def is_lost(self) -> bool:
        """Whether the process was ready and has ended by itself."""
        return self._is_ready and not self.is_alive

    async def _log_errors(self, process: asyncio.subprocess.Process) -> None:
        """Put whatever the process writes to standard error into the log, so that every line stays JSON."""
        assert process.stderr is not None
        while text := await process.stderr.read(LONGEST_ERROR):
            log.error("worker said", extra={"worker": process.pid, "text": text.decode("utf-8", "replace")})
        await process.wait()
        if self._ended is not None:
            await self._ended()

    async def _answer(self) -> Answer:
        assert self.process is not None and self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line:
            raise EOFError
        answer: Answer = orjson.loads(line)
        answer["parts"] = [await self.process.stdout.readexactly(size) for size in answer.get("sizes", ())]
        return answer

    async def send(self, message: dict[str, Any]) -> None:
        """Send one line to the process."""
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.write(orjson.dumps(message) + b"\n")
        await self.process.stdin.drain()

    async def run_job(self, job: Job, most_s: float | None = None) -> Answer:
        """Give the job to the process and pass on its messages; EOFError or TimeoutError if it is lost.

        After `most_s` the process, which may have to start first, is asked for an early answer.
        """
        timer: asyncio.Task[None] | None = None
        self.job, self._is_sent, self._is_to_stop = job, False, False
        try:
            async with asyncio.timeout(job.seconds + GRACE_S):
                if not self.is_alive:
                    await self.start()
                await self.send(job.request)
                self._is_sent = True
                if self._is_to_stop:
                    await self.stop_job()
                if most_s is not None:
                    timer = asyncio.create_task(self._stop_after(most_s))
                while True:
                    answer = await self._answer()
                    if answer.get("id") != job.id:
                        continue
                    if "report" not in answer:
                        return answer
                    if job.told is not None and not job.done.done():
                        job.told(answer["report"])
        finally:
            self.job = None
            if timer is not None:
                timer.cancel()

    async def _stop_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.stop_job()

    async def stop_job(self) -> None:
        """Ask for an early answer; a process that does not know the job yet is asked when it does."""
        self._is_to_stop = True
        if self.job is not None and self._is_sent:
            await self.send({"stop": self.job.id})

    async def end(self) -> None:
        """End the process and everything its bots have started."""
        if self.group is not None:
            self.group.kill()
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
        if self._logging is not None:
            await self._logging  # it ends with the process
        self._is_ready = False


class WorkerPool:
    """Processes that share one queue."""

    starts_at_once = True  # otherwise each process starts with its first job
    loads: tuple[str, ...] = ()  # modules whose loading is not part of a job's time
    longest_restart_s = 3.0  # without any worker, before the pool counts as down

    def __init__(self, workers: int, shares: tuple[int, ...], address_of: Callable[[str], str] = str) -> None:
        self.address_of = address_of  # gives a visitor's address
        self.workers = [Worker(self._tell_workers, self.loads) for _ in range(max(1, workers))]
        self.turns = Turns(shares)
        self._news = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = itertools.count(1)
        self._last_alive: float | None = None  # when a worker was last known to be alive
        self.is_closed = False

    def open(self) -> None:
        """Start the workers."""
        self._tasks = [asyncio.create_task(self._work(number)) for number in range(len(self.workers))]

    async def close(self) -> None:
        """End the workers; whoever is waiting is told."""
        self.is_closed = True
        running = [worker.job for worker in self.workers]
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for job in running:
            if job is not None:
                job.fail(EngineError(t(STOPPING)))
        for worker in self.workers:
            await worker.end()
        while (waiting := self.turns.take(len(self.turns.shares) - 1)) is not None:
            waiting.fail(EngineError(t(STOPPING)))

    async def ask(
        self,
        request: dict[str, Any],
        visitor: str,
        rank: int,
        seconds: float,
        told: Told | None = None,
        enough: asyncio.Event | None = None,
    ) -> Answer:
        """Wait for a turn, then for the answer; cancelling gives up the turn, `enough` asks for an early answer."""
        if self.is_closed:
            raise EngineError(t(STOPPING))
        job = Job({**request, "id": self._new_id()}, visitor, rank, seconds, told)
        job.address, job.expected_s = self.address_of(visitor), self.expected_s(job)
        self.turns.add(job)
        await self._tell_workers()
        hurry = None if enough is None else asyncio.create_task(self._hurry(job, enough))
        try:
            await self._make_room(job)
            return await job.done
        except asyncio.CancelledError:
            job.done.cancel()
            await self._stop(job)
            raise
        finally:
            if hurry is not None:
                hurry.cancel()

    async def _hurry(self, job: Job, enough: asyncio.Event) -> None:
        await enough.wait()
        await self._stop(job)

    async def _stop(self, job: Job) -> None:
        """Ask the worker on a job for an early answer."""
        for worker in self.workers:
            if worker.job is not None and worker.job.done is job.done:  # the job, or what is left of it
                await worker.stop_job()

    def trouble(self) -> str | None:
        """Why the pool cannot work: no worker has started yet, or all are lost and none comes back."""
        now = time.monotonic()
        if any(worker.is_alive for worker in self.workers):
            self._last_alive = now
        is_up = self._last_alive is not None and now - self._last_alive < self.longest_restart_s
        return None if is_up else NO_WORKERS

    def _new_id(self) -> str:
        return f"j{next(self._numbers)}"

    async def _tell_workers(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def _work(self, number: int) -> None:
        worker = self.workers[number]
        while True:
            is_started = False
            try:
                if self.starts_at_once:
                    await worker.start()
                    is_started = True
                while True:
                    await self._next_job(worker, number)
            except Exception as error:  # noqa: BLE001 (whatever it is, the next process may do better)
                log.error("worker lost", extra={"worker": number, "error": repr(error)})
                if is_started:
                    self._last_alive = time.monotonic()
                await worker.end()
                await asyncio.sleep(RESTART_PAUSE_S)

    async def _next_job(self, worker: Worker, number: int) -> None:
        async with self._news:
            while (job := self.turns.take(self._lowest_rank(number), partial(self.may_begin, number))) is None:
                await self._news.wait()
                if worker.is_lost:
                    raise EOFError  # it has ended without a job: another takes its place
            worker.job = job  # before anyone else checks who is busy
        try:
            answer = await self._run_job(worker, job)
        except (EOFError, ConnectionError):
            job.tries += 1
            if job.tries < 2 and not job.done.done():
                self.turns.add_again(job)
            else:
                job.fail(EngineError(t(FAILED)))
            raise
        except TimeoutError:
            job.fail(EngineError(t(TOO_SLOW)))
            raise
        except Exception:
            job.fail(EngineError(t(FAILED)))
            raise
        finally:
            worker.job = None
            await self._tell_workers()
        if not job.done.done():
            self._settle(job, answer)

    def _settle(self, job: Job, answer: Answer) -> None:
        """Pass an answer to whoever is waiting for it."""
        if "error" not in answer:
            job.done.set_result({**answer["done"], "parts": answer["parts"]})
            return
        if "traceback" in answer:
            log.error("engine failed", extra={"traceback": answer["traceback"], "bot": job.request.get("bot")})
        job.fail(self._error(answer))

    # --- what differs from pool to pool

    def _error(self, answer: Answer) -> LudotecaError:
        """An error that a worker has reported."""
        return EngineError(t(FAILED) if "traceback" in answer else answer["error"])

    def expected_s(self, job: Job) -> float | None:  # noqa: ARG002 (those of other pools look at it)
        """About how long a new job takes, if that is known better than by what it asks for."""
        return None

    def _lowest_rank(self, number: int) -> int:  # noqa: ARG002 (those of other pools look at it)
        """The least important jobs that a worker takes."""
        return len(self.turns.shares) - 1

    def may_begin(self, number: int, job: Job) -> bool:  # noqa: ARG002 (those of other pools look at it)
        """Whether a worker may begin a job now: not if its visitor has to wait for a running one."""
        return True

    async def _make_room(self, job: Job) -> None:
        """Make sure that a new job does not wait for long."""

    async def _run_job(self, worker: Worker, job: Job) -> Answer:
        return await worker.run_job(job)
