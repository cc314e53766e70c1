"""Running the server: one process, graceful at the end."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from ludoteca.errors import LudotecaError
from ludoteca.web.connection_bounds import LARGEST_HEADERS, UnknownUvicorn, bounded_protocols, check_parts
from ludoteca.web.http.app import create_app
from ludoteca.web.logs import begin_logging
from ludoteca.web.mail import mailer_for
from ludoteca.web.metrics import served
from ludoteca.web.settings import Settings
from ludoteca.web.storage.database_lock import sole_use
from ludoteca.web.storage.servers import check_mark
from ludoteca.web.storage.storage import Storage
from ludoteca.web.tokens import Tokens

LONGEST_GOODBYE_S = 5
LARGEST_FRAME = 64 * 1024
READABLE = ((stat.S_IRGRP, stat.S_IXGRP), (stat.S_IROTH, stat.S_IXOTH))  # of a file, and what its folder must allow

log = logging.getLogger("ludoteca.web")


class Server(uvicorn.Server):
    """A server that says where it is as soon as it listens, keeps connections within bounds, and ends with a word."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self.bounds, http, socket = bounded_protocols(settings)
        super().__init__(config_for(settings, self.app, http, socket))

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Listen, then print the address."""
        check_parts(self.config, self.server_state)
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
            print(f"Ludoteca is at http://{host}:{port}/ (Ctrl-C to stop)", flush=True)

    async def on_tick(self, counter: int) -> bool:
        """What uvicorn does ten times a second; once a second, look at the connections."""
        if counter % 10 == 0:
            self.bounds.look(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Whoever waits for an engine is told; then uvicorn says goodbye to everybody."""
        await self.app.state.registry.stop_thinking()
        await super().shutdown(sockets)  # type: ignore[arg-type]


def config_for(
    settings: Settings, app: FastAPI, http: type[asyncio.Protocol], socket: type[asyncio.Protocol]
) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        http=http,
        ws=socket,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=LONGEST_GOODBYE_S,
        server_header=False,
        h11_max_incomplete_event_size=2 * LARGEST_HEADERS,  # our own bound comes first
        proxy_headers=False,  # the application has a layer for them
    )


def trouble_listening(host: str, port: int) -> str | None:
    """Why nobody can listen there, and what to do about it; None where it is possible."""
    try:
        kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        return f"--host {host} is not a name or an address; 127.0.0.1 is this machine, 0.0.0.0 the whole network"
    with socket.socket(kind, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"port {port} is in use; name another with --port, or 0 for any that is free"
            if error.errno == errno.EADDRNOTAVAIL:
                return f"--host {host} is not an address of this machine; 0.0.0.0 stands for all of them"
            return f"cannot listen at {host}:{port}: {error.strerror}"
    return None


def serve(settings: Settings, log_level: str = "info") -> int:
    """Serve until told to stop; returns the exit code, which is 2 for a host or port that cannot be used."""
    trouble = trouble_listening(settings.host, settings.port)
    if trouble is not None:
        print(f"ludoteca: {trouble}", file=sys.stderr)
        return 2
    with ExitStack() as held:
        try:
            held.enter_context(ready(settings))
            begin_logging(log_level)
            server = Server(settings)
            held.enter_context(served(settings.metrics))
            warn_of_readable(settings.private_files)
        except OSError as error:
            reason = f"{error.filename or settings.data}: {error.strerror or error}"
            print(f"ludoteca: the data directory cannot be used: {reason}", file=sys.stderr)
            return 1
        except LudotecaError as error:
            print(f"ludoteca: {error}", file=sys.stderr)
            return 1
        gc.disable()  # the registry takes care of it, see live/room_registry.py
        try:
            with suppress(SystemExit):  # as uvicorn ends when it cannot listen
                server.run()
        except UnknownUvicorn as error:
            print(f"ludoteca: {error}", file=sys.stderr)
            return 1
    if not server.started:
        print(f"ludoteca: cannot listen at {settings.host}:{settings.port}", file=sys.stderr)
        return 1
    return 0


@contextmanager
def ready(settings: Settings) -> Iterator[None]:
    """Hold the database, with secret and tables made where there were none: what cannot be used is named at once."""
    mailer_for(settings)
    mark = Tokens(settings.secret()).mark
    storage = Storage(settings.database_url, settings.busy_ms)
    with sole_use(storage.url):
        storage.open()
        try:
            if storage.is_shared:
                asyncio.run(storage.read(lambda session: check_mark(session, mark)))
        finally:
            storage.close()
        yield


def is_readable_by_others(path: Path) -> bool:
    """Whether other users of this machine can read a file; False if there are no such permissions."""
    if os.name != "posix" or not path.exists():
        return False
    mode, folder = path.stat().st_mode, path.resolve().parent.stat().st_mode
    return any(mode & reads and folder & enters for reads, enters in READABLE)


def warn_of_readable(paths: Iterable[Path]) -> None:
    """Warn about files that others can read."""
    for path in paths:
        if is_readable_by_others(path):
            log.warning("other users can read this file", extra={"file": str(path), "advice": f"chmod 600 {path}"})
