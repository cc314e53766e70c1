"""Random games of every game on a CUDA GPU, through the same rule functions, beside one CPU core.

    python tools/gpu_playouts.py [GAME ...]

Each GPU thread plays games one after another; the results must agree with the CPU's within chance.
"""

from __future__ import annotations

import importlib
import math
import sys
import time
from contextlib import suppress

import numba
import numpy as np
from numba import cuda

from ludoteca.compiler.layouts import new_states, use_state_types
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.play.playouts import play_random
from ludoteca.play.position import Variant

with suppress(ImportError):  # numba-cuda has a copy of its own
    use_state_types(importlib.import_module("numba.cuda.np.numpy_support"))

GAMES = ("gekitai", "greener", "squ", "mapello", "reversi", "glaisher")
THREADS, BLOCK = 1 << 16, 128
GAMES_A_THREAD = 32


@cuda.jit
def play_games(blank, states, random, room, tally, plies, longest, count):
    """Each thread plays `count` games in its own state and counts endings and plies."""
    me = cuda.grid(1)
    if me >= states.shape[0]:
        return
    for _ in range(count):
        states[me] = blank[0]
        verbs.start(states[me], random[me])
        ply = 0
        while ply < longest and verbs.ending(states[me]) == Ending.NONE:
            verbs.play(states[me], verbs.pick(states[me], random[me], room[me]))
            ply += 1
        plies[me] += ply
        tally[me, verbs.ending(states[me])] += 1


def on_gpu(variant: Variant) -> tuple[float, float, np.ndarray]:
    """Games and plies a second, and the endings counted."""
    blank = new_states(1, variant.game.state)
    blank[0] = variant.blank
    blank = cuda.to_device(np.asarray(blank))
    states = cuda.to_device(np.zeros(THREADS, dtype=variant.game.state))
    seeds = np.random.default_rng(1).integers(0, 2**63, (THREADS, 1), dtype=np.uint64)
    random = cuda.to_device(seeds)
    room = cuda.to_device(np.zeros((THREADS, 1), dtype=np.int32))  # every game here samples without a list

    def run(count: int) -> tuple[float, np.ndarray, int]:
        tally = cuda.to_device(np.zeros((THREADS, 4), dtype=np.int64))
        plies = cuda.to_device(np.zeros(THREADS, dtype=np.int64))
        cuda.synchronize()
        begun = time.perf_counter()
        play_games[THREADS // BLOCK, BLOCK](blank, states, random, room, tally, plies, variant.longest, count)
        cuda.synchronize()
        return time.perf_counter() - begun, tally.copy_to_host().sum(axis=0), int(plies.copy_to_host().sum())

    run(1)  # compile
    seconds, tally, plies = run(GAMES_A_THREAD)
    games = THREADS * GAMES_A_THREAD
    return games / seconds, plies / seconds, tally / games


def main(names: list[str]) -> int:
    """Print a row a game; 1 when a GPU's results differ from the CPU's by more than chance."""
    failed = 0
    print(f"{'':10}{'GPU games/s':>14}{'plies/s':>16}{'CPU games/s':>14}{'ratio':>8}   first wins GPU, CPU")
    for name in names or GAMES:
        variant = Variant(importlib.import_module(f"ludoteca.games.{name}").GAME)
        play_random(variant, 10, seed=1)
        begun = time.perf_counter()
        cpu = play_random(variant, 100_000, seed=1)
        cpu_rate = 100_000 / (time.perf_counter() - begun)
        rate, plies, shares = on_gpu(variant)
        first, ours = float(shares[1]), cpu.first_wins / cpu.games
        agrees = abs(first - ours) < 5 * math.sqrt(0.25 / 100_000)
        failed += not agrees
        print(
            f"{name:10}{rate:>14,.0f}{plies:>16,.0f}{cpu_rate:>14,.0f}{rate / cpu_rate:>8.0f}"
            f"   {first:.4f}, {ours:.4f}{'' if agrees else '   DIFFERS'}"
        )
    print(f"numba {numba.__version__}, {cuda.get_current_device().name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
