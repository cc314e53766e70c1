"""A listed game in words: whose turn it is or how it ended, seen by whoever looks, and when something happened last."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ludoteca.bots.groups import bot_label
from ludoteca.web.storage.storage import now_ms

MINUTE_MS = 60_000
HOUR_MS, DAY_MS = 60 * MINUTE_MS, 24 * 60 * MINUTE_MS
LONG_MS = 30 * DAY_MS  # after this the date says more

Listing = dict[str, Any]


def bot_words(name: str) -> str:
    """A bot's name as people read it: "level3" is Level 3, "hard" is Original Hard."""
    words = bot_label(name)
    return words[:1].upper() + words[1:]


def seat_name(seat: Any) -> str:
    """The name of whoever sits at a seat, in a list or on the room's own list of seats."""
    kind, name = (seat["kind"], seat["name"]) if isinstance(seat, dict) else (seat.kind, seat.name)
    return bot_words(name) if kind == "bot" else str(name)


def is_your_turn(item: Listing) -> bool:
    """Whether the other one waits for whoever looks."""
    return item["you"] in (0, 1) and item["mover"] == item["you"]


def is_unfinished(item: Listing) -> bool:
    """Whether a listed game is to be gone on with; a record is not, however it ends."""
    return bool(item["state"] != "over" and item["kind"] != "record")


def standing_words(item: Listing) -> str:
    """How a listed game stands."""
    if not item["readable"]:
        return "this game cannot be read"
    if item["state"] == "over":
        return outcome_words(item)
    if item["kind"] == "record":
        return f"{item['plies']} move{'' if item['plies'] == 1 else 's'}, not finished"
    if item["state"] == "open":
        return "waiting for an opponent"
    move = f"move {item['plies'] + 1}" if item["plies"] else "not begun"
    if item["you"] not in (0, 1) or item["mover"] is None:
        return move
    if is_your_turn(item):
        return f"your turn, {move}"
    return f"waiting for {seat_name(item['seats'][item['mover']])}, {move}"


def outcome_words(item: Listing) -> str:
    """How a listed game ended; for one of the players, whether it was won."""
    winner, you = item["winner"], item["you"]
    if winner is None:
        who = "Draw"
    elif you in (0, 1):
        who = "You won" if winner == you else "You lost"
    else:
        who = f"{seat_name(item['seats'][winner])} wins"
    return f"{who}: {item['reason']}"


def ago(then_ms: int) -> str:
    """How long ago something was, as people say it; after a month, the date."""
    gone = max(0, now_ms() - then_ms)
    if gone >= LONG_MS:
        date = datetime.fromtimestamp(then_ms / 1000, UTC)
        return f"{date.day} {date:%B %Y}"
    for unit_ms, unit in ((DAY_MS, "day"), (HOUR_MS, "hour"), (MINUTE_MS, "minute")):
        if gone >= unit_ms:
            count = gone // unit_ms
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"
