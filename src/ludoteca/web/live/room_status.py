"""How a room stands, beside the board: seats, clocks, offers, the series, and what each can do now."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ludoteca.play import PlayerName, Series, TimeControl
from ludoteca.play.match.series import Setups
from ludoteca.play.position_json import outcome_json
from ludoteca.play.score_sheet import How
from ludoteca.web.seat_names import seat_name
from ludoteca.web.storage import repository
from ludoteca.web.storage.repository import Seat
from ludoteca.web.storage.storage import now_ms

if TYPE_CHECKING:
    from ludoteca.web.live.room import Room


def can(room: Room, guest: str) -> dict[str, bool]:
    """What a guest can ask for now."""
    stored, match, mine = room.stored, room.match, room.seats_of(guest)
    going, played = room.is_going, bool(match.plies)
    alone, between_people = stored.kind in ("bot", "device"), stored.kind == "friend"
    over = match.outcome is not None
    has_moved = played and (len(mine) == 2 or any(before.mover in mine for before in match.positions[:-1]))

    def may_offer(kind: str) -> bool:
        return bool(mine) and going and may_ask(room, kind, min(mine))

    may_undo = alone and mine and (has_moved or over) and stored.next is None and stored.series is None
    return {
        "move": going and match.position.mover in mine,
        "undo": bool(may_undo) and match.how is not How.TIME,
        "takeback": between_people and has_moved and stored.takeback is None and may_offer("takeback"),
        "resign": bool(mine) and going,
        "offer_draw": stored.kind != "bot" and match.draw_offer is None and may_offer("draw"),
        "hint": bool(alone and going and match.position.mover in mine),
        "pace": stored.kind == "bots" and guest == stored.owner and not over,
        "withdraw": repository.state_of(stored) == "open" and guest == stored.owner,
        "again": over and stored.kind != "record" and (bool(mine) or guest == stored.owner),
    }


def may_ask(room: Room, kind: str, seat: int) -> bool:
    """Whether a seat may make an offer of this kind: not again before the other has moved."""
    asked = room.stored.asked.get((kind, seat))
    return asked is None or any(before.mover != seat for before in room.match.positions[asked:-1])


def clock_view(room: Room) -> dict[str, Any] | None:
    """What the clocks show at a moment, and which of them runs."""
    match = room.match
    if match.clock is None:
        return None
    now = match.now()
    return {
        "control": str(match.clock.control),
        "left_ms": [match.clock.left_ms(seat, now) for seat in (0, 1)],
        "running": match.clock.running,
        "at": now_ms(),
    }


def seats_view(room: Room) -> list[dict[str, Any]]:
    """Who plays, and who is here."""
    here = {seat for listener in room.listeners for seat in room.seats_of(listener.guest)}
    return [
        {
            "kind": seat.kind,
            "name": seat_name(seat),
            "bot": seat.bot,
            "free": seat.is_free,
            "present": seat.kind == "bot" or number in here,
        }
        for number, seat in enumerate(room.stored.seats)
    ]


def series_view(room: Room) -> dict[str, Any] | None:
    """The score of the series this game belongs to."""
    if room.stored.series is None:
        return None
    series = series_with(room, seat_name)
    return {
        "round": room.stored.round,
        "games": room.series_games,
        "wins": list(series.wins),
        "draws": series.draws,
        "text": series.score_text(),
        "seats": [series.player_at(seat, room.stored.round - 1) for seat in (0, 1)],
        "outcome": outcome_json(series.outcome),
    }


def state_view(room: Room) -> dict[str, Any]:
    """All that stands beside the board, and is the same for everybody."""
    return {
        "state": repository.state_of(room.stored),
        "kind": room.stored.kind,
        "seats": seats_view(room),
        "watchers": sum(not room.seats_of(listener.guest) for listener in room.listeners),
        "clock": clock_view(room),
        "offers": {"draw": room.match.draw_offer, "takeback": room.stored.takeback},
        "series": series_view(room),
        "pace": room.bots.pace if room.stored.kind == "bots" else None,
        "how": None if room.match.how is None else str(room.match.how),
        "next": room.stored.next,
    }


def series_with(room: Room, named: Callable[[Seat], str] = attrgetter("name")) -> Series:
    """The series of a room, up to the game in it; `named` says what its players are called."""
    stored = room.stored
    shift = stored.round - 1
    players = [PlayerName(named(seat), seat.bot or "human") for seat in stored.seats]
    series = Series(
        stored.match.variant,
        room.series_games,
        players=(players[shift % 2], players[(1 + shift) % 2]),
        setups=Setups(room.series_setups),
        control=TimeControl.parse(stored.control),
    )
    series.matches = [*room.earlier, stored.match]
    return series
