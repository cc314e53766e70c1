"""WebSockets: a game's room, and analysis.  The messages are described in docs/web-protocol.md."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import orjson
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludoteca.errors import LudotecaError
from ludoteca.languages import in_language, t, translatable
from ludoteca.languages.texts import sentence
from ludoteca.web.http.analysis_request import AnalysisRequest, ReviewRequest, ask_engine, ask_for_review
from ludoteca.web.http.visitors import (
    Visitor,
    language_of,
    limits_of,
    must_play,
    registry_of,
    seat_token_of,
    spend,
    visitor_of,
)
from ludoteca.web.live.actions import handle
from ludoteca.web.live.broadcast import MISTAKE, Listener
from ludoteca.web.live.room import Room
from ludoteca.web.live.room_registry import RoomRegistry
from ludoteca.web.logs import path_in_log
from ludoteca.web.rate_limits import TooMany, TooMuch
from ludoteca.web.storage import repository
from ludoteca.web.storage.databases import StorageError
from ludoteca.web.storage.repository import UnreadableGame
from ludoteca.web.table.changes import is_used_up
from ludoteca.web.table.stored_game import seats_of
from ludoteca.web.table.words import NO_SUCH_GAME
from ludoteca.web.view import compact

LONGEST_MESSAGE = 16 * 1024
LONGEST_SILENCE_S = 120.0  # a client pings more often than that
LONGEST_GOODBYE_S = 5.0  # to a client that does not read
GONE, TOO_MUCH = 4404, 4429
WAIT_S = 1.0  # for clients that send too much
MOST_WAITING = 20  # unprocessed messages of one socket
SEAT_IS_TAKEN = translatable("That seat is taken; you are watching.")
COME_BACK, FAILED = 1012, 1011

log = logging.getLogger("ludoteca.web")


class counted:  # noqa: N801 (a decorator)
    """A socket counts towards its visitor's limit, and an unexpected error is logged and closes it with a reason.

    An application, not a function of a socket: what Starlette puts around those takes memory as long as one is open.
    """

    def __init__(self, endpoint: Callable[[WebSocket], Awaitable[None]]) -> None:
        self.endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        socket = WebSocket(scope, receive, send)
        visitor, limits = visitor_of(socket), limits_of(socket)
        try:
            spend(socket, "socket")
            with limits.open_socket(visitor.guest, visitor.address):
                await self.endpoint(socket)
        except (TooMuch, TooMany) as error:
            await turn_away(socket, TOO_MUCH, str(error))
        except Exception:  # the outermost loop of a socket
            log.exception("socket failed", extra={"path": path_in_log(socket.scope)})
            await turn_away(socket, FAILED, t(MISTAKE))


async def turn_away(socket: WebSocket, code: int, reason: str) -> None:
    """Close with a reason that a page can show."""
    reason = in_language(reason, language_of(socket))
    with suppress(WebSocketDisconnect, RuntimeError):  # disconnected before it could be told
        if socket.client_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(compact({"type": "refusal", "seq": 0, "reason": reason, "code": "closed"}))
        await socket.close(code, reason[:100])


@contextmanager
def listening(socket: WebSocket) -> Iterator[Listener]:
    """Whoever is at the other end of a socket; while it is open, the registry can hang up."""
    visitor, listeners = visitor_of(socket), registry_of(socket).listeners
    listener = Listener(visitor.guest, language_of(socket), visitor.sign_in)
    listeners.add(listener)
    try:
        yield listener
    finally:
        listeners.discard(listener)


@counted
async def game_socket(socket: WebSocket) -> None:
    """Play or watch a game."""
    visitor, game = visitor_of(socket), str(socket.path_params["game"])
    try:
        room = await registry_of(socket).room(game)
    except StorageError as error:
        await turn_away(socket, COME_BACK, str(error))
        return
    except UnreadableGame as error:
        await turn_away(socket, GONE, str(error))
        return
    except LudotecaError as error:
        await turn_away(socket, TOO_MUCH, sentence(str(error)))
        return
    if room is None:
        await turn_away(socket, GONE, t(NO_SUCH_GAME))
        return
    await socket.accept()
    with listening(socket) as listener:
        await sit_down(socket, room, listener, visitor)
        seq = socket.query_params.get("seq", "")
        room.join(listener, int(seq) if seq.isascii() and seq.isdigit() and len(seq) < 17 else None)
        try:
            await Conversation(socket, listener).hold(listen(socket, room, listener))
        finally:
            room.leave(listener)


async def sit_down(socket: WebSocket, room: Room, listener: Listener, visitor: Visitor) -> None:
    """Take a seat, if a link with its token was opened before; only a page that connects does so, no link preview."""
    token = seat_token_of(socket, room.id)
    if token is None:
        return
    try:
        registry, guest = registry_of(socket), visitor.guest
        if not seats_of(room.stored, guest):
            must_play(socket)
        is_token = registry.tokens.is_seat_token
        sits = await room.claim_seat(is_token, guest, token, await guest_name(registry, guest))
        if not sits and not seats_of(room.stored, guest) and is_used_up(room.stored, is_token, token):
            room.broadcast.tell(listener, "refusal", reason=t(SEAT_IS_TAKEN), code="seat", about=None)
    except LudotecaError as error:
        room.broadcast.tell(listener, "refusal", reason=sentence(str(error)), code="seat", about=None)


async def guest_name(registry: RoomRegistry, guest: str) -> str:
    """The name that a guest goes by."""
    return await registry.storage.write(lambda session: repository.greet_guest(session, guest))


async def listen(socket: WebSocket, room: Room, listener: Listener) -> None:
    """Handle messages one after the other; a ping is answered meanwhile, so that we do not seem gone."""
    limits, address, last_addresses = limits_of(socket), visitor_of(socket).address, registry_of(socket).last_addresses
    places, turn = asyncio.Semaphore(MOST_WAITING), asyncio.Lock()  # a lock lets them through in order of arrival

    async def handle_in_turn(message: dict[str, Any]) -> None:
        try:
            async with turn:
                await handle(room, listener, message)
        finally:
            places.release()

    while True:
        try:
            message = await next_message(socket)
            last_addresses.note(listener.guest, address)  # a socket may outlast everything else that is known of them
            limits.spend("message", listener.guest, address)
            if message.get("type") == "chat":
                limits.spend("chat", listener.guest, address)
        except (NotAMessage, TooMuch) as error:
            room.broadcast.tell(listener, "refusal", reason=sentence(str(error)), code=type(error).__name__, about=None)
            if isinstance(error, TooMuch):
                await asyncio.sleep(WAIT_S)
            continue
        if message.get("type") == "ping":
            await handle(room, listener, message)
        elif message.get("type") == "hint":  # thinking must not delay what comes after it
            room.begin(handle(room, listener, message))
        else:
            await places.acquire()  # otherwise nothing more is read
            room.begin(handle_in_turn(message))


@counted
async def lobby_socket(socket: WebSocket) -> None:
    """Hear when the open challenges change, and when someone accepts one's own."""
    await socket.accept()
    lobby = registry_of(socket).lobby
    with listening(socket) as listener:
        try:
            await lobby.join(listener)
            await Conversation(socket, listener).hold(answer_pings(socket, listener))
        except StorageError as error:
            await turn_away(socket, COME_BACK, str(error))
        finally:
            lobby.leave(listener)


