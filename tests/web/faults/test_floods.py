"""Floods: endless headers, slow and silent connections, pings that nobody reads.  All on loopback, all bounded."""

import asyncio
import base64
import json
import os
import socket
import struct
import threading
import time
from pathlib import Path

import pytest
import uvicorn
from servers import Server
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from ludoteca.web import connection_bounds
from ludoteca.web.connection_bounds import Bounds, Connection, UnknownUvicorn, bounded_protocols, check_parts
from ludoteca.web.settings import Settings

IMPATIENT = """
from ludoteca.web import connection_bounds
from ludoteca.web.http import middleware, sockets
connection_bounds.SLOWEST_HEADERS_S = middleware.SLOWEST_BODY_S = 1.5
connection_bounds.SLOWEST_GOODBYE_S = connection_bounds.SLOWEST_READER_S = sockets.LONGEST_GOODBYE_S = 1.5
"""
NARROW = """
import socket
made = connection_bounds.Connection.connection_made
def made_narrow(self, transport):
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    made(self, transport)
connection_bounds.Connection.connection_made = made_narrow
"""
WITH_H11 = """
from uvicorn.protocols.http.h11_impl import H11Protocol
connection_bounds.AutoHTTPProtocol = H11Protocol
"""
PATIENCE_S = 120.0
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
MEGABYTE = 1024 * 1024


def serving(folder, parser, is_limited):
    prelude = IMPATIENT + ("" if is_limited else NARROW) + (WITH_H11 if parser == "h11" else "")
    running = Server(folder, prelude=prelude, is_limited=is_limited).start().wait_until_ready()
    yield running
    running.close()


@pytest.fixture(scope="module", params=["httptools", "h11"])
def flooded(request, tmp_path_factory):
    yield from serving(tmp_path_factory.mktemp("flooded"), request.param, is_limited=True)


@pytest.fixture(scope="module", params=["httptools", "h11"])
def uncounted(request, tmp_path_factory):
    """A server that does not count requests, messages and frames; its system holds little of what it sends."""
    yield from serving(tmp_path_factory.mktemp("uncounted"), request.param, is_limited=False)


def opened(server):
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)


def all_of(line):
    """Everything that is still received; a reset ends it too."""
    received = b""
    try:
        while part := line.recv(65536):
            received += part
    except ConnectionError:
        pass
    return received


def sent_until_closed(line, data, most=64 * MEGABYTE):
    """How many bytes could be sent until the server hung up; `most` if it never did."""
    sent = 0
    try:
        while sent < most:
            sent += line.send(data)
    except (ConnectionError, TimeoutError):
        return sent
    return most


def memory(server):
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def is_fine(server):
    return server.client().http.get("/healthz").status_code == 200


@pytest.mark.parametrize("filler", [b"a" * 1000, b"a: b\r\n" * 200], ids=["one header", "many headers"])
def test_headers_are_bounded_whatever_parser_runs(flooded, filler):
    with opened(flooded) as line:
        line.sendall(HEAD + b"X: " + (filler * 60)[: 33 * 1024])
        assert all_of(line).startswith(b"HTTP/1.1 431 ")
    before = memory(flooded)
    with opened(flooded) as line:
        line.sendall(HEAD + b"X: ")
        assert sent_until_closed(line, filler * 60) < 20 * MEGABYTE  # what the two systems hold between them is some
    assert memory(flooded) - before < 30 * MEGABYTE
    assert is_fine(flooded)


def test_headers_of_a_usual_size_pass(flooded):
    with opened(flooded) as line:
        line.sendall(HEAD + b"Cookie: " + b"a" * 8000 + b"\r\nConnection: close\r\n\r\n")
        assert all_of(line).startswith(b"HTTP/1.1 200 ")


def test_requests_that_wait_for_each_other_on_a_connection_are_bounded(flooded):
    before = memory(flooded)
    with opened(flooded) as line:
        assert sent_until_closed(line, (HEAD + b"\r\n") * 500) < 64 * MEGABYTE
    assert memory(flooded) - before < 50 * MEGABYTE
    assert is_fine(flooded)


@pytest.mark.parametrize(("sent", "answer"), [(b"", b""), (b"GET /hea", b"HTTP/1.1 408 "), (HEAD, b"HTTP/1.1 408 ")])
def test_silent_and_half_sent_connections_end(flooded, sent, answer):
    with opened(flooded) as line:
        line.sendall(sent)
        assert all_of(line)[:13] == answer


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"X: ",
        b"POST /api/v1/positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n",
        HEAD + b"Content-Length: 5000\r\n\r\n",  # answered before its body has come
    ],
    ids=["header", "body", "body after the answer"],
)
def test_a_byte_now_and_then_does_not_keep_a_connection_open(flooded, head):
    with opened(flooded) as line:
        line.sendall(head)
        try:
            for _ in range(int(PATIENCE_S * 5)):
                line.sendall(b"a")
                time.sleep(0.2)
        except ConnectionError:
            return
    pytest.fail("it stayed open")


