"""An engine in a process of its own, watched: it may crash, hang or flood, and does no harm by it.

It runs in a process group of its own, led by a small keeper that was there before it.  At the end the group is killed
and reaped; should this process be killed itself, the keeper sees its pipe close and kills the group.
"""

from __future__ import annotations

import os
import queue
import re
import select
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress

from ludoteca.kernel.errors import LudotecaError

LONGEST_LINE = 1 << 16  # bytes
MOST_WAITING = 10_000  # lines that nobody has asked for yet
FLOOD = 64 << 20  # bytes between two commands
KEPT_COMPLAINT = 4000  # bytes of standard error
QUOTED_LINES = 3  # of it, the last ones: what went wrong is not always said in the very last
FAREWELL_S = 1.0  # between `quit` and the kill
KEEPER = 'trap "" HUP INT QUIT TERM; read -r _; kill -9 0'  # 0 is its own group: every shell understands that
ERROR_LINE = re.compile(r"(?:info string )?(error\b.*)", re.IGNORECASE)


class EngineFailed(LudotecaError):
    """An external engine did not do what the protocol asks; the message says what.

    `details` is what it wrote to its standard error, as far as it was kept.
    """

    def __init__(self, message: str, details: str = "") -> None:
        self.details = details
        super().__init__(message)


class EngineCrashed(EngineFailed):
    """The process ended, or could not be started."""


class EngineHangs(EngineFailed):
    """No answer came in time."""


class EngineFloods(EngineFailed):
    """More output came than anybody could want."""


class EngineProcess:
    """A running engine: lines in, lines out, each with a time limit."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = " ".join(command)
        self.last_info = ""  # the newest of its `info` lines, which are not kept otherwise
        try:
            self._process, keeper = _start(list(command))
        except (OSError, ValueError) as error:
            raise EngineCrashed(f"the engine {self.command!r} cannot be started: {error}") from error
        assert self._process.stdin and self._process.stdout and self._process.stderr
        os.set_blocking(self._process.stdin.fileno(), False)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._heard = _Heard()
        self._finalizer = weakref.finalize(self, _end, self._process, keeper)
        listener, self._drainer = (
            threading.Thread(target=target, args=arguments, daemon=True)
            for target, arguments in (
                (_listen, (self._process.stdout.fileno(), self._lines, self._heard, self._process)),
                (_drain, (self._process.stderr.fileno(), self._heard)),
            )
        )
        listener.start()
        self._drainer.start()

    @property
    def pid(self) -> int:
        """The number of the engine's process."""
        return self._process.pid

    @property
    def own_error(self) -> str:
        """The newest error that the engine itself has reported since `forget_error`, "" if there is none."""
        return self._heard.error

    def forget_error(self) -> None:
        """What is reported from now on concerns something new."""
        self._heard.error = ""

    def quoted(self, what: str) -> str:
        """What went wrong, with the error that the engine itself has reported about it."""
        return f"{what}; it said: {self.own_error}" if self.own_error else what

    def send(self, line: str, patience_s: float = 10.0) -> None:
        """Say something; an engine that does not read it in time hangs."""
        self._heard.since_command = 0
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
        """The next line that is not an `info`; `awaited` says in errors what it should have been."""
        try:
            line = self._lines.get(timeout=max(0.0, patience_s))
        except queue.Empty:
            raise self._failed(EngineHangs, f"did not answer {awaited} in {patience_s:.1f} s") from None
        self.last_info = self._heard.info
        if line is None:
            raise self._crashed()
        return line

    def wait_for(self, first_word: str, patience_s: float) -> list[str]:
        """All lines up to the one that begins with this word, that one last."""
        end = time.monotonic() + patience_s
        lines: list[str] = []
        while not lines or lines[-1].split(maxsplit=1)[:1] != [first_word]:
            try:
                lines.append(self.hear(end - time.monotonic(), f"`{first_word}`"))
            except EngineHangs as error:  # of the whole time, not of what was left of it for the last line
                raise self._failed(EngineHangs, f"did not answer `{first_word}` in {patience_s:.1f} s") from error
            if len(lines) > MOST_WAITING:
                raise self._failed(EngineFloods, f"says anything but `{first_word}`")
        return lines

    def _failed(self, kind: type[EngineFailed], what: str) -> EngineFailed:
        """The error of a kind, with what the engine itself has said about it."""
        return kind(self.quoted(f"the engine {self.command!r} {what}"), self._complaint)

    def _crashed(self) -> EngineFailed:
        """How the engine ended, once everything that it had to say about it has arrived."""
        if self._heard.has_flooded:
            return self._failed(EngineFloods, "flooded its output")
        try:
            how = _last_words(self._process.wait(FAREWELL_S))
        except subprocess.TimeoutExpired:
            how = "closed its output"
        self._drainer.join(FAREWELL_S)  # a child of the engine may hold its standard error open
        last = [line.strip() for line in self._complaint.splitlines() if line.strip()][-QUOTED_LINES:]
        return self._failed(EngineCrashed, f"{how}: {' | '.join(last)}" if last else how)

    @property
    def _complaint(self) -> str:
        return self._heard.complaint.decode(errors="replace").strip()

    def close(self) -> None:
        """Say goodbye, then kill and reap whatever is left of it."""
        if self._finalizer.alive:
            with suppress(EngineFailed):
                self.send("quit", patience_s=FAREWELL_S)
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(FAREWELL_S)
            self._finalizer()


