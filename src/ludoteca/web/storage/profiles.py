"""What an account has played: its history, and how often it won.

Every query reads the player's seats, which say enough about a finished game to search and to count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, case, func, select
from sqlalchemy.orm import Session, aliased

from ludoteca.web.people.account import name_key
from ludoteca.web.storage.game_lists import SEATS, Listing, listing
from ludoteca.web.storage.schema import GameRow, HolderRow, SeatRow

PAGE = 30
OTHER = aliased(SeatRow)
POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of a history; an empty field means any."""

    game: str = ""
    opponent: str = ""
    result: str = ""  # "won", "lost" or "drawn"
    opening: str = ""  # its first moves, as `opening_of` writes them
    since: int | None = None
    until: int | None = None
    before: int | None = None  # the games older than the last one of the page before
    only_listed: bool = True


def history(session: Session, player: str, wanted: Wanted) -> list[Listing]:
    """A page of a player's finished games, newest first; one more than a page if there are more."""
    found = select(GameRow, HolderRow.seat, HolderRow.ended).join(GameRow, GameRow.id == HolderRow.game)
    found = found.where(HolderRow.guest == player, HolderRow.points.is_not(None))
    if wanted.game:
        found = found.where(HolderRow.rules == wanted.game)
    if wanted.opponent:
        text = wanted.opponent.lower()
        if name_key(text).startswith("level"):
            found = found.where(HolderRow.bot == name_key(text))
        else:
            found = found.join(OTHER, and_(OTHER.game == HolderRow.game, OTHER.seat == 1 - HolderRow.seat))
            found = found.where(func.lower(OTHER.name).contains(text, autoescape=True))
    if wanted.result in POINTS:
        found = found.where(HolderRow.points == POINTS[wanted.result])
    if wanted.opening:
        found = found.where(HolderRow.opening.startswith(wanted.opening, autoescape=True))
    if wanted.since is not None:
        found = found.where(HolderRow.ended >= wanted.since)
    for bound in (wanted.until, wanted.before):
        if bound is not None:
            found = found.where(HolderRow.ended < bound)
    if wanted.only_listed:
        found = found.where(HolderRow.listed.is_(True))
    rows = session.execute(found.order_by(HolderRow.ended.desc()).limit(PAGE + 1)).all()
    seats: dict[str, list[dict[str, Any]]] = {row.id: [] for row, *_ in rows}
    for seat in session.scalars(SEATS, {"games": list(seats)}):
        seats[seat.game].append({"kind": seat.kind, "name": seat.name})
    return [{**listing(row, seats[row.id], [seat]), "ended": ended} for row, seat, ended in rows]


def statistics(session: Session, player: str) -> list[dict[str, Any]]:
    """How often a player has won, lost and drawn: by game, against people and each bot."""
    won, drawn = (func.sum(case((HolderRow.points == points, 1), else_=0)) for points in (1.0, 0.5))
    counted = select(HolderRow.rules, HolderRow.bot, func.count(), won, drawn)
    counted = counted.where(HolderRow.guest == player, HolderRow.points.is_not(None))
    rows = session.execute(counted.group_by(HolderRow.rules, HolderRow.bot)).all()
    found = [
        {"game": game, "bot": bot, "games": games, "wins": wins, "draws": draws, "losses": games - wins - draws}
        for game, bot, games, wins, draws in rows
    ]
    return sorted(found, key=lambda item: (item["game"], _order(item["bot"])))


def _order(bot: str | None) -> tuple[int, int, str]:
    """People first, then the levels by their number."""
    number = (bot or "").removeprefix("level")
    return (0 if bot is None else 1, int(number) if number.isdigit() else 99, bot or "")
