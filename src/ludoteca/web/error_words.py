"""What an error says, as a text that can still be said in the language of whoever is told."""

from __future__ import annotations

from ludoteca.languages import Text


def error_words(error: BaseException) -> str:
    """The words of an error; `str(error)` would be in English for good."""
    words = getattr(error, "text", None)
    if words is None and error.args:
        words = error.args[0]
    return words if isinstance(words, Text) else str(error)
