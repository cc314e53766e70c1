"""A listed game in words: whose turn it is or how it ended, seen by whoever looks, and when something happened last."""

from __future__ import annotations

from datetime import UTC, datetime

from ludoteca.web.seat_names import seat_name
from ludoteca.web.storage.game_lists import Listing, is_your_turn
from ludoteca.web.storage.storage import now_ms

MINUTE_MS = 60_000
HOUR_MS, DAY_MS = 60 * MINUTE_MS, 24 * 60 * MINUTE_MS
LONG_MS = 30 * DAY_MS  # after this the date says more


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
