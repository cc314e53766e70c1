"""What is stored: guests, games, seats, who holds them, moves, offers, series; accounts and what opens them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Milliseconds = BigInteger  # since 1970
IS_USED = text("next IS NOT NULL")
IS_OWNED = text("kind IN ('bots', 'record')")  # by someone who has no seat in it; also part of the query
CAN_BE_WATCHED = text("listed AND state = 'over' AND kind IN ('bot', 'friend', 'bots')")  # also part of the query


class Table(DeclarativeBase):
    """The base class of all tables."""

    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012 (as SQLAlchemy wants it)


class Guest(Table):
    """A visitor who has taken a seat once."""

    __tablename__ = "guests"
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    made: Mapped[int] = mapped_column(Milliseconds)
    seen: Mapped[int] = mapped_column(Milliseconds)

    __table_args__ = (Index("guests_by_seen", "seen"),)


class ServerTimeRow(Table):
    """How much time has passed while servers ran; there is one row."""

    __tablename__ = "server_time"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ms: Mapped[int] = mapped_column(Milliseconds)  # since 1970 at the first start, then only while a server runs
    at: Mapped[int] = mapped_column(Milliseconds, default=0)  # when that was, by the database's clock


class ServerRow(Table):
    """A server process."""

    __tablename__ = "servers"
    id: Mapped[str] = mapped_column(String(10), primary_key=True)
    mark: Mapped[str] = mapped_column(String(16))  # of its secret: all must have the same
    seen: Mapped[int] = mapped_column(Milliseconds)  # by the database's clock; one that is not seen any more is gone


class JobRow(Table):
    """Something that a server must do, at its time or as soon as it can; it is gone when it is done."""

    __tablename__ = "jobs"
    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    subject: Mapped[str] = mapped_column(String(60), primary_key=True)  # such as a game's id
    due: Mapped[int] = mapped_column(Milliseconds)  # in the servers' time
    server: Mapped[str | None] = mapped_column(String(10))  # which is doing it

    __table_args__ = (Index("jobs_by_due", "due"),)


class ListenerRow(Table):
    """A guest who has a game open on a server; only kept where there can be several servers."""

    __tablename__ = "listeners"
    server: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(10), primary_key=True)
    guest: Mapped[str] = mapped_column(String(40), primary_key=True)

    __table_args__ = (Index("listeners_by_game", "game"),)


class SeriesRow(Table):
    """Several games between the same two players."""

    __tablename__ = "series"
    id: Mapped[str] = mapped_column(String(10), primary_key=True)
    games: Mapped[int]
    setups: Mapped[str] = mapped_column(String(10))


class GameRow(Table):
    """A game that is played or was."""

    __tablename__ = "games"
    id: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(60))
    options: Mapped[dict[str, Any]]
    start: Mapped[str | None] = mapped_column(Text)  # None: the usual one
    control: Mapped[str] = mapped_column(String(40))
    state: Mapped[str] = mapped_column(String(8))  # "open" (a seat is free), "going", "over"
    kind: Mapped[str] = mapped_column(String(8))  # "bot", "friend", "device", "bots", "record"
    owner: Mapped[str | None] = mapped_column(String(40))  # the guest who started it
    listed: Mapped[bool] = mapped_column(server_default=true())  # among the games to watch
    rated: Mapped[bool] = mapped_column(server_default=false())
    version: Mapped[int] = mapped_column(server_default="0")  # a write names the one that it changes
    plies: Mapped[int] = mapped_column(default=0)
    position: Mapped[str] = mapped_column(Text)  # the current one, for pictures in lists
    clock: Mapped[dict[str, Any] | None]
    declared: Mapped[dict[str, Any] | None]
    draw_offer: Mapped[int | None]
    takeback: Mapped[int | None]  # the seat that asks for one
    conditional: Mapped[dict[str, Any] | None]  # the moves that a seat has planned to answer
    vacations: Mapped[dict[str, Any] | None]  # by seat, until when its player is on vacation
    winner: Mapped[int | None]
    reason: Mapped[str | None] = mapped_column(Text)
    tags: Mapped[dict[str, Any]]
    series: Mapped[str | None] = mapped_column(ForeignKey("series.id"))
    round: Mapped[int] = mapped_column(default=1)
    next: Mapped[str | None] = mapped_column(String(10))  # the next game in the series, or the rematch
    made: Mapped[int] = mapped_column(Milliseconds)
    changed: Mapped[int] = mapped_column(Milliseconds)

    __table_args__ = (
        Index("games_by_state", "state", "changed"),
        Index("games_by_series", "series"),
        Index("games_by_owner", "owner"),
        Index("games_owned", "owner", "changed", sqlite_where=IS_OWNED, postgresql_where=IS_OWNED),
        Index("games_by_next", "next", sqlite_where=IS_USED, postgresql_where=IS_USED),  # few have one; moves cost none
        Index("games_to_watch", "changed", sqlite_where=CAN_BE_WATCHED, postgresql_where=CAN_BE_WATCHED),
        Index(
            "games_to_watch_by_game", "game", "changed", sqlite_where=CAN_BE_WATCHED, postgresql_where=CAN_BE_WATCHED
        ),
    )


class SeatRow(Table):
    """One side of a game."""

    __tablename__ = "seats"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))  # "human" or "bot"
    name: Mapped[str] = mapped_column(String(60))
    bot: Mapped[str | None] = mapped_column(String(200))
    generation: Mapped[int] = mapped_column(default=0)  # of its token; 0: nobody has sat down yet


class HolderRow(Table):
    """A guest who may move for a seat; once the game is over, also what is asked of it in lists of a player's games."""

    __tablename__ = "holders"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    guest: Mapped[str] = mapped_column(String(40), primary_key=True)
    ended: Mapped[int | None] = mapped_column(Milliseconds)  # None: the game goes on
    points: Mapped[float | None] = mapped_column(Double)  # 1, 0.5 or 0 against someone; None if it was aborted
    rules: Mapped[str | None] = mapped_column(String(60))  # the name of the game
    bot: Mapped[str | None] = mapped_column(String(200))  # whom it was against; None: a person
    listed: Mapped[bool | None]
    opening: Mapped[str | None] = mapped_column(Text)  # the first moves, each with a comma after it

    __table_args__ = (Index("holders_by_guest", "guest", "ended"),)


