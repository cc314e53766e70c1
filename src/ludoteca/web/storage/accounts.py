"""Accounts in the database.  Every function here runs inside a session, and a secret is stored as its digest."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable
from dataclasses import asdict
from typing import Any

from sqlalchemy import String, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from ludoteca.errors import LudotecaError
from ludoteca.languages import t, translatable
from ludoteca.languages.texts import read_text
from ludoteca.web.people.account import (
    DELETED,
    LINK_HOURS,
    PLAYER,
    Account,
    BadName,
    SignIn,
    WrongSecret,
    digest_of,
    name_key,
    new_account_id,
)
from ludoteca.web.people.synced_storage import learned_in, merged
from ludoteca.web.storage import acquaintances, challenges, notices, vacations
from ludoteca.web.storage.ratings import all_changes_of, move_ratings, ratings_of
from ludoteca.web.storage.schema import (
    AccountRow,
    BlockRow,
    ChatRow,
    GameRow,
    Guest,
    HolderRow,
    HostActionRow,
    MoveRow,
    OneTimeKeyRow,
    PasskeyRow,
    SeatRow,
    SignInRow,
    VacationRow,
)
from ludoteca.web.table.challenges import Challenge
from ludoteca.web.table.chat import PHRASES
from ludoteca.web.table.stored_game import now_ms
from ludoteca.web.tokens import COOKIE_SECONDS

MOST_SIGN_INS = 50  # of one account; the oldest make room
SEEN_MS = 3_600_000  # how exactly it is known when someone was here last
MOST_ASKED = 5000  # sign-ins in one query
SIGNED_IN = (  # made once: a list in a query leaves garbage behind
    select(SignInRow.id, AccountRow)
    .join(AccountRow, AccountRow.id == SignInRow.account)
    .where(SignInRow.id.in_(bindparam("names", type_=String, expanding=True)))
)
CHALLENGE_MS = 5 * 60_000
TAKEN = translatable("Someone already has this name. Choose another one.")
USED_UP = translatable("This link has been used, or is no longer valid.")


class StillPlaying(LudotecaError):
    """An account cannot be deleted, because it has games that are not over."""


def account_of(row: AccountRow) -> Account:
    """The account that a row describes."""
    return Account(row.id, row.name, row.role, row.suspended)


def find_account(session: Session, account: str) -> Account | None:
    """An account by its id."""
    row = session.get(AccountRow, account)
    return None if row is None else account_of(row)


def named(session: Session, name: str) -> AccountRow | None:
    """The account with a name, or with one that looks the same."""
    key = name_key(name)
    return session.scalar(select(AccountRow).where(AccountRow.key == key)) if key else None


def add_account(session: Session, name: str, password: str | None, role: str = PLAYER, account: str = "") -> Account:
    """A new account; BadName if someone has that name."""
    now, row_id = now_ms(), account or new_account_id()
    must_be_free(session, name)
    row = AccountRow(id=row_id, name=name, key=name_key(name), password=password, role=role, made=now, seen=now)
    session.add(row)
    session.add(Guest(id=row_id, name=name, made=now, seen=now))
    try:
        session.flush()
    except IntegrityError as error:  # another process was faster
        raise BadName(t(TAKEN)) from error
    return account_of(row)


def must_be_free(session: Session, name: str) -> None:
    """BadName if someone has this name, or one that looks the same."""
    if named(session, name) is not None:
        raise BadName(t(TAKEN))


# --- signing in and out


def begin_sign_in(session: Session, account: str, way: str, device: str, instead_of: str = "") -> str:
    """A new sign-in, which may take the place of another of the same browser; returns its secret, for the cookie."""
    secret, now = secrets.token_urlsafe(32), now_ms()
    session.execute(update(AccountRow).where(AccountRow.id == account).values(seen=now))
    sign_in = digest_of("sign-in", secret)
    session.add(SignInRow(id=sign_in, account=account, way=way, device=device[:60], made=now, seen=now))
    session.flush()
    if instead_of:
        notices.move_sign_in(session, instead_of, sign_in)
        session.execute(delete(SignInRow).where(SignInRow.id == instead_of, SignInRow.account == account))
    newest = select(SignInRow.id).where(SignInRow.account == account).order_by(SignInRow.seen.desc())
    spare = session.scalars(newest.offset(MOST_SIGN_INS)).all()
    if spare:
        notices.end_sign_ins(session, spare)
        session.execute(delete(SignInRow).where(SignInRow.id.in_(spare)))
    return secret


def read_sign_in(session: Session, secret: str) -> SignIn | None:
    """The sign-in that a cookie belongs to; None if it was ended or is too old."""
    row = session.get(SignInRow, digest_of("sign-in", secret))
    account = None if row is None else find_account(session, row.account)
    if row is None or account is None or row.seen < now_ms() - COOKIE_SECONDS * 1000:
        return None
    return SignIn(row.id, account, row.way, row.made, row.seen)


def accounts_signed_in(session: Session, sign_ins: Collection[str]) -> dict[str, Account]:
    """The accounts of those sign-ins that have not been ended."""
    found, names = {}, list(sign_ins)
    for start in range(0, len(names), MOST_ASKED):
        some = session.execute(SIGNED_IN, {"names": names[start : start + MOST_ASKED]})
        found.update({name: account_of(row) for name, row in some})
    return found


def note_seen(session: Session, sign_in: SignIn) -> None:
    """Someone is here."""
    now = now_ms()
    session.execute(update(SignInRow).where(SignInRow.id == sign_in.id).values(seen=now))
    session.execute(update(AccountRow).where(AccountRow.id == sign_in.account.id).values(seen=now))


def sign_ins_of(session: Session, account: str) -> list[dict[str, Any]]:
    """The browsers in which an account is signed in, most recent first."""
    rows = session.scalars(select(SignInRow).where(SignInRow.account == account).order_by(SignInRow.seen.desc()))
    return [{"id": row.id, "way": row.way, "device": row.device, "made": row.made, "seen": row.seen} for row in rows]


def end_sign_ins(session: Session, account: str, *, only: str = "", but: str = "") -> None:
    """Sign out one browser of an account, or all but one, or all."""
    chosen = select(SignInRow.id).where(SignInRow.account == account, SignInRow.id != but)
    ended = session.scalars(chosen.where(SignInRow.id == only) if only else chosen).all()
    notices.end_sign_ins(session, ended)
    session.execute(delete(SignInRow).where(SignInRow.id.in_(ended)))


def password_of(session: Session, account: str) -> str | None:
    """The hash of an account's password; None if it has none."""
    return session.scalar(select(AccountRow.password).where(AccountRow.id == account))


