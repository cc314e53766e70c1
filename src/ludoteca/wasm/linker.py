"""The linker that turns an object file into a module: `wasm-ld`, from the system's lld or from ziglang on PyPI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from ludoteca.errors import LudotecaError

VARIABLE = "WASM_LD"  # names a linker that is not on the path
STACK = 1 << 18  # bytes
MAGIC = b"\0asm"  # what every module begins with


class NoLinker(LudotecaError):
    """There is no linker for WebAssembly."""


def linker() -> list[str]:
    """The command that links."""
    if named := os.environ.get(VARIABLE):
        if found := shutil.which(named):
            return [found]
        raise NoLinker(f"{VARIABLE} is set to {named!r}, which is not a program; set it to the path of wasm-ld")
    if found := shutil.which("wasm-ld"):
        return [found]
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise NoLinker(
        "there is no linker for WebAssembly; install lld (Debian: apt install lld), or pip install 'ludoteca[wasm]', "
        f"or name one with {VARIABLE}=/path/to/wasm-ld"
    )


def trouble() -> str | None:
    """Why no modules can be built here, and what that costs a server; None where they can be."""
    try:
        linker()
    except NoLinker as error:
        cost = "browsers cannot compute positions or think for bots, so the server does both for every visitor"
        return f"{cost}: {error}"
    return None


def link(objects: Path, module: Path, names: Sequence[str]) -> None:
    """Make a module that exports these functions, its memory, and where free memory begins."""
    exports = [f"--export={name}" for name in (*names, "__heap_base")]
    command = [
        *linker(),
        "--no-entry",
        "--gc-sections",
        "--strip-all",
        "-O2",
        "--allow-undefined",  # what the page provides: see compiler/entry_points.py
        "-z",
        f"stack-size={STACK}",
        *exports,
        str(objects),
        "-o",
        str(module),
    ]
    program = command[0]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoLinker(f"the linker {program} cannot be run: {error.strerror}") from error
    if done.returncode:
        reasons = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise LudotecaError(f"the linker failed: {reasons[0] if reasons else f'exit code {done.returncode}'}")
    if not module.is_file() or module.read_bytes()[: len(MAGIC)] != MAGIC:
        raise NoLinker(f"{program} is not a linker for WebAssembly: it wrote no module")
    module.chmod(0o644)
