"""A process that works for this one through a pipe, and ends with everything it has started."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from ludoteca.process_group import ProcessGroup, join_group

PROCESSES = multiprocessing.get_context("spawn")
MOST_FAILURES = 3  # of processes, if their work is not to blame
CLOSED = (EOFError, BrokenPipeError, ConnectionResetError)  # raised by a pipe whose other end is closed


class WorkerProcess:
    """The process, and our end of its pipe."""

    def __init__(self, work: Callable[[Connection], None]) -> None:
        self.pipe, far_end = PROCESSES.Pipe()
        self.group = ProcessGroup()
        self.process = PROCESSES.Process(target=_live, args=(work, far_end, self.group.id), daemon=True)
        with _ctrl_c_held_back():
            self.process.start()
        far_end.close()

    @property
    def is_alive(self) -> bool:
        """Whether it can be given more work."""
        return not self.pipe.closed

    @property
    def has_died(self) -> bool:
        """Whether it has ended by itself, and all its messages were read."""
        return not self.process.is_alive() and not self.pipe.poll()  # a child of it may keep the pipe open

    @property
    def last_words(self) -> str:
        """How it ended."""
        code = self.process.exitcode
        if code is not None and code < 0:
            with suppress(ValueError):
                return f"by {signal.Signals(-code).name}"
        return f"exit code {code}"

    def kill(self) -> None:
        """End the process and everything it has started."""
        self.group.kill()
        self.process.kill()  # separately, in case it has not joined the group yet
        self.process.join()
        self.pipe.close()


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Block Ctrl-C; a process started in this context never receives it, not even while importing."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _live(work: Callable[[Connection], None], pipe: Connection, group: int) -> None:
    """The life of the process: work until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives the work
    join_group(group)
    os.dup2(2, 1)  # printed output must not mix with results
    with suppress(*CLOSED):  # the work is no longer wanted
        work(pipe)
