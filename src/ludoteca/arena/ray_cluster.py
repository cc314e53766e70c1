"""Games and tasks on the machines of a Ray cluster.

Each is a Ray task, so the work of a machine that dies is redone by another.  A game is played as it is locally, in a
process supervised on its own machine, so that a bot loses only by its own faults.  Games and bots that are not
installed there are sent along (`ludoteca.games.sent_files`); the package itself must be the same everywhere.
"""

from __future__ import annotations

import math
import os
import pickle
import shlex
import shutil
import socket
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any

from ludoteca.arena.executors import play_all
from ludoteca.arena.games import GameResult, Job, PickledBot
from ludoteca.arena.tasks import Argument, Result, TaskFailed, packed, packed_error, run_packed, unpacked
from ludoteca.arena.worker_process import MOST_FAILURES
from ludoteca.bots import check_plays
from ludoteca.bots.foreign_bots import bot_file
from ludoteca.bots.specs import ENGINES, FILE, read_spec
from ludoteca.compiler.game_sources import PACKAGE
from ludoteca.errors import LudotecaError, UnknownName, needs, shown
from ludoteca.games import NO_GAME, game_names
from ludoteca.games.game_files import FILES, files_by_name
from ludoteca.games.sent_files import SentFiles, files_to_send, found_here

QUIET = {  # read by Ray when it is imported
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # otherwise it warns of a future change
    "RAY_DEDUP_LOGS": "1",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # its messages about dying machines would go to standard output
}
NOTHING: Any = object()  # marks the end of the arguments
ANSWER_S = 5.0  # for a cluster to answer
COUNT_EVERY_S = 2.0  # how often the cluster's processors are counted: machines come and go


class NoCluster(LudotecaError):
    """There is no cluster at an address, or this machine is not part of it."""


class BadAddress(NoCluster):
    """This is not a cluster's address."""


class RayCluster:
    """All processors of a cluster, or at most a given number of them."""

    def __init__(self, address: str, most: int | None = None) -> None:
        self._ray = connected(address)
        self._task = _remote(self._ray)
        self._most = most
        self._processors, self._counted_at = 0, -math.inf

    def play_all(self, jobs: Iterable[Job], *, move_limit_s: float) -> Generator[GameResult, None, None]:
        """Play the games."""
        play = partial(play_watched, move_limit_s=move_limit_s)
        with closing(self._run(play, jobs, sources=lambda job: bot_files(job.bots))) as games:
            for _, result in games:
                yield result

    def run_all(
        self, function: Callable[[Argument], Result], arguments: Iterable[Argument]
    ) -> Generator[tuple[int, Result], None, None]:
        """Run the tasks."""
        return self._run(function, arguments, sources=lambda _: ())

    def _run(
        self,
        function: Callable[[Argument], Result],
        arguments: Iterable[Argument],
        sources: Callable[[Argument], tuple[Path, ...]],
    ) -> Generator[tuple[int, Result], None, None]:
        ray, waiting, numbers = self._ray, iter(arguments), count()
        sent: dict[tuple[Path, ...], Any] = {}  # the surroundings, by their files
        held: dict[Any, int] = {}  # the index of each running task
        try:
            while True:
                while len(held) < self._places() and (argument := next(waiting, NOTHING)) is not NOTHING:
                    games = tuple(file for file in files_by_name().values() if file.is_file())
                    files = (*games, *sources(argument))
                    if files not in sent:
                        sent[files] = ray.put(Surroundings(package_digest(), files_to_send(files), games).packed())
                    held[self._task.remote(sent[files], packed(function, argument))] = next(numbers)
                if not held:
                    return
                for done in ray.wait(list(held), timeout=COUNT_EVERY_S)[0]:
                    yield held.pop(done), unpacked(self._outcome(done))
        finally:
            for task in held:
                with suppress(ray.exceptions.RayError):
                    ray.cancel(task, force=True)

    def _places(self) -> int:
        """How many tasks can run at once."""
        if time.monotonic() > self._counted_at + COUNT_EVERY_S:
            self._processors = int(self._ray.cluster_resources().get("CPU", 0))
            self._counted_at = time.monotonic()
        return max(1, min(self._processors, self._most or self._processors))

    def _outcome(self, task: Any) -> bytes:
        errors = self._ray.exceptions
        try:
            outcome: bytes | str = self._ray.get(task)
        except errors.RayTaskError:
            raise
        except errors.RayError as error:
            raise TaskFailed(f"a task was lost {1 + MOST_FAILURES} times because its process died") from error
        if isinstance(outcome, str):
            raise LudotecaError(outcome)
        return outcome


