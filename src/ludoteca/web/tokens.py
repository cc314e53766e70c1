"""Who is asking: guests by a signed cookie, seats by secret tokens that are never stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from random import Random, SystemRandom
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

GUEST_COOKIE = "ludoteca_guest"
SIGN_IN_COOKIE = "ludoteca_sign_in"
SEAT_COOKIE = "ludoteca_seats"  # tokens that came in links, until the game page has used them
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers allow
MOST_SEATS_IN_COOKIE = 12
GAME_ID = re.compile(r"[a-z2-9]{10}")
SEAT_TOKEN = re.compile(r"[A-Za-z0-9_-]{24}")
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 of them, without similar-looking ones


def new_id(length: int = 10, chance: Random = SystemRandom()) -> str:  # noqa: B008 (it has no state)
    """An id that is unguessable, unless a test chooses otherwise."""
    return in_letters(chance.randbytes(length))


def in_letters(content: bytes) -> str:
    """A letter for each byte."""
    return "".join(LETTERS[byte % 32] for byte in content)


class Tokens:
    """Signs and checks with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._guests = URLSafeSerializer(secret, salt="guest")
        self._seats = URLSafeSerializer(secret, salt="seats")
        self._sign_ins = URLSafeSerializer(secret, salt="sign-in")
        self._addresses = URLSafeTimedSerializer(secret, salt="address")
        self._digests = URLSafeSerializer(secret, salt="digest")

    @property
    def mark(self) -> str:
        """By which servers see whether they have the same secret; it says nothing about the secret."""
        return in_letters(hmac.new(self._secret, b"mark", hashlib.sha256).digest()[:16])

    def guest_cookie(self, guest: str) -> str:
        """The cookie of a guest."""
        return str(self._guests.dumps(guest))

    def read_guest(self, cookie: str | None) -> str | None:
        """The guest a cookie belongs to; None if it was not made here."""
        return signed_text(self._guests, cookie)

    def sign_in_cookie(self, secret: str) -> str:
        """The cookie of a browser that is signed in."""
        return str(self._sign_ins.dumps(secret))

    def read_sign_in(self, cookie: str | None) -> str | None:
        """The secret in such a cookie; None if it was not made here, which the database need not be asked about."""
        return signed_text(self._sign_ins, cookie)

    def address_token(self, account: str, address: str) -> str:
        """What is mailed to an address to find out whether it is this account's."""
        return str(self._addresses.dumps([account, address]))

    def read_address(self, token: str, seconds: int) -> tuple[str, str] | None:
        """The account and the address in such a token; None if it was not made here, or is older than that."""
        try:
            account, address = self._addresses.loads(token[:600], max_age=seconds)
        except (BadSignature, TypeError, ValueError):
            return None
        return str(account), str(address)

    def digest_token(self, account: str) -> str:
        """What ends the mail to an account, without signing in."""
        return str(self._digests.dumps(account))

    def read_digest(self, token: str) -> str | None:
        """The account in such a token; None if it was not made here."""
        return signed_text(self._digests, token)

    def seat_token(self, game: str, seat: int, generation: int) -> str:
        """The secret of a seat.  Taking a seat makes a new generation, so that the link that was sent is used up."""
        digest = hmac.new(self._secret, f"seat {game} {seat} {generation}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def is_seat_token(self, token: str, game: str, seat: int, generation: int) -> bool:
        """Whether a token is the secret of a seat."""
        return hmac.compare_digest(token.encode(), self.seat_token(game, seat, generation).encode())

    def guest_of_token(self, token: str) -> str:
        """The guest for a program that sends a seat's token and no cookie: the same for every request."""
        return in_letters(hmac.new(self._secret, f"guest {token}".encode(), hashlib.sha256).digest()[:20])

    def seats_cookie(self, seats: dict[str, str]) -> str:
        """The cookie that holds tokens by game; the oldest make room."""
        newest = dict(list(seats.items())[-MOST_SEATS_IN_COOKIE:])
        return str(self._seats.dumps(newest))

    def read_seats(self, cookie: str | None) -> dict[str, str]:
        """The tokens in a cookie."""
        if not cookie or len(cookie) > 4000:
            return {}
        try:
            seats: Any = self._seats.loads(cookie)
        except BadSignature:
            return {}
        return seats if isinstance(seats, dict) else {}


def signed_text(signer: URLSafeSerializer, cookie: str | None) -> str | None:
    """The text in a cookie; None if it was not made here."""
    if not cookie or len(cookie) > 200:
        return None
    try:
        text: Any = signer.loads(cookie)
    except BadSignature:
        return None
    return text if isinstance(text, str) else None
