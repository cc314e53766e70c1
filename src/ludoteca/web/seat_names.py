"""What the players of a game are called on the pages: people by their names, bots by their labels."""

from __future__ import annotations

from typing import Any

from ludoteca.bots.groups import bot_label
from ludoteca.languages import t, translatable
from ludoteca.languages.texts import finished
from ludoteca.web.storage.repository import NAMELESS

PLAYER = translatable("Player {number}")  # one of two at one table, who has not said a name
FREE_SEAT = translatable("Free seat")
NUMBERS = {PLAYER.format(number=number): number for number in (1, 2)}


def bot_words(name: str) -> str:
    """A bot's name as people read it: "level3" is Level 3, "hard" is Original Hard."""
    return finished(t(bot_label(name)), with_capital)


def with_capital(words: str) -> str:
    """Words as a title begins."""
    return words[:1].upper() + words[1:]


def seat_name(seat: Any) -> str:
    """The name of the player in a seat; the seat may come from a list of games or from a room."""
    kind, name = (seat["kind"], seat["name"]) if isinstance(seat, dict) else (seat.kind, seat.name)
    return bot_words(name) if kind == "bot" else person_name(str(name))


def person_name(name: str) -> str:
    """A person's name; the names that we gave to those who said none are words, and kept in English."""
    if name in (NAMELESS, FREE_SEAT):
        return t(name)
    return t(PLAYER, number=NUMBERS[name]) if name in NUMBERS else name
