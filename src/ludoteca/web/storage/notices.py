"""Whom to tell what when they are not here, and where: rows.  Every function here runs inside a session.

A notice is named by what it is about, such as "turn:GAME:PLY:SEAT" or "challenge:ID".  It becomes a job when it comes
up, and then a job for each device; one that no longer holds by then is dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import CursorResult, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from ludoteca.web.people.account import digest_of
from ludoteca.web.storage import jobs
from ludoteca.web.storage.game_lists import Listing, is_your_turn, list_games
from ludoteca.web.storage.schema import AddressRow, ChallengeRow, GameRow, HolderRow, JobRow, PushRow, SeatRow
from ludoteca.web.storage.servers import Servers
from ludoteca.web.table.stored_game import StoredGame, awaited, now_ms
from ludoteca.web.tokens import COOKIE_SECONDS, new_id
from ludoteca.web.web_push import Subscription

NOTICE, PUSH, DIGEST = "notice", "push", "digest"  # jobs
TURN, CHALLENGE = "turn", "challenge"  # kinds of notices
WAIT_MS = 10_000  # whoever is between two pages, or moves at once, need not be told
HEAR_MS = 1000  # in which a server that has a page of theirs open says so
DIGEST_MS = 3600 * 1000  # a game that waits for longer is worth a mail
BETWEEN_MS = 12 * 3600 * 1000  # two mails
MOST_DEVICES = 10  # of one person; the oldest make room
MOST_IN_MAIL = 60  # games
MOST_FAILURES = 10  # in a row; then a subscription is forgotten


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that gets messages, as its owner has set it up."""

    subscription: Subscription
    origin: str  # of the pages that a message opens
    language: str
    label: str = ""
    expires: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell, to whom, and who is waiting for it."""

    kind: str
    about: str  # a game or a challenge
    rules: str  # the name of the game
    players: tuple[str, ...]
    name: str


# --- what there is to tell


def note_turn(session: Session, before: StoredGame | None, after: StoredGame, now: int) -> None:
    """If someone who is not at the table can move now, and could not before, they may have to be told."""
    turn = awaited(after)
    if turn is None or (before is not None and turn == awaited(before)) or not after.is_away(turn[1]):
        return
    ply, mover = turn
    if can_be_told(session, [guest for seat, guest in after.holders if seat == mover]):
        jobs.put(session, NOTICE, f"{TURN}:{after.id}:{ply}:{mover}", now + WAIT_MS)


def note_challenge(session: Session, challenge: str, to: str | None, now: int) -> None:
    """Someone is challenged."""
    if to is not None and can_be_told(session, [to]):
        jobs.put(session, NOTICE, f"{CHALLENGE}:{challenge}", now + WAIT_MS)


def can_be_told(session: Session, players: Collection[str]) -> bool:
    """Whether any of these wants push messages or mail."""
    by_push = exists().where(PushRow.guest.in_(players))
    by_mail = exists().where(AddressRow.account.in_(players), AddressRow.address.is_not(None), AddressRow.digest)
    return bool(session.scalar(select(or_(by_push, by_mail))))


def load_notice(session: Session, subject: str) -> Notice | None:
    """What there is to tell, if it still holds: nobody has moved, or accepted."""
    kind, about, *rest = subject.split(":")
    if kind == CHALLENGE:
        offered = session.get(ChallengeRow, about)
        if offered is None or offered.to is None or offered.expires <= now_ms() or offered.version:
            return None
        return Notice(kind, about, offered.wanted["game"], (offered.to,), offered.name)
    game, (ply, seat) = session.get(GameRow, about), map(int, rest)
    if game is None or game.state != "going" or game.plies != ply:
        return None
    holders = select(HolderRow.guest).where(HolderRow.game == about, HolderRow.seat == seat)
    name = session.scalar(select(SeatRow.name).where(SeatRow.game == about, SeatRow.seat == 1 - seat))
    return Notice(kind, about, game.game, tuple(session.scalars(holders)), name or "")


def begin(session: Session, subject: str, servers: Servers) -> Notice | None:
    """A notice has come up: devices will be sent it in a moment, unless a page of theirs is open; mail takes longer."""
    notice = load_notice(session, subject) if finish(session, NOTICE, subject, servers) else None
    if notice is None:
        return None
    is_current = or_(PushRow.expires.is_(None), PushRow.expires > now_ms())
    for device in session.scalars(select(PushRow.id).where(PushRow.guest.in_(notice.players), is_current)).all():
        jobs.put(session, PUSH, f"{subject}:{device}", servers.now() + HEAR_MS)
    if notice.kind == TURN:
        note_waiting(session, notice.players, servers.now())
    return notice


def note_waiting(session: Session, players: Collection[str], now: int) -> None:
    """A game waits for one of these, who knows; if it goes on waiting, it is worth a mail."""
    wants_mail = (AddressRow.account.in_(players), AddressRow.address.is_not(None), AddressRow.digest)
    for row in session.scalars(select(AddressRow).where(*wants_mail)).all():
        if session.get(JobRow, (DIGEST, row.account)) is None:
            jobs.put(session, DIGEST, row.account, max(now + DIGEST_MS, row.sent + BETWEEN_MS))


def finish(session: Session, kind: str, subject: str, servers: Servers) -> bool:
    """Take a job that this server does off the list; False if another server has it.  So it is done at most once."""
    own = delete(JobRow).where(jobs.is_job(kind, subject), JobRow.server == servers.id)
    return cast("CursorResult[object]", session.execute(own)).rowcount == 1


def seen_here(session: Session, subject: str) -> None:
    """A page of theirs is open: no device is sent this."""
    session.execute(
        delete(JobRow).where(JobRow.kind == PUSH, JobRow.subject.startswith(f"{subject}:", autoescape=True))
    )


# --- devices


def add_device(session: Session, guest: str, sign_in: str | None, device: Device) -> None:
    """A browser wants to be told; whoever uses it now is whom it belongs to."""
    endpoint, public_key, auth = device.subscription
    row = session.scalar(select(PushRow).where(PushRow.digest == digest_of("push", endpoint)))
    if row is None:
        row = PushRow(id=new_id(), digest=digest_of("push", endpoint), endpoint=endpoint, made=now_ms())
        session.add(row)
    row.guest, row.sign_in, row.public_key, row.auth = guest, sign_in, public_key, auth
    row.origin, row.language, row.device = device.origin, device.language, device.label[:60]
    row.expires, row.seen, row.failures = device.expires, now_ms(), 0
    session.flush()
    newest = select(PushRow.id).where(PushRow.guest == guest).order_by(PushRow.seen.desc(), PushRow.made.desc())
    session.execute(delete(PushRow).where(PushRow.id.in_(session.scalars(newest.offset(MOST_DEVICES)).all())))


def remove_device(session: Session, endpoint: str) -> None:
    """A browser no longer wants to be told."""
    session.execute(delete(PushRow).where(PushRow.digest == digest_of("push", endpoint)))


def device_of(session: Session, device: str) -> tuple[str, Device] | None:
    """A device by its id, with whose it is."""
    row = session.get(PushRow, device)
    if row is None:
        return None
    subscription = Subscription(row.endpoint, row.public_key, row.auth)
    return row.guest, Device(subscription, row.origin, row.language, row.device, row.expires)


def note_sent(session: Session, device: str, *, is_taken: bool, is_gone: bool) -> None:
    """What became of a message: a device that is gone, or never answers, is forgotten."""
    row = session.get(PushRow, device)
    if row is None:
        return
    row.failures = 0 if is_taken else row.failures + 1
    if is_gone or row.failures >= MOST_FAILURES:
        session.delete(row)


def end_sign_ins(session: Session, sign_ins: Iterable[str]) -> None:
    """Browsers that were signed out are no longer told anything."""
    session.execute(delete(PushRow).where(PushRow.sign_in.in_(list(sign_ins))))


def move_sign_in(session: Session, old: str, new: str) -> None:
    """A browser that has signed in again keeps getting notices."""
    session.execute(update(PushRow).where(PushRow.sign_in == old).values(sign_in=new))


def forget_old_devices(session: Session) -> None:
    """Delete subscriptions that have expired, and those of browsers that have not been here for as long as a cookie."""
    now = now_ms()
    session.execute(delete(PushRow).where(or_(PushRow.expires < now, PushRow.seen < now - COOKIE_SECONDS * 1000)))


# --- mail


@dataclass(frozen=True, slots=True)
class Waiting:
    """The games in which it is someone's turn, for a mail."""

    address: str
    language: str
    games: tuple[Listing, ...]