def test_one_who_does_not_read_the_answers_is_let_go(uncounted):
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", uncounted.port))
        patience = time.monotonic() + PATIENCE_S
        try:
            while time.monotonic() < patience:
                line.sendall(b"GET /static/ludoteca.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
                time.sleep(0.05)
        except ConnectionError:
            return
    pytest.fail("it stayed open")


class Still:
    """A connection that does nothing."""

    def __init__(self, address):
        self.address = address
        self.transport = self
        self.is_gone = False

    def abort(self):
        self.is_gone = True


def test_idle_connections_make_room_the_oldest_first(monkeypatch):
    monkeypatch.setattr(connection_bounds, "MOST_IDLE", 5)
    monkeypatch.setattr(connection_bounds, "MOST_IDLE_AT", 3)
    bounds = Bounds(Settings())
    club = [Still("club") for _ in range(5)]
    for one in club:
        assert bounds.open(one)
        bounds.rest(one)
    assert [one.is_gone for one in club] == [True, True, False, False, False]
    others = [Still(str(number)) for number in range(4)]
    for one in others:
        assert bounds.open(one)
        bounds.rest(one)
    assert [one.is_gone for one in club] == [True, True, True, True, False]
    assert not any(one.is_gone for one in others)
    bounds.wake(club[4])  # one with a request is not touched
    for number in range(4, 9):
        bounds.rest(Still(str(number)))
    assert not club[4].is_gone


def test_all_connections_together_and_of_one_address_are_bounded(monkeypatch):
    monkeypatch.setattr(connection_bounds, "MOST_OPEN", 6)
    monkeypatch.setattr(connection_bounds, "MOST_OPEN_AT", 4)
    bounds = Bounds(Settings())
    busy = [Still("club") for _ in range(5)]
    assert [bounds.open(one) for one in busy] == [True, True, True, True, False]
    bounds.close(busy[4])
    idle = [Still("a"), Still("b")]
    for one in idle:
        assert bounds.open(one)
        bounds.rest(one)
    assert bounds.open(Still("c"))
    assert [one.is_gone for one in idle] == [True, False]


def test_a_goodbye_that_is_not_heard_ends():
    class Deaf(Still):
        def is_closing(self):
            return True

    connection = Connection()
    connection.transport = Deaf("?")
    connection.look(100.0)
    connection.look(100.0 + connection_bounds.SLOWEST_GOODBYE_S)
    assert not connection.transport.is_gone
    connection.look(101.0 + connection_bounds.SLOWEST_GOODBYE_S)
    assert connection.transport.is_gone


# --- sockets

PING, CONTINUATION, TEXT = 0x89, 0x80, 0x81


def frame(kind, payload=b""):
    return struct.pack("!BB", kind, 128 | len(payload)) + b"\0\0\0\0" + payload


def open_socket(server, game):
    line = opened(server)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /ws/game/{game} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert line.recv(12) == b"HTTP/1.1 101"
    return line


@pytest.mark.parametrize(
    "flood",
    [frame(PING, b"x" * 125), frame(PING), frame(0x8A), frame(0x01) + frame(0x00) * 500],
    ids=["pings", "empty pings", "pongs", "endless message"],
)
def test_every_frame_counts(flooded, flood):
    game = flooded.client().begin(opponent="device")["id"]
    before = memory(flooded)
    with open_socket(flooded, game) as line:
        assert sent_until_closed(line, flood * 200) < 20 * MEGABYTE
    assert memory(flooded) - before < 30 * MEGABYTE
    assert is_fine(flooded)


def test_what_waits_for_one_who_does_not_read_is_bounded(uncounted):
    game = uncounted.client().begin(opponent="device")["id"]
    before = memory(uncounted)
    with open_socket(uncounted, game) as line:
        assert sent_until_closed(line, frame(PING, b"x" * 125) * 500) < 64 * MEGABYTE
    assert memory(uncounted) - before < 50 * MEGABYTE


def test_messages_that_nobody_reads_end_the_socket_too(uncounted):
    game = uncounted.client().begin(opponent="device")["id"]
    with open_socket(uncounted, game) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asked = frame(TEXT, b'{"type":"resync"}')
        assert sent_until_closed(line, asked * 50) < 64 * MEGABYTE


def test_refused_frames_and_broken_requests_leave_a_log_of_json(flooded):
    game = flooded.client().begin(opponent="device")["id"]
    for wrong in (frame(0x83), b"\x81\x02ab", frame(TEXT, b"\xff\xfe"), frame(0xF1), frame(TEXT, b"\xed\xa0\x80")):
        with open_socket(flooded, game) as line:
            line.sendall(wrong)
            all_of(line)
    for wrong in (b"\0\0\0\r\n\r\n", b"GET\r\n\r\n", b"GET /\xff%ED%A0%80 HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        with opened(flooded) as line:
            line.sendall(wrong)
            all_of(line)
    assert is_fine(flooded)
    lines = flooded.log.read_text().splitlines()
    assert lines
    assert all(isinstance(json.loads(line), dict) for line in lines)


def test_a_player_goes_on_beside_a_flood(flooded):
    client = flooded.client()
    over = threading.Event()

    def flood():
        while not over.is_set():
            with opened(flooded) as line:
                line.sendall(HEAD + b"X: ")
                sent_until_closed(line, b"a" * 65536, 8 * MEGABYTE)

    flooding = threading.Thread(target=flood)
    flooding.start()
    try:
        with client.open(client.begin(opponent="device")["id"]) as player:
            player.until("snapshot")
            for _ in range(6):
                if player.view["outcome"] is None:
                    assert player.move(player.legal()[0])["type"] == "move"
    finally:
        over.set()
        flooding.join()


async def check_here():
    _, http, socket = bounded_protocols(Settings())
    config = uvicorn.Config(lambda: None, http=http, ws=socket, log_config=None)
    config.load()
    check_parts(config, ServerState())


def test_a_uvicorn_without_a_part_that_a_bound_needs_is_refused_at_the_start(monkeypatch):
    asyncio.run(check_here())

    class Changed(connection_bounds.AutoHTTPProtocol):
        def __init__(self, *args, **named):
            super().__init__(*args, **named)
            del self.pipeline

    monkeypatch.setattr(connection_bounds, "AutoHTTPProtocol", Changed)
    monkeypatch.delattr(WebSocketsSansIOProtocol, "handle_parser_exception")
    with pytest.raises(UnknownUvicorn, match="pipeline, handle_parser_exception"):
        asyncio.run(check_here())
