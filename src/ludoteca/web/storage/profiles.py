"""What an account has played: its history, and how often it won.  Every query starts from the player's seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, case, func, select
from sqlalchemy.orm import Session, aliased

from ludoteca.web.people.account import name_key
from ludoteca.web.storage.game_lists import SEATS, Listing, listing
from ludoteca.web.storage.schema import GameRow, HolderRow, SeatRow

PAGE = 30
OTHER = aliased(SeatRow)
AGAINST_SOMEONE = ("bot", "friend")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of a history; an empty field means any."""

    game: str = ""
    opponent: str = ""
    result: str = ""  # "won", "lost" or "drawn"
    since: int | None = None
    until: int | None = None
    before: int | None = None  # the games older than the last one of the page before
    only_listed: bool = True


def _played(player: str) -> Select[GameRow, int]:
    """The finished games against someone, with the player's seat and the other one."""
    other = and_(OTHER.game == HolderRow.game, OTHER.seat == 1 - HolderRow.seat)
    found = select(GameRow, HolderRow.seat).select_from(HolderRow)
    found = found.join(GameRow, GameRow.id == HolderRow.game).join(OTHER, other)
    return found.where(HolderRow.guest == player, GameRow.state == "over", GameRow.kind.in_(AGAINST_SOMEONE))


def history(session: Session, player: str, wanted: Wanted) -> list[Listing]:
    """A page of a player's finished games, newest first; one more than a page if there are more."""
    found = _played(player)
    if wanted.game:
        found = found.where(GameRow.game == wanted.game)
    if wanted.opponent:
        text = wanted.opponent.lower()
        if name_key(text).startswith("level"):
            found = found.where(OTHER.bot == name_key(text))
        else:
            found = found.where(func.lower(OTHER.name).contains(text, autoescape=True))
    if wanted.result == "drawn":
        found = found.where(GameRow.winner.is_(None))
    elif wanted.result in ("won", "lost"):
        winner = HolderRow.seat if wanted.result == "won" else 1 - HolderRow.seat
        found = found.where(GameRow.winner == winner)
    for bound, is_kept in ((wanted.since, GameRow.changed.__ge__), (wanted.until, GameRow.changed.__lt__)):
        if bound is not None:
            found = found.where(is_kept(bound))
    if wanted.before is not None:
        found = found.where(GameRow.changed < wanted.before)
    if wanted.only_listed:
        found = found.where(GameRow.listed)
    rows = session.execute(found.order_by(GameRow.changed.desc()).limit(PAGE + 1)).all()
    seats: dict[str, list[dict[str, Any]]] = {row.id: [] for row, _ in rows}
    for seat in session.scalars(SEATS, {"games": list(seats)}):
        seats[seat.game].append({"kind": seat.kind, "name": seat.name})
    return [listing(row, seats[row.id], [seat]) for row, seat in rows]


def statistics(session: Session, player: str) -> list[dict[str, Any]]:
    """How often a player has won, lost and drawn: by game, against people and each bot."""
    won = func.sum(case((GameRow.winner == HolderRow.seat, 1), else_=0))
    drawn = func.sum(case((GameRow.winner.is_(None), 1), else_=0))
    counted = _played(player).with_only_columns(GameRow.game, OTHER.bot, func.count(), won, drawn)
    rows = session.execute(counted.group_by(GameRow.game, OTHER.bot)).all()
    found = [
        {"game": game, "bot": bot, "games": games, "wins": wins, "draws": draws, "losses": games - wins - draws}
        for game, bot, games, wins, draws in rows
    ]
    return sorted(found, key=lambda item: (item["game"], _order(item["bot"])))


def _order(bot: str | None) -> tuple[int, int, str]:
    """People first, then the levels by their number."""
    number = (bot or "").removeprefix("level")
    return (0 if bot is None else 1, int(number) if number.isdigit() else 99, bot or "")
