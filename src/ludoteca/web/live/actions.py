"""What can be asked for in a room, by message type; each action is done completely or refused with its reason."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from functools import partial
from random import SystemRandom
from typing import Any

from ludoteca.errors import LudotecaError, shown
from ludoteca.languages import t
from ludoteca.languages.texts import sentence
from ludoteca.play import Match, Position
from ludoteca.play.move_input import find_move
from ludoteca.play.position_interface import beside_move
from ludoteca.web.engine.engine import HINT, Engine, position_request
from ludoteca.web.live.bot_turns import STEP
from ludoteca.web.live.broadcast import MISTAKE, Listener
from ludoteca.web.live.room import Room
from ludoteca.web.metrics import MESSAGES
from ludoteca.web.people.account import SUSPENDED
from ludoteca.web.storage import acquaintances
from ludoteca.web.storage.databases import StorageError, Unsettled
from ludoteca.web.table.changes import DECIDED, Message, decide, ply_and_text
from ludoteca.web.table.chat import chat_line, chat_view, partner_of
from ludoteca.web.table.status import can, clock_view
from ludoteca.web.table.stored_game import Refused, Stale, StoredGame, now_ms
from ludoteca.web.table.words import GONE_ON, NO_HINT, NO_MOVE, NOT_YOUR_PACE, PACE_NEEDS, UNKNOWN_TYPE
from ludoteca.web.view import pick_view

MOST_LINES = 2**31  # of all games together
HINT_S = 1.0  # about how long a hint takes
Action = Callable[[Room, Listener, Message], Coroutine[Any, Any, object]]

log = logging.getLogger("ludoteca.web")
chance = SystemRandom()


async def change(room: Room, listener: Listener, message: Message) -> bool:
    """Apply what the message decides; returns whether it changed the game."""
    return await room.change(partial(decide, guest=listener.guest, message=message, chance=chance))


async def move(room: Room, listener: Listener, message: Message) -> None:
    """A move that names the ply it answers."""
    if not await change(room, listener, message):
        room.show(listener)


async def why(room: Room, _: Listener, message: Message) -> None:
    """Why a text is not a move here: always answered by a refusal, and nothing is played even if it names a move."""
    ply, text = ply_and_text(message)
    if ply != len(room.match.plies):
        raise Stale(t(GONE_ON))
    room.match.position.play(text)  # or the reason why not
    raise Refused(t(NO_MOVE))


async def hint(room: Room, listener: Listener, _: Message) -> None:
    """The engine's move, with its reason; never between people."""
    if not can(room.stored, listener.guest)["hint"]:
        raise Refused(t(NO_HINT))
    ply = len(room.match.plies)
    words = await ask_for_hint(room.services.engine, room.match, listener.guest, listener.language)
    if ply == len(room.match.plies):
        room.broadcast.tell(listener, "hint", ply=ply, **words)


async def ask_for_hint(engine: Engine, match: Match, guest: str, language: str) -> dict[str, Any]:
    """What the engine would play, as a message."""
    position = match.position
    request = {"kind": "advise", **position_request(match), "language": language}
    answer = await engine.ask(request, guest, HINT, HINT_S)
    return hint_message(position, answer)


def hint_message(position: Position, answer: dict[str, Any]) -> dict[str, Any]:
    """The move with its picks, the reason in words and as claims, and its line."""
    hint, line = answer["hint"], answer["report"]["lines"][0]
    move = find_move(position, hint["move"])
    return {
        "text": move.text,
        **beside_move(position, move),
        "picks": [pick_view(pick) for pick in move.picks],
        "reason": hint["reason"],
        "claims": hint["claims"],
        "line": line["moves"],
        "score": line["score"],
    }


async def pace(room: Room, listener: Listener, message: Message) -> None:
    """How long two bots wait between their moves; "step": until the next step is requested."""
    must_set_pace(room.stored, listener.guest)
    delay = message.get("delay")
    if delay != STEP and (isinstance(delay, bool) or not isinstance(delay, int | float)):
        raise Refused(t(PACE_NEEDS))
    room.pace.set(delay)
    room.tell_each_state()
    room.stop_bot()
    await room.take_bots()


async def step(room: Room, listener: Listener, _: Message) -> None:
    """Let the next bot move."""
    must_set_pace(room.stored, listener.guest)
    room.pace.add_step()
    await room.take_bots()


def must_set_pace(stored: StoredGame, guest: str) -> None:
    """Refuse everyone except the one who started a game between bots."""
    if stored.kind != "bots" or guest != stored.owner:
        raise Refused(t(NOT_YOUR_PACE))


async def again(room: Room, listener: Listener, message: Message) -> None:
    """The next game: of the series, or one more with sides swapped; between two people, once both have asked."""
    if not listener.may_begin:
        raise Refused(t(SUSPENDED))
    if not await change(room, listener, message):
        room.broadcast.tell(listener, "next", game_id=room.stored.next)  # it has begun already


async def knows_rules(_: Room, listener: Listener, message: Message) -> None:
    """A page computes what a move leads to, and need not be shown; or it no longer does."""
    listener.knows_rules = message.get("on", True) is True