class MoveRow(Table):
    """One move, written before it is acknowledged; the key prevents a ply from being played twice."""

    __tablename__ = "moves"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(String(200))
    clock_ms: Mapped[int | None] = mapped_column(BigInteger)
    note: Mapped[str | None] = mapped_column(Text)  # a comment, in games that came as records
    evaluation: Mapped[float | None] = mapped_column(Double)
    made: Mapped[int] = mapped_column(Milliseconds)


class ChatRow(Table):
    """What one player said to the other."""

    __tablename__ = "chat"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int]
    phrase: Mapped[str | None] = mapped_column(String(20))  # one of those offered, by name
    text: Mapped[str | None] = mapped_column(String(200))
    made: Mapped[int] = mapped_column(Milliseconds)


class BlockRow(Table):
    """A guest who wants nothing to do with another, or only not to read what they say."""

    __tablename__ = "blocks"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    guest: Mapped[str] = mapped_column(String(40))
    blocked: Mapped[str] = mapped_column(String(40), index=True)
    name: Mapped[str] = mapped_column(String(60))  # of whoever was blocked, at that time
    is_mute: Mapped[bool] = mapped_column(server_default=false())  # they may still meet
    made: Mapped[int] = mapped_column(Milliseconds)

    __table_args__ = (UniqueConstraint("guest", "blocked", name="blocks_once"),)


