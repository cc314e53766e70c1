"""Databases: which can be named, what each needs when it is opened, and what its errors mean.

Drivers are asked for their error codes, never for their messages: PostgreSQL speaks the language of its host.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from ludoteca.errors import LudotecaError
from ludoteca.folders import make_private_folder
from ludoteca.languages import t, translatable
from ludoteca.languages.texts import sentence

READERS = 4
WRITER_CACHE_KB, READER_CACHE_KB = 8000, 2000  # of each connection to SQLite: it fills as the database grows
CONNECT_S = 5
LONGEST_STATEMENT_MS = 20_000
PATIENCE: dict[str, Any] = {  # with a PostgreSQL server that is gone; the address may say otherwise
    "connect_timeout": CONNECT_S,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "fallback_application_name": "ludoteca",
}

LOCKED = translatable("the database is locked by another program")
FULL = translatable("the server's disk is full")
UNWRITABLE = translatable("the server's database cannot be written to")
FAILING = translatable("the server cannot write to its disk")
BROKEN = translatable("the server's database is damaged")
LOST = translatable("the server cannot reach its database right now")
NOT_STORED = translatable("the server could not save this")
NOT_READ = translatable("the server could not read this")
REASONS = (  # prefixes of a driver's code
    ("SQLITE_BUSY", LOCKED),
    ("SQLITE_LOCKED", LOCKED),
    ("SQLITE_FULL", FULL),
    ("SQLITE_READONLY", UNWRITABLE),
    ("SQLITE_CANTOPEN", UNWRITABLE),
    ("SQLITE_IOERR", FAILING),
    ("SQLITE_CORRUPT", BROKEN),
    ("SQLITE_NOTADB", BROKEN),
    ("55P03", LOCKED),  # lock_timeout
    ("57014", LOCKED),  # statement_timeout
    ("53100", FULL),
    ("25006", UNWRITABLE),  # a standby, or a read-only database
    ("58", FAILING),
    ("XX001", BROKEN),
    ("XX002", BROKEN),
    ("53", LOST),  # too many connections, out of memory
    ("57P", LOST),  # going down, or not up yet
    ("08", LOST),
)


class StorageError(LudotecaError):
    """The database rejected it, or could not be read."""


class Unsettled(StorageError):
    """The database failed during a commit: the outcome is not known yet."""

    def __str__(self) -> str:
        return str(self.text)

    @property
    def text(self) -> str:
        """What is known about it."""
        return t("{reason} The server will check whether this was saved.", reason=self.args[0])

    def not_done(self) -> StorageError:
        """The error, once the database has shown that nothing was stored."""
        return StorageError(t("{reason} Nothing has changed; try again in a moment.", reason=self.args[0]))


class Outdated(StorageError):
    """The game has changed since the writer last read it: nothing was written, and it must be read again."""


class BadDatabase(StorageError):
    """The database that was named cannot be used at all."""


def read_address(address: str) -> URL:
    """The address of a database; BadDatabase, without the password, for one that cannot be used for storage."""
    try:
        url = make_url(address)
        kind = url.get_backend_name()
    except (ArgumentError, ValueError) as error:
        raise BadDatabase("the database address is invalid; it looks like sqlite:///path or postgresql://…") from error
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "sqlite+pysqlite", "postgresql+psycopg"):
        raise BadDatabase(f"games are kept in SQLite or PostgreSQL, not in {url.drivername[:40]!r}")
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise BadDatabase("games are kept in a file: name one, as in sqlite:///games.db")
    return url


def read_json(text: str | bytes) -> Any:
    """A JSON column; the text itself if it is damaged, so that one row does not hide the others."""
    try:
        return json.loads(text)
    except ValueError:
        return str(text)


def make_private_file(path: Path) -> None:
    """Create an empty file that only its owner can read, unless it exists; its folder likewise."""
    make_private_folder(path.parent)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def open_engine(url: URL, busy_ms: int, *, writes: bool, connections: int = 0) -> Engine:
    """Connections to a database: unless told otherwise, one for the thread that writes, one for each that reads."""
    open_one = _open_sqlite if url.get_backend_name() == "sqlite" else _open_postgresql
    return open_one(url, busy_ms, connections or (1 if writes else READERS), writes=writes)


def _open_sqlite(url: URL, busy_ms: int, connections: int, *, writes: bool) -> Engine:
    try:
        make_private_file(Path(str(url.database)))
    except OSError as error:
        raise BadDatabase(f"the database {url.database} cannot be created: {error.strerror}") from error
    engine = create_engine(
        url,
        connect_args={"check_same_thread": False, "timeout": busy_ms / 1000},
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,
        json_deserializer=read_json,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")  # damaged text must not hide the rest
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout = {busy_ms:d}",
            "journal_mode = WAL",
            "journal_size_limit = 67108864",  # after a rush the log does not keep its size
            "synchronous = FULL",
            "foreign_keys = ON",
            "trusted_schema = OFF",
            f"cache_size = -{WRITER_CACHE_KB if writes else READER_CACHE_KB}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _open_postgresql(url: URL, busy_ms: int, connections: int, *, writes: bool) -> Engine:
    try:
        engine = create_engine(
            url,
            connect_args={name: value for name, value in PATIENCE.items() if name not in url.query},
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=True,  # after the server was away, the first request must not fail
            hide_parameters=True,
            json_deserializer=read_json,
        )
    except ImportError as error:
        raise BadDatabase(
            "PostgreSQL needs the driver psycopg; install it with: pip install 'ludoteca[postgres]'"
        ) from error

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {busy_ms:d}")
            cursor.execute(f"SET statement_timeout = {LONGEST_STATEMENT_MS:d}")
        connection.commit()

    if writes:
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)  # a game as a whole


# --- what went wrong


def code_of(error: BaseException) -> str:
    """The driver's error code; empty if there is none."""
    cause = getattr(error, "orig", None)
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(code or "")


