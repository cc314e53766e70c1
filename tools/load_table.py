"""A table of the load test: two players on raw sockets, who read no more of what they are told than they need.

The load generator shares the machine with the server it measures, so every microsecond here is one that the server does
not have.  A full WebSocket client with a JSON reader costs as much as the server itself.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

PLY = re.compile(rb'\{"type":"move","seq":\d+,"ply":(\d+)')
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@dataclass
class Script:
    """A game of random legal moves that was played beforehand."""

    game: str
    position: str
    moves: list[str]
    movers: list[int]


class Player(asyncio.Protocol):
    """One socket: takes frames apart and hands each message on."""

    def __init__(self, path: str, token: str, told: Callable[[bytes], None]) -> None:
        self.path = path
        self.token = token
        self.told = told
        self.is_open = asyncio.get_running_loop().create_future()
        self.is_gone = False
        self._buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = cast(asyncio.Transport, transport)
        host, port = transport.get_extra_info("peername")[:2]
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET {self.path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        )
        self.transport.write(request.encode())

    def data_received(self, data: bytes) -> None:
        """Hand on every message that is whole by now."""
        buffer = self._buffer
        buffer += data
        if not self.is_open.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.is_open.set_exception(ConnectionError(bytes(buffer[:200])))
                return
            del buffer[: end + 4]
            self.is_open.set_result(None)
        while len(buffer) >= 4:
            size, begin = buffer[1], 2
            if size == 126:
                size, begin = int.from_bytes(buffer[2:4]), 4
            elif size == 127:
                size, begin = int.from_bytes(buffer[2:10]), 10
            if len(buffer) < begin + size:
                return
            kind = buffer[0] & 15
            if kind == TEXT:
                self.told(bytes(buffer[begin : min(begin + size, begin + 100)]))  # the view after it is not looked at
            elif kind == PING:
                self.send(bytes(buffer[begin : begin + size]), PONG)
            del buffer[: begin + size]

    def connection_lost(self, _: Exception | None) -> None:
        """Note it; the table counts who is left."""
        self.is_gone = True

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """One frame; its mask is zero, so that the payload goes out as it is."""
        size = len(payload)
        head = struct.pack("!BB", 128 | kind, 128 | size) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
        self.transport.write(head + b"\0\0\0\0" + payload)


@dataclass
class Table:
    """A game under way, a move every so often: never two at once, each as soon after its time as it can be."""

    script: Script
    every: float
    delays: list[float]  # of all tables: from a move sent to the opponent told
    players: list[Player] = field(default_factory=list)
    made: int = 0  # moves that both players were told of
    refusals: int = 0

    async def sit_down(self, ports: list[int], game: str, tokens: list[str], *, know_rules: bool) -> None:
        """Open both sockets, each at its port of this machine; the first message is the snapshot.

        Pages that have a game's module say that they know its rules.
        """
        loop = asyncio.get_running_loop()
        for seat, (port, token) in enumerate(zip(ports, tokens, strict=True)):
            first = loop.create_future()
            player = Player(f"/ws/game/{game}", token, lambda _, first=first: first.done() or first.set_result(None))
            await loop.create_connection(lambda player=player: player, "127.0.0.1", port)
            await asyncio.wait_for(first, 60)
            if know_rules:
                player.send(b'{"type":"knows_rules"}')
            player.told = lambda text, seat=seat: self._told(seat, text)
            self.players.append(player)

    def begin(self, start: float) -> asyncio.Future[None]:
        """Play from `start`, a time of the loop's clock, on; done after the last move."""
        self._loop = asyncio.get_running_loop()
        self._start = start
        self._done: asyncio.Future[None] = self._loop.create_future()
        self._heard = 0  # players who were told of the move that is under way
        self._loop.call_at(start, self._move)
        return self._done

    def _move(self) -> None:
        payload = b'{"type":"move","ply":%d,"text":"%s"}' % (self.made, self.script.moves[self.made].encode())
        self._heard = 0
        self._sent = time.perf_counter()
        self.players[self.script.movers[self.made]].send(payload)

    def _told(self, seat: int, text: bytes) -> None:
        found = PLY.match(text)
        if found is None:
            self.refusals += text.startswith(b'{"type":"refusal"')
            return
        if int(found[1]) != self.made:
            return
        if seat != self.script.movers[self.made]:
            self.delays.append(time.perf_counter() - self._sent)
        self._heard += 1
        if self._heard < 2:
            return
        self.made += 1
        if self.made < len(self.script.moves):
            self._loop.call_at(self._start + self.made * self.every, self._move)
        elif not self._done.done():
            self._done.set_result(None)