async def thinks_here(room: Room, listener: Listener, message: Message) -> None:
    """The player's browser thinks for the bot from now on; with "on": false it no longer does."""
    room.offer_to_think(listener, is_on=message.get("on") is not False)


async def bot_move(room: Room, listener: Listener, message: Message) -> None:
    """The move that a browser has found for the bot."""
    await room.play_for_bot(listener, message)


async def chat(room: Room, listener: Listener, message: Message) -> None:
    """Say something to the opponent, unless one of them has blocked the other."""
    line = chat_line(room.stored, listener.guest, message, is_free=room.services.allows_chat)
    _, others = partner_of(room.stored, listener.guest)
    storage = room.services.storage
    if await storage.read(lambda session: acquaintances.is_blocked(session, listener.guest, others)):
        raise Refused(t("You and your opponent cannot write to each other: one of you has blocked the other."))
    await storage.write(lambda session: acquaintances.add_line(session, room.id, line))
    room.services.telling.tell("chat", room.id)


async def chat_since(room: Room, listener: Listener, message: Message) -> None:
    """Send what was said after a line; a page asks for this whenever it connects."""
    _, others = partner_of(room.stored, listener.guest)
    number = message.get("id")
    known = number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < MOST_LINES else 0
    read = room.services.storage.read
    lines = await read(lambda session: acquaintances.lines_since(session, room.id, known))
    is_muted = await read(lambda session: acquaintances.has_muted(session, listener.guest, others))
    room.broadcast.tell(listener, "chat", lines=[chat_view(line) for line in lines], muted=is_muted)


async def mute(room: Room, listener: Listener, message: Message) -> None:
    """Hear no more of the opponent, or again with "on": false; all pages of this player that show the game learn it."""
    seat, others = partner_of(room.stored, listener.guest)
    name, is_on = room.stored.seats[1 - seat].name, message.get("on") is not False
    await room.services.storage.write(
        lambda session: acquaintances.mute(session, listener.guest, others, name, is_on=is_on)
    )
    for own in [each for each in room.broadcast.listeners if each.guest == listener.guest]:
        room.broadcast.tell(own, "muted", on=is_on)


async def block(room: Room, listener: Listener, _: Message) -> None:
    """Block the opponent: no more chat, no more challenges."""
    seat, others = partner_of(room.stored, listener.guest)
    name = room.stored.seats[1 - seat].name
    await room.services.storage.write(lambda session: acquaintances.block(session, listener.guest, others, name))
    room.broadcast.tell(listener, "blocked", name=name)


async def name(room: Room, listener: Listener, _: Message) -> None:
    """Use the name that was set with POST /api/v1/me."""
    await room.take_name(listener.guest)


async def resync(room: Room, listener: Listener, message: Message) -> None:
    """Send what was missed."""
    seq = message.get("seq")
    room.tell_since(listener, seq if isinstance(seq, int) and not isinstance(seq, bool) else None)


async def ping(room: Room, listener: Listener, _: Message) -> None:
    """Answer, with the clocks."""
    room.broadcast.tell(listener, "pong", clock=clock_view(room.stored))


ACTIONS: dict[str, Action] = {  # by message type
    **dict.fromkeys(DECIDED, change),
    **{
        action.__name__: action
        for action in (
            move,
            why,
            hint,
            pace,
            step,
            again,
            knows_rules,
            thinks_here,
            bot_move,
            chat,
            chat_since,
            mute,
            block,
            name,
            resync,
            ping,
        )
    },
}


async def handle(room: Room, listener: Listener, message: Message) -> None:
    """Do what a socket asks for; anything impossible is refused with a reason.

    A change must be completed, so this runs in a task that does not end with the socket (`Room.begin`).
    """
    listener.heard_ms = now_ms()
    kind = message.get("type")
    action = ACTIONS.get(kind) if isinstance(kind, str) else None
    with MESSAGES.labels("unknown" if action is None else kind).time():
        await act(room, listener, message, action)


async def act(room: Room, listener: Listener, message: Message, action: Action | None) -> None:
    """The same, unmeasured."""
    kind = message.get("type")
    try:
        if action is None:
            raise Refused(t(UNKNOWN_TYPE, type=shown(str(kind))))
        if kind != "ping":
            await room.settle()
        await action(room, listener, message)
    except Stale as error:
        room.broadcast.tell(listener, "refusal", reason=str(error), code="stale", about=kind)
        room.show(listener)
    except StorageError as error:
        code = "doubt" if isinstance(error, Unsettled) else "storage"
        room.broadcast.tell(listener, "refusal", reason=str(error), code=code, about=kind)
    except Exception as error:  # the outermost loop of a message: the game is unchanged
        about = kind if isinstance(kind, str) else None
        if not isinstance(error, LudotecaError):
            log.exception("message failed", extra={"game": room.id, "about": str(about)[:40]})
            room.broadcast.tell(listener, "refusal", reason=t(MISTAKE), code="Failure", about=about)
            return
        room.broadcast.tell(listener, "refusal", reason=sentence(str(error)), code=type(error).__name__, about=about)
