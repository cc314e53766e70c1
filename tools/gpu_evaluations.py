"""A learned evaluation on a CUDA GPU: the same tables and the same code as on the CPU, which must give the same values.

    python tools/gpu_evaluations.py [GAME ...]

Positions of random games are judged, one per thread.  The games have an evaluation beside them; by default two, one of
which looks for ways to join sides.
"""

from __future__ import annotations

import sys
import time

import numba
import numpy as np
from numba import cuda

from ludoteca.compiler.devices import prepare_cuda
from ludoteca.kernel import verbs
from ludoteca.play.position import Variant, open_game
from ludoteca.search.learned_evaluation import learned_for
from ludoteca.search.learned_tables import learned_value, sets_like

prepare_cuda()

GAMES = ("reversi", "hex")
POSITIONS, BLOCK, TIMES = 1 << 14, 128, 200


def judges(like):
    """Functions that judge positions by tables: one per thread of a GPU, and all on one core."""

    @cuda.jit
    def judge_all(states, words, tables, values):
        me = cuda.grid(1)
        if me < states.shape[0]:
            values[me] = learned_value(words[me : me + 1], tables, verbs.margin(states[me]), like)

    @numba.njit
    def judge_here(states, words, tables, values):
        for number in range(states.shape[0]):
            values[number] = learned_value(words[number : number + 1], tables, verbs.margin(states[number]), like)

    return judge_all, judge_here


def positions_of(variant: Variant, count: int) -> np.ndarray:
    """Positions of random games, one after another."""
    found = np.zeros(count, dtype=variant.game.state)
    random = np.random.default_rng(1)
    number = 0
    while number < count:
        position = variant.start(seed=int(random.integers(1 << 30)))
        while number < count and position.outcome is None:
            found[number] = position.state
            number += 1
            moves = position.moves()
            position = position.play(moves[int(random.integers(len(moves)))])
    return found


def compare(name: str) -> int:
    """Print a row; how many positions are judged differently."""
    variant = open_game(name)
    learned = learned_for(variant)
    if learned is None:
        raise SystemExit(f"{name} has no learned evaluation")
    states = positions_of(variant, POSITIONS)
    words = states.view(np.uint64).reshape(POSITIONS, -1)
    judge_all, judge_here = judges(sets_like(learned.block))
    here = np.zeros(POSITIONS)
    judge_here(states, words, learned.block.ctypes.data, here)
    begun = time.perf_counter()
    judge_here(states, words, learned.block.ctypes.data, here)
    cpu = POSITIONS / (time.perf_counter() - begun)
    block = cuda.to_device(learned.block)
    tables = block.__cuda_array_interface__["data"][0]
    device_states = cuda.to_device(states)
    device_words, values = cuda.to_device(words), cuda.to_device(np.zeros(POSITIONS))
    grid = POSITIONS // BLOCK
    judge_all[grid, BLOCK](device_states, device_words, tables, values)  # compiles
    cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(TIMES):
        judge_all[grid, BLOCK](device_states, device_words, tables, values)
    cuda.synchronize()
    gpu = TIMES * POSITIONS / (time.perf_counter() - begun)
    different = int(np.count_nonzero(values.copy_to_host() != here))
    print(f"{name:16}{gpu:>16,.0f}{cpu:>16,.0f}{gpu / cpu:>8.0f}{different:>12}")
    return different


def main(names: list[str]) -> int:
    """Print a row a game; 1 where the GPU judges a position otherwise than the CPU."""
    print(f"{'':16}{'GPU positions/s':>16}{'CPU positions/s':>16}{'ratio':>8}{'different':>12}")
    return 1 if sum(compare(name) for name in names or GAMES) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
