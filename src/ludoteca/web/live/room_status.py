"""What is shown beside the board: seats, clocks, offers, the series, and what each guest can do now."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ludoteca.play import Match
from ludoteca.play.position_json import outcome_json
from ludoteca.play.score_sheet import How
from ludoteca.web.live.series import SeriesSoFar, series_with
from ludoteca.web.marks import movers_to
from ludoteca.web.seat_names import seat_name
from ludoteca.web.storage.repository import Stored, state_of
from ludoteca.web.storage.storage import now_ms


def seats_of(stored: Stored, guest: str) -> frozenset[int]:
    """The seats that a guest holds."""
    return frozenset(seat for seat, holder in stored.holders if holder == guest)


def side_of(stored: Stored, guest: str) -> int | str | None:
    """Which side a guest plays: 0, 1, "both" or None."""
    seats = seats_of(stored, guest)
    return "both" if len(seats) == 2 else next(iter(seats), None)


def can(stored: Stored, guest: str) -> dict[str, bool]:
    """What a guest can ask for now."""
    match, mine, state = stored.match, seats_of(stored, guest), state_of(stored)
    going, over, played = state == "going", state == "over", bool(match.plies)
    alone, between_people = stored.kind in ("bot", "device"), stored.kind == "friend"
    has_moved = played and (len(mine) == 2 or any(before.mover in mine for before in match.positions[:-1]))

    def may_offer(kind: str) -> bool:
        return bool(mine) and going and may_ask(stored, kind, min(mine))

    may_undo = alone and mine and (has_moved or over) and stored.next is None and stored.series is None
    return {
        "move": going and match.position.mover in mine,
        "undo": bool(may_undo) and match.how is not How.TIME,
        "takeback": between_people and has_moved and stored.takeback is None and may_offer("takeback"),
        "resign": bool(mine) and going,
        "offer_draw": stored.kind != "bot" and match.draw_offer is None and may_offer("draw"),
        "hint": bool(alone and going and match.position.mover in mine),
        "pace": stored.kind == "bots" and guest == stored.owner and not over,
        "withdraw": state == "open" and guest == stored.owner,
        "again": over and stored.kind != "record" and (bool(mine) or guest == stored.owner),
    }


def may_ask(stored: Stored, kind: str, seat: int) -> bool:
    """Whether a seat may make an offer of this kind: not again before the other has moved."""
    asked = stored.asked.get((kind, seat))
    return asked is None or any(before.mover != seat for before in stored.match.positions[asked:-1])


def played_view(match: Match) -> dict[str, list[Any]]:
    """The moves so far, who made each, and what the clocks showed."""
    return {
        "moves_played": [str(ply.move) for ply in match.plies],
        "movers_played": movers_to(match.position),
        "clocks_played": [ply.clock_ms for ply in match.plies],
    }


def clock_view(match: Match) -> dict[str, Any] | None:
    """What the clocks show now, and which of them runs."""
    if match.clock is None:
        return None
    now = match.now()
    return {
        "control": str(match.clock.control),
        "left_ms": [match.clock.left_ms(seat, now) for seat in (0, 1)],
        "running": match.clock.running,
        "at": now_ms(),
    }


def offers_view(match: Match, takeback: int | None) -> dict[str, int | None]:
    """The seats whose offers nobody has answered yet."""
    return {"draw": match.draw_offer, "takeback": takeback}


def seats_view(stored: Stored, present: Collection[str]) -> list[dict[str, Any]]:
    """Who plays, and who of them is here; `present` are the guests that listen."""
    here = {seat for guest in present for seat in seats_of(stored, guest)}
    return [
        {
            "kind": seat.kind,
            "name": seat_name(seat),
            "bot": seat.bot,
            "free": seat.is_free,
            "present": seat.kind == "bot" or number in here,
        }
        for number, seat in enumerate(stored.seats)
    ]


def count_watchers(stored: Stored, present: Collection[str]) -> int:
    """How many of those who are here do not play."""
    return sum(not seats_of(stored, guest) for guest in present)


def series_view(stored: Stored, so_far: SeriesSoFar) -> dict[str, Any] | None:
    """The score of the series that a game belongs to."""
    if stored.series is None:
        return None
    series = series_with(stored, so_far, seat_name)
    return {
        "round": stored.round,
        "games": so_far.games,
        "wins": list(series.wins),
        "draws": series.draws,
        "text": series.score_text(),
        "seats": [series.player_at(seat, stored.round - 1) for seat in (0, 1)],
        "outcome": outcome_json(series.outcome),
    }


def state_view(stored: Stored, so_far: SeriesSoFar, present: Collection[str], pace: int | str) -> dict[str, Any]:
    """Everything beside the board that is the same for everybody."""
    match = stored.match
    return {
        "state": state_of(stored),
        "kind": stored.kind,
        "seats": seats_view(stored, present),
        "watchers": count_watchers(stored, present),
        "clock": clock_view(match),
        "offers": offers_view(match, stored.takeback),
        "series": series_view(stored, so_far),
        "pace": pace if stored.kind == "bots" else None,
        "how": None if match.how is None else str(match.how),
        "next": stored.next,
    }
