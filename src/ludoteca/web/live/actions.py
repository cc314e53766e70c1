"""What can be asked for in a room, by the type of the message; each is carried out whole or refused with its reason."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy.orm import Session

from ludoteca.kernel.errors import LudotecaError
from ludoteca.play.sentences import sentence
from ludoteca.web.engine.engine import HINT
from ludoteca.web.live.hints import hint_words
from ludoteca.web.live.listener import MISTAKE, Listener, Refused, Stale
from ludoteca.web.live.room import Room
from ludoteca.web.live.room_status import can, clock_view, may_ask, state_view
from ludoteca.web.live.seating import take_name
from ludoteca.web.storage import repository
from ludoteca.web.storage.storage import StorageError, Unsettled

HINT_MS = 700
NO_MOVE = "That makes no move. What can be chosen is marked."
ASKED = "You have already {}. You can again when your opponent has moved."
MOST_STEPS = 20  # asked for while a bot still thinks
FASTEST_PACE_MS, SLOWEST_PACE_MS = 50, 10_000

Message = dict[str, Any]
log = logging.getLogger("ludoteca.web")
Deed = Callable[[Room, Listener, Message], Coroutine[Any, Any, None]]


async def move(room: Room, listener: Listener, message: Message) -> None:
    """A move that names the ply it answers."""
    ply, text = ply_and_text(message)
    if not await room.play(listener.guest, ply, text):
        listener.send(room.snapshot(listener.guest))


async def why(room: Room, _: Listener, message: Message) -> None:
    """Why a text is no move here: always answered by a refusal, and nothing is played even if the text names a move."""
    ply, text = ply_and_text(message)
    if ply != len(room.match.plies):
        raise Stale("The game has gone on meanwhile.")
    room.match.position.play(text)  # or the reason why not
    raise Refused(NO_MOVE)


def ply_and_text(message: Message) -> tuple[int, str]:
    """The ply and the text of a move."""
    ply, text = message.get("ply"), message.get("text")
    if isinstance(ply, bool) or not isinstance(ply, int) or not isinstance(text, str) or len(text) > 200:
        raise Refused("a move needs a ply, which is a number, and its text")
    return ply, text


async def resign(room: Room, listener: Listener, _: Message) -> None:
    """Give the game up."""
    async with room.lock:
        seat = my_seat(room, listener.guest)
        match = room.match.fork()
        match.resign(seat)
        await room.store(match, takeback=None)
        room.tell_end()
    room.wake()


async def withdraw(room: Room, listener: Listener, _: Message) -> None:
    """Take back an invitation that nobody has followed: the game is forgotten, and its link leads nowhere."""
    async with room.lock:
        if not can(room, listener.guest)["withdraw"]:
            raise Refused("Only who began a game can withdraw it, until somebody sits down.")
        await room.commit(None, lambda session: repository.delete_game(session, room.stored))


async def offer_draw(room: Room, listener: Listener, _: Message) -> None:
    """Offer a draw; on one device it is an agreement."""
    async with room.lock:
        seat = my_seat(room, listener.guest)
        if room.stored.kind == "bot":
            raise Refused("A bot does not agree to draws.")
        match = room.match.fork()
        match.offer_draw(seat)
        if room.stored.kind == "device":
            match.accept_draw(1 - seat)
        agreed = match.outcome is not None
        if not agreed and not may_ask(room, "draw", seat):
            raise Refused(ASKED.format("offered a draw"))

        def note(session: Session) -> None:
            if agreed:
                repository.answer_offers(session, room.id, "draw", "accepted")

        await room.store(match, asks=("draw", seat), note=note)
        room.tell_offer("draw", seat, "accepted" if agreed else None)
        room.tell_end()
    room.wake()


async def accept_draw(room: Room, listener: Listener, _: Message) -> None:
    """Accept the other's draw."""
    async with room.lock:
        seat = my_seat(room, listener.guest)
        match = room.match.fork()
        match.accept_draw(seat)
        await room.store(match, note=lambda session: repository.answer_offers(session, room.id, "draw", "accepted"))
        room.tell_offer("draw", 1 - seat, "accepted")
        room.tell_end()