def connected(address: str) -> Any:
    """Ray, connected to a cluster while this process lives, without output and without starting anything."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or "/" in host or not port.isdecimal():
        raise BadAddress(f"the address of a Ray cluster looks like 10.0.0.5:6379, not {shown(address)}")
    os.environ.update(QUIET)
    with needs("ray"):
        import ray
        import ray.exceptions
    if not ray.is_initialized():
        try:
            socket.create_connection((host, int(port)), timeout=ANSWER_S).close()  # Ray itself tries for minutes
            ray.init(address, log_to_driver=False, logging_level="critical")
        except Exception as error:  # Ray raises nothing more specific if no part of it runs here
            raise NoCluster(
                f"no Ray cluster at {address} accepts work from this machine ({str(error).strip().splitlines()[0]}); "
                "ray start --head starts one, and ray start --address=ADDRESS adds this machine to one"
            ) from error
    return ray


def _remote(ray: Any) -> Any:
    """What Ray runs on a machine of the cluster, which may not have Ludoteca."""

    def run(surroundings: bytes, task: bytes) -> bytes | str:
        try:
            from ludoteca.arena.ray_cluster import run_sent
        except ImportError as error:
            import socket

            return f"{socket.gethostname()} cannot run Ludoteca; install the same version there as here: {error}"
        return run_sent(surroundings, task)

    return ray.remote(num_cpus=1, max_retries=MOST_FAILURES)(run)


@cache
def package_digest() -> str:
    """A digest of the whole package, so that the same seed gives the same games on all machines."""
    digest = blake2b(digest_size=8)
    for file in sorted(PACKAGE.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def bot_files(bots: Iterable[Any]) -> tuple[Path, ...]:
    """The files of bots that are given by file."""
    specs = [read_spec(bot) for bot in bots if isinstance(bot, str)]
    return tuple(bot_file(spec)[0] for spec in specs if spec.name == FILE)


# --- on a machine of the cluster


@dataclass(frozen=True)
class Surroundings:
    """What a machine needs before it runs tasks from another one."""

    package: str  # Ludoteca's digest
    files: SentFiles
    games: tuple[Path, ...]  # the files that games are opened from

    def packed(self) -> bytes:
        """In the form that is sent."""
        return pickle.dumps(self)

    def enter(self) -> None:
        """Make this process like the one that sent the task."""
        global _entered
        key = self.package, self.files.digest, self.games
        if key == _entered:
            return
        if self.package != package_digest():
            raise LudotecaError("its version of Ludoteca differs from this machine's; install the same version on all")
        GameProcess.dismiss()
        self.files.unpack()
        os.environ[FILES] = os.pathsep.join(str(found_here(game)) for game in self.games)
        _entered = key


_entered: tuple[str, str, tuple[Path, ...]] | None = None  # the surroundings that this process has entered


def run_sent(surroundings: bytes, task: bytes) -> bytes:
    """Run a task that came from another machine."""
    try:
        pickle.loads(surroundings).enter()
    except (LudotecaError, OSError) as error:
        return packed_error(LudotecaError(f"{socket.gethostname()} cannot work for the cluster: {error}"))
    return run_packed(task)


class GameProcess:
    """A supervised process on this machine that plays one game after another."""

    current: GameProcess | None = None

    def __init__(self, move_limit_s: float) -> None:
        self.move_limit_s = move_limit_s
        self._job: Job | None = None
        self._games = play_all(self._jobs(), workers=1, move_limit_s=move_limit_s)

    def _jobs(self) -> Generator[Job, None, None]:
        """The current job, again and again: a process takes one job per result."""
        while self._job is not None:
            yield self._job

    def play(self, job: Job) -> GameResult:
        """Play a game."""
        self._job = job
        return next(self._games)

    def close(self) -> None:
        """End the process."""
        self._games.close()

    @classmethod
    def with_limit(cls, move_limit_s: float) -> GameProcess:
        """The current one, or a new one."""
        if cls.current is None or cls.current.move_limit_s != move_limit_s:
            cls.dismiss()
            cls.current = cls(move_limit_s)
        return cls.current

    @classmethod
    def dismiss(cls) -> None:
        """End the current one."""
        if cls.current is not None:
            cls.current.close()
        cls.current = None


def play_watched(job: Job, *, move_limit_s: float) -> GameResult:
    """Play a game; LudotecaError, and no lost game, if something is not installed on this machine."""
    try:
        if job.game not in game_names():
            raise UnknownName(NO_GAME, job.game, game_names())
        for seat in job.seats:
            must_be_here(job.bots[seat], job.game)
        return GameProcess.with_limit(move_limit_s).play(job)
    except LudotecaError as error:
        GameProcess.dismiss()
        raise LudotecaError(f"on {socket.gethostname()}: {error}") from error


def must_be_here(bot: str | PickledBot, game: str) -> None:
    """Raise an error for whatever a bot, given by its spec, needs and this machine lacks."""
    if not isinstance(bot, str):
        return
    check_plays(bot, game)
    spec = read_spec(bot)
    if spec.name in ENGINES and shutil.which(program := shlex.split(spec.target)[0]) is None:
        raise spec.wrong(f"there is no program {program}; an engine must be on every machine of the cluster")
