"""What the players of a game are called on the pages: people by their names, bots by their labels."""

from __future__ import annotations

from typing import Any

from ludoteca.bots.groups import bot_label


def bot_words(name: str) -> str:
    """A bot's name as people read it: "level3" is Level 3, "hard" is Original Hard."""
    words = bot_label(name)
    return words[:1].upper() + words[1:]


def seat_name(seat: Any) -> str:
    """The name of the player in a seat; the seat may come from a list of games or from a room."""
    kind, name = (seat["kind"], seat["name"]) if isinstance(seat, dict) else (seat.kind, seat.name)
    return bot_words(name) if kind == "bot" else str(name)