async def answer_pings(socket: WebSocket, listener: Listener) -> None:
    """Pages send nothing here but pings, which are answered."""
    while True:
        try:
            message = await next_message(socket)
            spend(socket, "message")
        except (NotAMessage, TooMuch) as error:
            listener.send(compact({"type": "refusal", "reason": in_language(sentence(str(error)), listener.language)}))
            await asyncio.sleep(WAIT_S if isinstance(error, TooMuch) else 0.0)
            continue
        if message.get("type") == "ping":
            listener.send(compact({"type": "pong"}))


@counted
async def analysis_socket(socket: WebSocket) -> None:
    """Analyse positions: each request has an id; a new one ends the previous one."""
    await socket.accept()
    with listening(socket) as listener:
        await Conversation(socket, listener).hold(answer_requests(socket, listener))


async def answer_requests(socket: WebSocket, listener: Listener) -> None:
    """Begin an analysis for each request, ending the previous one."""
    running: asyncio.Task[None] | None = None
    enough = asyncio.Event()
    try:
        while True:
            try:
                message = await next_message(socket)
                is_ping = message.get("type") == "ping"
                spend(socket, "message" if is_ping or "finish" in message else "analysis")
            except (NotAMessage, TooMuch) as error:
                listener.send(compact({"id": None, "error": in_language(sentence(str(error)), listener.language)}))
                await asyncio.sleep(WAIT_S if isinstance(error, TooMuch) else 0.0)
                continue
            if is_ping:
                listener.send(compact({"type": "pong"}))
                continue
            if "finish" in message:
                enough.set()
                continue
            if running is not None:
                running.cancel()
            if "stop" not in message:
                enough = asyncio.Event()
                running = asyncio.create_task(analyse_for(socket, listener, message, enough))
    finally:
        if running is not None:
            running.cancel()


async def analyse_for(socket: WebSocket, listener: Listener, message: dict[str, Any], enough: asyncio.Event) -> None:
    """Send reports as they come, and a last one marked as such; it comes early if there is enough."""
    name = message.get("id")
    name = name if isinstance(name, str | int) and len(str(name)) <= 60 else None

    def told(report: dict[str, Any]) -> None:
        listener.send(compact({"id": name, **report, "done": False}))

    def refuse(reason: str) -> None:
        listener.send(compact({"id": name, "error": in_language(reason, listener.language), "done": True}))

    try:
        registry, visitor, language = registry_of(socket), visitor_of(socket).key, listener.language
        if message.get("kind") == "review":
            wanted = ReviewRequest.read(message)
            answer = {"review": await ask_for_review(registry, wanted, visitor, language, told, enough)}
        else:
            answer = await ask_engine(registry, AnalysisRequest.read(message), visitor, language, told)
        listener.send(compact({"id": name, **answer, "done": True}))
    except LudotecaError as error:
        refuse(sentence(str(error)))
    except Exception:  # the outermost loop of an analysis
        log.exception("analysis failed")
        refuse(t(MISTAKE))


# --- a conversation: messages in, messages out; when either direction ends, both do


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
        tasks = [asyncio.create_task(part) for part in (self._send_on(), hearing)]
        self.listener.lose = tasks[0].cancel
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            error = None if task.cancelled() else task.exception()
            if error is not None and not self._is_goodbye(error):
                log.error("socket failed", exc_info=error, extra={"path": path_in_log(self.socket.scope)})
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
            del text  # a snapshot is long, and the next message may be long in coming

    async def _close(self, code: int, reason: str) -> None:
        if self._is_open:
            with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # disconnected meanwhile, or not reading
                async with asyncio.timeout(LONGEST_GOODBYE_S):
                    await self.socket.close(code, reason)


SOCKETS = [
    WebSocketRoute("/ws/game/{game}", game_socket),
    WebSocketRoute("/ws/lobby", lobby_socket),
    WebSocketRoute("/ws/analysis", analysis_socket),
]
