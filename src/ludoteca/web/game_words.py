"""What a game declares, as texts that pages can say in the language of whoever looks."""

from __future__ import annotations

from ludoteca.languages import Text, t


def game_words(declared: str) -> str:
    """A sentence or a name of a game."""
    return declared if isinstance(declared, Text) or not declared else t(declared)
