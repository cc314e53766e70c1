"""Sitting down: whoever has the secret token of a seat takes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from sqlalchemy.orm import Session

from ludoteca.languages import t
from ludoteca.play import PlayerName
from ludoteca.web.live.changes import Change, News
from ludoteca.web.live.listener import Refused
from ludoteca.web.live.room import Room
from ludoteca.web.live.room_status import seats_of
from ludoteca.web.storage import repository
from ludoteca.web.storage.repository import Seat, Stored

IsToken = Callable[[str, str, int, int], bool]  # of a text, a game, a seat and its generation
STATE = News("state", {})


async def claim_seat(room: Room, is_token: IsToken, guest: str, token: str, name: str) -> bool:
    """Sit down with a token; returns whether the guest now has its seat."""
    await room.settle()
    number = seat_of_token(room.stored, is_token, token, guest)
    if number is None or room.game.is_deleted:
        return False
    await room.change(partial(sit_down, is_token=is_token, guest=guest, token=token, name=name))
    sits = (number, guest) in room.stored.holders
    if sits:
        room.stored.arrived.add(number)
    return sits


async def take_name(room: Room, guest: str) -> None:
    """Give a guest's seat the guest's current name."""
    await room.settle()
    own_seat(room.stored, guest)
    name = await room.services.storage.write(lambda session: repository.greet_guest(session, guest))
    await room.change(partial(rename, guest=guest, name=name))


def sit_down(stored: Stored, is_token: IsToken, guest: str, token: str, name: str) -> Change | None:
    """A guest takes the seat of a token.  The link that was sent works once, for someone who has no seat here yet."""
    number = seat_of_token(stored, is_token, token, guest)
    if number is None or (number, guest) in stored.holders:
        return None
    seat = stored.seats[number]
    if seat.is_free and seats_of(stored, guest):
        return None  # one's own invitation
    taken = replace(seat, name=name, generation=1) if seat.is_free else seat
    after = with_seat_taken(stored, number, taken, guest)

    def write(session: Session) -> None:
        repository.take_seat(session, stored.id, number, taken, guest)
        repository.update_game(session, after)

    return Change(after, write, STATE)


def rename(stored: Stored, guest: str, name: str) -> Change:
    """A guest changes their name."""
    number = own_seat(stored, guest)
    named = replace(stored.seats[number], name=name)
    after = with_seat_taken(stored, number, named, guest)
    return Change(after, lambda session: repository.take_seat(session, stored.id, number, named, guest), STATE)


def own_seat(stored: Stored, guest: str) -> int:
    """The only seat of a guest."""
    mine = seats_of(stored, guest)
    if len(mine) != 1:
        raise Refused(t("Only a player with a seat of their own can set a name here."))
    return min(mine)


def is_used_up(stored: Stored, is_token: IsToken, token: str) -> bool:
    """Whether a token was an invitation to a seat that someone has taken since."""
    return any(
        seat.generation > 0 and is_token(token, stored.id, number, 0) for number, seat in enumerate(stored.seats)
    )


def seat_of_token(stored: Stored, is_token: IsToken, token: str, guest: str) -> int | None:
    """The seat that a token is for; an invitation stays valid for the guest who has accepted it."""
    for number, seat in enumerate(stored.seats):
        generations = {seat.generation, 0} if (number, guest) in stored.holders else {seat.generation}
        if seat.kind == "human" and any(is_token(token, stored.id, number, each) for each in generations):
            return number
    return None


def with_seat_taken(stored: Stored, number: int, taken: Seat, guest: str) -> Stored:
    """The game with a guest in one of its seats."""
    seats = [taken if number == other else seat for other, seat in enumerate(stored.seats)]
    match = stored.match.fork()  # its record names the players
    first, second = (PlayerName(seat.name, seat.bot or "human") for seat in seats)
    match.players = (first, second)
    return replace(stored, match=match, seats=seats, holders=stored.holders | {(number, guest)})
