"""How fast the rules run, for `ludoteca bench`."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from ludoteca.errors import LudotecaError
from ludoteca.games import game_names
from ludoteca.play import Variant
from ludoteca.play.playouts import play_random

ROUNDS = 5
GAMES_IN_C = 200_000  # a round
YARDSTICK = Path(__file__).resolve().parents[4] / "tools" / "yardstick.c"
COLD = """
import sys, time
from ludoteca.play.position import load_game
from ludoteca.play.compile_ahead import warm_rules
variant = load_game(sys.argv[1])
begun = time.perf_counter()
warm_rules(variant)
print(time.perf_counter() - begun)
"""

Playouts = Callable[[int], tuple[int, int]]  # from a seed to games and plies


class NoYardstick(LudotecaError):
    """Plain C cannot be measured here; the message says why."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured for one game, on one core."""

    game: str
    games_per_s: float
    plies_per_s: float
    cold_compile_s: float  # of its rules, into an empty cache
    c_games_per_s: float | None = None
    ratio_to_c: float | None = None


def measured(variant: Variant, in_c: Playouts | None, seconds: float) -> Speed:
    """The medians over some rounds; a round is our playouts, then C's, so that both see the same machine."""
    ours = generic_playouts(variant, seconds)
    rounds, ratios, c_rates = [], [], []
    for seed in range(ROUNDS):
        games_rate, plies_rate = rates(ours, seed)
        rounds.append((games_rate, plies_rate))
        if in_c is not None:
            c_rates.append(rates(in_c, seed)[0])
            ratios.append(games_rate / c_rates[-1])
    return Speed(
        game=variant.name,
        games_per_s=median(games for games, _ in rounds),
        plies_per_s=median(plies for _, plies in rounds),
        cold_compile_s=cold_compile_s(variant.name),
        c_games_per_s=median(c_rates) if c_rates else None,
        ratio_to_c=median(ratios) if ratios else None,
    )


def rates(playouts: Playouts, seed: int) -> tuple[float, float]:
    """Games and plies per second of processor time, which other programs do not change much."""
    begun = time.process_time()
    games, plies = playouts(seed)
    spent = time.process_time() - begun
    return games / spent, plies / spent


def generic_playouts(variant: Variant, seconds: float) -> Playouts:
    """Random games through the generic verbs, as many as fill the time."""
    games = 1
    play_random(variant, games, seed=0)  # compile
    while True:
        begun = time.process_time()
        play_random(variant, games, seed=0)
        spent = time.process_time() - begun
        if spent > seconds / 10:
            break
        games *= 4
    count = max(1, round(games * seconds / spent))
    return lambda seed: (count, play_random(variant, count, seed=seed).plies)


def plain_c() -> dict[str, Playouts]:
    """The playouts of tools/yardstick.c by game, compiled now; NoYardstick where that cannot be done."""
    if not YARDSTICK.is_file():
        raise NoYardstick("the yardstick needs the source tree: tools/yardstick.c is not there")
    with tempfile.TemporaryDirectory(prefix="ludoteca-yardstick-") as folder:
        library = Path(folder) / "yardstick.so"
        compiler = os.environ.get("CC", "cc")
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(YARDSTICK)]
        try:
            subprocess.run(command, check=True)
        except (FileNotFoundError, subprocess.CalledProcessError) as error:
            raise NoYardstick(f"the yardstick cannot be compiled: {error}") from error
        functions = ctypes.CDLL(str(library))  # stays usable when its file is gone

    def playouts(name: str) -> Playouts:
        def run(seed: int) -> tuple[int, int]:
            tally = (ctypes.c_uint64 * 4)()
            functions[name](ctypes.c_uint64(GAMES_IN_C), ctypes.c_uint64(seed), tally)
            return GAMES_IN_C, tally[3]

        return run

    return {name: playouts(name) for name in game_names() if hasattr(functions, name)}


def cold_compile_s(name: str) -> float:
    """Seconds to compile a game's rules in a new process with an empty cache."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-cold-") as empty:
        environment = {**os.environ, "LUDOTECA_CACHE": empty}
        command = [sys.executable, "-c", COLD, name]
        done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)
