"""Challenges as rows.  Every function here runs inside a session."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import String, bindparam, delete, insert, or_, select, update
from sqlalchemy.orm import Session

from ludoteca.languages import t
from ludoteca.web.storage import ratings, repository
from ludoteca.web.storage.databases import Outdated
from ludoteca.web.storage.schema import AcceptanceRow, ChallengeRow, GameRow, Guest, HolderRow
from ludoteca.web.table.challenges import BegunGame, Challenge, rated_in
from ludoteca.web.table.new_game import NewGame
from ludoteca.web.table.stored_game import StoredGame, now_ms

MOST_LISTED = 200
KEEP_MS = 24 * 3600 * 1000  # after it has expired
ACCEPTED = (  # made once: a list in a query leaves garbage behind
    select(AcceptanceRow, GameRow)
    .join(GameRow, GameRow.id == AcceptanceRow.game)
    .where(AcceptanceRow.challenge.in_(bindparam("challenges", type_=String, expanding=True)))
)
RECENT_MS = 60_000  # someone who was between two pages when their challenge was accepted hears of it on the next


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


def standing(session: Session, now: int) -> list[Challenge]:
    """The challenges that have not expired, newest first; some of them cannot be accepted any more."""
    wanted = select(ChallengeRow).where(ChallengeRow.expires > now).order_by(ChallengeRow.expires.desc())
    return _with_games(session, session.scalars(wanted.limit(MOST_LISTED)))


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
