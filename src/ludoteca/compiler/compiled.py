"""Compiled functions: plain Python that Numba turns into machine code and caches on disk.

Numba notices a change only in the file of the cached function itself, yet a search that was compiled for a game
contains that game's rules.  So machine code is stored in a directory named after a digest of all sources with compiled
functions: a change in any of them starts a new directory, and stale code is never used.  Tables are part of machine
code too, so every source of the kernel and everything games share is in the digest. Only games are left out: a game's
source is part of its layout (see `layouts`), so an edited game is a new type, for which there is no old code, and the
other games' code stays valid.  Helpers of a game that is a folder, or that imports neighbouring files, may take no
state, so its own code is stored in a directory named after the digest of the game.
"""

from __future__ import annotations

import functools
import hashlib
import linecache
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy
from numba.core import event

from ludoteca.compiler import linked_code
from ludoteca.compiler.compile_errors import CannotCompile, explanation
from ludoteca.compiler.disk_cache import LinkedDiskCache, use_disk_cache
from ludoteca.compiler.game_sources import PACKAGE, folder_of_game, game_digest, neighbours_of
from ludoteca.compiler.hardware import processor_features
from ludoteca.compiler.sentences import intern_sentences
from ludoteca.folders import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

MARK = "made-by-ludoteca"  # in every directory of ours; others are never touched
WORD = 64  # bits
KEPT_DIRECTORIES = 6  # older ones belong to versions no longer installed


def has_bmi2() -> bool:
    """Whether this processor gathers and scatters bits in one instruction (x86 with BMI2)."""
    if os.environ.get("LUDOTECA_PORTABLE") or numba.config.CPU_NAME:
        return False
    return processor_features().get("bmi2", False)


HAS_BMI2 = has_bmi2()
IS_CHECKED = bool(os.environ.get("LUDOTECA_CHECKED"))  # bounds checking, for tests