def set_password(session: Session, account: str, password: str) -> None:
    """Store the hash of a new password; links that were sent before no longer open anything."""
    session.execute(update(AccountRow).where(AccountRow.id == account).values(password=password))
    session.execute(delete(OneTimeKeyRow).where(OneTimeKeyRow.account == account, OneTimeKeyRow.kind != "code"))
    notices.forget_pending(session, account)


# --- secrets that work once


def add_key(session: Session, kind: str, secret: str, account: str | None, expires: int | None) -> None:
    """Store such a secret."""
    key = digest_of(kind, secret, account or "") if kind == "code" else digest_of(kind, secret)
    session.add(OneTimeKeyRow(id=key, kind=kind, account=account, expires=expires))


def use_key(session: Session, kind: str, secret: str, account: str = "") -> str | None:
    """Use one up: the account that it is for, "" for none; None if it does not work, or was used."""
    key = digest_of(kind, secret, account)
    row = session.get(OneTimeKeyRow, key)
    if row is None or (row.expires is not None and row.expires < now_ms()):
        return None
    used = session.execute(delete(OneTimeKeyRow).where(OneTimeKeyRow.id == key))
    return (row.account or "") if getattr(used, "rowcount", 0) == 1 else None


def add_link(session: Session, account: str) -> str:
    """A secret for a link that signs in once."""
    secret = secrets.token_urlsafe(24)
    add_key(session, "link", secret, account, now_ms() + LINK_HOURS * 3_600_000)
    return secret


def account_of_link(session: Session, secret: str) -> Account | None:
    """Whose link it is; it stays usable."""
    row = session.get(OneTimeKeyRow, digest_of("link", secret))
    if row is None or row.account is None or (row.expires or 0) < now_ms():
        return None
    return find_account(session, row.account)


def use_link(session: Session, secret: str) -> Account:
    """Use a link up; WrongSecret if it does not work."""
    account = find_account(session, use_key(session, "link", secret) or "")
    if account is None:
        raise WrongSecret(t(USED_UP))
    return account


