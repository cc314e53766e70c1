"""How fast the rules run, for `ludoteca bench`."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
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

Playouts = Callable[[int], tuple[int, int]]  # from a seed to games and plies, if those are counted


class NoYardstick(LudotecaError):
    """Plain C cannot be measured here; the message says why."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured for one game, on one core."""

    game: str
    games_per_s: float
    plies_per_s: float
    cold_compile_s: float  # of its rules, into an empty cache
    beside: str = ""  # another program that plays the same game
    its_games_per_s: float | None = None
    ratio: float | None = None  # of ours to its games, in the same rounds


def measured(variant: Variant, others: Mapping[str, Playouts], seconds: float) -> list[Speed]:
    """The medians over some rounds, and a line for each other program; a round is ours, then theirs, in turn."""
    ours = generic_playouts(variant, seconds)
    rounds: list[tuple[float, float]] = []
    theirs: dict[str, list[float]] = {name: [] for name in others}
    for seed in range(ROUNDS):
        rounds.append(rates(ours, seed))
        for name, playouts in others.items():
            theirs[name].append(rates(playouts, seed)[0])
    games, plies = (median(column) for column in zip(*rounds, strict=True))
    cold = cold_compile_s(variant.name)
    beside = [
        Speed(
            variant.name,
            games,
            plies,
            cold,
            name,
            median(found),
            median(r[0] / f for r, f in zip(rounds, found, strict=True)),
        )
        for name, found in theirs.items()
    ]
    return beside or [Speed(variant.name, games, plies, cold)]


def rates(playouts: Playouts, seed: int) -> tuple[float, float]:
    """Games and plies per second of processor time, which other programs do not change much."""
    begun = time.process_time()
    games, plies = playouts(seed)
    spent = time.process_time() - begun
    return games / spent, plies / spent


def generic_playouts(variant: Variant, seconds: float) -> Playouts:
    """Random games through the generic verbs, as many as fill the time."""
    play_random(variant, 1, seed=0)  # compile
    count = games_that_fill(seconds, lambda games: play_random(variant, games, seed=0))
    return lambda seed: (count, play_random(variant, count, seed=seed).plies)


def games_that_fill(seconds: float, play: Callable[[int], object]) -> int:
    """How many games take about so long."""
    games = 1
    while True:
        begun = time.process_time()
        play(games)
        spent = time.process_time() - begun
        if spent > seconds / 10:
            return max(1, round(games * seconds / spent))
        games *= 4


def open_spiel(variant: Variant, seconds: float) -> Playouts | None:
    """OpenSpiel's random games in C++, as many as fill the time, if it is installed and has the game."""
    file = variant.game.place_of("elsewhere.json")
    name = json.loads(file.read_text(encoding="utf-8")).get("OpenSpiel") if file.is_file() else None
    if name is None or find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game(name)

    def play(games: int, seed: int = 0) -> None:
        bots = [pyspiel.make_uniform_random_bot(player, seed) for player in range(2)]
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)

    count = games_that_fill(seconds, play)

    def run(seed: int) -> tuple[int, int]:
        play(count, seed)
        return count, 0

    return run


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
