"""Machine code cached on disk: it loads quickly, and only one process at a time compiles a function.

Numba's own cache differs in two ways.  Before it loads anything, it imports everything it needs to compile, and SciPy
if that is installed: a third of a second in every process.  And when several processes need the same function at the
same time, such as a server and its engine, each of them compiles it.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys

from ludoteca.compiler.linked_code import LinkedCodeFile

LOCKS = "locks"  # a file: each function locks one byte of it for each signature
LONGEST_WAIT_S = 60.0  # the other process may have been stopped
PAUSE_S = 0.01


class DiskCache(FunctionCache):
    """The cached machine code of a function, one file per signature."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code compiled for a signature, or None."""
        rtsys.initialize(target_context)  # everything that compiled code needs to run
        found = None
        with (
            self._guard_against_spurious_io_errors(),
            suppress(ModuleNotFoundError),  # it was compiled while the same game was a file, or installed, unlike now
        ):
            found = self._load_overload(sig, target_context)
        if found is None:
            _import_compiler()
        return found


class LinkedDiskCache(DiskCache):
    """The same, for functions that only compiled code calls."""

    _impl_class = LinkedCodeFile

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), "linked")


def _import_compiler() -> None:
    """Import Numba's compiler without SciPy: Numba only checks whether it is installed, but importing it is slow."""
    from numba.np import linalg

    look, linalg.ensure_blas = linalg.ensure_blas, _find_scipy
    try:
        import numba.np.arraymath  # noqa: F401 (it checks)
    finally:
        linalg.ensure_blas = look


def _find_scipy() -> None:
    if find_spec("scipy") is None:
        raise ImportError


def use_disk_cache(dispatcher: Any, directory: Path, cache: type[DiskCache] = DiskCache) -> None:
    """Cache a function's machine code on disk, and make processes wait for each other instead of compiling it twice."""
    compile_for: Callable[[Any], Any] = dispatcher.compile
    function = dispatcher.py_func

    def compile_alone(signature: Any) -> Any:
        if signature in dispatcher.overloads:
            return compile_for(signature)
        with (
            global_compiler_lock,
            _locked(directory, f"{cache.__name__} {function.__module__}.{function.__qualname__} {signature}"),
            _garbage_collection_off(),
        ):
            # the locks in this order in every thread
            if not isinstance(dispatcher._cache, cache):
                with numba_cache_in(directory):
                    dispatcher._cache = cache(function)
            return compile_for(signature)

    dispatcher.compile = compile_alone


@contextmanager
def _garbage_collection_off() -> Iterator[None]:
    """Turn garbage collection off: a compiler makes little garbage, and collecting took an eighth of its time."""
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_collecting:
            gc.enable()


@contextmanager
def numba_cache_in(directory: Path | None) -> Iterator[None]:
    """Set the directory in which Numba caches code."""
    previous, config.CACHE_DIR = config.CACHE_DIR, str(directory or "")
    try:
        yield
    finally:
        config.CACHE_DIR = previous


@contextmanager
def _locked(directory: Path, name: str) -> Iterator[None]:
    """Hold the lock of this name; continue without it if locks are not supported or the wait times out."""
    try:
        import fcntl

        file = _lock_file(directory)
    except (ImportError, OSError):  # Windows; a full file system
        yield
        return
    byte = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest())
    give_up = time.monotonic() + LONGEST_WAIT_S
    while time.monotonic() < give_up:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
            break
        except BlockingIOError:
            time.sleep(PAUSE_S)
        except OSError:  # a file system without locks
            break
    try:
        yield
    finally:
        with suppress(OSError):
            fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)


@functools.cache
def _lock_file(directory: Path) -> int:
    """Stays open while the process runs: closing a file releases all locks on it."""
    return os.open(directory / LOCKS, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
