"""Servers and consoles that need not start Python: one process has imported all that they need, and is forked for each.

Importing takes ten times as long as a server then needs to listen, and tests start hundreds of both.  It has loaded the
rules of the games that stand for all others, too; those of another are loaded when it is first played.
"""

from __future__ import annotations

import asyncio
import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from compiler_settings import REPRESENTATIVES

START = "import sys; sys.path.insert(0, sys.argv[1]); import forked_programs; forked_programs.main(int(sys.argv[2]))"
LARGEST_REQUEST = 64 * 1024
EARLY = ("LUDOTECA_", "NUMBA_", "PYTHON")


def environment() -> dict[str, str]:
    """What a process started now would be told."""
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def read_early() -> dict[str, str]:
    """What is read when modules are imported; all else is passed on."""
    return {name: value for name, value in os.environ.items() if name.startswith(EARLY)}


AT_FIRST = environment()
READ_AT_FIRST = read_early()


def can_fork() -> bool:
    """Whether a forked server is like one that is started now."""
    return read_early() == READ_AT_FIRST


class Forked:
    """A program, with as much of `subprocess.Popen` as tests use."""

    def __init__(self, request: dict[str, Any], stdin: int, stdout: int, stderr: int) -> None:
        status, tells = os.pipe()
        socket.send_fds(_template()[0], [json.dumps(request).encode()], [stdin, stdout, stderr, tells])
        os.close(tells)
        self.returncode: int | None = None
        self._status = os.fdopen(status)
        self.pid = int(self._status.readline())

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a forked program", timeout or 0.0)
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

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkedServer(Forked):
    """A server, with `stdout` in a pipe."""

    def __init__(self, settings: dict[str, Any], prelude: str, log: io.TextIOWrapper) -> None:
        said, says = os.pipe()
        with Path(os.devnull).open() as nothing:
            request = {"settings": settings, "prelude": prelude, "environment": environment()}
            super().__init__(request, nothing.fileno(), says, log.fileno())
        os.close(says)
        self.stdout = os.fdopen(said)


class ForkedConsole(Forked):
    """The command `ludoteca` with some words, in this environment."""

    def __init__(self, words: tuple[str, ...], environment: dict[str, str], *files: int) -> None:
        super().__init__({"words": words, "environment": environment}, *files)


@cache
def _template() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The process that is forked, and the line to it; it ends when this one does."""
    ours, its = socket.socketpair()
    command = [sys.executable, "-c", START, str(Path(__file__).parent), str(its.fileno())]
    process = subprocess.Popen(command, pass_fds=[its.fileno()], env=AT_FIRST)
    its.close()
    return ours, process


def main(number: int) -> None:
    """Import and load, then fork a program for every request."""
    import ludoteca.terminal.app
    import ludoteca.terminal.console
    import ludoteca.web.serve  # noqa: F401 (so that those that are forked need not)
    from ludoteca.cli import app
    from ludoteca.web.engine import preparation

    app.whole_program()

    load_little()
    for name in REPRESENTATIVES:
        preparation.load_rules(name)
    asyncio.run(visit_once())
    gc.freeze()
    line = socket.socket(fileno=number)
    while True:
        request, files, *_ = socket.recv_fds(line, LARGEST_REQUEST, 4)
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


async def visit_once() -> None:
    """Make tables and pages once: what that imports, compiles and remembers, each server has."""
    import httpx

    from ludoteca.web.http.app import create_app
    from ludoteca.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder), workers=1, is_limited=False, offers_modules=False))
        transport = httpx.ASGITransport(app)
        async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://a") as one:
            wanted = {"game": REPRESENTATIVES[0], "opponent": "friend"}
            begun = (await one.post("/api/v1/games", json=wanted)).json()
            for page in ("/", f"/new/{REPRESENTATIVES[0]}", begun["url"]):
                assert (await one.get(page)).status_code == 200


def serve_as_told(settings: dict[str, Any], prelude: str) -> int:
    """Run some code, to break something, and then a server."""
    from ludoteca.web.serve import serve
    from ludoteca.web.settings import Settings

    load_little()
    exec(prelude, {"__name__": "prelude"})
    return serve(Settings(**{**settings, "data": Path(settings["data"])}), "info")


def run_console(words: list[str]) -> int:
    """Run the command as if it had just been started."""
    from ludoteca.cli import main

    sys.argv = ["ludoteca", *words]
    sys.stdin = os.fdopen(0, encoding="utf-8")
    sys.stdout, sys.stderr = (os.fdopen(file, "w", encoding="utf-8", buffering=1) for file in (1, 2))
    main()
    return 0


def _keep(request: dict[str, Any], *files: int) -> None:
    """In a process of its own: fork the program, tell its number, and in the end how it ended."""
    *standard, status = files
    program = os.fork()
    if program == 0:
        os.close(status)
        for number, file in enumerate(standard):
            os.dup2(file, number)
            os.close(file)
        code = 1
        os.environ.clear()
        os.environ.update(request.pop("environment"))
        try:
            code = run_console(**request) if "words" in request else serve_as_told(**request)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except BaseException:  # noqa: BLE001 (as Python ends: it is in the log)
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    for file in standard:
        os.close(file)
    with os.fdopen(status, "w") as told:
        print(program, file=told, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]), file=told)
    os._exit(0)
