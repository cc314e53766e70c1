"""How soon Ludoteca answers in a new process, for `ludoteca bench --start`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROUNDS = 5  # of a command that finds everything in the cache
BOT = "level5"
FIRST_MOVE = """
import sys
from ludoteca.play import load_game
variant = load_game(sys.argv[1])
from ludoteca.bots import find_bot
print(find_bot(sys.argv[2], seed=1).choose(variant.start(1)))
"""


@dataclass(frozen=True, slots=True)
class StartSpeed:
    """Seconds by the clock, and of all processors together, from the start of a process to its end."""

    game: str
    first_move_s: float  # of a bot, its machine code not compiled yet
    first_move_cpu_s: float
    next_first_move_s: float  # in a second process, which finds the code
    moves_s: float  # `ludoteca moves`
    moves_cpu_s: float


@dataclass(frozen=True, slots=True)
class Spent:
    """What a process took, with those that it started."""

    seconds: float
    cpu_s: float


def measured_start(name: str) -> StartSpeed:
    """What a person waits for who has just installed Ludoteca, and from then on."""
    with empty_cache() as environment:
        command = [sys.executable, "-c", FIRST_MOVE, name, BOT]
        first, second = (run(command, environment) for _ in range(2))
        listing = [sys.executable, "-m", "ludoteca", "moves", name]
        rounds = [run(listing, environment) for _ in range(ROUNDS + 1)][1:]  # the first may have to compile
    return StartSpeed(
        game=name,
        first_move_s=first.seconds,
        first_move_cpu_s=first.cpu_s,
        next_first_move_s=second.seconds,
        moves_s=median(each.seconds for each in rounds),
        moves_cpu_s=median(each.cpu_s for each in rounds),
    )


@contextmanager
def empty_cache() -> Iterator[dict[str, str]]:
    """The environment of processes whose cache is empty and which have Python's bytecode, as an installation has."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-start-") as folder:
        environment = {**os.environ, "LUDOTECA_CACHE": folder, "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode"))}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        run([sys.executable, "-c", "import ludoteca.bots, ludoteca.cli.app, numba.core.compiler"], environment)
        yield environment


def run(command: Sequence[str], environment: dict[str, str]) -> Spent:
    """Run a command to its end."""
    begun, used = time.perf_counter(), _cpu_s()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return Spent(time.perf_counter() - begun, _cpu_s() - used)


def _cpu_s() -> float:
    """What the children of this process have used so far."""
    times = os.times()
    return times.children_user + times.children_system
