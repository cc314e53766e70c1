"""The games' WebAssembly modules, for browsers that compute positions themselves.

They are built in the background, at low priority, and stored in the cache folder; without a linker, or until they are
ready, browsers ask the server instead.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import ludoteca
from ludoteca.errors import LudotecaError
from ludoteca.folders import cache_folder
from ludoteca.games import find_game, game_names
from ludoteca.process_group import ProcessGroup
from ludoteca.wasm.linker import trouble

NICE = 10
LONGEST_LOGGED = 500  # characters of a build's output
OLD_S = 7 * 24 * 3600.0  # folders of other versions are kept this long, since another server may use them
LEFT_OUT = ("web", "cli", "terminal", "site", "arena", "learning", "protocols")  # no module depends on them
TYPES = {".wasm": "application/wasm", ".json": "application/json", ".bin": "application/octet-stream"}

log = logging.getLogger("ludoteca.web")


@dataclass(frozen=True, slots=True)
class ModuleFile:
    """A file, plain and compressed."""

    type: str
    plain: bytes
    zipped: bytes


class ModuleFiles:
    """The modules that a server offers; none until they are built."""

    def __init__(self) -> None:
        self.version = ""
        self.files: dict[str, ModuleFile] = {}

    @property
    def folder(self) -> str:
        """Where pages find them, below the root; empty while there are none."""
        return f"modules/{self.version}/" if self.files else ""

    async def offer(self) -> None:
        """Build what is not stored already, then offer it."""
        if (reason := trouble()) is not None:
            log.warning("no modules", extra={"reason": reason})
            return
        folder = await asyncio.to_thread(kept_folder)
        if folder.exists():
            await asyncio.to_thread(self.read, folder)
        else:
            await self.build(folder)
        log.info("modules offered", extra={"games": sum(name.endswith(".wasm") for name in self.files)})

    async def build(self, folder: Path) -> None:
        """Build every game.  One that cannot be built is logged and left out, and tried again at the next start."""
        draft = folder.with_name(f"{folder.name}.{os.getpid()}")
        draft.mkdir(parents=True, exist_ok=True)
        is_whole = True
        try:
            for name in game_names():
                if trouble := await build_apart(name, draft):
                    is_whole = False
                    log.error("module not built", extra={"game": name, "error": trouble})
            await asyncio.to_thread(self.read, draft)
            if is_whole and not folder.exists():
                draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        forget_old(folder)

    def read(self, folder: Path) -> None:
        """Read the files of a folder."""
        found, digest = {}, hashlib.sha256()
        for path in sorted(path for path in folder.iterdir() if path.suffix in TYPES):
            plain = path.read_bytes()
            digest.update(path.name.encode() + b"\0" + plain + b"\0")
            found[path.name] = ModuleFile(TYPES[path.suffix], plain, gzip.compress(plain, 9, mtime=0))
        self.version, self.files = f"m-{digest.hexdigest()[:12]}", found


def kept_folder() -> Path:
    """Where the modules of these sources and these games are stored."""
    digest = hashlib.sha256()
    package = Path(ludoteca.__file__).parent
    for path in sorted(path for path in package.rglob("*") if path.suffix in (".py", ".bin")):
        inside = path.relative_to(package)
        if inside.parts[0] not in LEFT_OUT:
            digest.update(inside.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for name in game_names():
        digest.update(repr((name, _sources(name))).encode())
    return cache_folder() / "modules" / digest.hexdigest()[:16]


def _sources(name: str) -> str:
    """What changes when the sources of a game do."""
    try:
        return str((find_game(name).state.names or ())[-1])
    except LudotecaError:  # it cannot be loaded, so nothing is built
        return ""


def forget_old(current: Path) -> None:
    """Delete what other versions left long ago."""
    for other in current.parent.iterdir():
        if other != current and time.time() - other.stat().st_mtime > OLD_S:
            shutil.rmtree(other, ignore_errors=True)


async def build_apart(name: str, folder: Path) -> str:
    """Build a game in a separate process; returns what went wrong, if anything."""
    group = ProcessGroup()
    command = [sys.executable, "-m", "ludoteca", "build", "wasm", name, "--out", str(folder)]
    if nice := shutil.which("nice"):
        command = [nice, "-n", str(NICE), *command]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **group.popen_options
    )
    try:
        _, said = await asyncio.to_thread(process.communicate)
        return said.decode("utf-8", "replace").strip()[-LONGEST_LOGGED:] or "no word" if process.returncode else ""
    finally:
        group.kill()
        process.wait()