def replace_codes(session: Session, account: str, codes: Iterable[str]) -> None:
    """New recovery codes; the old ones no longer work."""
    session.execute(delete(OneTimeKeyRow).where(OneTimeKeyRow.account == account, OneTimeKeyRow.kind == "code"))
    for code in codes:
        add_key(session, "code", code, account, None)


def count_codes(session: Session, account: str) -> int:
    """How many recovery codes are left."""
    own = (OneTimeKeyRow.account == account, OneTimeKeyRow.kind == "code")
    return session.scalar(select(func.count()).select_from(OneTimeKeyRow).where(*own)) or 0


# --- passkeys


def add_challenge(session: Session, challenge: str, account: str | None) -> None:
    """What a passkey is asked to sign: once, and soon."""
    add_key(session, "challenge", challenge, account, now_ms() + CHALLENGE_MS)


def add_passkey(session: Session, account: str, key: str, public_key: str, uses: int, label: str) -> None:
    """A new passkey; WrongSecret for one that is there already."""
    if session.get(PasskeyRow, key) is not None:
        raise WrongSecret(t("This passkey is already in use."))
    row = PasskeyRow(id=key, account=account, public_key=public_key, uses=uses, label=label, made=now_ms())
    session.add(row)
    session.flush()


def find_passkey(session: Session, key: str) -> PasskeyRow | None:
    """A passkey by its id."""
    return session.get(PasskeyRow, key)


def passkeys_of(session: Session, account: str) -> list[dict[str, Any]]:
    """The passkeys of an account."""
    rows = session.scalars(select(PasskeyRow).where(PasskeyRow.account == account).order_by(PasskeyRow.made))
    return [{"id": row.id, "label": row.label, "made": row.made, "used": row.used} for row in rows]


def note_use(session: Session, key: str, uses: int) -> Account:
    """A passkey was used; whose it is."""
    row = session.get_one(PasskeyRow, key)
    row.uses, row.used = uses, now_ms()
    return account_of(session.get_one(AccountRow, row.account))


def remove_passkey(session: Session, account: str, key: str) -> None:
    """Remove a passkey; WrongSecret if there would be no way to sign in any more."""
    if len(passkeys_of(session, account)) == 1 and password_of(session, account) is None:
        raise WrongSecret(t("This is your only way to sign in. Set a password first."))
    session.execute(delete(PasskeyRow).where(PasskeyRow.account == account, PasskeyRow.id == key))


# --- games that change hands


def games_of(session: Session, player: str) -> list[str]:
    """The games that a guest or an account plays, or has started."""
    held = select(HolderRow.game).where(HolderRow.guest == player)
    return list(session.scalars(held.union(select(GameRow.id).where(GameRow.owner == player))))


def unfinished_of(session: Session, player: str) -> list[str]:
    """The games of a player that are not over: those that go on, and invitations that nobody has accepted."""
    held = select(HolderRow.game).join(GameRow, GameRow.id == HolderRow.game).distinct()
    is_unfinished = (HolderRow.ended.is_(None), GameRow.state.in_(("open", "going")))
    return list(session.scalars(held.where(HolderRow.guest == player, *is_unfinished)))


def move_games(session: Session, old: str, new: Account) -> list[str]:
    """The games of a guest, or of an account, become those of another account; returns which."""
    acquaintances.move_blocks(session, old, new.id)
    challenges.move(session, old, new.id)
    notices.delete_of(session, old)  # the next page says again that this browser wants to be told
    games = games_of(session, old)
    if not games:
        return []
    alone = _seats_held(old).where(GameRow.kind != "device")
    session.execute(_seats_in(alone).values(name=new.name))
    other = aliased(HolderRow)
    has_both = exists().where(other.game == HolderRow.game, other.seat == HolderRow.seat, other.guest == new.id)
    session.execute(delete(HolderRow).where(HolderRow.guest == old, has_both))
    session.execute(update(HolderRow).where(HolderRow.guest == old).values(guest=new.id))
    session.execute(update(GameRow).where(GameRow.owner == old).values(owner=new.id))
    vacations.look_again(session, new.id)
    _touch(session, games)
    return games


def rename_seats(session: Session, account: str, name: str, *, is_final: bool = False) -> list[str]:
    """A player's seats get another name, in finished games too; returns the games.

    The names of two at one device are what someone has typed there; they stay, unless this is `is_final`.
    """
    games, held = games_of(session, account), _seats_held(account)
    session.execute(_seats_in(held if is_final else held.where(GameRow.kind != "device")).values(name=name))
    session.execute(update(Guest).where(Guest.id == account).values(name=name))
    _touch(session, games)
    return games


