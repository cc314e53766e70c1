"""Who is asking: the guest or the account of a request, the cookies that carry it, and the visitor's language.

The server itself works in English: texts are rendered in a visitor's language when they leave it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludoteca.languages import t
from ludoteca.languages.catalogues import MARKED
from ludoteca.languages.choice import LANGUAGES, language_of_browser
from ludoteca.web.live.room_registry import RoomRegistry
from ludoteca.web.people.account import SUSPENDED, Account, SignIn
from ludoteca.web.rate_limits import RateLimits, network_of
from ludoteca.web.storage.accounts import SEEN_MS, note_seen, read_sign_in
from ludoteca.web.storage.databases import StorageError
from ludoteca.web.table.stored_game import Refused, now_ms
from ludoteca.web.tokens import COOKIE_SECONDS, GUEST_COOKIE, SEAT_COOKIE, SEAT_TOKEN, SIGN_IN_COOKIE, new_id

LANGUAGE_COOKIE = "language"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who a request comes from; `guest` is the id by which games know them: a guest's, or that of an account."""

    guest: str
    is_new: bool  # a guest without a cookie
    address: str
    sign_in: SignIn | None = None

    @property
    def account(self) -> Account | None:
        """The account that this browser is signed in to."""
        return None if self.sign_in is None else self.sign_in.account

    @property
    def key(self) -> str:
        """What limits apply to: a guest who keeps the cookie, else the address."""
        return self.address if self.is_new else self.guest


def registry_of(connection: HTTPConnection) -> RoomRegistry:
    """The registry of this application."""
    registry: RoomRegistry = connection.app.state.registry
    return registry


def limits_of(connection: HTTPConnection) -> RateLimits:
    """The limits of this application."""
    limits: RateLimits = connection.app.state.limits
    return limits


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who is asking; determined once, so that a new guest stays the same during a request or a conversation."""
    if not hasattr(connection.state, "visitor"):
        connection.state.visitor = read_visitor(connection)
    visitor: Visitor = connection.state.visitor
    return visitor


def read_visitor(connection: HTTPConnection) -> Visitor:
    """Who is asking, by the cookie, or by the token that a program sends instead."""
    registry, bearer = registry_of(connection), bearer_of(connection)
    sign_in: SignIn | None = getattr(connection.state, "sign_in", None)
    if sign_in is not None:
        return Visitor(sign_in.account.id, False, address_of_client(connection), sign_in)
    known = registry.tokens.read_guest(connection.cookies.get(GUEST_COOKIE))
    guest = known or (registry.tokens.guest_of_token(bearer) if bearer else new_id(20))
    return Visitor(guest, known is None, address_of_client(connection))


def address_of_client(connection: HTTPConnection) -> str:
    """Where a request comes from, as limits count it."""
    return network_of(connection.client.host) if connection.client is not None else "?"


async def find_sign_in(connection: HTTPConnection) -> None:
    """Look up the sign-in that a cookie names, before anybody asks who the visitor is."""
    cookie = connection.cookies.get(SIGN_IN_COOKIE)
    if cookie is None:
        return
    registry = registry_of(connection)
    secret = registry.tokens.read_sign_in(cookie)
    if secret is None:
        return
    sign_in = await registry.storage.read(lambda session: read_sign_in(session, secret))
    connection.state.sign_in = sign_in
    if sign_in is not None and sign_in.seen < now_ms() - SEEN_MS:
        with suppress(StorageError):  # logged where it happened
            await registry.storage.write(lambda session: note_seen(session, sign_in))


def must_play(connection: HTTPConnection) -> Visitor:
    """Who wants to start or to join a game; Refused for a suspended account."""
    visitor = visitor_of(connection)
    if visitor.account is not None and visitor.account.is_suspended:
        raise Refused(t(SUSPENDED))
    return visitor


def spend(connection: HTTPConnection, what: str, cost: float = 1.0) -> None:
    """Count a request against its visitor's limits."""
    visitor = visitor_of(connection)
    registry_of(connection).last_addresses.note(visitor.guest, visitor.address)
    limits_of(connection).spend(what, visitor.key, visitor.address, cost)


def remember(connection: HTTPConnection, response: Response, visitor: Visitor) -> None:
    """Give a new guest a cookie."""
    if visitor.is_new:
        registry = registry_of(connection)
        set_cookie(response, GUEST_COOKIE, registry.tokens.guest_cookie(visitor.guest), registry)


def remember_seat(connection: HTTPConnection, response: Response, game: str, token: str) -> None:
    """Store a token that came in a link, so that it can be removed from the address bar; nothing else is stored."""
    if not SEAT_TOKEN.fullmatch(token):
        return
    registry = registry_of(connection)
    seats = registry.tokens.read_seats(connection.cookies.get(SEAT_COOKIE))
    seats.pop(game, None)
    set_cookie(response, SEAT_COOKIE, registry.tokens.seats_cookie({**seats, game: token}), registry)


def seat_token_of(connection: HTTPConnection, game: str) -> str | None:
    """The token for a game that this browser received through a link, or a program sends in a header."""
    if bearer := bearer_of(connection):
        return bearer
    token: Any = registry_of(connection).tokens.read_seats(connection.cookies.get(SEAT_COOKIE)).get(game)
    return token if isinstance(token, str) else None


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token of a seat in the header `Authorization: Bearer TOKEN`."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    found = SEAT_TOKEN.fullmatch(bearer.strip())
    return found[0] if scheme.lower() == "bearer" and found else None


def set_cookie(response: Response, name: str, value: str, registry: RoomRegistry) -> None:
    """A cookie that scripts cannot read and other sites cannot use."""
    response.set_cookie(
        name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=registry.settings.is_secure
    )


def is_language(language: str) -> bool:
    """Whether pages are available in a language, including the one for tests."""
    return language in LANGUAGES or language == MARKED


def language_of(connection: HTTPConnection) -> str:
    """The language for a visitor: the one chosen here, or the one the browser asks for."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if is_language(chosen) else language_of_browser(connection.headers.get("accept-language", ""))
