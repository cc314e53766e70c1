"""Child processes that leave nothing behind: each runs in a group that is killed as a whole, at the latest when we die.

A small keeper process leads the group.  It is started before the child and reads from a pipe whose other end we hold:
when that closes, because the group is killed or this process was, the keeper kills everything in the group.
"""

from __future__ import annotations

import os
import signal
import subprocess
import weakref
from contextlib import suppress
from typing import Any

KEEPER = 'trap "" HUP INT QUIT TERM; read -r _; kill -9 0'  # 0 is its own group: every shell understands that
IS_SUPPORTED = os.name == "posix"  # elsewhere only the child itself is killed


class ProcessGroup:
    """A group for one child and everything it starts."""

    def __init__(self) -> None:
        self._keeper: subprocess.Popen[bytes] | None = None
        if IS_SUPPORTED:
            self._keeper = subprocess.Popen(
                ["/bin/sh", "-c", KEEPER],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                process_group=0,
            )
        self._finalizer = weakref.finalize(self, _kill, self._keeper)

    @property
    def id(self) -> int:
        """The group's id; 0, our own group, where process groups are not supported."""
        return 0 if self._keeper is None else self._keeper.pid

    @property
    def popen_options(self) -> dict[str, Any]:
        """Options that make `subprocess.Popen` and the like start a child in this group."""
        return {} if self._keeper is None else {"process_group": self._keeper.pid}

    def kill(self) -> None:
        """Kill everything in the group, and the keeper."""
        self._finalizer()


def join_group(number: int) -> None:
    """Join the group from within a child, for children that could not be started in it (`multiprocessing`, uvloop)."""
    if number and IS_SUPPORTED:
        try:
            os.setpgid(0, number)
        except (PermissionError, ProcessLookupError):  # the group is gone, and so is the process that wanted this child
            os._exit(1)


def how_it_ended(exit_code: int) -> str:
    """How a process ended, to follow its name: "ended with exit code 1" or "was killed by SIGKILL"."""
    if exit_code >= 0:
        return f"ended with exit code {exit_code}"
    try:
        return f"was killed by {signal.Signals(-exit_code).name}"
    except ValueError:  # a signal without a name
        return f"was killed by signal {-exit_code}"


def reap(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, wait for it to end, and close its pipes."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _kill(keeper: subprocess.Popen[bytes] | None) -> None:
    if keeper is not None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(keeper.pid, signal.SIGKILL)  # the id stays the group's until the keeper is reaped
        reap(keeper)
