"""Compile what the threads of a GPU do, without a GPU: NVIDIA's compiler makes PTX of it, and its assembler code.

    python tools/gpu_compile.py [GAME ...]

This needs numba-cuda, NVVM and `ptxas`, which `pip install 'ludoteca[gpu]'` brings.  Registers and bytes on the stack
are the most that a thread of any kernel needs.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from ludoteca.adapters import device
from ludoteca.compiler import devices
from ludoteca.games import game_names
from ludoteca.play import Variant
from ludoteca.play.position import open_game

HOPPER = (9, 0)


class NotAssembled(Exception):
    """The assembler does not take a kernel."""


class Recorder(devices.Processor):
    """A processor that remembers which functions it has run, with the types of their arguments."""

    def __init__(self) -> None:
        self.asked: dict[Any, tuple[int, tuple[Any, ...]]] = {}

    def run(self, function: Any, rows: int, *arguments: Any) -> None:  # noqa: D102
        self.asked[function] = 1, tuple(map(numba.typeof, arguments))
        super().run(function, rows, *arguments)

    def run_wide(self, function: Any, rows: int, *arguments: Any) -> None:  # noqa: D102
        self.asked[function] = devices.LANES, tuple(map(numba.typeof, arguments))
        super().run_wide(function, rows, *arguments)


def kernels(variant: Variant) -> dict[Any, tuple[Any, ...]]:
    """Everything that the device environment runs: what a thread does, and the types of its arguments."""
    recorder = Recorder()
    usual, device.device_called = device.device_called, lambda _: recorder
    try:
        env = device.DeviceEnv(
            variant, 2, seed=1, dtype=np.float16, scaled=True, opponent=lambda _, masks: masks.argmax(axis=1)
        )
        env.step(env.random_actions())
        env.copy_rows(0, 1)
        env.set_position(0, variant.start(1))
    finally:
        device.device_called = usual
    return {
        devices.kernel_source(function, lanes): arguments for function, (lanes, arguments) in recorder.asked.items()
    }


def assembler() -> str:
    """Where `ptxas` is."""
    package = find_spec("nvidia")
    folders = () if package is None else package.submodule_search_locations or ()
    installed = (str(path) for folder in folders for path in Path(folder).glob("*/bin/ptxas"))
    return next(installed, None) or shutil.which("ptxas") or sys.exit("ptxas is not installed")


def assembled(program: str, ptx: str) -> tuple[int, int]:
    """How many registers a thread needs, and how many bytes on the stack."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        command = [program, "-v", f"-arch=sm_{HOPPER[0]}{HOPPER[1]}", file.name, "-o", "/dev/null"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    if done.returncode:
        raise NotAssembled(told)
    most = [
        max(map(int, re.findall(pattern, told)), default=0) for pattern in (r"(\d+) registers", r"(\d+) bytes stack")
    ]
    return most[0], most[1]


def main(names: list[str]) -> int:
    """Print a row a game; 1 when a kernel of one does not compile."""
    devices.prepare_cuda()
    import numba.cuda.dispatcher  # from now on it does
    from numba import cuda

    numba.cuda.dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=HOPPER)
    program, failed = assembler(), 0
    print(f"{'':14}{'kernels':>8}{'bytes of PTX':>14}{'registers':>11}{'stack':>8}{'seconds':>9}")
    for name in names or game_names():
        begun, sizes, needs, wrong = time.perf_counter(), [], [(0, 0)], []
        for kernel, arguments in kernels(open_game(name)).items():
            try:
                ptx, _ = cuda.compile_ptx(kernel, arguments, cc=HOPPER)
                needs.append(assembled(program, ptx))
                sizes.append(len(ptx))
            except Exception as error:  # noqa: BLE001 (NVVM and Numba fail in many ways)
                wrong.append(f"{kernel.__name__}: {' '.join(str(error).split())[:300]}")
        failed += len(wrong)
        registers, stack = map(max, zip(*needs, strict=True))
        print(
            f"{name:14}{len(sizes):>8}{sum(sizes):>14,}{registers:>11}{stack:>8,}{time.perf_counter() - begun:>9.1f}",
            *wrong,
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
