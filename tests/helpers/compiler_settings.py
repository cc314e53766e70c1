"""How tests compile: with bounds checking, and with less optimising, since most of it runs only once.

To be imported before anything is compiled.
Run as a program it compiles the games that stand for all others, so that no test waits for what another compiles; with
the argument `wasm` it compiles them for WebAssembly, with `all` every game.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

os.environ.setdefault("LUDOTECA_CHECKED", "1")
os.environ.setdefault("NUMBA_OPT", "1")

REPRESENTATIVES = ("gekitai", "glaisher", "greener")  # sets of one word and of several, options, stacks, choices


def compile_modules(names: Iterable[str]) -> None:
    """Build modules; their machine code is kept."""
    from ludoteca.wasm.build import build_game

    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            print(build_game(name, Path(folder)).name, flush=True)


if __name__ == "__main__":
    from ludoteca.games import game_names

    chosen = game_names() if "all" in sys.argv else REPRESENTATIVES
    if "wasm" in sys.argv:
        compile_modules(chosen)
    else:
        sys.exit(subprocess.run([sys.executable, "-m", "ludoteca", "warm", *chosen], check=False).returncode)
