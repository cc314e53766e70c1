"""A process that compiles one game for WebAssembly: `python -m ludoteca.wasm.compile_process GAME FILE`.

It is a separate process, since compiled functions are of one kind in each: with the instructions of this processor, or
without them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ludoteca.errors import LudotecaError

PORTABLE = {  # nothing specific to this processor, nothing optimised before the target is known
    "LUDOTECA_PORTABLE": "1",
    "LUDOTECA_CHECKED": "",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_OPT": "0",
    "NUMBA_BOUNDSCHECK": "",
}


def compile_apart(name: str, file: Path) -> None:
    """Compile a game into an object file, in a separate process; its machine code is cached beside that file."""
    command = [sys.executable, "-m", "ludoteca.wasm.compile_process", name, str(file)]
    env = {**os.environ, **PORTABLE, "LUDOTECA_CACHE": str(file.parent)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines()  # the last line of a traceback names the error
        reason = said[-1] if said else f"exit code {done.returncode}"
        raise LudotecaError(f"{name} cannot be compiled for WebAssembly: {reason}")


def main(name: str, file: str) -> None:
    """Compile a game here."""
    from ludoteca.compiler.webassembly import intermediate_code, object_file
    from ludoteca.play.position import open_game
    from ludoteca.wasm.game_entries import game_entries

    entries = game_entries(open_game(name).game)
    Path(file).write_bytes(object_file(intermediate_code(entries), [entry.name for entry in entries]))


if __name__ == "__main__":
    main(*sys.argv[1:])