async def decline_draw(room: Room, listener: Listener, _: Message) -> None:
    """Decline the other's draw."""
    async with room.lock:
        seat = my_seat(room, listener.guest)
        match = room.match.fork()
        match.decline_draw(seat)
        await room.store(match, note=lambda session: repository.answer_offers(session, room.id, "draw", "declined"))
        room.tell_offer("draw", 1 - seat, "declined")


async def withdraw_draw(room: Room, listener: Listener, _: Message) -> None:
    """Take one's own offer back."""
    async with room.lock:
        seat = my_seat(room, listener.guest)
        match = room.match.fork()
        match.withdraw_draw(seat)
        await room.store(match, note=lambda session: repository.answer_offers(session, room.id, "draw", "withdrawn"))
        room.tell_offer("draw", seat, "withdrawn")


async def ask_takeback(room: Room, listener: Listener, _: Message) -> None:
    """Ask to have the last decision back."""
    async with room.lock:
        seat = my_seat(room, listener.guest)
        if room.stored.kind != "friend":
            raise Refused("There is nobody to ask: you can undo.")
        if room.stored.takeback == 1 - seat:
            raise Refused("Your opponent asks the same; answer first.")
        if not may_ask(room, "takeback", seat):
            raise Refused(ASKED.format("asked for your move back"))
        room.match.fork().undo_to_decision_of(seat)  # or the reason why not
        await room.store(room.match, takeback=seat, asks=("takeback", seat))
        room.tell_offer("takeback", seat, None)


async def withdraw_takeback(room: Room, listener: Listener, _: Message) -> None:
    """Let one's own move stand after all."""
    async with room.lock:
        seat = my_seat(room, listener.guest)
        if room.stored.takeback != seat:
            raise Refused("You have not asked for your move back.")
        await room.store(
            room.match,
            takeback=None,
            note=lambda session: repository.answer_offers(session, room.id, "takeback", "withdrawn"),
        )
        room.tell_offer("takeback", seat, "withdrawn")


async def grant_takeback(room: Room, listener: Listener, _: Message) -> None:
    """Let the other have their last decision back."""
    async with room.lock:
        asker = takeback_to(room, listener.guest)
        await room.go_back(
            lambda match: match.undo_to_decision_of(asker),
            note=lambda session: repository.answer_offers(session, room.id, "takeback", "accepted"),
        )
    room.wake()


async def refuse_takeback(room: Room, listener: Listener, _: Message) -> None:
    """Do not."""
    async with room.lock:
        asker = takeback_to(room, listener.guest)
        await room.store(
            room.match,
            takeback=None,
            note=lambda session: repository.answer_offers(session, room.id, "takeback", "declined"),
        )
        room.tell_offer("takeback", asker, "declined")


async def undo(room: Room, listener: Listener, _: Message) -> None:
    """Go back to one's own last decision; on one device, by one move."""
    async with room.lock:
        if not can(room, listener.guest)["undo"]:
            raise Refused("There is nothing that you can undo.")
        if room.stored.kind == "device":
            await room.go_back(lambda match: match.undo())
        else:
            seat = next(iter(room.seats_of(listener.guest)))
            await room.go_back(lambda match: match.undo_to_decision_of(seat))
    room.wake()


async def hint(room: Room, listener: Listener, _: Message) -> None:
    """The engine's move, with its reason; never between people."""
    if not can(room, listener.guest)["hint"]:
        raise Refused("Hints are for your own turn, in games against bots and on one device.")
    ply = len(room.match.plies)
    request = {"kind": "analyse", **room.question(), "ms": HINT_MS, "lines": 1}
    answer = await room.registry.engine.ask(request, listener.guest, HINT, HINT_MS / 1000)
    if ply == len(room.match.plies):
        room.tell(listener, "hint", ply=ply, **hint_words(room.match.position, answer["report"]))


