"""WebSockets: a game's room, and the analysis desk.  The messages are described in docs/web-protocol.md."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any, NoReturn

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from ludoteca.kernel.errors import LudotecaError
from ludoteca.web import rows
from ludoteca.web.analysis import AnalysisRequest, ask_engine
from ludoteca.web.deeds import handle
from ludoteca.web.house import House
from ludoteca.web.limits import TooMuch
from ludoteca.web.listener import Listener, sentence
from ludoteca.web.room import Room
from ludoteca.web.view import compact
from ludoteca.web.visitors import Visitor, house_of, limits_of, seat_token_of, spend, visitor_of

LONGEST_MESSAGE = 16 * 1024
LONGEST_SILENCE_S = 120.0  # a client pings more often than that
NO_SUCH_GAME, TOO_MUCH, COME_BACK = 4404, 4429, 1012

log = logging.getLogger("ludoteca.web")
sockets = APIRouter()


class NotAMessage(LudotecaError):
    """What came is not a JSON object, or too long."""


async def next_message(socket: WebSocket) -> dict[str, Any]:
    """The next message; NotAMessage for anything that is none."""
    async with asyncio.timeout(LONGEST_SILENCE_S):
        raw = await socket.receive()
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1005))
    text = raw.get("text")
    if text is None or len(text) > LONGEST_MESSAGE:
        raise NotAMessage(f"a message is JSON text of at most {LONGEST_MESSAGE} characters")
    try:
        message = json.loads(text, parse_constant=refuse_constant)
        json.dumps(message, ensure_ascii=False).encode()  # half a character cannot be sent back
    except (ValueError, RecursionError) as error:
        raise NotAMessage("a message is a JSON object") from error
    if not isinstance(message, dict):
        raise NotAMessage("a message is a JSON object")
    return message


def refuse_constant(name: str) -> NoReturn:
    """NaN and Infinity are not JSON, though Python reads them."""
    raise ValueError(name)


async def send_on(socket: WebSocket, listener: Listener) -> None:
    """Send what is queued, until there is no more to come."""
    while (text := await listener.unsent.get()) is not None:
        await socket.send_text(text)
    await socket.close(COME_BACK)


@sockets.websocket("/ws/game/{game}")
async def game_socket(socket: WebSocket, game: str) -> None:
    """Play or watch a game."""
    house, visitor = house_of(socket), visitor_of(socket)
    try:
        spend(socket, "socket")
        room = await house.room(game)
    except LudotecaError as error:
        await turn_away(socket, TOO_MUCH, str(error))
        return
    if room is None:
        await turn_away(socket, NO_SUCH_GAME, "There is no such game.")
        return
    await socket.accept()
    await claim_seat(socket, room, visitor)
    listener = Listener(visitor.guest)
    seq = socket.query_params.get("seq", "")
    room.join(listener, int(seq) if seq.isascii() and seq.isdigit() and len(seq) < 17 else None)
    sender = asyncio.create_task(send_on(socket, listener))
    try:
        await listen(socket, room, listener)
    except (WebSocketDisconnect, TimeoutError, RuntimeError):  # gone; Starlette raises RuntimeError after a close
        pass
    finally:
        room.leave(listener)
        sender.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sender


async def turn_away(socket: WebSocket, code: int, reason: str) -> None:
    """Close with a reason that a page can show."""
    await socket.accept()
    await socket.send_text(compact({"type": "refusal", "seq": 0, "reason": reason, "code": "closed"}))
    await socket.close(code, reason[:100])


async def claim_seat(socket: WebSocket, room: Room, visitor: Visitor) -> None:
    """Sit down, if a link with a seat's token was opened before; only a page that connects does so, no link preview."""
    token = seat_token_of(socket, room.id)
    if token is None:
        return
    house = house_of(socket)
    try:
        name = await guest_name(house, visitor.guest)
        await room.claim(visitor.guest, token, name)
    except LudotecaError as error:
        await socket.send_text(compact({"type": "refusal", "seq": room.seq, "reason": str(error), "code": "seat"}))


async def guest_name(house: House, guest: str) -> str:
    """The name that a guest goes by."""
    return await house.storage.write(lambda session: rows.greet_guest(session, guest))


async def listen(socket: WebSocket, room: Room, listener: Listener) -> None:
    """Carry out what comes, one thing after the other."""
    while True:
        try:
            message = await next_message(socket)
            limits_of(socket).spend("message", listener.guest)
        except (NotAMessage, TooMuch) as error:
            room.tell(listener, "refusal", reason=sentence(str(error)), code=type(error).__name__, about=None)
            if isinstance(error, TooMuch):
                await asyncio.sleep(1.0)
            continue
        if message.get("type") == "hint":  # thinking must not hold up what comes after it
            room.begin(handle(room, listener, message))
        else:
            await handle(room, listener, message)


@sockets.websocket("/ws/analysis")
async def analysis_socket(socket: WebSocket) -> None:
    """Analyse positions: each request has an id; a new one ends the one before."""
    visitor = visitor_of(socket)
    try:
        spend(socket, "socket")
    except TooMuch as error:
        await turn_away(socket, TOO_MUCH, str(error))
        return
    await socket.accept()
    listener = Listener(visitor.guest)
    sender = asyncio.create_task(send_on(socket, listener))
    running: asyncio.Task[None] | None = None
    try:
        while True:
            try:
                message = await next_message(socket)
                limits_of(socket).spend("analysis", visitor.key)
            except (NotAMessage, TooMuch) as error:
                listener.send(compact({"id": None, "error": sentence(str(error))}))
                await asyncio.sleep(1.0 if isinstance(error, TooMuch) else 0.0)
                continue
            if running is not None:
                running.cancel()
            if "stop" not in message:
                running = asyncio.create_task(analyse_for(socket, listener, message))
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass
    finally:
        if running is not None:
            running.cancel()
        sender.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sender


async def analyse_for(socket: WebSocket, listener: Listener, message: dict[str, Any]) -> None:
    """Send reports as they come, and a last one that says so."""
    name = message.get("id")
    name = name if isinstance(name, str | int) and len(str(name)) <= 60 else None

    def told(report: dict[str, Any]) -> None:
        listener.send(compact({"id": name, **report, "done": False}))

    try:
        request = AnalysisRequest.read(message)
        report = await ask_engine(house_of(socket), request, visitor_of(socket).key, told)
        listener.send(compact({"id": name, **report, "done": True}))
    except LudotecaError as error:
        listener.send(compact({"id": name, "error": sentence(str(error)), "done": True}))
