"""Servers that need not start Python: one process has imported all that a server needs, and is forked for each of them.

Importing takes ten times as long as a server then needs to listen, and tests start more than a hundred.  It has loaded
the rules of the games that stand for all others, too; a server loads those of another when it is first played.
"""

from __future__ import annotations

import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from compiler_settings import REPRESENTATIVES

START = "import sys; sys.path.insert(0, sys.argv[1]); import forked_servers; forked_servers.main(int(sys.argv[2]))"
LARGEST_REQUEST = 64 * 1024


def environment() -> dict[str, str]:
    """What a process started now would be told."""
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


AT_FIRST = environment()


def can_fork() -> bool:
    """Whether a forked server has the environment of one that is started now."""
    return environment() == AT_FIRST


class ForkedServer:
    """A server, with as much of `subprocess.Popen` as tests use."""

    def __init__(self, settings: dict[str, Any], prelude: str, log: io.TextIOWrapper) -> None:
        said, says = os.pipe()
        status, tells = os.pipe()
        request = json.dumps({"settings": settings, "prelude": prelude})
        socket.send_fds(_template()[0], [request.encode()], [says, log.fileno(), tells])
        os.close(says)
        os.close(tells)
        self.stdout = os.fdopen(said)
        self.returncode: int | None = None
        self._status = os.fdopen(status)
        self.pid = int(self._status.readline())

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("server", timeout or 0.0)
            self.returncode = int(self._status.readline())
            self._status.close()
        return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


@cache
def _template() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The process that is forked, and the line to it; it ends when this one does."""
    ours, its = socket.socketpair()
    command = [sys.executable, "-c", START, str(Path(__file__).parent), str(its.fileno())]
    process = subprocess.Popen(command, pass_fds=[its.fileno()], env=AT_FIRST)
    its.close()
    return ours, process


def main(number: int) -> None:
    """Import and load, then fork a server for every request."""
    import ludoteca.web.serve  # noqa: F401 (so that those that are forked need not)
    from ludoteca.web.engine import preparation

    load_little()
    for name in REPRESENTATIVES:
        preparation.load_rules(name)
    gc.freeze()
    line = socket.socket(fileno=number)
    while True:
        request, files, *_ = socket.recv_fds(line, LARGEST_REQUEST, 3)
        if not request:
            return
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if os.fork() == 0:
            line.close()
            _keep(json.loads(request), *files)
        for file in files:
            os.close(file)


@cache
def load_little() -> None:
    """Let servers prepare only the games that stand for all others, and no reader before it is needed."""
    from ludoteca.web.engine import preparation
    from ludoteca.web.live import room_registry

    preparation.game_names = lambda: REPRESENTATIVES
    preparation.load_rules = cache(preparation.load_rules)
    room_registry.WARM_S = 24 * 3600.0


def serve_as_told(settings: dict[str, Any], prelude: str) -> int:
    """Run some code, to break something, and then a server."""
    from ludoteca.web.serve import serve
    from ludoteca.web.settings import Settings

    load_little()
    exec(prelude, {"__name__": "prelude"})
    return serve(Settings(**{**settings, "data": Path(settings["data"])}), "info")


def _keep(request: dict[str, Any], out: int, log: int, status: int) -> None:
    """In a process of its own: fork the server, tell its number, and in the end how it ended."""
    server = os.fork()
    if server == 0:
        os.close(status)
        os.dup2(out, 1)
        os.dup2(log, 2)
        os.close(out)
        os.close(log)
        code = 1
        try:
            code = serve_as_told(**request)
        except BaseException:  # noqa: BLE001 (as Python ends: it is in the log)
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    os.close(out)
    os.close(log)
    with os.fdopen(status, "w") as told:
        print(server, file=told, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(server, 0)[1]), file=told)
    os._exit(0)