async def pace(room: Room, listener: Listener, message: Message) -> None:
    """How long two bots wait between their moves; "step": for a word."""
    must_own(room, listener.guest)
    delay = message.get("delay")
    if delay != "step" and (isinstance(delay, bool) or not isinstance(delay, int | float)):
        raise Refused('a pace is a number of milliseconds, or "step"')
    room.bots.pace = "step" if delay == "step" else int(min(max(delay, FASTEST_PACE_MS), SLOWEST_PACE_MS))
    room.tell_all("state", **state_view(room))
    room.bots.rest()
    room.wake()


async def step(room: Room, listener: Listener, _: Message) -> None:
    """Let the next bot move."""
    must_own(room, listener.guest)
    room.bots.steps = min(room.bots.steps + 1, MOST_STEPS)
    room.wake()


async def again(room: Room, listener: Listener, _: Message) -> None:
    """The next game: of the series, or one more with sides changed."""
    async with room.lock:
        if not can(room, listener.guest)["again"]:
            raise Refused("The game is not over yet." if room.match.outcome is None else "You are watching.")
        if room.stored.next is None:
            await room.registry.follow(room)
    room.tell_all("next", game_id=room.stored.next)


async def name(room: Room, listener: Listener, _: Message) -> None:
    """Go by the name that was set with POST /api/v1/me."""
    await take_name(room, listener.guest)


async def resync(room: Room, listener: Listener, message: Message) -> None:
    """Tell what was missed."""
    seq = message.get("seq")
    if isinstance(seq, bool) or not isinstance(seq, int):
        listener.send(room.snapshot(listener.guest))
    else:
        room.tell_since(listener, seq)


async def ping(room: Room, listener: Listener, _: Message) -> None:
    """Answer, with the clocks."""
    room.tell(listener, "pong", clock=clock_view(room))


def my_seat(room: Room, guest: str) -> int:
    """The seat that a guest speaks for; with both, that of the mover."""
    seats = room.seats_of(guest)
    if not seats:
        raise Refused("You are watching this game.")
    if repository.state_of(room.stored) == "open":
        raise Refused("Your opponent has not come yet.")
    return room.match.position.mover if len(seats) == 2 else next(iter(seats))


def takeback_to(room: Room, guest: str) -> int:
    """The seat that asks this guest for a move back."""
    seat = my_seat(room, guest)
    if room.stored.takeback != 1 - seat:
        raise Refused("Nobody has asked you for a move back.")
    return 1 - seat


def must_own(room: Room, guest: str) -> None:
    """Refuse everybody but the one who began the game."""
    if room.stored.kind != "bots" or guest != room.stored.owner:
        raise Refused("Only the one who began a game between bots sets its pace.")


DEEDS: dict[str, Deed] = {
    deed.__name__: deed
    for deed in (
        move,
        why,
        resign,
        withdraw,
        offer_draw,
        accept_draw,
        decline_draw,
        withdraw_draw,
        ask_takeback,
        withdraw_takeback,
        grant_takeback,
        refuse_takeback,
        undo,
        hint,
        pace,
        step,
        again,
        name,
        resync,
        ping,
    )
}


async def handle(room: Room, listener: Listener, message: Message) -> None:
    """Carry out what a socket asks for; whatever cannot be done is refused with its reason."""
    kind = message.get("type")
    deed = DEEDS.get(kind) if isinstance(kind, str) else None
    try:
        if deed is None:
            raise Refused(f"no message is of the type {str(kind)[:40]!r}")
        if kind != "ping":
            await room.settle()
        await asyncio.shield(asyncio.create_task(deed(room, listener, message)))
    except Stale as error:
        room.tell(listener, "refusal", reason=str(error), code="stale", about=kind)
        listener.send(room.snapshot(listener.guest))
    except StorageError as error:
        code = "doubt" if isinstance(error, Unsettled) else "storage"
        room.tell(listener, "refusal", reason=str(error), code=code, about=kind)
    except Exception as error:  # the outermost loop of a message: the game is as it was
        about = kind if isinstance(kind, str) else None
        if not isinstance(error, LudotecaError):
            log.exception("message failed", extra={"game": room.id, "about": str(about)[:40]})
            room.tell(listener, "refusal", reason=MISTAKE, code="Failure", about=about)
            return
        room.tell(listener, "refusal", reason=sentence(str(error)), code=type(error).__name__, about=about)
