"""Building: one module and one JSON file per game, into a folder."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ludoteca.compiler.compiled import source_digest
from ludoteca.errors import LudotecaError
from ludoteca.folders import cache_folder
from ludoteca.games import game_package
from ludoteca.kernel.declare import Game
from ludoteca.play.conformance import NotConforming, check_game
from ludoteca.play.position import open_game
from ludoteca.search.learned_evaluation import NAME, learned_for
from ludoteca.wasm.compile_process import compile_apart
from ludoteca.wasm.game_entries import exported_names
from ludoteca.wasm.game_json import game_json
from ludoteca.wasm.linker import link, linker


class CannotWrite(LudotecaError):
    """A folder or a file cannot be written; the message names it."""


@dataclass(frozen=True)
class Built:
    """The files of one game."""

    name: str
    files: tuple[Path, ...]

    @property
    def size(self) -> int:
        """Their size in bytes."""
        return sum(file.stat().st_size for file in self.files)

    @property
    def compressed(self) -> int:
        """How many bytes a browser loads."""
        return sum(len(gzip.compress(file.read_bytes())) for file in self.files)


def check_games(names: Iterable[str], told: Callable[[str], None]) -> None:
    """Check games that are not part of this package, whose tests check its own: a mistake becomes one sentence."""
    linker()
    for name in names:
        variant = open_game(name)
        if not game_package(variant.game.name).startswith("ludoteca."):
            told(f"checking {name} …")
            try:
                check_game(variant)
            except NotConforming as error:
                raise LudotecaError(str(error)) from error


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Report whatever prevents files from being written in one sentence."""
    try:
        yield
    except OSError as error:
        if isinstance(error, LudotecaError):
            raise
        other = error.filename and not Path(error.filename).is_relative_to(folder.parent)  # such as the cache folder
        where = error.filename if other else folder
        is_below_file = isinstance(error, (FileExistsError, NotADirectoryError))
        reason = "part of its path is a file" if is_below_file else error.strerror or error
        raise CannotWrite(f"{where} cannot be written: {reason}") from error


def build_game(name: str, folder: Path) -> Built:
    """Build a game, by its name or by the path of its file."""
    linker()  # a missing one is reported before anything is compiled
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()  # and so is an unwritable folder
        return _build_game(name, folder)


def _build_game(name: str, folder: Path) -> Built:
    variant = open_game(name)
    game, names = variant.game, exported_names(variant.game)
    module, described = folder / f"{game.name}.wasm", folder / f"{game.name}.json"
    with tempfile.TemporaryDirectory() as temporary:
        linked = Path(temporary) / "game.wasm"
        link(object_of(game, names), linked, names)
        shutil.copyfile(linked, module)
    learned = learned_for(variant)
    files = [module, described]
    if learned is not None:
        tables = folder / f"{game.name}.{NAME}"
        tables.write_bytes(learned.block.tobytes())
        files.append(tables)
    described.write_text(json.dumps(game_json(game), ensure_ascii=False, separators=(",", ":")), "utf-8")
    return Built(game.name, tuple(files))


def object_of(game: Game, names: list[str]) -> Path:
    """The object file of a game, compiled unless it already was; it is cached beside machine code."""
    kept = cache_folder() / "wasm"
    kept.mkdir(parents=True, exist_ok=True)
    identity = str((game.state.names or ())[-1])  # it identifies the game's sources
    own = hashlib.blake2b(source_digest(*names).encode(), digest_size=8)
    for source in sorted(Path(__file__).parent.glob("*.py")):
        own.update(source.read_bytes())
    file = kept / f"{identity}-{own.hexdigest()}.o"
    with _locked(kept / f"{game.name}.lock"):
        if not file.exists():
            made = kept / f"{identity}-{os.getpid()}.part"
            compile_apart(game.name, made)
            for old in kept.glob(f"{game.name}_*.o"):
                old.unlink(missing_ok=True)
            made.replace(file)
    return file


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Hold a lock, so that no other process compiles the same; Windows has no such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with file.open("ab") as lock:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
