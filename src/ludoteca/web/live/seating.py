"""Sitting down: whoever has the secret token of a seat takes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy.orm import Session

from ludoteca.play import PlayerName
from ludoteca.web.live.listener import Refused
from ludoteca.web.live.room_status import state_view
from ludoteca.web.storage import repository
from ludoteca.web.storage.repository import Seat, Stored

if TYPE_CHECKING:
    from ludoteca.web.live.room import Room


async def claim_seat(room: Room, guest: str, token: str, name: str) -> bool:
    """Sit down with a token.  The link that was sent works once, for someone who has no seat here yet."""
    async with room.lock:
        await room.settle_doubt()
        number = seat_of_token(room, token)
        if number is None or room.is_withdrawn:
            return False
        if (number, guest) in room.stored.holders:
            return True
        seat = room.stored.seats[number]
        if seat.is_free and room.seats_of(guest):
            return False  # one's own invitation
        taken = replace(seat, name=name, generation=1) if seat.is_free else seat
        trial = with_seat_taken(room.stored, number, taken, guest)

        def work(session: Session) -> None:
            repository.take_seat(session, room.id, number, taken, guest)
            repository.update_game(session, trial)

        await room.commit(trial, work)
        room.tell_all("state", **state_view(room))
    room.wake()
    return True


async def take_name(room: Room, guest: str) -> None:
    """Let a guest's seat go by the name that the guest has now."""
    async with room.lock:
        await room.settle_doubt()
        mine = room.seats_of(guest)
        if len(mine) != 1:
            raise Refused("Only someone with a seat of their own can be named here.")
        number = min(mine)
        name = await room.registry.storage.write(lambda session: repository.greet_guest(session, guest))
        named = replace(room.stored.seats[number], name=name)
        trial = with_seat_taken(room.stored, number, named, guest)
        await room.commit(trial, lambda session: repository.take_seat(session, room.id, number, named, guest))
        room.tell_all("state", **state_view(room))


def is_used_up(room: Room, token: str) -> bool:
    """Whether a token was an invitation to a seat that someone has taken since."""
    is_token = room.registry.tokens.is_seat_token
    return any(
        seat.generation > 0 and is_token(token, room.id, number, 0) for number, seat in enumerate(room.stored.seats)
    )


def seat_of_token(room: Room, token: str) -> int | None:
    """The number of the seat that a token is for."""
    is_token = room.registry.tokens.is_seat_token
    for number, seat in enumerate(room.stored.seats):
        if seat.kind == "human" and is_token(token, room.id, number, seat.generation):
            return number
    return None


def with_seat_taken(stored: Stored, number: int, taken: Seat, guest: str) -> Stored:
    """The game with a guest on one of its seats."""
    seats = [taken if number == other else seat for other, seat in enumerate(stored.seats)]
    match = stored.match.fork()  # its record names who plays
    first, second = (PlayerName(seat.name, seat.bot or "human") for seat in seats)
    match.players = (first, second)
    return replace(stored, match=match, seats=seats, holders=stored.holders | {(number, guest)})
