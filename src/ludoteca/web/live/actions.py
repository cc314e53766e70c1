"""What can be asked for in a room, by message type; each action is done completely or refused with its reason."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from random import SystemRandom
from typing import Any

from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.play.sentence_case import sentence
from ludoteca.web.live import changes
from ludoteca.web.live.bot_turns import STEP
from ludoteca.web.live.changes import Change
from ludoteca.web.live.hints import ask_for_hint
from ludoteca.web.live.listener import MISTAKE, Listener, Refused, Stale
from ludoteca.web.live.next_game import follow
from ludoteca.web.live.room import Room
from ludoteca.web.live.room_status import can, clock_view
from ludoteca.web.live.seating import take_name
from ludoteca.web.live.table_words import (
    GONE_ON,
    MOVE_NEEDS,
    NO_HINT,
    NO_MOVE,
    NOT_YOUR_PACE,
    PACE_NEEDS,
    UNKNOWN_TYPE,
)
from ludoteca.web.storage.repository import ASKED, Stored
from ludoteca.web.storage.storage import StorageError, Unsettled, now_ms

Message = dict[str, Any]
Action = Callable[[Room, Listener, Message], Coroutine[Any, Any, None]]

log = logging.getLogger("ludoteca.web")
chance = SystemRandom()


async def move(room: Room, listener: Listener, message: Message) -> None:
    """A move that names the ply it answers."""
    ply, text = ply_and_text(message)
    if not await room.play(listener.guest, ply, text):
        listener.send(room.snapshot(listener.guest, listener.language))


async def why(room: Room, _: Listener, message: Message) -> None:
    """Why a text is not a move here: always answered by a refusal, and nothing is played even if it names a move."""
    ply, text = ply_and_text(message)
    if ply != len(room.match.plies):
        raise Stale(t(GONE_ON))
    room.match.position.play(text)  # or the reason why not
    raise Refused(t(NO_MOVE))


def ply_and_text(message: Message) -> tuple[int, str]:
    """The ply and the text of a move."""
    ply, text = message.get("ply"), message.get("text")
    if isinstance(ply, bool) or not isinstance(ply, int) or not isinstance(text, str) or len(text) > 200:
        raise Refused(t(MOVE_NEEDS))
    return ply, text


async def resign(room: Room, listener: Listener, message: Message) -> None:
    """Resign, for the named seat or the one that speaks."""
    await room.change(lambda stored: changes.resign(stored, listener.guest, message.get("seat")))


async def hint(room: Room, listener: Listener, _: Message) -> None:
    """The engine's move, with its reason; never between people."""
    if not can(room.stored, listener.guest)["hint"]:
        raise Refused(t(NO_HINT))
    ply = len(room.match.plies)
    words = await ask_for_hint(room.services.engine, room.match, listener.guest, listener.language)
    if ply == len(room.match.plies):
        room.tell(listener, "hint", ply=ply, **words)


async def pace(room: Room, listener: Listener, message: Message) -> None:
    """How long two bots wait between their moves; "step": until the next step is requested."""
    must_set_pace(room.stored, listener.guest)
    delay = message.get("delay")
    if delay != STEP and (isinstance(delay, bool) or not isinstance(delay, int | float)):
        raise Refused(t(PACE_NEEDS))
    room.pace.set(delay)
    room.tell_state()
    room.stop_bot()
    room.wake()


async def step(room: Room, listener: Listener, _: Message) -> None:
    """Let the next bot move."""
    must_set_pace(room.stored, listener.guest)
    room.pace.add_step()
    room.wake()


def must_set_pace(stored: Stored, guest: str) -> None:
    """Refuse everyone except the one who started a game between bots."""
    if stored.kind != "bots" or guest != stored.owner:
        raise Refused(t(NOT_YOUR_PACE))


async def again(room: Room, listener: Listener, _: Message) -> None:
    """The next game: of the series, or one more with sides swapped; between two people, once both have asked."""
    await room.change(lambda stored: follow(stored, room.series, listener.guest, chance))
    if room.stored.next is not None:
        room.tell_all("next", game_id=room.stored.next)


async def thinks_here(room: Room, listener: Listener, message: Message) -> None:
    """The player's browser thinks for the bot from now on; with "on": false it no longer does."""
    room.offer_to_think(listener, is_on=message.get("on") is not False)


async def bot_move(room: Room, listener: Listener, message: Message) -> None:
    """The move that a browser has found for the bot."""
    await room.play_for_bot(listener, message)


async def name(room: Room, listener: Listener, _: Message) -> None:
    """Use the name that was set with POST /api/v1/me."""
    await take_name(room, listener.guest)


async def resync(room: Room, listener: Listener, message: Message) -> None:
    """Send what was missed."""
    seq = message.get("seq")
    if isinstance(seq, bool) or not isinstance(seq, int):
        listener.send(room.snapshot(listener.guest, listener.language))
    else:
        room.tell_since(listener, seq)


async def ping(room: Room, listener: Listener, _: Message) -> None:
    """Answer, with the clocks."""
    room.tell(listener, "pong", clock=clock_view(room.match))


def changing(decide: Callable[[Stored, str], Change]) -> Action:
    """The action that makes a change to the game."""

    async def act(room: Room, listener: Listener, _: Message) -> None:
        await room.change(lambda stored: decide(stored, listener.guest))

    return act


CHANGES = (
    changes.abort,
    changes.offer_abort,
    changes.accept_abort,
    changes.settle,
    changes.withdraw,
    changes.offer_draw,
    changes.accept_draw,
    changes.decline_draw,
    changes.withdraw_draw,
    changes.ask_takeback,
    changes.withdraw_takeback,
    changes.grant_takeback,
    changes.refuse_takeback,
    changes.undo,
)
ACTIONS: dict[str, Action] = {  # by message type
    **{
        action.__name__: action
        for action in (move, why, resign, hint, pace, step, again, thinks_here, bot_move, name, resync, ping)
    },
    **{decide.__name__: changing(decide) for decide in CHANGES},
    **{f"decline_{kind}": changing(changes.declining(kind)) for kind in ASKED},
    **{f"withdraw_{kind}": changing(changes.withdrawing(kind)) for kind in ASKED},
}


async def handle(room: Room, listener: Listener, message: Message) -> None:
    """Do what a socket asks for; whatever is impossible is refused with its reason."""
    listener.heard_ms = now_ms()
    kind = message.get("type")
    action = ACTIONS.get(kind) if isinstance(kind, str) else None
    try:
        if action is None:
            raise Refused(t(UNKNOWN_TYPE, type=repr(str(kind)[:40])))
        if kind != "ping":
            await room.settle()
        await asyncio.shield(asyncio.create_task(action(room, listener, message)))
    except Stale as error:
        room.tell(listener, "refusal", reason=str(error), code="stale", about=kind)
        listener.send(room.snapshot(listener.guest, listener.language))
    except StorageError as error:
        code = "doubt" if isinstance(error, Unsettled) else "storage"
        room.tell(listener, "refusal", reason=str(error), code=code, about=kind)
    except Exception as error:  # the outermost loop of a message: the game is unchanged
        about = kind if isinstance(kind, str) else None
        if not isinstance(error, LudotecaError):
            log.exception("message failed", extra={"game": room.id, "about": str(about)[:40]})
            room.tell(listener, "refusal", reason=t(MISTAKE), code="Failure", about=about)
            return
        room.tell(listener, "refusal", reason=sentence(str(error)), code=type(error).__name__, about=about)
