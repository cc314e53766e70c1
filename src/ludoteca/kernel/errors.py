"""Everything that can go wrong, by name.  Each message is a sentence fit to show a player."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_SHOWN = 40  # characters of what somebody gave, in a message


def shown(given: object) -> str:
    """What was given, in quotes if it is text, and cut where it is longer than a message should be."""
    if isinstance(given, str):
        return repr(given if len(given) <= LONGEST_SHOWN else given[:LONGEST_SHOWN] + "…")
    try:
        text = repr(given)
    except ValueError:  # Python does not write out numbers of thousands of digits
        return "…"
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


class LudotecaError(Exception):
    """The root of all errors that Ludoteca raises on purpose."""


class UnknownName(LudotecaError):
    """No game, option, bot or command has this name; the message lists those that exist."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        self.suggestions = tuple(get_close_matches(name[:LONGEST_SHOWN].lower(), self.known, n=1, cutoff=0.6))
        hint = f"; did you mean {self.suggestions[0]}?" if self.suggestions else ""
        super().__init__(f"no {what} is called {shown(name)}; there are: {', '.join(self.known)}{hint}")


class BadOption(LudotecaError):
    """An option of a game was given a value it does not take."""


class UnreadablePosition(LudotecaError):
    """The text does not describe a position of this game."""


class BadDeclaration(LudotecaError):
    """A game cannot be declared like this; the message says what to change."""


class BrokenRules(LudotecaError):
    """The functions of a game break a promise, such as how many moves there are at most."""


class MoveError(LudotecaError):
    """The text does not name exactly one legal move.  Always one of the three kinds below."""


class UnreadableMove(MoveError):
    """The text is not in the form of a move of this game."""


class IllegalMove(MoveError):
    """A move of this game, but not one the rules allow here; the message says why."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves; `continuations` are the next picks to choose from."""

    def __init__(self, message: str, continuations: tuple[str, ...]) -> None:
        self.continuations = continuations
        super().__init__(message)


class GameOver(IllegalMove):
    """The game has ended; nothing can be played."""
