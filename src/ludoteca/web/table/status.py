"""What is shown beside the board: seats, clocks, offers, the series, and what each guest can do now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ludoteca.play import Match
from ludoteca.play.position_json import outcome_json
from ludoteca.play.score_sheet import How
from ludoteca.web.people.account import is_account
from ludoteca.web.table.conditional_moves import may_plan, written_lines
from ludoteca.web.table.stored_game import (
    ASKED,
    FREE_PLIES,
    StoredGame,
    first_left_ms,
    gone_ms,
    is_by_browser,
    now_ms,
    seats_of,
    series_with,
    state_of,
)
from ludoteca.web.table.words import seat_name
from ludoteca.web.view import movers_to


def side_of(stored: StoredGame, guest: str) -> int | str | None:
    """Which side a guest plays: 0, 1, "both" or None."""
    seats = seats_of(stored, guest)
    return "both" if len(seats) == 2 else next(iter(seats), None)


def role_of(stored: StoredGame, guest: str) -> tuple[frozenset[int], bool]:
    """What a guest's part of a message depends on: the seats, and whether the game was started by this guest."""
    return seats_of(stored, guest), guest == stored.owner


def personal_view(stored: StoredGame, guest: str) -> dict[str, Any]:
    """One guest's role and what they can do, added to every message to all."""
    own: dict[str, Any] = {"you": side_of(stored, guest), "can": can(stored, guest)}
    if stored.conditional is not None and stored.conditional.seat == own["you"]:
        own["conditional_moves"] = stored.conditional.moves
        if stored.match.variant.game.spell is not None:
            own["conditional_written"] = written_lines(stored.conditional.moves, stored.match.position)
    return own


def can(stored: StoredGame, guest: str) -> dict[str, bool]:
    """What a guest can ask for now."""
    match, mine, state = stored.match, seats_of(stored, guest), state_of(stored)
    going, over, played = state == "going", match.outcome is not None, bool(match.plies)
    alone, between_people = stored.kind in ("bot", "device"), stored.kind == "friend"
    has_moved = played and (len(mine) == 2 or any(before.mover in mine for before in match.positions[:-1]))

    def may_offer(kind: str) -> bool:
        return bool(mine) and going and may_ask(stored, kind, min(mine))

    is_alone, may_take_back = alone and not stored.rated, between_people and not stored.rated
    may_undo = is_alone and mine and (has_moved or over) and stored.next is None and stored.series is None
    return {
        "move": going and match.position.mover in mine,
        "undo": bool(may_undo) and match.how is not How.TIME,
        "takeback": may_take_back and has_moved and stored.takeback is None and may_offer("takeback"),
        "resign": bool(mine) and going,
        "abort": going and may_abort(stored, guest),
        "offer_abort": between_people and len(match.plies) >= FREE_PLIES and not stored.offers and may_offer("abort"),
        "offer_draw": stored.kind != "bot" and match.draw_offer is None and may_offer("draw"),
        "settle": going and may_settle(stored, guest),
        "conditional_moves": may_plan(stored, guest),
        "hint": bool(is_alone and going and match.position.mover in mine),
        "pace": stored.kind == "bots" and guest == stored.owner and not over,
        "withdraw": state == "open" and guest == stored.owner,
        "again": over and may_play_again(stored, guest),
    }


def may_abort(stored: StoredGame, guest: str) -> bool:
    """Whether a guest may end the game without a result on their own."""
    if stored.kind == "bots":
        return guest == stored.owner
    is_free = stored.kind != "friend" and not stored.rated
    return bool(seats_of(stored, guest)) and (is_free or len(stored.match.plies) < FREE_PLIES)


def may_settle(stored: StoredGame, guest: str) -> bool:
    """Whether a guest may end a game whose result can no longer change, or ask the opponent to."""
    mine, settled = seats_of(stored, guest), stored.match.position.settled
    if settled is None or not mine:
        return False
    seat = min(mine)
    is_asked = stored.offers.get("settle") == 1 - seat
    return stored.kind != "friend" or settled.winner == 1 - seat or is_asked or may_ask(stored, "settle", seat)


