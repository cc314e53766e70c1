"""How tests compile: with bounds checking, and with less optimising, since most of it runs only once.

To be imported before anything is compiled.
Run as a program it compiles all games, so that no test waits for what another compiles; with the argument `wasm` it
compiles them for WebAssembly.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("LUDOTECA_CHECKED", "1")
os.environ.setdefault("NUMBA_OPT", "1")


def compile_modules() -> None:
    """Build all modules; their machine code is kept."""
    from ludoteca.games import game_names
    from ludoteca.wasm.build import build_game

    with tempfile.TemporaryDirectory() as folder:
        for name in game_names():
            print(build_game(name, Path(folder)).name, flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["wasm"]:
        compile_modules()
    else:
        sys.exit(subprocess.run([sys.executable, "-m", "ludoteca", "warm"], check=False).returncode)