class _Heard:
    """What the listening threads leave for others."""

    def __init__(self) -> None:
        self.info = ""
        self.error = ""
        self.complaint = b""
        self.since_command = 0
        self.has_flooded = False


def _start(command: list[str]) -> tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]:
    """The engine and its keeper, which kills their group when our end of its pipe is closed, as our death does.

    The keeper comes first and leads the group, so there is no moment at which the engine runs unwatched.
    """
    keeper = subprocess.Popen(
        ["/bin/sh", "-c", KEEPER],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    )
    try:
        engine = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            process_group=keeper.pid,
        )
    except BaseException:
        _reap(keeper)
        raise
    return engine, keeper


def _end(engine: subprocess.Popen[bytes], keeper: subprocess.Popen[bytes]) -> None:
    """Kill and reap an engine, whatever it has started, and its keeper."""
    engine.kill()  # by itself, should it have left the group
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(keeper.pid, signal.SIGKILL)  # the number stays the group's until the keeper is reaped
    _reap(engine)
    _reap(keeper)


def _reap(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _last_words(code: int) -> str:
    """How a process ended."""
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:  # one of the many without a name
        return f"was killed by signal {-code}"


def _listen(source: int, lines: queue.Queue[str | None], heard: _Heard, process: subprocess.Popen[bytes]) -> None:
    """Take what the engine says line by line; kill one that says far too much."""
    rest = b""
    while True:
        try:
            chunk = os.read(source, 1 << 16)
        except OSError:  # closed by us
            return
        heard.since_command += len(chunk)
        *whole, rest = (rest + chunk).split(b"\n")
        if not chunk:  # the last line may have been cut off
            whole = [rest]
        is_flood = heard.since_command > FLOOD or len(rest) > LONGEST_LINE
        for line in whole:
            text = line[:LONGEST_LINE].decode(errors="replace").strip()
            if found := ERROR_LINE.fullmatch(text):
                heard.error = found[1]
            if text.startswith("info"):
                heard.info = text
            elif text:
                try:
                    lines.put_nowait(text)
                except queue.Full:
                    is_flood = True
        if is_flood:
            heard.has_flooded = True
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


def _drain(source: int, heard: _Heard) -> None:
    """Keep the engine's standard error from filling up; remember the end of it."""
    while True:
        try:
            chunk = os.read(source, 1 << 16)
        except OSError:  # closed by us
            return
        if not chunk:
            return
        heard.complaint = (heard.complaint + chunk)[-KEPT_COMPLAINT:]
