"""Accounts: what they are called, what they may do, and the secrets that open them.

An account's id takes the place of a guest's id wherever a game says who plays.  The two differ in length, so a game can
tell which of its players have accounts without asking anyone.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludoteca.errors import LudotecaError
from ludoteca.languages import t, translatable
from ludoteca.play.records import tree
from ludoteca.web.tokens import LETTERS, new_id

ID_LENGTH = 16  # of a guest's: 20
PLAYER, BOT, HOST = ROLES = ("player", "bot", "host")
SHORTEST_NAME, LONGEST_NAME = 2, 24
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
RECOVERY_CODES, CODE_LENGTH = 10, 12  # 60 bits each
LINK_HOURS = 24
FRESH_MS = 10 * 60_000
RESERVED = re.compile(r"(level|player)?\d*|guest|host|ludoteca|random|freeseat|deletedplayer")  # said of others
DELETED = translatable("Deleted player")
WRONG = translatable("That name and password do not match.")  # whether or not there is such an account
SUSPENDED = translatable("This account is suspended: you can finish your games, but not start or join any.")

RATED_NEEDS_ACCOUNT = translatable("This is a rated game. Sign in to take the seat.")

passwords = PasswordHasher()  # Argon2id with the parameters that RFC 9106 recommends


class BadName(LudotecaError):
    """A name that nobody can have."""


class BadPassword(LudotecaError):
    """Too short, too long, or the name itself."""


class WrongSecret(LudotecaError):
    """A name and a secret that do not match, a link that was used, a passkey that nobody has."""


@dataclass(frozen=True, slots=True)
class Account:
    """Someone who has signed up."""

    id: str
    name: str
    role: str = PLAYER
    is_suspended: bool = False

    @property
    def is_host(self) -> bool:
        """Whether this account may use the host's tools."""
        return self.role == HOST and not self.is_suspended


@dataclass(frozen=True, slots=True)
class SignIn:
    """A browser that is signed in, and to which account."""

    id: str
    account: Account
    way: str
    made: int
    seen: int

    def is_fresh(self, now: int) -> bool:
        """Whether its owner has just shown who they are: later, somebody else may have sat down at the browser."""
        return self.made > now - FRESH_MS


def new_account_id() -> str:
    """An id for a new account."""
    return new_id(ID_LENGTH)


def is_account(player: str) -> bool:
    """Whether the id of a player is that of an account, not a guest's."""
    return len(player) == ID_LENGTH


def checked_name(text: str) -> str:
    """A name as it is shown; BadName for one that nobody can have."""
    name = tree.clean_name(unicodedata.normalize("NFKC", text))
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise BadName(t("A name has {least} to {most} characters.", least=SHORTEST_NAME, most=LONGEST_NAME))
    if not all(letter.isalnum() or unicodedata.combining(letter) or letter in " -_.'" for letter in name):
        raise BadName(t("A name consists of letters, digits, spaces, hyphens and dots."))
    if RESERVED.fullmatch(name_key(name)):
        raise BadName(t("This name is reserved. Choose another one."))
    return name


def name_key(name: str) -> str:
    """What two names that look the same have in common; a database has each key once."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def checked_password(text: str, name: str) -> str:
    """A password; BadPassword for one that is easily guessed."""
    if not SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD:
        raise BadPassword(
            t("A password has {least} to {most} characters.", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
        )
    if name_key(text) == name_key(name) or len(set(text)) < 4:
        raise BadPassword(t("That password is too easy to guess."))
    return text


@cache
def nobodys_password() -> str:
    """What is checked for an unknown name, so that the answer takes just as long."""
    return passwords.hash(secrets.token_hex(16))


def is_password(text: str, stored: str | None) -> bool:
    """Whether a text is the password; it takes as long if there is none."""
    try:
        passwords.verify(stored or nobodys_password(), text[:LONGEST_PASSWORD])
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def new_recovery_codes() -> list[str]:
    """Codes that each sign in once, as they are written down."""
    letters = ("".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)) for _ in range(RECOVERY_CODES))
    return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in letters]


def digest_of(kind: str, secret: str, account: str = "") -> str:
    """What the database stores of a secret that was made by `secrets`: it cannot be turned back."""
    if kind == "code":
        secret = "".join(letter for letter in secret.lower() if letter.isalnum())
    return hashlib.sha256(f"{kind} {account} {secret}".encode()).hexdigest()


def device_of(agent: str) -> str:
    """A browser and its system, as far as people need to tell them apart: "Firefox, Linux"."""
    browsers = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox", ""), ("Chrome", ""), ("Safari", ""))
    systems = (("Android", ""), ("iPhone", ""), ("iPad", ""), ("Windows", ""), ("Mac OS", "macOS"), ("Linux", ""))
    found = (next((name or sign for sign, name in kinds if sign in agent), "") for kinds in (browsers, systems))
    return ", ".join(name for name in found if name)
