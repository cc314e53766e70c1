"""A line that fails: a proxy on loopback that swallows what is sent, delays it or cuts it off."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType
from typing import Any

CHUNK = 65_536
PATIENCE_S = 120
UP, DOWN = "up", "down"  # from the browser to the server, and back


class Proxy:
    """Passes everything on to a server, until it is told otherwise."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self.delay_s = 0.0
        self._swallows: frozenset[str] = frozenset()
        self._is_cut = False
        self._lines: set[Line] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> Proxy:
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._meet, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def swallow(self, *ways: str) -> None:
        """From now on nothing arrives in these ways, in all of them if none is named, and nobody is told.

        Connections that lost something stay dead: that is what a router does that has forgotten them.
        """
        self._now(self._swallow, frozenset(ways or (UP, DOWN)))

    def cut(self) -> None:
        """End every connection, and every new one at once."""
        self._now(self._cut)

    def mend(self) -> None:
        """New connections work again."""
        self._now(self._mend)

    # --- in the thread of the loop

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def _now(self, change: Any, *given: Any) -> None:
        async def make_change() -> None:
            change(*given)

        self._do(make_change())

    def _swallow(self, ways: frozenset[str]) -> None:
        self._swallows = ways
        for line in self._lines:
            line.dead |= ways

    def _cut(self) -> None:
        self._is_cut = True
        for line in self._lines:
            line.abort()

    def _mend(self) -> None:
        self._swallows, self._is_cut = frozenset(), False

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:  # the server is down: so is the line
            writer.transport.abort()
            return
        line = Line(self, writer, far_writer, self._swallows)
        self._lines.add(line)
        try:
            await asyncio.gather(line.pump(reader, far_writer, UP), line.pump(far_reader, writer, DOWN))
        finally:
            line.abort()
            self._lines.discard(line)

    async def _close(self) -> None:
        self._server.close()
        for line in list(self._lines):
            line.abort()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        await asyncio.wait(others, timeout=5) if others else None


class Line:
    """One connection through the proxy."""

    def __init__(
        self, proxy: Proxy, near: asyncio.StreamWriter, far: asyncio.StreamWriter, dead: frozenset[str]
    ) -> None:
        self.proxy = proxy
        self.ends = (near, far)
        self.dead = dead

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str) -> None:
        """Pass on what comes; an end is an end in both ways, unless it is swallowed too."""
        try:
            while chunk := await reader.read(CHUNK):
                if self.proxy.delay_s:
                    await asyncio.sleep(self.proxy.delay_s)
                if way not in self.dead:
                    writer.write(chunk)
                    await writer.drain()
        except OSError:
            pass
        if way not in self.dead:
            self.abort()

    def abort(self) -> None:
        """End it, without a word."""
        for end in self.ends:
            end.transport.abort()
