"""Lists of games: those that can be watched, and a guest's own.  Every query here uses an index.

Statements are made once, with parameters: those made for each list would leave objects that hold each other in a ring.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, String, bindparam, or_, select, union
from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError
from ludoteca.languages import t
from ludoteca.languages.texts import read_text
from ludoteca.play import Position, load_game
from ludoteca.web.storage.schema import CAN_BE_WATCHED, IS_OWNED, GameRow, HolderRow, SeatRow
from ludoteca.web.table.stored_game import is_by_browser, now_ms

Listing = dict[str, Any]  # one line of a list of games
MOST_LIVELY = 1000
UNFINISHED = ("open", "going", "unfinished")  # states of games that can still be played, and all of these
LIVELY_MS = 15 * 60_000  # a game without a move for longer is not worth watching
GUEST = bindparam("guest", type_=String)
LIMIT = bindparam("limit", type_=Integer)
GAMES = bindparam("games", type_=String, expanding=True)
SEATS = select(SeatRow).where(SeatRow.game.in_(GAMES)).order_by(SeatRow.seat)
HELD = select(HolderRow).where(HolderRow.guest == GUEST, HolderRow.game.in_(GAMES))
PLAYED = (  # what says which of a guest's games against people is the most urgent, however many there are
    select(GameRow.id, GameRow.clock, GameRow.changed, HolderRow.seat)
    .join(HolderRow, HolderRow.game == GameRow.id)
    .where(HolderRow.guest == GUEST, HolderRow.ended.is_(None), GameRow.state == "going", GameRow.kind == "friend")
)


@cache
def of_guest(state: str) -> Select[GameRow]:
    """The games that a `guest` plays or has started in a state, "unfinished" or any, unfinished first, newest first.

    A game without a move is included only if someone else may be waiting for it.
    """
    going = select(HolderRow.game).where(HolderRow.guest == GUEST, HolderRow.ended.is_(None))
    owned = select(GameRow.id).where(GameRow.owner == GUEST, IS_OWNED).order_by(GameRow.changed.desc()).limit(LIMIT)
    parts = [going, select(owned.subquery().c.id)]
    if state not in UNFINISHED:
        over = select(HolderRow.game).join(GameRow, GameRow.id == HolderRow.game)
        over = over.where(HolderRow.guest == GUEST, HolderRow.ended.is_not(None), GameRow.state == "over")
        over = over.where(or_(GameRow.kind != "device", HolderRow.seat == 0))  # there one guest has both
        parts.append(select(over.order_by(HolderRow.ended.desc()).limit(LIMIT).subquery().c.game))
    is_begun = or_(GameRow.kind.in_(("friend", "record")), GameRow.plies > 0, GameRow.state == "over")
    wanted = select(GameRow).where(GameRow.id.in_(union(*parts)), is_begun)
    is_done = or_(GameRow.state == "over", GameRow.kind == "record")  # nobody continues a record
    if state == "unfinished":
        wanted = wanted.where(GameRow.state.in_(UNFINISHED), ~is_done)
    else:
        wanted = wanted.where(GameRow.state == state if state else GameRow.state != "aborted")
    return wanted.order_by(is_done, GameRow.changed.desc()).limit(LIMIT)


# What can be watched: two at one device play for themselves, and so do two with a link unless they said otherwise.
IS_GOING = (GameRow.state == "going", GameRow.kind.not_in(("record", "device")), GameRow.plies > 0, GameRow.listed)
GOING = select(GameRow).where(*IS_GOING, GameRow.changed > bindparam("since")).order_by(GameRow.changed.desc())
LIVELY = GOING.with_only_columns(GameRow.id).limit(LIMIT)
ATTENDED = GOING.where(GameRow.id.in_(GAMES)).limit(LIMIT)
OVER = select(GameRow).where(CAN_BE_WATCHED, GameRow.plies > 0).order_by(GameRow.changed.desc()).limit(LIMIT)
OVER_OF_GAME = OVER.where(GameRow.game == bindparam("name", type_=String))


def lively_games(session: Session) -> list[str]:
    """The ids of games in progress; most of them have nobody at the table any more, which the rooms know."""
    return list(session.scalars(LIVELY, {"since": now_ms() - LIVELY_MS, "limit": MOST_LIVELY}))


def list_games(
    session: Session, guest: str | None, state: str, limit: int, attended: Collection[str] = (), game: str = ""
) -> list[Listing]:
    """Games, unfinished first and newest first: all that can be watched, or those of a guest.

    The finished ones to watch may be those of one `game` alone.

    Of the games in progress, only those in `attended`, at which someone sits, can be watched.
    """
    found: list[GameRow] = []
    if guest is not None:
        found += session.scalars(of_guest(state), {"guest": guest, "limit": limit})
    else:
        if state != "over":
            lately = {"since": now_ms() - LIVELY_MS, "limit": limit}
            found += session.scalars(ATTENDED, {**lately, "games": list(attended)})
        if state != "going":
            rest = {"limit": limit - len(found), "name": game}
            found += session.scalars(OVER_OF_GAME if game else OVER, rest)
    seats: dict[str, list[dict[str, Any]]] = {row.id: [] for row in found}
    for seat in session.scalars(SEATS, {"games": list(seats)}):
        seats[seat.game].append({"kind": seat.kind, "name": seat.name})
    held: dict[str, list[int]] = {row.id: [] for row in found}
    if guest is not None:
        for holder in session.scalars(HELD, {"guest": guest, "games": list(seats)}):
            held[holder.game].append(holder.seat)
    listed = [listing(row, seats[row.id], held[row.id]) for row in found]
    return sorted(listed, key=lambda item: (not is_unfinished(item), not is_your_turn(item)))  # the rest stays as it is


def listing(row: GameRow, seats: list[dict[str, Any]], mine: list[int]) -> Listing:
    """One line of a list of games; for one of its players, the side and whose turn it is."""
    you = "both" if len(mine) == 2 else (mine[0] if mine else None)
    is_readable = has_readable_options(row)
    position = position_of(row) if is_readable and you in (0, 1) else None
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options if is_readable else {},
        "readable": is_readable,
        "state": row.state,
        "kind": row.kind,
        "seats": seats,
        "you": you,
        "side": None if position is None else t(position.players[mine[0]].name),
        "mover": None if position is None or row.state != "going" else position.mover,
        "browser": is_by_browser(row.tags),
        "due": None if position is None or row.state != "going" else due_of(row.clock, position.mover),
        "plies": row.plies,
        "position": row.position,
        "winner": row.winner,
        "reason": None if row.reason is None else read_text(row.reason),
        "made": row.made,
        "changed": row.changed,
    }


def due_of(clock: Any, mover: int) -> int | None:
    """When the mover's time runs out, in the servers' time; None while no clock runs, or if the entry is damaged."""
    match clock:
        case {"at": int(at), "left_ms": [int(first), int(second)]}:
            return at + (first, second)[mover]
    return None


def next_turn(session: Session, guest: str, after: str = "") -> str | None:
    """The game against a person in which it is one's turn and time runs out soonest; from one of these, the next one.

    Whoever goes on without moving skips a game, and comes back to it after the others.
    """
    urgency: dict[str, tuple[bool, int]] = {}
    for game, clock, changed, seat in session.execute(PLAYED, {"guest": guest}):
        due = due_of(clock, seat)
        if due is None or clock.get("turn") == seat:  # if no clock runs, the board says whose turn it is
            urgency[game] = due is None, due or changed
    names = sorted(urgency, key=lambda game: (urgency[game], game))
    first = names.index(after) + 1 if after in urgency else 0
    in_order = (game for game in (*names[first:], *names[:first]) if game != after)
    return next((game for game in in_order if _is_turn_in(session, game, guest)), None)


def _is_turn_in(session: Session, game: str, guest: str) -> bool:
    held = [holder.seat for holder in session.scalars(HELD, {"guest": guest, "games": [game]})]
    return is_your_turn(listing(session.get_one(GameRow, game), [], held))


def is_your_turn(item: Listing) -> bool:
    """Whether it is the turn of the guest who asked for the list."""
    return item["you"] in (0, 1) and item["mover"] == item["you"]


def is_unfinished(item: Listing) -> bool:
    """Whether a listed game can still be played; a record cannot, however it ends."""
    return bool(item["state"] != "over" and item["kind"] != "record")


def has_readable_options(row: GameRow) -> bool:
    """Whether the options of a game are valid: texts by name."""
    options: Any = row.options
    return isinstance(options, dict) and all(isinstance(value, str) for value in options.values())


def position_of(row: GameRow) -> Position | None:
    """The board of a listed game; None if its rules are no longer installed."""
    try:
        return load_game(row.game, **row.options).position(row.position)
    except LudotecaError:
        return None
