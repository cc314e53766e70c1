"""Connections: how long one may stay silent, how much it may send at once, how many there may be.

Everything here is about bytes, before a request or a message is parsed; it works with every parser that uvicorn can
run.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sized
from typing import TYPE_CHECKING, Any

from uvicorn import Config
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from ludoteca.errors import LudotecaError
from ludoteca.web.rate_limits import ALLOWANCES, Bucket, network_of
from ludoteca.web.settings import Settings

PIECE = 16 * 1024  # bytes processed before the next check
LARGEST_HEADERS = 32 * 1024
LARGEST_UNREAD = 4 * 1024 * 1024  # of a body that came after its response
MOST_PIPELINED = 16  # requests that wait for the one before them on the same connection
SLOWEST_HEADERS_S = 10.0  # from the first byte to the last; a new connection has as long to send the first
SLOWEST_READER_S = 30.0  # for a client that reads nothing of what is sent
SLOWEST_GOODBYE_S = 10.0  # from closing to closed
MOST_UNSENT = 1024 * 1024  # bytes that wait for a client that does not read
MOST_IDLE, MOST_IDLE_AT = 2000, 100  # connections without a request: in total, per address
MOST_OPEN, MOST_OPEN_AT = 20_000, 1500  # of any kind
SPARE_FILES = 200  # for the database, the workers and static files
LAST_HEADERS = "content-security-policy: default-src 'none'\r\nx-content-type-options: nosniff\r\n"
HTTP_PARTS = ("cycle", "on_response_complete", "handle_websocket_upgrade")  # part of uvicorn, not documented as public
SOCKET_PARTS = ("conn", "handle_events", "handle_parser_exception", "queue")
TOO_SLOW = (408, "Request Timeout", "That took too long to arrive.")
TOO_LONG = (431, "Request Header Fields Too Large", "The headers are longer than the server accepts.")
TOO_MANY = (503, "Service Unavailable", "Too many connections are open. Try again in a moment.")


def pieces(data: bytes) -> Iterator[bytes]:
    """The received bytes in small pieces."""
    return (data[start : start + PIECE] for start in range(0, len(data), PIECE))


def raised_file_limit() -> int:
    """How many files this process may have open, after raising the limit as far as the system allows."""
    try:
        import resource
    except ImportError:  # not on Windows
        return MOST_OPEN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_OPEN + SPARE_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


class Bounds:
    """All connections of a server: idle ones make room for new ones, the oldest first."""

    def __init__(self, settings: Settings) -> None:
        self.counts_frames = settings.is_limited
        self._most = max(1, min(MOST_OPEN, raised_file_limit() - SPARE_FILES))
        by_address = settings.is_limited and not settings.proxies  # behind a proxy all have one address
        self._most_at = MOST_OPEN_AT if by_address else self._most
        self._most_idle_at = MOST_IDLE_AT if by_address else MOST_IDLE
        self._open: dict[str, set[Connection]] = {}
        self._count = 0
        self._idle: OrderedDict[Connection, None] = OrderedDict()
        self._idle_at: dict[str, OrderedDict[Connection, None]] = {}

    def open(self, connection: Connection) -> bool:
        """Count a connection; returns whether there is room for it."""
        there = self._open.setdefault(connection.address, set())
        there.add(connection)
        self._count += 1
        if self._count > self._most and self._idle:
            self._drop(next(iter(self._idle)))
            return True
        return self._count <= self._most and len(there) <= self._most_at

    def close(self, connection: Connection) -> None:
        """It is closed, or is something else from now on."""
        there = self._open.get(connection.address, set())
        if connection in there:
            there.discard(connection)
            self._count -= 1
            if not there:
                del self._open[connection.address]
        self.wake(connection)

    def rest(self, connection: Connection) -> None:
        """It waits for a request; if too many do, those that have waited longest are closed."""
        at = self._idle_at.setdefault(connection.address, OrderedDict())
        at[connection] = self._idle[connection] = None
        if len(at) > self._most_idle_at:
            self._drop(next(iter(at)))
        elif len(self._idle) > MOST_IDLE:
            self._drop(next(iter(self._idle)))

    def wake(self, connection: Connection) -> None:
        """It has a request."""
        self._idle.pop(connection, None)
        at = self._idle_at.get(connection.address)
        if at is not None:
            at.pop(connection, None)
            if not at:
                del self._idle_at[connection.address]

    def _drop(self, connection: Connection) -> None:
        self.wake(connection)
        connection.transport.abort()

    def look(self, now: float) -> None:
        """Close what has taken too long; called about every second."""
        for there in list(self._open.values()):
            for connection in list(there):
                connection.look(now)


if TYPE_CHECKING:
    Base = asyncio.Protocol
    HttpBase = H11Protocol
else:
    Base = object
    HttpBase = object


class Connection(Base):
    """What all connections have in common: they are counted, and are closed if nobody reads what they are sent."""

    bounds: Bounds
    transport: Any  # set by uvicorn when the connection is made
    stalled_since: float | None = None
    closing_since: float | None = None
    address = "?"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, or reject it."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.address = network_of(str(peer[0])) if isinstance(peer, tuple) and peer else "?"
        if not self.bounds.open(self):
            self.turn_away(*TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self.bounds.close(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client reads less than it is sent."""
        self.stalled_since = asyncio.get_running_loop().time()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self.stalled_since = None
        super().resume_writing()

    def look(self, now: float) -> None:
        """Close a connection that does not read, or takes too long to close."""
        if self.transport.is_closing():
            self.closing_since = now if self.closing_since is None else self.closing_since
            if now - self.closing_since > SLOWEST_GOODBYE_S:
                self.transport.abort()
        elif self.stalled_since is not None and now - self.stalled_since > SLOWEST_READER_S:
            self.transport.abort()

    def turn_away(self, status: int, name: str, reason: str) -> None:
        """A last response, in plain text, since such a slow or demanding client is not a browser; then close."""
        head = f"HTTP/1.1 {status} {name}\r\ncontent-type: text/plain; charset=utf-8\r\n{LAST_HEADERS}"
        self.transport.write(f"{head}content-length: {len(reason)}\r\nconnection: close\r\n\r\n{reason}".encode())
        self.transport.close()