def is_lost(error: BaseException) -> bool:
    """Whether the connection is gone, so that the outcome of a commit is unknown."""
    return isinstance(error, DBAPIError) and (error.connection_invalidated or reason_of(error) == LOST)


def is_collision(error: BaseException) -> bool:
    """Whether another transaction was in the way: at a second try it may not be."""
    return code_of(error).startswith(("40", "23505", "SQLITE_CONSTRAINT_PRIMARYKEY"))


def concerns_all(error: BaseException) -> bool:
    """Whether the trouble is the database's own: then nothing is gained by retrying for each that waits."""
    return not is_collision(error) and (
        isinstance(error, OperationalError | InterfaceError | Unsettled) or is_lost(error)
    )


def reason_for(code: str) -> str | None:
    """What a driver's code means."""
    return next((reason for beginning, reason in REASONS if code.startswith(beginning)), None)


def reason_of(error: BaseException) -> str | None:
    """What is wrong, as a phrase; None for an error of a single statement."""
    code = code_of(error)
    if code:
        return reason_for(code)
    return LOST if isinstance(error, OperationalError | InterfaceError) else None


def in_brief(error: BaseException, url: URL) -> str:
    """The first line of the driver's message, without the password; further lines can contain what people wrote."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    text = lines[0][:300] if lines else type(error).__name__
    for secret in (url.password, *(value for name, value in url.query.items() if "pass" in name)):
        text = text.replace(str(secret), "***") if secret else text
    return text


def explain(error: SQLAlchemyError, *, stores: bool) -> StorageError:
    """The sentence for players; whatever failed before its commit has changed nothing."""
    reason = sentence_of(error, NOT_STORED if stores else NOT_READ)
    if stores:
        return StorageError(t("{reason} Nothing has changed; try again in a moment.", reason=reason))
    return StorageError(t("{reason} Try again in a moment.", reason=reason))


def sentence_of(error: SQLAlchemyError, otherwise: str) -> str:
    """What is wrong, as a sentence."""
    return as_sentence(reason_of(error) or otherwise)


def as_sentence(reason: str) -> str:
    """A phrase made a sentence."""
    return sentence(t(reason))


def shown_address(url: URL) -> str:
    """The address of a database without its secrets; a password may be in the query as well."""
    return url.set(query={}).render_as_string(hide_password=True)


def unusable(error: SQLAlchemyError, url: URL) -> BadDatabase:
    """The sentence for whoever starts the server."""
    if code_of(error).startswith("SQLITE_NOTADB"):
        return BadDatabase(f"{url.database} is not an SQLite database")
    where = shown_address(url)
    reason = reason_of(error)
    because = in_brief(error, url)
    return BadDatabase(f"the database {where} cannot be used: {f'{reason} ({because})' if reason else because}")
