"""How fast games run on a CUDA GPU: the device environment with random legal actions, and bare random games.

    python tools/gpu_speed.py [GAME ...] [--rows 65536] [--device cpu]

A step writes masks and planes and begins the next games.  Bare games are played by the same rules in one kernel,
without masks and planes; their results must agree with those of one CPU core within chance.  What a step writes is
compared with how fast the device copies memory, counting the bytes read and the bytes written.
"""

from __future__ import annotations

import argparse
import math
import sys
import time

import numba
import numpy as np

from ludoteca.adapters.device import DeviceEnv
from ludoteca.adapters.device_rows import move_rows
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.devices import Device, NoGpu, device_called
from ludoteca.compiler.hardware import graphics_card
from ludoteca.compiler.layouts import new_states
from ludoteca.games import game_names
from ludoteca.kernel import verbs
from ludoteca.play.playouts import final_ending, play_random, random_game
from ludoteca.play.position import Variant, open_game

GAMES_ON_CPU = 100_000
SECONDS = 1.0
WRITTEN = ("planes", "masks", "counts", "to_move", "rewards", "player_rewards", "dones", "truncations", "winners")


@compiled
def play_games(first, threads, blank, states, randoms, rooms, tally, plies, longest, count):
    """Each thread plays games one after another in its own state, and counts endings and plies."""
    for me in range(first, len(states), threads):
        for _ in range(count):
            states[me] = blank[0]
            verbs.start(states[me], randoms[me])
            plies[me] += random_game(states[me], rooms[me], randoms[me], longest)
            tally[me, final_ending(states[me])] += 1


def bare_games(device: Device, variant: Variant, rows: int) -> tuple[float, float, np.ndarray]:
    """Games and plies a second, and the shares of the endings."""
    blank = new_states(1, variant.game.state).view(np.ndarray)
    blank[0] = variant.blank
    seeds = np.random.default_rng(1).integers(0, 2**63, (rows, 1), dtype=np.uint64)
    states, rooms = np.zeros(rows, variant.game.state), np.zeros((rows, len(variant.room)), np.int32)
    shared = tuple(device.array(each) for each in (blank, states, seeds, rooms))

    def run(count: int) -> tuple[float, np.ndarray, int]:
        tally, plies = device.array(np.zeros((rows, 4), np.int64)), device.array(np.zeros(rows, np.int64))
        device.host(plies)
        begun = time.perf_counter()
        device.run(play_games, rows, *shared, tally, plies, variant.longest, count)
        total = int(device.host(plies).sum())  # waits
        return time.perf_counter() - begun, device.host(tally).sum(axis=0), total

    run(1)  # compile
    seconds, _, _ = run(1)
    count = max(1, round(SECONDS / seconds))
    seconds, tally, plies = run(count)
    return rows * count / seconds, plies / seconds, tally / (rows * count)


def environment(variant: Variant, rows: int, device: str) -> tuple[float, int]:
    """Steps a second with random legal actions, and the bytes that a step of one row writes."""
    env = DeviceEnv(variant, rows, device=device, seed=1)

    def run(steps: int) -> float:
        begun = time.perf_counter()
        for _ in range(steps):
            env.step(env.random_actions())
        env.check()  # waits
        return time.perf_counter() - begun

    run(2)  # compile
    steps = max(1, round(SECONDS / run(2) * 2))
    written = sum(np.prod(getattr(env, name).shape) * getattr(env, name).dtype.itemsize for name in WRITTEN)
    return rows * steps / run(steps), int(written) // rows


def copying(device: Device) -> float:
    """Bytes a second that the device reads and writes as it copies long rows."""
    rows, wide = 1 << 13, 1 << 13
    source, target = (device.array(np.zeros((rows, wide), np.uint64)) for _ in range(2))
    numbers = device.array(np.arange(rows))

    def run(times: int) -> float:
        begun = time.perf_counter()
        for _ in range(times):
            device.run_wide(move_rows, rows, source, numbers, target, numbers)
        device.host(target[:1])
        return time.perf_counter() - begun

    run(1)
    return 10 * 2 * rows * wide * 8 / run(10)


def main() -> int:
    """Print a row a game; 1 when results differ from the CPU's by more than chance."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them by default")
    parser.add_argument("--rows", type=int, default=1 << 16)
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    given = parser.parse_args()
    try:
        device, failed = device_called(given.device), 0
    except NoGpu as error:
        sys.exit(str(error))
    bandwidth = copying(device)
    print(f"{given.rows:,} rows; GPU: {graphics_card()}; NumPy {np.__version__}, Numba {numba.__version__}")
    print(f"copies {bandwidth / 1e9:,.0f} GB/s\n")
    print(f"{'':14}{'steps/s':>16}{'GB/s':>8}{'share':>8}{'bare plies/s':>18}{'games/s':>16}   first wins, on one core")
    for name in given.games or game_names():
        variant = open_game(name)
        steps, written = environment(variant, given.rows, given.device)
        games, plies, shares = bare_games(device, variant, given.rows)
        cpu = play_random(variant, GAMES_ON_CPU, seed=1)
        first, ours = float(shares[1]), cpu.first_wins / cpu.games
        agrees = abs(first - ours) < 5 * math.sqrt(0.25 / GAMES_ON_CPU)
        failed += not agrees
        print(
            f"{name:14}{steps:>16,.0f}{steps * written / 1e9:>8,.0f}{steps * written / bandwidth:>8.1%}"
            f"{plies:>18,.0f}{games:>16,.0f}   {first:.4f}, {ours:.4f}{'' if agrees else '   DIFFERS'}",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