class ChallengeRow(Table):
    """A game that someone offers to whoever accepts."""

    __tablename__ = "challenges"
    id: Mapped[str] = mapped_column(String(10), primary_key=True)
    guest: Mapped[str] = mapped_column(String(40), index=True)
    name: Mapped[str] = mapped_column(String(60))
    wanted: Mapped[dict[str, Any]]
    times: Mapped[int]  # how many games it may lead to
    least: Mapped[int | None]  # rating of whoever accepts
    most: Mapped[int | None]
    to: Mapped[str | None] = mapped_column(String(40))  # the only guest who may accept
    to_name: Mapped[str] = mapped_column(String(60))
    version: Mapped[int] = mapped_column(server_default="0")  # each acceptance names the one that it changes
    made: Mapped[int] = mapped_column(Milliseconds)
    seen: Mapped[int] = mapped_column(Milliseconds)  # when who posted it was last here
    expires: Mapped[int] = mapped_column(Milliseconds, index=True)


class AcceptanceRow(Table):
    """A game that a challenge has led to."""

    __tablename__ = "acceptances"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    challenge: Mapped[str] = mapped_column(ForeignKey("challenges.id", ondelete="CASCADE"), index=True)
    guest: Mapped[str] = mapped_column(String(40))  # who accepted
    poster_seat: Mapped[int]


class OfferRow(Table):
    """What a player asked of the other, and the answer."""

    __tablename__ = "offers"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(10))  # "draw", "takeback", "abort", "rematch" or "settle"
    seat: Mapped[int]
    ply: Mapped[int]
    answer: Mapped[str | None] = mapped_column(String(10))  # "accepted", "declined", "withdrawn"; None: unanswered
    made: Mapped[int] = mapped_column(Milliseconds)


class AccountRow(Table):
    """Someone who has signed up; the row in `guests` with the same id has the name for the table."""

    __tablename__ = "accounts"
    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(80), unique=True)  # the same for names that look the same
    password: Mapped[str | None] = mapped_column(String(200))  # its Argon2id hash
    role: Mapped[str] = mapped_column(String(8))  # "player", "bot", "host"
    suspended: Mapped[bool] = mapped_column(server_default=false())
    kept: Mapped[dict[str, Any] | None]  # settings, and progress with puzzles and lessons
    made: Mapped[int] = mapped_column(Milliseconds)
    seen: Mapped[int] = mapped_column(Milliseconds)

    __table_args__ = (Index("accounts_by_seen", "seen"),)


def of_account() -> Mapped[str]:
    """A column that names an account and goes with it."""
    return mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)


class VacationRow(Table):
    """A vacation of an account; one that was cut short ends when it was."""

    __tablename__ = "vacations"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    account: Mapped[str] = of_account()
    began: Mapped[int] = mapped_column(Milliseconds)
    until: Mapped[int] = mapped_column(Milliseconds)


class PasskeyRow(Table):
    """A passkey of an account."""

    __tablename__ = "passkeys"
    id: Mapped[str] = mapped_column(String(1400), primary_key=True)  # base64url, as the key below
    account: Mapped[str] = of_account()
    public_key: Mapped[str] = mapped_column(Text)
    uses: Mapped[int] = mapped_column(BigInteger)  # as it counts them itself
    label: Mapped[str] = mapped_column(String(60))
    made: Mapped[int] = mapped_column(Milliseconds)
    used: Mapped[int | None] = mapped_column(Milliseconds)


class SignInRow(Table):
    """A browser that is signed in; the cookie has a secret of which this is the digest."""

    __tablename__ = "sign_ins"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account: Mapped[str] = of_account()
    way: Mapped[str] = mapped_column(String(8))  # "password", "passkey", "link", "code"
    device: Mapped[str] = mapped_column(String(60))
    made: Mapped[int] = mapped_column(Milliseconds)
    seen: Mapped[int] = mapped_column(Milliseconds)


