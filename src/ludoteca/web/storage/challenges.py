"""Challenges as rows.  Every function here runs inside a session."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Integer, String, and_, bindparam, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.orm import Session

from ludoteca.languages import t
from ludoteca.web.storage import acquaintances, ratings, repository
from ludoteca.web.storage.databases import Outdated
from ludoteca.web.storage.schema import AcceptanceRow, AccountRow, ChallengeRow, GameRow, Guest, HolderRow
from ludoteca.web.table.challenges import LIVE_MS, BegunGame, Challenge, gone_since, rated_in
from ludoteca.web.table.new_game import NewGame
from ludoteca.web.table.stored_game import StoredGame, now_ms

MOST_LISTED = 100  # of live challenges, and as many of others
KEEP_MS = 24 * 3600 * 1000  # after it has expired
ACCEPTED = (  # made once: a list in a query leaves garbage behind
    select(AcceptanceRow, GameRow)
    .join(GameRow, GameRow.id == AcceptanceRow.game)
    .where(AcceptanceRow.challenge.in_(bindparam("challenges", type_=String, expanding=True)))
)
RECENT_MS = 60_000  # someone who was between two pages when their challenge was accepted hears of it on the next

# About challenges, made once as well: in which order they are listed, and who may see what
IS_SLOW = ChallengeRow.expires - ChallengeRow.made > LIVE_MS  # live ones never stay open this long
IS_BY_POSTER = GameRow.declared["seat"].as_integer() == AcceptanceRow.poster_seat
COUNTS = case((GameRow.state != "aborted", 1), (IS_BY_POSTER, 1), else_=0)  # as in `BegunGame.is_returned`
BEGUN = (
    select(func.coalesce(func.sum(COUNTS), 0))
    .join_from(AcceptanceRow, GameRow, GameRow.id == AcceptanceRow.game)
    .where(AcceptanceRow.challenge == ChallengeRow.id)
    .scalar_subquery()
)
LEFT = ChallengeRow.times - BEGUN
STANDS = and_(ChallengeRow.expires > bindparam("now"), LEFT > 0)
IS_SUSPENDED = exists().where(AccountRow.id == ChallengeRow.guest, AccountRow.suspended)  # nobody plays with them
CAN_BEGIN = and_(STANDS, or_(IS_SLOW, ChallengeRow.seen > bindparam("gone")), ~IS_SUSPENDED)  # as `is_open` says
IS_OWN = ChallengeRow.guest == bindparam("guest")
IS_BLOCKED = ChallengeRow.guest.in_(bindparam("blocked", type_=String, expanding=True))
IS_FOR_GUEST = and_(CAN_BEGIN, ChallengeRow.to == bindparam("guest"), ~IS_BLOCKED)
IS_PUBLIC = and_(CAN_BEGIN, ChallengeRow.to.is_(None), ~IS_OWN, ~IS_BLOCKED)
MOST = bindparam("most", type_=Integer)
PERSONAL = (
    select(ChallengeRow.id)
    .where(or_(and_(STANDS, IS_OWN), IS_FOR_GUEST))
    .order_by(~IS_OWN, ChallengeRow.made.desc())
    .limit(MOST)
)
TURN = func.row_number().over(partition_by=(ChallengeRow.guest, IS_SLOW), order_by=ChallengeRow.made.desc())
BY_TURN = select(ChallengeRow.id, ChallengeRow.made, IS_SLOW.label("is_slow"), TURN.label("turn")).where(IS_PUBLIC)
PUBLIC = BY_TURN.subquery().c
LIVE, SLOW = (
    select(PUBLIC.id).where(each).order_by(PUBLIC.turn, PUBLIC.made.desc()).limit(MOST)
    for each in (~PUBLIC.is_slow, PUBLIC.is_slow)
)
BY_ID = select(ChallengeRow).where(ChallengeRow.id.in_(bindparam("found", type_=String, expanding=True)))
OPEN = select(ChallengeRow.id, LEFT).where(CAN_BEGIN).order_by(ChallengeRow.id)
POSTERS = select(ChallengeRow.guest).where(STANDS)


def add(session: Session, challenge: Challenge) -> None:
    """Store a new challenge; very old ones are deleted."""
    session.execute(delete(ChallengeRow).where(ChallengeRow.expires < challenge.made - KEEP_MS))
    session.execute(
        insert(ChallengeRow).values(
            id=challenge.id,
            guest=challenge.guest,
            name=challenge.name,
            wanted=challenge.wanted.model_dump(),
            times=challenge.times,
            to=challenge.to,
            to_name=challenge.to_name,
            least=challenge.least,
            most=challenge.most,
            made=challenge.made,
            seen=challenge.seen,
            expires=challenge.expires,
        )
    )


def load(session: Session, challenge: str) -> Challenge | None:
    """A challenge by its id."""
    return next(
        iter(_with_games(session, session.scalars(select(ChallengeRow).where(ChallengeRow.id == challenge)))), None
    )


def shown_to(session: Session, guest: str, now: int) -> list[Challenge]:
    """The challenges that a guest sees: their own, those for them, then all others that are open, newest first.

    If there are too many, live ones and others have their share each, and nobody's second one takes the place of
    somebody's only one.
    """
    given = {"guest": guest, "blocked": list(acquaintances.all_blocked(session, guest)), "most": MOST_LISTED}
    wanted = [session.scalars(each, {**given, **_at(now)}).all() for each in (PERSONAL, LIVE, SLOW)]
    shown = _with_games(session, session.scalars(BY_ID, {"found": [name for names in wanted for name in names]}))
    return sorted(shown, key=lambda each: (each.guest != guest, each.to is None, -each.made))


def open_now(session: Session, now: int) -> list[tuple[str, int]]:
    """All challenges that someone may accept, and how many more games each may lead to."""
    return [(challenge, left) for challenge, left in session.execute(OPEN, _at(now))]


def posters(session: Session, now: int) -> list[str]:
    """Who has posted open challenges: one entry for each challenge."""
    return list(session.scalars(POSTERS, {"now": now}))


def _at(now: int) -> dict[str, int]:
    return {"now": now, "gone": gone_since(now)}


def of_guest(session: Session, guest: str) -> list[Challenge]:
    """What a guest has posted lately."""
    return _with_games(session, session.scalars(select(ChallengeRow).where(ChallengeRow.guest == guest)))


def _with_games(session: Session, rows: Iterable[ChallengeRow]) -> list[Challenge]:
    found = list(rows)
    begun: defaultdict[str, list[BegunGame]] = defaultdict(list)
    for accepted, game in session.execute(ACCEPTED, {"challenges": [row.id for row in found]}):
        begun[accepted.challenge].append(_begun(accepted, game))
    wanted = {row.id: NewGame.model_validate(row.wanted) for row in found}
    rated = ratings.ratings_among(session, {(row.guest, *rated_in(wanted[row.id])) for row in found})
    return [
        Challenge(
            row.id,
            row.guest,
            row.name,
            wanted[row.id],
            row.made,
            row.seen,
            row.expires,
            row.times,
            row.to,
            row.to_name,
            row.version,
            row.least,
            row.most,
            rated.get((row.guest, *rated_in(wanted[row.id]))),
            tuple(begun[row.id]),
        )
        for row in found
    ]


def _begun(accepted: AcceptanceRow, game: GameRow) -> BegunGame:
    declared: dict[str, Any] = game.declared or {}
    is_by_poster = declared.get("seat") == accepted.poster_seat
    return BegunGame(game.id, accepted.guest, game.state, game.plies, is_by_poster)


def accept(session: Session, challenge: Challenge, stored: StoredGame, guest: str) -> None:
    """Store the game that begins, if the challenge is still as it was; otherwise raise Outdated."""
    claim = update(ChallengeRow).where(ChallengeRow.id == challenge.id, ChallengeRow.version == challenge.version)
    if session.execute(claim.values(version=challenge.version + 1)).rowcount != 1:  # type: ignore[attr-defined]
        raise Outdated(t("This challenge is no longer open. Someone may have been quicker."))
    repository.greet_guest(session, challenge.guest)
    repository.add_game(session, stored)
    seat = next(seat for seat, holder in stored.holders if holder == challenge.guest)
    row = {"game": stored.id, "challenge": challenge.id, "guest": guest, "poster_seat": seat}
    session.execute(insert(AcceptanceRow).values(**row))


def withdraw(session: Session, challenge: str, guest: str) -> bool:
    """End a challenge of one's own, which may have led to games; whether there was one."""
    own = update(ChallengeRow).where(ChallengeRow.id == challenge, ChallengeRow.guest == guest)
    ended = session.execute(own.values(expires=now_ms(), version=ChallengeRow.version + 1))
    return bool(ended.rowcount)  # type: ignore[attr-defined]


