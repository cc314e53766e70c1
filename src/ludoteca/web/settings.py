"""A server's settings, each with a default that works."""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

from ludoteca.errors import LudotecaError
from ludoteca.folders import data_folder, make_private_folder
from ludoteca.web.people.vacation import DAYS_A_YEAR

SHORTEST_SECRET = 32
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class BadSecret(LudotecaError):
    """The server's secret cannot be used."""


@dataclass(frozen=True)
class Settings:
    """Where the server listens, where it stores what, and how much it lets anyone ask for."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    database: str = ""  # a database URL; empty: the file ludoteca.db in `data`
    public_url: str = ""  # how people reach it, such as https://play.example.org; sets Secure cookies for https
    trusted_proxies: tuple[str, ...] = ()  # addresses and networks; by default this machine, if there is a public URL
    allowed_hosts: tuple[str, ...] = ()  # further accepted names in the Host header
    workers: int = 2  # processes that think
    bot_pause_ms: int = 350  # the least time a bot takes, so that people can follow
    busy_ms: int = 2000  # how long to wait for a locked database
    most_live_games: int = 20_000  # in memory at once
    most_live_plies: int = 1_000_000  # of all of them together
    offers_modules: bool = True  # whether browsers may think for themselves, if the games' modules can be built
    allows_chat: bool = True  # in people's own words; the phrases are always there
    smtp: str = ""  # the server that takes mail, as smtps://user:password@host:port; empty: no mail is sent
    mail_from: str = ""  # the address that mail comes from
    push_networks: tuple[str, ...] = ()  # private ones that push messages may be sent to, as in tests
    vacation_days: int = DAYS_A_YEAR  # of each account, in which its games by correspondence wait
    metrics: str = ""  # where figures are served, as PORT or ADDRESS:PORT; empty: nowhere
    is_limited: bool = True  # whether requests per minute are counted; the load test turns it off

    @property
    def database_url(self) -> str:
        """The database, spelled out."""
        return self.database or f"sqlite:///{self.data / 'ludoteca.db'}"

    @property
    def is_secure(self) -> bool:
        """Whether cookies are sent over https only."""
        return self.public_url.startswith("https://")

    @property
    def proxies(self) -> tuple[str, ...]:
        """The proxies that are trusted to say whom they speak for."""
        return self.trusted_proxies or (("127.0.0.1", "::1") if self.public_url else ())

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The accepted names in the Host header, besides the address that a connection came to.

        This prevents other sites from using their own name for this machine.
        """
        own = socket.gethostname().lower()
        names = {*LOOPBACK, own, f"{own.removesuffix('.local')}.local", self.host.lower()}
        if self.public_url:
            names.add(urlsplit(self.public_url).hostname or "")
        return frozenset(names | {name.lower() for name in self.allowed_hosts}) - {""}

    @property
    def secret_file(self) -> Path:
        """Where the key is kept."""
        return self.data / "secret"

    @property
    def private_files(self) -> list[Path]:
        """What only the owner should be able to read."""
        database = self.database_url.partition("sqlite:///")[2]
        files = [Path(database + ending) for ending in ("", "-wal", "-server")] if database else []
        return [self.secret_file, *files]

    def secret(self) -> bytes:
        """The key that signs cookies and seats: made once, stored in the data directory, readable only by its owner."""
        path = self.secret_file
        if not path.exists():
            self._make_secret(path)
        secret = path.read_bytes()
        if len(secret) < SHORTEST_SECRET:  # an empty key would sign anything
            raise BadSecret(f"{path} contains no secret; remove it to get a new one (seats by link are then lost)")
        return secret

    def _make_secret(self, path: Path) -> None:
        make_private_folder(self.data)
        draft = path.with_name(f"secret.{secrets.token_hex(4)}")
        try:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_hex(32).encode())
                file.flush()
                os.fsync(handle)
            with suppress(FileExistsError):  # whoever comes first: two servers that start at once share one key
                os.link(draft, path)
        finally:
            draft.unlink(missing_ok=True)