def may_play_again(stored: StoredGame, guest: str) -> bool:
    """Whether a guest may ask for the next game: between two people once, unless the other asks too."""
    mine = seats_of(stored, guest)
    if stored.kind != "friend" or len(mine) == 2:
        return stored.kind != "record" and (bool(mine) or guest == stored.owner)
    is_asked = any(stored.offers.get("rematch") == 1 - seat for seat in mine)
    return is_asked or any(may_ask(stored, "rematch", seat) for seat in mine)


def may_ask(stored: StoredGame, kind: str, seat: int) -> bool:
    """Whether a seat may make an offer of this kind: not again before the opponent has moved."""
    asked = stored.asked.get((kind, seat))
    return asked is None or any(before.mover != seat for before in stored.match.positions[asked:-1])


def played_view(match: Match) -> dict[str, list[Any]]:
    """The moves so far, who made each, and the clock times."""
    return {
        "moves_played": [str(ply.move) for ply in match.plies],
        **({} if match.variant.game.spell is None else {"written_played": match.written[: len(match.plies)]}),
        "movers_played": movers_to(match.position),
        "clocks_played": [ply.clock_ms for ply in match.plies],
    }


def clock_view(stored: StoredGame) -> dict[str, Any] | None:
    """The current clock times, which clock is running, and what is left for one of the first moves."""
    match = stored.match
    if match.clock is None:
        return None
    now = match.now()
    return {
        "control": str(match.clock.control),
        "left_ms": [match.clock.left_ms(seat, now) for seat in (0, 1)],
        "running": match.clock.running,
        "first_ms": first_left_ms(stored),
        "at": now_ms(),
    }


def offers_view(
    match: Match, takeback: int | None = None, offers: Mapping[str, int] | None = None
) -> dict[str, int | None]:
    """The seats with unanswered offers."""
    others = {kind: (offers or {}).get(kind) for kind in ASKED}
    return {"draw": match.draw_offer, "takeback": takeback, **others}


def seats_view(stored: StoredGame, present: Collection[str]) -> list[dict[str, Any]]:
    """Who plays, and which of them are here; `present` are the listening guests."""
    here = {seat for guest in present for seat in seats_of(stored, guest)}
    return [
        {
            "kind": seat.kind,
            "name": seat_name(seat),
            "bot": seat.bot,
            "account": any(held == number and is_account(guest) for held, guest in stored.holders),
            "free": seat.is_free,
            "present": seat.kind == "bot" or number in here,
            "vacation": stored.vacations.get(number),
            "gone_at": None if (left := gone_ms(stored, number)) is None else now_ms() + left,
        }
        for number, seat in enumerate(stored.seats)
    ]


def count_watchers(stored: StoredGame, present: Collection[str]) -> int:
    """How many of those who are here do not play."""
    return sum(not seats_of(stored, guest) for guest in present)


def series_view(stored: StoredGame) -> dict[str, Any] | None:
    """The score of the series that a game belongs to."""
    if stored.series is None:
        return None
    series = series_with(stored, seat_name)
    return {
        "round": stored.round,
        "games": stored.so_far.games,
        "wins": list(series.wins),
        "draws": series.draws,
        "text": series.score_text(),
        "seats": [series.player_at(seat, stored.round - 1) for seat in (0, 1)],
        "outcome": outcome_json(series.outcome),
    }


def state_view(stored: StoredGame, present: Collection[str], pace: int | str) -> dict[str, Any]:
    """Everything beside the board that is the same for everyone."""
    match = stored.match
    return {
        "state": state_of(stored),
        "kind": stored.kind,
        "seats": seats_view(stored, present),
        "watchers": count_watchers(stored, present),
        "clock": clock_view(stored),
        "offers": offers_view(match, stored.takeback, stored.offers),
        "series": series_view(stored),
        "pace": pace if stored.kind == "bots" else None,
        "how": None if match.how is None else str(match.how),
        "next": stored.next,
        "rated": stored.rated,
        "browser": is_by_browser(match.tags),
    }