def note_seen(session: Session, guests: Collection[str], now: int) -> None:
    """These guests are here."""
    session.execute(
        update(ChallengeRow).where(ChallengeRow.guest.in_(guests), ChallengeRow.expires > now).values(seen=now)
    )


def poster_of(session: Session, game: str) -> tuple[str, str] | None:
    """The guest whose challenge has led to a game, and the name of who accepted; None for other games."""
    found = session.execute(
        select(ChallengeRow.guest, Guest.name)
        .join(AcceptanceRow, AcceptanceRow.challenge == ChallengeRow.id)
        .join(Guest, Guest.id == AcceptanceRow.guest)
        .where(AcceptanceRow.game == game)
    ).first()
    return None if found is None else (found[0], found[1])


def move(session: Session, old: str, new: str) -> None:
    """What a guest has posted and accepted goes over to their account."""
    for column in (ChallengeRow.guest, AcceptanceRow.guest):
        session.execute(update(column.class_).where(column == old).values(guest=new))


def delete_of(session: Session, account: str) -> None:
    """Delete the challenges that an account has posted, and those for it."""
    session.execute(delete(ChallengeRow).where(or_(ChallengeRow.guest == account, ChallengeRow.to == account)))


def just_begun(session: Session, guest: str) -> list[str]:
    """The games that a guest's challenges have led to just now, before anybody moved."""
    wanted = select(GameRow.id).join(AcceptanceRow, AcceptanceRow.game == GameRow.id)
    wanted = wanted.join(ChallengeRow, ChallengeRow.id == AcceptanceRow.challenge).where(ChallengeRow.guest == guest)
    wanted = wanted.join(HolderRow, HolderRow.game == GameRow.id).where(HolderRow.guest == guest)
    return list(
        session.scalars(wanted.where(GameRow.state == "going", GameRow.plies == 0, GameRow.made > now_ms() - RECENT_MS))
    )
