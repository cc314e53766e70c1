"""An engine in a process of its own, watched: it may crash, hang or flood, and does no harm by it.

It runs in a process group of its own, which is killed and reaped at the end; should this process be killed itself, a
small keeper sees its pipe close and kills the group.
"""

from __future__ import annotations

import os
import queue
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
KEPT_COMPLAINT = 2000  # bytes of standard error
FAREWELL_S = 1.0  # between `quit` and the kill
KEEPER = 'read -r _; kill -9 -- -"$1" 2>/dev/null'


class EngineFailed(LudotecaError):
    """An external engine did not do what the protocol asks; the message says what."""


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
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineCrashed(f"the engine {self.command!r} cannot be started: {error}") from error
        assert self._process.stdin and self._process.stdout and self._process.stderr
        os.set_blocking(self._process.stdin.fileno(), False)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._heard = _Heard()
        keeper = _keeper(self._process.pid)
        self._finalizer = weakref.finalize(self, _end, self._process, keeper)
        for target, arguments in (
            (_listen, (self._process.stdout.fileno(), self._lines, self._heard, self._process)),
            (_drain, (self._process.stderr.fileno(), self._heard)),
        ):
            threading.Thread(target=target, args=arguments, daemon=True).start()

    @property
    def pid(self) -> int:
        """The process, which is also its group."""
        return self._process.pid

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
                    raise EngineHangs(f"the engine {self.command!r} does not read what it is sent") from None
                select.select([], [self._process.stdin], [], wait)
            except (BrokenPipeError, ValueError):
                raise self._crashed() from None

    def hear(self, patience_s: float, awaited: str) -> str:
        """The next line that is not an `info`; `awaited` says in errors what it should have been."""
        try:
            line = self._lines.get(timeout=max(0.0, patience_s))
        except queue.Empty:
            raise EngineHangs(f"the engine {self.command!r} did not answer {awaited} in {patience_s:.1f} s") from None
        self.last_info = self._heard.info
        if line is None:
            raise self._crashed()
        return line

    def wait_for(self, first_word: str, patience_s: float) -> list[str]:
        """All lines up to the one that begins with this word, that one last."""
        end = time.monotonic() + patience_s
        lines: list[str] = []
        while not lines or lines[-1].split(maxsplit=1)[:1] != [first_word]:
            lines.append(self.hear(end - time.monotonic(), f"`{first_word}`"))
            if len(lines) > MOST_WAITING:
                raise EngineFloods(f"the engine {self.command!r} says anything but `{first_word}`")
        return lines

    def _crashed(self) -> EngineFailed:
        if self._heard.has_flooded:
            return EngineFloods(f"the engine {self.command!r} flooded its output")
        try:
            code = self._process.wait(FAREWELL_S)
        except subprocess.TimeoutExpired:
            return EngineCrashed(f"the engine {self.command!r} closed its output")
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        complaint = self._heard.complaint.decode(errors="replace").strip().splitlines()[-1:]
        return EngineCrashed(f"the engine {self.command!r} {how}" + "".join(f": {words}" for words in complaint))

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
        self.complaint = b""
        self.since_command = 0
        self.has_flooded = False


def _keeper(group: int) -> subprocess.Popen[bytes]:
    """A process that kills the group when our end of its pipe is closed, which only our death does."""
    return subprocess.Popen(
        ["/bin/sh", "-c", KEEPER, "sh", str(group)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes], keeper: subprocess.Popen[bytes]) -> None:
    """Kill and reap a group and its keeper."""
    keeper.kill()  # first, so that it cannot kill whoever has the number next
    keeper.wait()
    if keeper.stdin is not None:
        keeper.stdin.close()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


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
        is_flood = heard.since_command > FLOOD or len(rest) > LONGEST_LINE
        for line in whole:
            text = line[:LONGEST_LINE].decode(errors="replace").strip()
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
