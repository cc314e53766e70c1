"""An engine in a supervised process of its own: it may crash, hang or flood without doing harm.

Whatever it has started ends with it, and everything ends with us: see `ludoteca.process_group`.
"""

from __future__ import annotations

import os
import queue
import re
import select
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress

from ludoteca.errors import LudotecaError
from ludoteca.process_group import ProcessGroup, how_it_ended, reap

LONGEST_LINE = 1 << 16  # bytes
MOST_WAITING = 10_000  # unread lines
FLOOD = 64 << 20  # bytes between two commands
KEPT_COMPLAINT = 4000  # bytes of standard error
QUOTED_LINES = 3  # the last ones: the cause is not always in the very last line
FAREWELL_S = 1.0  # between `quit` and the kill
ERROR_LINE = re.compile(r"(?:info string )?(error\b.*)", re.IGNORECASE)


class EngineFailed(LudotecaError):
    """An external engine violated the protocol; the message says how.

    `details` is the end of what it wrote to standard error.
    """

    def __init__(self, message: str, details: str = "") -> None:
        self.details = details
        super().__init__(message)


class EngineCrashed(EngineFailed):
    """The process ended, or could not be started."""


class EngineHangs(EngineFailed):
    """No answer came in time."""


class EngineFloods(EngineFailed):
    """It wrote far too much."""


class EngineProcess:
    """A running engine: lines in, lines out, each with a time limit."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = " ".join(command)
        try:
            self._process, group = _start(list(command))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise EngineCrashed(f"the engine {self.command!r} cannot be started: {reason}") from error
        assert self._process.stdin and self._process.stdout and self._process.stderr
        os.set_blocking(self._process.stdin.fileno(), False)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._output = _Output()
        self._finalizer = weakref.finalize(self, _end, self._process, group)
        listener, self._drainer = (
            threading.Thread(target=target, args=arguments, daemon=True)
            for target, arguments in (
                (_listen, (self._process.stdout.fileno(), self._lines, self._output, self._process)),
                (_drain, (self._process.stderr.fileno(), self._output)),
            )
        )
        listener.start()
        self._drainer.start()

    @property
    def pid(self) -> int:
        """The engine's process id."""
        return self._process.pid

    @property
    def own_error(self) -> str:
        """The latest error that the engine itself has reported since `forget_error`, or ""."""
        return self._output.error

    def forget_error(self) -> None:
        """Errors reported from now on concern something new."""
        self._output.error = ""

    def quoted(self, what: str) -> str:
        """What went wrong, with the error that the engine itself has reported about it."""
        return f"{what}; it said: {self.own_error}" if self.own_error else what

    def send(self, line: str, patience_s: float = 10.0) -> None:
        """Send a line; an engine that does not read it in time hangs."""
        self._output.since_command = 0
        assert self._process.stdin is not None
        left = f"{line}\n".encode()
        end = time.monotonic() + patience_s
        while left:
            try:
                left = left[os.write(self._process.stdin.fileno(), left) :]
            except BlockingIOError:
                wait = end - time.monotonic()
                if wait <= 0:
                    raise self._failed(EngineHangs, "does not read what it is sent") from None
                select.select([], [self._process.stdin], [], wait)
            except (BrokenPipeError, ValueError):
                raise self._crashed() from None

    def hear(self, patience_s: float, awaited: str) -> str:
        """The next line that is not an `info`; `awaited` says in errors what was expected."""
        try:
            line = self._lines.get(timeout=max(0.0, patience_s))
        except queue.Empty:
            raise self._failed(EngineHangs, f"did not answer {awaited} in {patience_s:.1f} s") from None
        if line is None:
            raise self._crashed()
        return line

    def wait_for(self, first_word: str, patience_s: float) -> list[str]:
        """All lines up to and including the one that begins with this word."""
        end = time.monotonic() + patience_s
        lines: list[str] = []
        while not lines or lines[-1].split(maxsplit=1)[:1] != [first_word]:
            try:
                lines.append(self.hear(end - time.monotonic(), f"`{first_word}`"))
            except EngineHangs as error:  # of the whole time, not of what was left of it for the last line
                raise self._failed(EngineHangs, f"did not answer `{first_word}` in {patience_s:.1f} s") from error
            if len(lines) > MOST_WAITING:
                raise self._failed(EngineFloods, f"keeps talking without saying `{first_word}`")
        return lines

    def _failed(self, kind: type[EngineFailed], what: str) -> EngineFailed:
        """The error, with what the engine itself has said about it."""
        return kind(self.quoted(f"the engine {self.command!r} {what}"), self._complaint)

    def _crashed(self) -> EngineFailed:
        """How the engine ended, once all its output has arrived."""
        if self._output.has_flooded:
            return self._failed(EngineFloods, "flooded its output")
        try:
            how = how_it_ended(self._process.wait(FAREWELL_S))
        except subprocess.TimeoutExpired:
            how = "closed its output"
        self._drainer.join(FAREWELL_S)  # a child of the engine may hold its standard error open
        last = [line.strip() for line in self._complaint.splitlines() if line.strip()][-QUOTED_LINES:]
        return self._failed(EngineCrashed, f"{how}: {' | '.join(last)}" if last else how)

    @property
    def _complaint(self) -> str:
        return self._output.complaint.decode(errors="replace").strip()

    def close(self) -> None:
        """Send `quit`, then kill and reap whatever is left."""
        if self._finalizer.alive:
            with suppress(EngineFailed):
                self.send("quit", patience_s=FAREWELL_S)
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(FAREWELL_S)
            self._finalizer()


