"""Ratings in the database.  Every function here runs inside a session.

A finished game changes them in the transaction that ends it, and leaves a row for each player, so that it counts once.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import String, bindparam, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from ludoteca.play import load_game
from ludoteca.web.people.account import ID_LENGTH, is_account
from ludoteca.web.people.glicko2 import PROVISIONAL, Advantage, Rating
from ludoteca.web.storage.schema import AccountRow, AdvantageRow, GameRow, RatingChangeRow, RatingRow
from ludoteca.web.table.new_game import NewGame, in_pairs
from ludoteca.web.table.rated import (
    DAY_MS,
    MOST_HASTY,
    Played,
    is_hasty,
    new_advantage,
    new_ratings,
    played_game,
    rated_rules,
)
from ludoteca.web.table.stored_game import StoredGame, now_ms

MOST_RANKED, MOST_CHANGES, MOST_IN_LEAGUE = 100, 500, 50
AMONG = select(RatingRow).where(  # made once: a list in a query leaves garbage behind
    RatingRow.player.in_(bindparam("players", type_=String, expanding=True)),
    RatingRow.game.in_(bindparam("games", type_=String, expanding=True)),
)


def rating_of(session: Session, player: str, game: str, speed: str, now: int | None = None) -> Rating:
    """An account's rating now, as unsure as the time since its last game has made it."""
    row = session.get(RatingRow, (player, game, speed))
    return Rating() if row is None else _rating_now(row, now_ms() if now is None else now)


def ratings_among(session: Session, wanted: Collection[tuple[str, str, str]]) -> dict[tuple[str, str, str], Rating]:
    """Ratings now, by player, game and speed; guests have none."""
    found = {each: Rating() for each in wanted if is_account(each[0])}
    players, games = {player for player, *_ in found}, {game for _, game, _ in found}
    rows = session.scalars(AMONG, {"players": list(players), "games": list(games)})
    known = {(row.player, row.game, row.speed): _rating_now(row, now_ms()) for row in rows}
    return {each: known.get(each, rating) for each, rating in found.items()}


def _rating_now(row: RatingRow, now: int) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility).after((now - row.changed) / DAY_MS)


def ratings_of(session: Session, player: str) -> list[dict[str, Any]]:
    """All ratings of an account, most played first."""
    rows = session.scalars(select(RatingRow).where(RatingRow.player == player).order_by(RatingRow.games.desc()))
    return [rating_json(row) for row in rows]


def rating_json(row: RatingRow) -> dict[str, Any]:
    """A rating as it is shown."""
    now = _rating_now(row, now_ms())
    return {
        "game": row.game,
        "speed": row.speed,
        "rating": round(now.rating),
        "deviation": round(now.deviation),
        "provisional": now.is_provisional,
        "games": row.games,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.games - row.wins - row.draws,
        "changed": row.changed,
    }


def changes_of(session: Session, player: str, game: str, speed: str) -> list[tuple[int, float]]:
    """When an account's rating changed, and to what, oldest first."""
    own = (RatingChangeRow.player == player, RatingChangeRow.rules == game, RatingChangeRow.speed == speed)
    rows = session.execute(
        select(RatingChangeRow.made, RatingChangeRow.after)
        .where(*own)
        .order_by(RatingChangeRow.made.desc())
        .limit(MOST_CHANGES)
    )
    return [(made, after) for made, after in reversed(rows.all())]


def all_changes_of(session: Session, player: str) -> list[dict[str, Any]]:
    """What every rated game has changed for an account, oldest first; whom it was against, the game says."""
    own = select(RatingChangeRow).where(RatingChangeRow.player == player)
    columns = [column.name for column in RatingChangeRow.__table__.columns if column.name not in ("player", "opponent")]
    rows = session.scalars(own.order_by(RatingChangeRow.made))
    return [{name: getattr(row, name) for name in columns} for row in rows]


def changes_in(session: Session, game: str) -> list[dict[str, Any]]:
    """What a game changed, by seat."""
    rows = session.scalars(select(RatingChangeRow).where(RatingChangeRow.game == game).order_by(RatingChangeRow.seat))
    return [
        {"seat": row.seat, "before": round(row.before), "after": round(row.after), "deviation": round(row.deviation)}
        for row in rows
    ]


def ranking(session: Session, game: str, speed: str) -> list[dict[str, Any]]:
    """The best players of a game, without those about whom too little is known."""
    wanted = select(RatingRow, AccountRow.name).join(AccountRow, AccountRow.id == RatingRow.player)
    wanted = wanted.where(RatingRow.game == game, RatingRow.speed == speed, RatingRow.deviation <= PROVISIONAL)
    wanted = wanted.where(~AccountRow.suspended).order_by(RatingRow.rating.desc()).limit(2 * MOST_RANKED)
    found = [{**rating_json(row), "name": name} for row, name in session.execute(wanted)]
    return [item for item in found if not item["provisional"]][:MOST_RANKED]