def address_of(session: Session, account: str) -> AddressRow | None:
    """Where an account gets mail."""
    return session.get(AddressRow, account)


def set_address(session: Session, account: str, address: str, language: str) -> None:
    """An account wants mail at an address, which is not known to be its own yet."""
    row = session.get(AddressRow, account)
    if row is None:
        row = AddressRow(account=account, digest=True, sent=0)
        session.add(row)
    row.pending, row.language = address, language


def confirm_address(session: Session, account: str, address: str) -> bool:
    """Whoever reads mail at an address says that it is this account's; whether the account still wants it."""
    row = session.get(AddressRow, account)
    if row is not None and row.pending == address:
        row.address, row.pending = address, None
    return row is not None and row.address == address


def forget_pending(session: Session, account: str) -> None:
    """An address that has not been confirmed no longer can be."""
    session.execute(update(AddressRow).where(AddressRow.account == account).values(pending=None))


def remove_address(session: Session, account: str) -> None:
    """An account wants no mail any more."""
    session.execute(delete(AddressRow).where(AddressRow.account == account))


def move_address(session: Session, old: str, new: str) -> None:
    """The address of an account becomes that of another, if that has none."""
    mine, theirs = session.get(AddressRow, old), session.get(AddressRow, new)
    if mine is None or mine.address is None or (theirs is not None and theirs.address is not None):
        return
    if theirs is None:
        theirs = AddressRow(account=new, digest=mine.digest, language=mine.language, sent=mine.sent)
        session.add(theirs)
    theirs.address = mine.address


