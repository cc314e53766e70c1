"""A conversation over a socket: messages in, messages out; when either direction ends, both do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludoteca.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.web.live.broadcast import MISTAKE, Listener

LONGEST_MESSAGE = 16 * 1024
LONGEST_SILENCE_S = 120.0  # a client pings more often than that
LONGEST_GOODBYE_S = 5.0  # to a client that does not read
COME_BACK, FAILED = 1012, 1011

log = logging.getLogger("ludoteca.web")


class NotAMessage(LudotecaError):
    """Not a JSON object, or too long."""


async def next_message(socket: WebSocket) -> dict[str, Any]:
    """The next message; NotAMessage for anything else."""
    async with asyncio.timeout(LONGEST_SILENCE_S):
        raw = await socket.receive()
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1005))
    text = raw.get("text")
    if text is None or len(text) > LONGEST_MESSAGE:
        raise NotAMessage(t("a message is JSON text of at most {most} characters", most=LONGEST_MESSAGE))
    try:
        message = orjson.loads(text)  # rejects NaN, lone surrogates and deep nesting
    except orjson.JSONDecodeError as error:
        raise NotAMessage(t("a message is a JSON object")) from error
    if not isinstance(message, dict):
        raise NotAMessage(t("a message is a JSON object"))
    return message


class Conversation:
    """Sends messages to a listener, in parallel with whatever reads its own."""

    def __init__(self, socket: WebSocket, listener: Listener) -> None:
        self.socket = socket
        self.listener = listener

    async def hold(self, hearing: Coroutine[Any, Any, None]) -> None:
        """Send and receive until one of the two is over; a failure of either is logged and closes the socket."""
        tasks = [asyncio.create_task(part) for part in (self._send_on(), hearing, self._wait_until_lost())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            error = None if task.cancelled() else task.exception()
            if error is not None and not self._is_goodbye(error):
                log.error("socket failed", exc_info=error, extra={"path": self.socket.url.path[:200]})
                await self._close(FAILED, MISTAKE)
                return
        await self._close(COME_BACK, "")

    def _is_goodbye(self, error: BaseException) -> bool:
        """Whether an error only means that the other side has left or fallen silent."""
        return isinstance(error, WebSocketDisconnect | TimeoutError) or not self._is_open

    @property
    def _is_open(self) -> bool:
        return self.socket.client_state is self.socket.application_state is WebSocketState.CONNECTED

    async def _send_on(self) -> None:
        """Send what is queued, until there is no more to come."""
        while (text := await self.listener.next()) is not None:
            await self.socket.send_text(text)

    async def _wait_until_lost(self) -> None:
        await self.listener.lost.wait()

    async def _close(self, code: int, reason: str) -> None:
        if self._is_open:
            with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # disconnected meanwhile, or not reading
                async with asyncio.timeout(LONGEST_GOODBYE_S):
                    await self.socket.close(code, reason)
