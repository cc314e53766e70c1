"""What players say to each other at a table: a few phrases, which each reads in their language, and free text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.languages import t, translatable
from ludoteca.play.records import tree
from ludoteca.web.table.stored_game import Refused, StoredGame, seats_of, state_of

LONGEST_LINE = 200
REMOVED = translatable("(removed by a host)")
MOST_SHOWN = 100  # lines of one game
PHRASES = translatable(
    {
        "hello": "Hello!",
        "luck": "Have a good game!",
        "nice": "Good move!",
        "sorry": "Sorry, I was away for a moment.",
        "thanks": "Thank you, that was a good game!",
        "bye": "I have to go. Goodbye!",
    }
)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One thing that one player said; `number` is the database's."""

    seat: int
    phrase: str | None = None  # a key of PHRASES
    text: str | None = None
    number: int = 0


def partner_of(stored: StoredGame, guest: str) -> tuple[int, frozenset[str]]:
    """A player's seat and the guests in the other one; only two people at two devices have anything to say here."""
    mine = seats_of(stored, guest)
    if stored.kind != "friend" or len(mine) != 1 or state_of(stored) == "open":
        raise Refused(t("Only two people who are playing each other over the network can do this."))
    seat = min(mine)
    return seat, frozenset(holder for place, holder in stored.holders if place != seat) - {guest}


def chat_line(stored: StoredGame, guest: str, message: dict[str, Any], *, is_free: bool) -> ChatLine:
    """What a player says, by the name of a phrase or, where the host allows it, in their own words."""
    seat, _ = partner_of(stored, guest)
    phrase, text = message.get("phrase"), message.get("text")
    if isinstance(phrase, str) and phrase in PHRASES and text is None:
        return ChatLine(seat, phrase)
    if phrase is not None or not isinstance(text, str):
        raise Refused(t("a line of chat has a phrase or a text"))
    if not is_free:
        raise Refused(t("This server allows only the phrases, no free chat."))
    cleaned = tree.clean_name(text[: 4 * LONGEST_LINE])[:LONGEST_LINE].strip()
    if not cleaned:
        raise Refused(t("There is nothing to send."))
    return ChatLine(seat, text=cleaned)


def chat_view(line: ChatLine) -> dict[str, Any]:
    """A line as it is sent to both players."""
    text = t(REMOVED) if line.text == REMOVED else line.text
    words = text if line.phrase is None else t(PHRASES.get(line.phrase, ""))
    return {"id": line.number, "by": line.seat, "phrase": line.phrase, "text": words}