class _Output:
    """What the listening threads leave for others."""

    def __init__(self) -> None:
        self.error = ""
        self.complaint = b""
        self.since_command = 0
        self.has_flooded = False


def _start(command: list[str]) -> tuple[subprocess.Popen[bytes], ProcessGroup]:
    """Start the engine and its group."""
    group = ProcessGroup()
    try:
        pipe = subprocess.PIPE
        engine = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **group.popen_options)
    except BaseException:
        group.kill()
        raise
    return engine, group


def _end(engine: subprocess.Popen[bytes], group: ProcessGroup) -> None:
    """Kill and reap an engine, and everything it has started."""
    engine.kill()  # separately, in case it has left the group
    group.kill()
    reap(engine)


def _listen(source: int, lines: queue.Queue[str | None], output: _Output, process: subprocess.Popen[bytes]) -> None:
    """Read the engine's output line by line; kill one that writes far too much."""
    rest = b""
    while True:
        try:
            chunk = os.read(source, 1 << 16)
        except OSError:  # closed by us
            return
        output.since_command += len(chunk)
        *whole, rest = (rest + chunk).split(b"\n")
        if not chunk:  # the last line may have been cut off
            whole = [rest]
        is_flood = output.since_command > FLOOD or len(rest) > LONGEST_LINE
        for line in whole:
            text = line[:LONGEST_LINE].decode(errors="replace").strip()
            if found := ERROR_LINE.fullmatch(text):
                output.error = found[1]
            if text and not text.startswith("info"):
                try:
                    lines.put_nowait(text)
                except queue.Full:
                    is_flood = True
        if is_flood:
            output.has_flooded = True
            process.kill()
            while True:  # there is room for the last word once the rest is thrown away
                with suppress(queue.Full):
                    lines.put_nowait(None)
                    return
                with suppress(queue.Empty):
                    lines.get_nowait()
        if not chunk:
            lines.put(None)
            return


def _drain(source: int, output: _Output) -> None:
    """Keep the engine's standard error from filling up, and remember the end of it."""
    while True:
        try:
            chunk = os.read(source, 1 << 16)
        except OSError:  # closed by us
            return
        if not chunk:
            return
        output.complaint = (output.complaint + chunk)[-KEPT_COMPLAINT:]
