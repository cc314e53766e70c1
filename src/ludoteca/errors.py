"""All errors, by name.  Each message is a sentence fit to show a player.

A message for players is made by `t`, so that `error.text` (and `str(error)`) is a `Text`: an ordinary string in the
language that was current where the error was raised, which `in_language` renders for other readers.  Messages for the
authors of games are plain English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.util import find_spec
from typing import Any

from ludoteca.languages.texts import t

LONGEST_SHOWN = 40  # characters of what was given, in a message


def shown(given: object) -> str:
    """What was given, in quotes if it is text, and truncated if it is too long for a message."""
    if isinstance(given, str):
        return repr(given if len(given) <= LONGEST_SHOWN else given[:LONGEST_SHOWN] + "…")
    try:
        text = repr(given)
    except ValueError:  # Python does not write out numbers with thousands of digits
        return "…"
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


class LudotecaError(Exception):
    """The base class of all errors that Ludoteca raises on purpose."""

    @property
    def text(self) -> str:
        """The message; if it is for players, a `Text` that can be rendered in another language."""
        return str(self)


class UnknownName(LudotecaError):
    """No game, option, bot or command has this name; the message lists those that exist.

    `sentence` is a template with places for the name and those that are known:
    UnknownName(translatable("there is no game called {name}; available: {known}"), name, game_names()).
    """

    def __init__(self, sentence: str, name: str, known: Iterable[str], **places: Any) -> None:
        self.name = name
        self.known = tuple(known)
        self.suggestions = tuple(get_close_matches(name[:LONGEST_SHOWN].lower(), self.known, n=1, cutoff=0.6))
        message = t(sentence, name=shown(name), known=", ".join(self.known), **places)
        if self.suggestions:
            message = t("{message}; did you mean {suggestion}?", message=message, suggestion=self.suggestions[0])
        super().__init__(message)


class BadOption(LudotecaError):
    """An option of a game, an analysis or a new table has an invalid value.

    `option` is its name, or "" if several do not fit together.
    """

    def __init__(self, message: str, *, option: str = "") -> None:
        self.option = option
        super().__init__(message)


class UnreadablePosition(LudotecaError):
    """The text does not describe a position of this game."""


class BadDeclaration(LudotecaError):
    """A game cannot be declared like this; the message says what to change."""


class BrokenRules(LudotecaError):
    """A game's functions break the rules for games, for example about the maximum number of moves."""


class MoveError(LudotecaError):
    """The text does not name exactly one legal move.  Always one of the three kinds below."""


class UnreadableMove(MoveError):
    """The text does not have the form of a move of this game."""


class IllegalMove(MoveError):
    """A move of this game, but not a legal one here; the message says why."""


class AmbiguousMove(MoveError):
    """The text is only the beginning of a legal move; `continuations` are the next picks to choose from."""

    def __init__(self, message: str, continuations: tuple[str, ...]) -> None:
        self.continuations = continuations
        super().__init__(message)


class GameOver(IllegalMove):
    """The game has ended; nothing can be played."""


class MissingExtra(LudotecaError, ImportError):
    """A library is not installed; the message says how to get it."""


def missing(extra: str, names: list[str]) -> MissingExtra:
    """The error that says so."""
    are = "is" if len(names) == 1 else "are"
    sentence = f"{', '.join(names)} {are} not installed; install with: pip install 'ludoteca[{extra}]'"
    return MissingExtra(sentence, name=names[0])


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Wraps imports of libraries that an extra installs."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "ludoteca":
            raise
        raise missing(extra, [error.name]) from None


def require(extra: str, *names: str) -> None:
    """Make sure that libraries exist that are only imported later."""
    absent = [name for name in names if find_spec(name) is None]
    if absent:
        raise missing(extra, absent)
