"""Everything that can go wrong, by name.  Each message is a sentence fit to show a player.

A message that players meet is said by `t`, so that `error.text` (and `str(error)`) is a `Text`: ordinary text in the
language that was spoken where the error was raised, which `in_language` says to whoever else is shown it.  Messages for
the authors of games are plain English.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from ludoteca.languages.texts import t

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

    @property
    def text(self) -> str:
        """The message; where players meet it, a `Text` that can be said in another language."""
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
    """The text is only the beginning of a legal move; `continuations` are the next picks to choose from."""

    def __init__(self, message: str, continuations: tuple[str, ...]) -> None:
        self.continuations = continuations
        super().__init__(message)


class GameOver(IllegalMove):
    """The game has ended; nothing can be played."""