class BoundedHttp(Connection, HttpBase):
    """HTTP: headers of bounded size that arrive in time, and few requests waiting for each other."""

    has_pipeline: bool  # h11 reads no request before the previous one is answered
    pipeline: Sized  # httptools: the waiting requests
    head_bytes = 0  # since the last request began
    waits_since: float | None = None  # for a request; None while there is one

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._rest()

    def data_received(self, data: bytes) -> None:
        """Pass bytes to the parser while they are within bounds."""
        for piece in pieces(data):
            before = self.cycle
            is_new = self.waits_since is not None and not self.head_bytes
            super().data_received(piece)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:  # rejected, or now a WebSocket
                return
            if self.cycle is not before:
                self._begin()
                if self.has_pipeline and len(self.pipeline) > MOST_PIPELINED:
                    self.transport.abort()
                    return
            elif before is None or before.response_complete or not before.more_body:
                self.head_bytes += len(piece)
                if is_new:
                    self.waits_since = asyncio.get_running_loop().time()
                if self.head_bytes > (LARGEST_UNREAD if before is not None and before.more_body else LARGEST_HEADERS):
                    self._refuse(*TOO_LONG)
                    return

    def _begin(self) -> None:
        """A request has begun."""
        self.head_bytes, self.waits_since = 0, None
        self.bounds.wake(self)

    def _rest(self) -> None:
        self.waits_since = asyncio.get_running_loop().time()
        if not self.transport.is_closing():
            self.bounds.rest(self)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is already there."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self._rest()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """From now on it is a WebSocket."""
        self.bounds.close(self)
        super().handle_websocket_upgrade(*event)
        self.parser = None  # it refers to this object, which would stay in memory

    def look(self, now: float) -> None:
        """Stop waiting for a request that does not come, or does not end."""
        super().look(now)
        if self.waits_since is not None and now - self.waits_since > SLOWEST_HEADERS_S:
            if self.transport.is_closing():
                return
            if self.head_bytes:
                self._refuse(*TOO_SLOW)
            else:
                self.transport.close()

    def _refuse(self, status: int, name: str, reason: str) -> None:
        """Reject it, unless a response is being sent: then that ends with the connection."""
        self.bounds.wake(self)
        cycle: Any = self.cycle
        if cycle is None or (cycle.response_complete and not cycle.more_body):
            self.turn_away(status, name, reason)
        else:
            self.transport.close()


class Inbox:
    """What a socket has received, for its only reader; an `asyncio.Queue` takes 2.5 kB, for readers who form a line."""

    __slots__ = ("_messages", "_waiting")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:
        """The next message, once there is one."""
        while not self._messages:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Whether there is none."""
        return not self._messages