def source_digest(*extra: str) -> str:
    """A digest of all sources with compiled functions and of the compiler's version."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        is_shared = path.parent.name in ("compiler", "kernel", "patterns", "games")
        is_game = path.parent.parent.name == "games"
        if (is_shared or b"@compiled" in source or b"@overload" in source) and not is_game:
            digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + source)
    for part in (numba.__version__, llvmlite.__version__, numpy.__version__, sys.version, *extra):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


@functools.cache
def cache_directory() -> Path | None:
    """Where this process stores machine code; None, with one warning, if nothing can be written there."""
    flavour = f"bmi2={HAS_BMI2} checked={IS_CHECKED or numba.config.BOUNDSCHECK} optimised={numba.config.OPT}"
    try:
        directory = cache_folder() / f"code-{source_digest(flavour)}"
        directory.mkdir(parents=True, exist_ok=True)
        (directory / MARK).touch()
        os.utime(directory)
        discard_old_directories(directory.parent)
    except (OSError, RuntimeError) as error:  # RuntimeError: the home directory is unknown
        print(f"ludoteca: compiling anew each time, for machine code cannot be kept: {error}", file=sys.stderr)
        return None
    return directory


@functools.cache
def directory_of(file: Path) -> Path | None:
    """Where the machine code of a source file is stored: that of a game in several files in its own directory."""
    directory, folder = cache_directory(), folder_of_game(file)
    if directory is None:
        return None
    if folder is not None:
        return _directory_of_game(directory, folder.name, folder / "__init__.py")
    has_neighbours = file.is_file() and neighbours_of(file.resolve())
    return _directory_of_game(directory, file.stem, file) if has_neighbours else directory


@functools.cache
def _directory_of_game(directory: Path, name: str, file: Path) -> Path | None:
    own = directory / f"{name}_{game_digest(file)}"
    try:
        older = sorted(directory.glob(f"{name}_*"), key=lambda path: path.stat().st_mtime)
        own.mkdir(exist_ok=True)
        for stale in older[:-KEPT_DIRECTORIES]:
            shutil.rmtree(stale, ignore_errors=True)
    except OSError:
        return None
    return own


def discard_old_directories(home: Path) -> None:
    """Keep the most recently used directories; otherwise each source change would leave one behind."""
    with suppress(FileNotFoundError):  # another process may be tidying at the same time
        ours = [path for path in home.glob("code-*") if (path / MARK).exists()]
        by_age = sorted(ours, key=lambda path: path.stat().st_mtime, reverse=True)
        for stale in by_age[KEPT_DIRECTORIES:]:
            shutil.rmtree(stale, ignore_errors=True)


def compiled(function: Function) -> Function:
    """Compile a function at its first call, for CPU and CUDA alike, and cache the code on disk.

    Sentences in it become numbers (see `words`).  `function.py_func` is the uncompiled original and gives the same
    answers.
    """
    intern_sentences(function)
    return _compiled(function, directory_of(Path(function.__code__.co_filename)))


def inlined(function: Function) -> Function:
    """The same for a helper that takes tables: its code is inlined into each caller, where the tables are known."""
    return _compiled(function, directory_of(Path(function.__code__.co_filename)), forceinline=True)


def compiled_from_text(name: str, text: str, space: dict[str, Any]) -> Any:
    """A compiled function of this name whose source is the text; `space` has its globals, including `__name__`.

    Its code is cached only as part of its callers' code.  `linecache` shows the text when a traceback names a line.
    """
    file = f"<{name} of {space['__name__']}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), space)
    return _compiled(space[name], None)


def _compiled(function: Function, directory: Path | None, **linking: Any) -> Function:
    # error_model="numpy": no exceptions inside compiled code, as CUDA requires
    wrap = functools.partial(numba.njit, nogil=True, error_model="numpy", boundscheck=IS_CHECKED or None)

    @functools.cache
    def linked() -> Any:
        made = wrap(**linked_code.OPTIONS, **linking)(function)
        if directory is not None:
            use_disk_cache(made, directory, LinkedDiskCache)
        return made

    dispatcher = wrap()(function)
    if directory is not None:
        use_disk_cache(dispatcher, directory)
    return _explaining(_calling(dispatcher, linked), function)


def _calling(dispatcher: Any, linked: Callable[[], Any]) -> Any:
    """Let compiled code call it with a single integer type: otherwise it would be compiled for every width.

    Values are unchanged, since the wide type holds them all; only sets of cells, which fill 64 bits, stay unsigned.
    """
    dispatcher.linked = linked  # made on demand: most processes find all their code on disk
    dispatcher.get_overload = lambda signature: linked().get_overload(signature)
    dispatcher.get_call_template = lambda arguments, named: linked().get_call_template(
        [_widened(each) for each in arguments], {name: _widened(each) for name, each in named.items()}
    )
    return dispatcher


def _widened(given: numba.types.Type) -> numba.types.Type:
    """The type as which integers of all kinds are passed."""
    general = numba.types.unliteral(given)
    is_small = isinstance(general, numba.types.Integer) and (general.signed or general.bitwidth < WORD)
    return numba.types.int64 if is_small else general


class _Listener(event.Listener):
    """Hears of every function that is compiled, and of none that is loaded."""

    def __init__(self, listener: Callable[[Any], None]) -> None:
        self._listener = listener

    def on_start(self, event: Any) -> None:
        self._listener(event)

    def on_end(self, event: Any) -> None:
        pass


def when_compiling(listener: Callable[[Any], None]) -> Any:
    """Call this whenever compiling a function begins, but not when its code is loaded.  Returns who listens."""
    made = _Listener(listener)
    event.register("numba:compile", made)
    return made


_sources: list[Callable[..., Any]] = []  # of all compiled functions


@contextmanager
def compiling(function: Callable[..., Any], arguments: Sequence[Any]) -> Iterator[None]:
    """Report in one sentence why a function cannot be compiled for arguments, or for Numba's types of them."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 (Numba fails in many ways, even by KeyError, and lists them nowhere)
        cause = error if numba.config.FULL_TRACEBACKS else None
        raise CannotCompile(explanation(error, function, arguments, _sources)) from cause


def _explaining(dispatcher: Any, function: Function) -> Function:
    """Report compile errors in one sentence, raised by the outermost function."""
    _sources.append(function)
    compile_for = dispatcher._compile_for_args

    def compile_or_explain(*arguments: Any, **named: Any) -> Any:
        with compiling(function, arguments):
            return compile_for(*arguments, **named)

    dispatcher._compile_for_args = compile_or_explain
    return dispatcher  # type: ignore[no-any-return]