class OneTimeKeyRow(Table):
    """A secret that works once: a recovery code, a link to sign in, a passkey's challenge."""

    __tablename__ = "one_time_keys"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # its digest
    kind: Mapped[str] = mapped_column(String(10))  # "code", "link", "challenge"
    account: Mapped[str | None] = mapped_column(String(16), index=True)  # one that may not exist yet
    expires: Mapped[int | None] = mapped_column(Milliseconds, index=True)


class HostActionRow(Table):
    """What a host did."""

    __tablename__ = "host_actions"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    host: Mapped[str] = mapped_column(String(40))  # names, which outlast accounts
    action: Mapped[str] = mapped_column(String(12))
    about: Mapped[str] = mapped_column(String(40))
    detail: Mapped[str] = mapped_column(String(200))
    made: Mapped[int] = mapped_column(Milliseconds)


class RatingRow(Table):
    """An account's rating in a game at a speed, as of its last game."""

    __tablename__ = "ratings"
    player: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(60), primary_key=True)
    speed: Mapped[str] = mapped_column(String(14), primary_key=True)  # "live" or "correspondence"
    rating: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    games: Mapped[int]
    wins: Mapped[int]
    draws: Mapped[int]
    changed: Mapped[int] = mapped_column(Milliseconds)

    __table_args__ = (Index("ratings_by_rank", "game", "speed", "rating"),)


class RatingChangeRow(Table):
    """What a game changed for one of its players; the key lets it count once."""

    __tablename__ = "rating_changes"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    opponent: Mapped[str] = mapped_column(String(40))  # an account, or a level
    rules: Mapped[str] = mapped_column(String(60))  # the name of the game
    speed: Mapped[str] = mapped_column(String(14))
    points: Mapped[float] = mapped_column(Double)
    before: Mapped[float] = mapped_column(Double)
    after: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    hasty: Mapped[bool]  # lost before much was played
    made: Mapped[int] = mapped_column(Milliseconds)

    __table_args__ = (
        Index("rating_changes_by_player", "player", "rules", "speed", "made"),
        Index("rating_changes_by_time", "rules", "made"),
    )


class AdvantageRow(Table):
    """What it is worth to move first in a game, or in one with the swap, as rated games have shown."""

    __tablename__ = "advantages"
    game: Mapped[str] = mapped_column(String(60), primary_key=True)
    points: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    games: Mapped[int]


class PushRow(Table):
    """A browser that wants to be told when it is its owner's turn, and where."""

    __tablename__ = "push_subscriptions"
    id: Mapped[str] = mapped_column(String(10), primary_key=True)
    endpoint: Mapped[str] = mapped_column(Text)
    digest: Mapped[str] = mapped_column(String(64), unique=True)  # of the endpoint
    guest: Mapped[str] = mapped_column(String(40), index=True)
    sign_in: Mapped[str | None] = mapped_column(String(64), index=True)  # which it ends with
    public_key: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(40))
    origin: Mapped[str] = mapped_column(String(200))  # of the pages that it opens
    language: Mapped[str] = mapped_column(String(8))
    device: Mapped[str] = mapped_column(String(60))
    failures: Mapped[int] = mapped_column(server_default="0")  # in a row
    made: Mapped[int] = mapped_column(Milliseconds)
    seen: Mapped[int] = mapped_column(Milliseconds, index=True)  # when the browser last had it
    expires: Mapped[int | None] = mapped_column(Milliseconds)


class AddressRow(Table):
    """The email address of an account."""

    __tablename__ = "addresses"
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    address: Mapped[str | None] = mapped_column(String(254), index=True)  # once it is confirmed
    pending: Mapped[str | None] = mapped_column(String(254))  # one that is not confirmed yet
    digest: Mapped[bool] = mapped_column(server_default=true())  # whether to send word of games that wait
    language: Mapped[str] = mapped_column(String(8))
    sent: Mapped[int] = mapped_column(Milliseconds, default=0)  # the last digest, in the servers' time