class BoundedSocket(Connection, WebSocketsSansIOProtocol):
    """A WebSocket: every frame counts, and what waits to be sent is bounded."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with a full allowance."""
        self.allowance = Bucket(*ALLOWANCES["frame"])
        self.queue = Inbox()  # type: ignore[assignment]
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass bytes on while the answers to them are read."""
        for piece in pieces(data):
            super().data_received(piece)
            if self.transport.is_closing():
                return
            if self.transport.get_write_buffer_size() > MOST_UNSENT:
                self.transport.abort()
                return

    def handle_events(self) -> None:
        """Count the frames, including pings and empty ones, then act on them."""
        if self.bounds.counts_frames and not self.allowance.take(len(self.conn.events)):
            self.conn.fail(1008, "too many frames")
            self.handle_parser_exception()
        else:
            super().handle_events()
            if self.handshake_complete and self.request is not None:  # nobody reads them, and there are many sockets
                self.request.headers.clear()  # the parser keeps the request itself
                self.request = self.response = None  # type: ignore[assignment]


def bounded_protocols(settings: Settings) -> tuple[Bounds, type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The bounds of a server, and the protocols for HTTP and WebSockets that enforce them."""
    bounds = Bounds(settings)
    has_pipeline = not issubclass(AutoHTTPProtocol, H11Protocol)
    http = type("Http", (BoundedHttp, AutoHTTPProtocol), {"bounds": bounds, "has_pipeline": has_pipeline})
    socket = type("Socket", (BoundedSocket,), {"bounds": bounds})
    return bounds, http, socket


class UnknownUvicorn(LudotecaError):
    """The installed uvicorn has changed in a way that would disable some of these bounds."""


def check_parts(config: Config, state: ServerState) -> None:
    """Raise UnknownUvicorn if a part of uvicorn that a bound relies on is missing: the bound would have no effect."""
    http: Any = config.http_protocol_class(config=config, server_state=state, app_state={})  # type: ignore[call-arg]
    socket: Any = config.ws_protocol_class(config=config, server_state=state, app_state={})  # type: ignore[call-arg, misc]
    parts = [*HTTP_PARTS, "pipeline"] if http.has_pipeline else HTTP_PARTS
    missing = [part for part in parts if not _has(BoundedHttp, http, part)]
    missing += [part for part in SOCKET_PARTS if not _has(BoundedSocket, socket, part)]
    missing += [] if not hasattr(socket, "conn") or hasattr(socket.conn, "events") else ["conn.events"]
    if missing:
        raise UnknownUvicorn(
            f"this version of uvicorn lacks {', '.join(missing)}; install one that pyproject.toml allows"
        )


def _has(ours: type, protocol: object, part: str) -> bool:
    """Whether uvicorn's own part of a protocol has this attribute or method."""
    return part in vars(protocol) or hasattr(super(ours, protocol), part)