def set_digest(session: Session, account: str, *, is_on: bool) -> None:
    """Whether an account gets word of games that wait."""
    session.execute(update(AddressRow).where(AddressRow.account == account).values(digest=is_on))


def accounts_at(session: Session, address: str) -> list[str]:
    """The accounts that have confirmed an address."""
    return list(session.scalars(select(AddressRow.account).where(AddressRow.address == address).limit(MOST_DEVICES)))


def begin_digest(session: Session, account: str, servers: Servers) -> Waiting | None:
    """It is time for a mail; None if there is nothing to say by now."""
    row = session.get(AddressRow, account) if finish(session, DIGEST, account, servers) else None
    if row is None or row.address is None or not row.digest:
        return None
    games = list_games(session, account, "going", MOST_IN_MAIL)
    waiting = tuple(game for game in games if is_your_turn(game) and game["kind"] == "friend")
    if not waiting:
        return None
    row.sent = servers.now()
    return Waiting(row.address, row.language, waiting)


def export_of(session: Session, account: str) -> dict[str, Any]:
    """What is stored about where someone is told things."""
    devices = session.scalars(select(PushRow).where(PushRow.guest == account).order_by(PushRow.made))
    found = session.get(AddressRow, account)
    return {
        "push": [{"endpoint": row.endpoint, "device": row.device, "made": row.made} for row in devices],
        "mail": None
        if found is None
        else {"address": found.address, "unconfirmed": found.pending, "digest": found.digest},
    }


def delete_of(session: Session, account: str) -> None:
    """Delete all of it."""
    session.execute(delete(PushRow).where(PushRow.guest == account))
    session.execute(delete(AddressRow).where(AddressRow.account == account))