def league(session: Session, game: str, since: int) -> list[dict[str, Any]]:
    """Who has got how many points in rated games against people since then, the best first."""
    points, gained = func.sum(RatingChangeRow.points), func.sum(RatingChangeRow.after - RatingChangeRow.before)
    counts = (func.count().label("games"), points.label("points"), gained.label("gained"))
    recent = (RatingChangeRow.rules == game, RatingChangeRow.made >= since)
    against_people = func.length(RatingChangeRow.opponent) == ID_LENGTH  # levels have shorter names
    found = select(RatingChangeRow.player, *counts).where(*recent, against_people)
    week = found.group_by(RatingChangeRow.player).subquery()
    best = select(AccountRow.name, week).join(AccountRow, AccountRow.id == week.c.player).where(~AccountRow.suspended)
    best = best.order_by(week.c.points.desc(), week.c.games, week.c.gained.desc())
    return [
        {"name": row.name, "games": row.games, "points": row.points, "gained": round(row.gained)}
        for row in session.execute(best.limit(MOST_IN_LEAGUE))
    ]


def advantage_in(session: Session, rules: str) -> Advantage:
    """What it is worth to move first in a game, by its name or by that of its rules with the swap."""
    row = session.get(AdvantageRow, rules)
    return Advantage() if row is None else Advantage(row.points, row.deviation, row.games)


def in_fair_pairs(session: Session, new: NewGame) -> NewGame:
    """The game that is asked for; a rated one in which moving first decides much becomes one game from each side."""
    if not new.rated:
        return new
    variant = load_game(new.game, **new.options)
    return in_pairs(new, advantage_in(session, rated_rules(variant) or variant.name))


def apply_result(session: Session, stored: StoredGame) -> bool:
    """Count a finished game; returns whether it counted.  Once it has, it does not again."""
    played = played_game(stored)
    if played is None:
        return False
    _lock(session, played)
    if session.scalar(select(RatingChangeRow.game).where(RatingChangeRow.game == stored.id).limit(1)) is not None:
        return False
    now = now_ms()
    made = session.scalar(select(GameRow.made).where(GameRow.id == stored.id)) or now
    hasty = is_hasty(stored, now - made)
    if hasty and _hasty_losses(session, played, now - DAY_MS) >= MOST_HASTY:
        return False
    sides, rules, speed = played.sides, played.game, played.speed
    before = tuple(side.level or rating_of(session, side.player, rules, speed, now) for side in sides)
    old = (before[0], before[1])
    advantage = advantage_in(session, played.rules)
    for seat, (side, new) in enumerate(zip(sides, new_ratings(played, old, advantage), strict=True)):
        if side.level is not None:
            continue
        points = played.points[seat]
        _store(session, side.player, played, new, points, now)
        change = {"game": stored.id, "seat": seat, "player": side.player, "opponent": sides[1 - seat].player}
        change |= {"rules": rules, "speed": speed, "points": points, "hasty": hasty, "made": now}
        session.add(RatingChangeRow(**change, before=old[seat].rating, after=new.rating, deviation=new.deviation))
    learned = new_advantage(played, old, advantage)
    row = session.get_one(AdvantageRow, played.rules)
    row.points, row.deviation, row.games = learned.points, learned.deviation, learned.games
    session.flush()
    return True


def _lock(session: Session, played: Played) -> None:
    """The rows that a game changes, made if needed and held until the commit, always in the same order."""
    insert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    fresh, start = Rating(), Advantage()
    row = {"game": played.rules, "points": start.points, "deviation": start.deviation, "games": 0}
    session.execute(insert(AdvantageRow).values(**row).on_conflict_do_nothing())
    session.get(AdvantageRow, played.rules, with_for_update=True, populate_existing=True)
    for player in sorted(side.player for side in played.sides if side.level is None):
        key = {"player": player, "game": played.game, "speed": played.speed}
        known = {"rating": fresh.rating, "deviation": fresh.deviation, "volatility": fresh.volatility}
        count = {"games": 0, "wins": 0, "draws": 0, "changed": now_ms()}
        session.execute(insert(RatingRow).values(**key, **known, **count).on_conflict_do_nothing())
        session.get(RatingRow, tuple(key.values()), with_for_update=True, populate_existing=True)


def _store(session: Session, player: str, played: Played, new: Rating, points: float, now: int) -> None:
    row = session.get_one(RatingRow, (player, played.game, played.speed))
    row.rating, row.deviation, row.volatility, row.changed = new.rating, new.deviation, new.volatility, now
    row.games += 1
    row.wins += points == 1
    row.draws += points == 0.5


def _hasty_losses(session: Session, played: Played, since: int) -> int:
    """How often the loser has given up quickly since then, against anyone."""
    if played.points[0] == played.points[1]:
        return 0
    loser = played.sides[played.points.index(0.0)].player
    own = (RatingChangeRow.player == loser, RatingChangeRow.rules == played.game, RatingChangeRow.speed == played.speed)
    recent = (RatingChangeRow.made > since, RatingChangeRow.hasty, RatingChangeRow.points == 0)
    return session.scalar(select(func.count()).select_from(RatingChangeRow).where(*own, *recent)) or 0


def move_ratings(session: Session, old: str, new: str) -> None:
    """An account's ratings go over to another where that one has none."""
    for row in session.scalars(select(RatingRow).where(RatingRow.player == old)).all():
        if session.get(RatingRow, (new, row.game, row.speed)) is None:
            moved = {column.name: getattr(row, column.name) for column in RatingRow.__table__.columns}
            session.add(RatingRow(**{**moved, "player": new}))
            own = select(RatingChangeRow).where(RatingChangeRow.player == old, RatingChangeRow.rules == row.game)
            for change in session.scalars(own.where(RatingChangeRow.speed == row.speed)):
                change.player = new
    session.flush()