def _seats_held(player: str) -> Any:
    held = select(HolderRow.game, HolderRow.seat).join(GameRow, GameRow.id == HolderRow.game)
    return held.where(HolderRow.guest == player)


def _seats_in(held: Any) -> Any:
    chosen = held.subquery()
    is_held = exists().where(chosen.c.game == SeatRow.game, chosen.c.seat == SeatRow.seat)
    return update(SeatRow).where(is_held, SeatRow.kind == "human").execution_options(synchronize_session=False)


def _touch(session: Session, games: list[str]) -> None:
    """Rooms that have one of these games open read it again before they change it."""
    for start in range(0, len(games), 500):
        some = games[start : start + 500]
        session.execute(update(GameRow).where(GameRow.id.in_(some)).values(version=GameRow.version + 1))


def delete_account(session: Session, account: str, lost: Collection[str] = ()) -> list[str]:
    """Delete an account and everything that is only about it; its games stay, under the name of nobody.

    StillPlaying if some of them are not over, except those that are `lost`.
    """
    session.get(AccountRow, account, with_for_update=True)  # nobody sits down under its name any more
    if not set(unfinished_of(session, account)) <= set(lost):
        raise StillPlaying(t("A game has just begun. Try again in a moment."))
    games = rename_seats(session, account, DELETED, is_final=True)
    session.execute(update(GameRow).where(GameRow.owner == account).values(owner=None))
    session.execute(delete(HolderRow).where(HolderRow.guest == account))
    session.execute(delete(OneTimeKeyRow).where(OneTimeKeyRow.account == account))
    session.execute(delete(BlockRow).where(or_(BlockRow.guest == account, BlockRow.blocked == account)))
    challenges.delete_of(session, account)
    notices.delete_of(session, account)
    for table in (PasskeyRow, SignInRow, VacationRow):  # where foreign keys are not enforced they would stay
        session.execute(delete(table).where(table.account == account))
    session.execute(delete(AccountRow).where(AccountRow.id == account))
    session.execute(delete(Guest).where(Guest.id == account))
    return games


# --- what hosts do


def note_action(session: Session, host: str, action: str, about: str, detail: str = "") -> None:
    """Write down what a host did."""
    session.add(HostActionRow(host=host, action=action, about=about, detail=detail[:200], made=now_ms()))


def host_actions(session: Session, limit: int = 100) -> list[dict[str, Any]]:
    """What hosts did, newest first."""
    rows = session.scalars(select(HostActionRow).order_by(HostActionRow.id.desc()).limit(limit))
    return [
        {"host": row.host, "action": row.action, "about": row.about, "detail": row.detail, "made": row.made}
        for row in rows
    ]


def search(session: Session, text: str, limit: int = 50) -> list[dict[str, Any]]:
    """Accounts whose names begin like this, or the ones seen last."""
    key = name_key(text)
    found = select(AccountRow).limit(limit)
    if key:
        found = found.where(AccountRow.key >= key, AccountRow.key < key + chr(0x10FFFF)).order_by(AccountRow.key)
    else:
        found = found.order_by(AccountRow.seen.desc())
    return [
        {"id": row.id, "name": row.name, "role": row.role, "suspended": row.suspended, "seen": row.seen}
        for row in session.scalars(found)
    ]


def must_find(session: Session, name: str) -> AccountRow:
    """The account with a name; BadName if there is none."""
    row = named(session, name)
    if row is None:
        raise BadName(t("There is no account called {name}.", name=name))
    return row


def rename_account(session: Session, row: AccountRow, name: str) -> list[str]:
    """Another name, in all games; returns those."""
    if name_key(name) != row.key:
        must_be_free(session, name)
    row.name, row.key = name, name_key(name)
    return rename_seats(session, row.id, name)


def merge(session: Session, row: AccountRow, into: AccountRow) -> list[str]:
    """An account becomes part of another, with all but its settings and secrets; returns the games it brings."""
    mine, theirs = aliased(HolderRow), aliased(HolderRow)
    both = select(mine.game).join(theirs, theirs.game == mine.game).join(GameRow, GameRow.id == mine.game)
    both = both.where(mine.guest == row.id, theirs.guest == into.id, GameRow.state == "going").limit(1)
    if row.id == into.id or session.scalar(both) is not None:
        raise BadName(t("These accounts are playing each other, or are the same account."))
    session.execute(update(PasskeyRow).where(PasskeyRow.account == row.id).values(account=into.id))
    keep(session, into.id, row.kept or {}, is_new=True)
    notices.move_address(session, row.id, into.id)
    games = move_games(session, row.id, account_of(into))
    move_ratings(session, row.id, into.id)
    delete_account(session, row.id)
    return games


