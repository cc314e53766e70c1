"""Machine code on disk: quickly loaded, and compiled by one process at a time.

Numba's own cache differs in two ways.  Before it loads anything, it imports all that it needs to compile, and SciPy
where that is installed: a third of a second in every process.  And processes that need the same function at the same
moment, such as a server and its engine, all compile it.
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

from ludoteca.kernel.linked_code import LinkedCodeFile

LOCKS = "locks"  # a file: each function locks one byte of it for each signature
LONGEST_WAIT_S = 60.0  # the other process may have been stopped
PAUSE_S = 0.01


class KeptCode(FunctionCache):  # type: ignore[misc]
    """The machine code of a function, a file for each signature."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature; None if nothing was."""
        rtsys.initialize(target_context)  # all that compiled code needs to run
        found = None
        with (
            self._guard_against_spurious_io_errors(),
            suppress(ModuleNotFoundError),  # it was compiled while the same game was a file, or installed, unlike now
        ):
            found = self._load_overload(sig, target_context)
        if found is None:
            _import_compiler()
        return found


class KeptLinkedCode(KeptCode):
    """The same for code that only other compiled code calls."""

    _impl_class = LinkedCodeFile

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), "linked")


def _import_compiler() -> None:
    """Import what Numba compiles with, but for SciPy: Numba only looks whether it is there, which takes long."""
    from numba.np import linalg

    look, linalg.ensure_blas = linalg.ensure_blas, _find_scipy
    try:
        import numba.np.arraymath  # noqa: F401 (it looks)
    finally:
        linalg.ensure_blas = look


def _find_scipy() -> None:
    if find_spec("scipy") is None:
        raise ImportError


def keep_code(dispatcher: Any, directory: Path, kept: type[KeptCode] = KeptCode) -> None:
    """Let what is compiled be kept on disk, and let processes wait for each other instead of compiling the same."""
    compile_for: Callable[[Any], Any] = dispatcher.compile

    def compile_alone(signature: Any) -> Any:
        if signature in dispatcher.overloads:
            return compile_for(signature)
        with global_compiler_lock, _locked(directory, _lock_name(dispatcher, kept, signature)), _garbage_kept():
            # the locks in this order in every thread
            if not isinstance(dispatcher._cache, kept):
                with kept_in(directory):
                    dispatcher._cache = kept(dispatcher.py_func)
            return compile_for(signature)

    dispatcher.compile = compile_alone


def is_kept(dispatcher: Any, signature: Any, directory: Path) -> bool:
    """Whether the machine code of a function is on disk for a signature, as far as can be told without loading it."""
    with kept_in(directory):
        code = KeptCode(dispatcher.py_func)
    with code._guard_against_spurious_io_errors():
        return code._index_key(signature, dispatcher.targetctx.codegen()) in code._cache_file._load_index()
    return False


def is_being_compiled(dispatcher: Any, kept: type[KeptCode], signature: Any, directory: Path) -> bool:
    """Whether another process compiles a function at this moment, so that who asks for it would have to wait."""
    with _locked(directory, _lock_name(dispatcher, kept, signature), longest_wait_s=0) as is_free:
        return not is_free


def _lock_name(dispatcher: Any, kept: type[KeptCode], signature: Any) -> str:
    function = dispatcher.py_func
    return f"{kept.__name__} {function.__module__}.{function.__qualname__} {signature}"


@contextmanager
def _garbage_kept() -> Iterator[None]:
    """Within, no garbage is looked for: a compiler makes little of it, and looking took an eighth of its time."""
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_collecting:
            gc.enable()


@contextmanager
def kept_in(directory: Path | None) -> Iterator[None]:
    """Within, what Numba keeps is kept in a directory."""
    previous, config.CACHE_DIR = config.CACHE_DIR, str(directory or "")
    try:
        yield
    finally:
        config.CACHE_DIR = previous


@contextmanager
def _locked(directory: Path, name: str, longest_wait_s: float = LONGEST_WAIT_S) -> Iterator[bool]:
    """Within, no other process has a lock of this name; where there are no such locks, or in vain, go on without.

    Gives whether another process does not have it.
    """
    try:
        import fcntl

        file = _lock_file(directory)
    except (ImportError, OSError):  # Windows; a file system without room
        yield True
        return
    byte = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest())
    give_up, is_free = time.monotonic() + longest_wait_s, False
    while not is_free:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
            is_free = True
        except BlockingIOError:
            if time.monotonic() >= give_up:
                break
            time.sleep(PAUSE_S)
        except OSError:  # a file system without locks
            is_free = True
    try:
        yield is_free
    finally:
        with suppress(OSError):
            fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)


@functools.cache
def _lock_file(directory: Path) -> int:
    """Open as long as the process runs: closing a file gives up all locks on it."""
    return os.open(directory / LOCKS, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
