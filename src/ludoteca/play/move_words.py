"""Moves as shown in lists: in notation, except for words such as `pass`, which are translated."""

from __future__ import annotations

from ludoteca.languages import t


def move_in_words(move: object) -> str:
    """A move for people: `pass` in their language, `d4xe4` as it is.  Records and typed moves stay in notation."""
    word, space, parts = str(move).partition(" ")
    return f"{t(word)}{space}{parts}" if len(word) > 1 and word.isalpha() else str(move)
