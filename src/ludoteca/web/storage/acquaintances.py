"""What people say to each other, and whom they have blocked, as rows.  Every function here runs inside a session."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, exists, insert, or_, select, update
from sqlalchemy.orm import Session

from ludoteca.web.storage.schema import BlockRow, ChatRow
from ludoteca.web.table.chat import MOST_SHOWN, REMOVED, ChatLine
from ludoteca.web.table.stored_game import now_ms


def add_line(session: Session, game: str, line: ChatLine) -> None:
    """Store what a player said."""
    session.execute(
        insert(ChatRow).values(game=game, seat=line.seat, phrase=line.phrase, text=line.text, made=now_ms())
    )


def lines_since(session: Session, game: str, number: int = 0) -> list[ChatLine]:
    """What was said in a game after a line, at most the newest hundred."""
    wanted = select(ChatRow).where(ChatRow.game == game, ChatRow.id > number)
    found = session.scalars(wanted.order_by(ChatRow.id.desc()).limit(MOST_SHOWN)).all()
    return [ChatLine(row.seat, row.phrase, row.text, row.id) for row in reversed(found)]


def remove_line(session: Session, number: int) -> str | None:
    """Say of a line that it was removed, instead of what it said; returns its game, None if there is no such line."""
    row = session.get(ChatRow, number)
    if row is None:
        return None
    row.phrase, row.text = None, REMOVED
    return row.game


def block(session: Session, guest: str, others: Collection[str], name: str) -> None:
    """A guest wants nothing to do with these others any more."""
    mute(session, guest, others, name, is_on=False)
    known = set(session.scalars(select(BlockRow.blocked).where(BlockRow.guest == guest)))
    for other in set(others) - known:
        session.execute(insert(BlockRow).values(guest=guest, blocked=other, name=name, made=now_ms()))


def mute(session: Session, guest: str, others: Collection[str], name: str, *, is_on: bool) -> None:
    """A guest does not want to read what these others say, or does again; whoever is blocked stays blocked."""
    own = (BlockRow.guest == guest, BlockRow.blocked.in_(others))
    session.execute(delete(BlockRow).where(*own, BlockRow.is_mute))
    if is_on:
        known = set(session.scalars(select(BlockRow.blocked).where(*own)))
        for other in set(others) - known:
            session.execute(insert(BlockRow).values(guest=guest, blocked=other, name=name, is_mute=True, made=now_ms()))


def has_muted(session: Session, guest: str, others: Collection[str]) -> bool:
    """Whether a guest does not want to read what one of these others says."""
    own = exists().where(BlockRow.guest == guest, BlockRow.blocked.in_(others), BlockRow.is_mute)
    return bool(session.scalar(select(own)))


def unblock(session: Session, guest: str, number: int) -> None:
    """Take one of a guest's blocks back."""
    session.execute(delete(BlockRow).where(BlockRow.id == number, BlockRow.guest == guest))


def move_blocks(session: Session, old: str, new: str) -> None:
    """What a guest blocked, or who blocked them, goes over to their account."""
    for mine, theirs in ((BlockRow.guest, BlockRow.blocked), (BlockRow.blocked, BlockRow.guest)):
        known = select(theirs).where(mine == new)
        session.execute(delete(BlockRow).where(mine == old, theirs.in_(known)))
        session.execute(update(BlockRow).where(mine == old).values({mine: new}))


def blocked_by(session: Session, guest: str, *, is_mute: bool = False) -> list[tuple[int, str]]:
    """Whom a guest has blocked, or muted: the number of each block, and the name at that time."""
    own = (BlockRow.guest == guest, BlockRow.is_mute == is_mute)
    found = session.execute(select(BlockRow.id, BlockRow.name).where(*own).order_by(BlockRow.id))
    return [(number, name) for number, name in found]


def all_blocked(session: Session, guest: str) -> set[str]:
    """Everyone whom a guest does not want to meet, or who does not want to meet them."""
    own = select(BlockRow.blocked).where(BlockRow.guest == guest, ~BlockRow.is_mute)
    theirs = select(BlockRow.guest).where(BlockRow.blocked == guest, ~BlockRow.is_mute)
    return set(session.scalars(own.union(theirs)))


def is_blocked(session: Session, guest: str, others: Collection[str]) -> bool:
    """Whether a guest and any of these others do not want to meet, whichever of them said so."""
    theirs = BlockRow.guest.in_(others) & (BlockRow.blocked == guest)
    own = BlockRow.blocked.in_(others) & (BlockRow.guest == guest)
    return bool(session.scalar(select(exists().where(or_(theirs, own), ~BlockRow.is_mute))))
