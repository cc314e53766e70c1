"""Moves as lists show them: in notation, but for the words in it, which are said in the player's language."""

from __future__ import annotations

from ludoteca.languages import t


def move_in_words(move: object) -> str:
    """A move for people: `pass` in their language, `d4xe4` as it is.  Records and what is typed stay in notation."""
    word, space, parts = str(move).partition(" ")
    return f"{t(word)}{space}{parts}" if len(word) > 1 and word.isalpha() else str(move)
