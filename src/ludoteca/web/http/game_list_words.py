"""A listed game in words: whose turn it is or how it ended, from the visitor's view, and when it last changed."""

from __future__ import annotations

from datetime import UTC, datetime

from ludoteca.languages import t, translatable
from ludoteca.web.storage.game_lists import Listing, is_your_turn
from ludoteca.web.table.stored_game import now_ms
from ludoteca.web.table.words import seat_name

MINUTE_MS = 60_000
HOUR_MS, DAY_MS = 60 * MINUTE_MS, 24 * 60 * MINUTE_MS
LONG_MS = 30 * DAY_MS  # after this the date says more
DAY = translatable(
    "{day} {month:[January,February,March,April,May,June,July,August,September,October,November,December]} {year}"
)
AGO = (
    (DAY_MS, translatable("{count} {count:day|days} ago")),
    (HOUR_MS, translatable("{count} {count:hour|hours} ago")),
    (MINUTE_MS, translatable("{count} {count:minute|minutes} ago")),
)


def standing_words(item: Listing) -> str:
    """The state of a listed game."""
    if not item["readable"]:
        return t("this game cannot be read")
    if item["state"] == "over":
        return outcome_words(item)
    if item["kind"] == "record":
        return t("{count} {count:move|moves}, not finished", count=item["plies"])
    if item["state"] == "open":
        return t("waiting for an opponent")
    is_begun, number = bool(item["plies"]), item["plies"] + 1
    if item["you"] not in (0, 1) or item["mover"] is None:
        return t("move {number}", number=number) if is_begun else t("not started")
    if is_your_turn(item):
        return t("your turn, move {number}", number=number) if is_begun else t("your turn, not started")
    player = seat_name(item["seats"][item["mover"]])
    if is_begun:
        return t("waiting for {player}, move {number}", player=player, number=number)
    return t("waiting for {player}, not started", player=player)


def outcome_words(item: Listing) -> str:
    """How a listed game ended; for one of the players, whether they won."""
    winner, you, reason = item["winner"], item["you"], item["reason"]
    if winner is None:
        return t("Draw: {reason}", reason=reason)
    if you in (0, 1):
        return t("You won: {reason}", reason=reason) if winner == you else t("You lost: {reason}", reason=reason)
    return t("{player} wins: {reason}", player=seat_name(item["seats"][winner]), reason=reason)


def ago(then_ms: int) -> str:
    """How long ago something was, in words; after a month, the date."""
    gone = max(0, now_ms() - then_ms)
    if gone >= LONG_MS:
        then = datetime.fromtimestamp(then_ms / 1000, UTC)
        return t(DAY, day=then.day, month=then.month - 1, year=then.year)
    for unit_ms, words in AGO:
        if gone >= unit_ms:
            return t(words, count=gone // unit_ms)
    return t("just now")