def forget_old_keys(session: Session) -> None:
    """Delete links and challenges that have expired, and sign-ins whose cookies have."""
    now = now_ms()
    session.execute(delete(OneTimeKeyRow).where(OneTimeKeyRow.expires < now))
    session.execute(delete(SignInRow).where(SignInRow.seen < now - COOKIE_SECONDS * 1000))
    notices.forget_old_devices(session)


# --- settings and progress, which travel with the account


def kept_of(session: Session, account: str) -> dict[str, str]:
    """What an account's browsers have kept, by key."""
    row = session.get(AccountRow, account)
    return {} if row is None or row.kept is None else row.kept


def keep(session: Session, account: str, found: dict[str, str], *, is_new: bool) -> dict[str, str]:
    """Add what a browser has kept; what is returned is what it should keep."""
    row = session.get_one(AccountRow, account, with_for_update=True, populate_existing=True)
    row.kept = known = merged(row.kept or {}, found, is_new=is_new)
    return known


def learned(session: Session, account: str) -> dict[str, Any]:
    """How many puzzles of each game were solved, and the games whose lesson is complete."""
    return learned_in(kept_of(session, account))


# --- everything that is known about someone


def export(session: Session, account: str) -> dict[str, Any]:
    """What is stored about an account, without its secrets."""
    row = session.get(AccountRow, account)
    if row is None:
        return {}
    return {
        "name": row.name,
        "role": row.role,
        "suspended": row.suspended,
        "has_password": row.password is not None,
        "recovery_codes_left": count_codes(session, account),
        "passkeys": _without_ids(passkeys_of(session, account)),
        "sign_ins": _without_ids(sign_ins_of(session, account)),
        "ratings": ratings_of(session, account),
        "rating_changes": all_changes_of(session, account),
        "challenges": [_exported_challenge(each) for each in challenges.of_guest(session, account)],
        "settings_and_progress": row.kept or {},
        "notices": notices.export_of(session, account),
        "vacations": [asdict(each) for each in vacations.taken(session, account)],
        "blocked": [name for _, name in acquaintances.blocked_by(session, account)],
        "muted": [name for _, name in acquaintances.blocked_by(session, account, is_mute=True)],
        "made": row.made,
        "seen": row.seen,
        "games": [_exported_game(session, game, account) for game in games_of(session, account)],
    }


def _without_ids(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def _exported_challenge(challenge: Challenge) -> dict[str, Any]:
    return {
        "wanted": challenge.wanted.model_dump(),
        "times": challenge.times,
        "to": challenge.to_name,
        "games": [begun.game for begun in challenge.begun],
        "made": challenge.made,
        "expires": challenge.expires,
    }


def _exported_game(session: Session, game: str, account: str) -> dict[str, Any]:
    row = session.get_one(GameRow, game)
    mine = select(HolderRow.seat).where(HolderRow.game == game, HolderRow.guest == account)
    said = session.scalars(select(ChatRow).where(ChatRow.game == game, ChatRow.seat.in_(mine)).order_by(ChatRow.id))
    moves = session.execute(select(MoveRow.text, MoveRow.made).where(MoveRow.game == game).order_by(MoveRow.ply))
    seats = session.scalars(select(SeatRow).where(SeatRow.game == game).order_by(SeatRow.seat))
    return {
        "id": game,
        "game": row.game,
        "options": row.options,
        "start": row.start,
        "clock": row.control,
        "state": row.state,
        "seats": [{"name": seat.name, "bot": seat.bot} for seat in seats],
        "you": sorted(session.scalars(mine)),
        "winner": row.winner,
        "reason": None if row.reason is None else str(read_text(row.reason)),
        "moves": [{"text": text, "made": made} for text, made in moves],
        "chat": [{"text": PHRASES.get(line.phrase or "", line.text), "made": line.made} for line in said],
        "made": row.made,
        "changed": row.changed,
    }


def export_text(found: dict[str, Any]) -> str:
    """The same, as a file."""
    return json.dumps(found, ensure_ascii=False, indent=2)
