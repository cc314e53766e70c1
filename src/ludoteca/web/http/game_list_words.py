"""Lists in words, from the visitor's view: how a game stands or ended and when it last changed, and open challenges."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ludoteca.languages import t, translatable
from ludoteca.play.match.clock import TimeControl, control_words
from ludoteca.web.people.glicko2 import Rating
from ludoteca.web.storage.game_lists import Listing, is_your_turn
from ludoteca.web.table.challenges import Challenge, admits
from ludoteca.web.table.stored_game import now_ms
from ludoteca.web.table.words import person_name, seat_name

MINUTE_MS = 60_000
HOUR_MS, DAY_MS = 60 * MINUTE_MS, 24 * 60 * MINUTE_MS
LONG_MS = 30 * DAY_MS  # after this the date says more
DATE = translatable(
    "{day} {month:[January,February,March,April,May,June,July,August,September,October,November,December]} {year}"
)
LIST_WORDS = translatable(  # pages without a server use the same words
    {
        "date": DATE,
        "days": "{count} {count:day|days} ago",
        "hours": "{count} {count:hour|hours} ago",
        "minutes": "{count} {count:minute|minutes} ago",
        "now": "just now",
        "record": "{count} {count:move|moves}, not finished",
        "move": "move {number}",
        "start": "not started",
        "yours_move": "your turn, move {number}",
        "yours_start": "your turn, not started",
        "theirs_move": "waiting for {player}, move {number}",
        "theirs_start": "waiting for {player}, not started",
        "draw": "Draw: {reason}",
        "won": "You won: {reason}",
        "lost": "You lost: {reason}",
        "wins": "{player} wins: {reason}",
    }
)
AGO = ((DAY_MS, "days"), (HOUR_MS, "hours"), (MINUTE_MS, "minutes"))


def standing_words(item: Listing) -> str:
    """The state of a listed game."""
    if not item["readable"]:
        return t("this game cannot be read")
    if item["state"] == "over":
        return outcome_words(item)
    if item["kind"] == "record":
        return t(LIST_WORDS["record"], count=item["plies"])
    if item["state"] == "open":
        return t("waiting for an opponent")
    now, number = "move" if item["plies"] else "start", item["plies"] + 1
    if item["you"] not in (0, 1) or item["mover"] is None:
        return t(LIST_WORDS[now], number=number)
    if is_your_turn(item):
        return t(LIST_WORDS[f"yours_{now}"], number=number)
    return t(LIST_WORDS[f"theirs_{now}"], player=seat_name(item["seats"][item["mover"]]), number=number)


def rules_words(entry: dict[str, Any], values: dict[str, str]) -> list[str]:
    """The options of a game that are not the usual ones, each with its value."""
    options = {option["name"]: option for option in entry["options"]}
    shown = [(options[name], value) for name, value in values.items() if name in options]
    words = [(option["title"], (option.get("words") or {}).get(value, value)) for option, value in shown]
    return [t("{option}: {value}", option=t(title), value=t(value)) for title, value in words]


def challenge_words(challenge: Challenge, entry: dict[str, Any], guest: str, own: Rating | None) -> dict[str, Any]:
    """A challenge as the lobby shows it to a guest with this rating: who, which rules, which clock, which side."""
    wanted, is_mine = challenge.wanted, challenge.guest == guest
    seat = None if wanted.side == "random" else (wanted.side == "first") == is_mine  # whether the visitor is first
    side = None if seat is None else t(entry["players"][0 if seat else 1]["name"])
    return {
        "id": challenge.id,
        "game": entry["name"],
        "title": entry["title"],
        "accent": entry["accent"],
        "options": wanted.options,
        "has_levels": any(bot["is_level"] for bot in entry["bots"]),
        "name": person_name(challenge.name),
        "is_mine": is_mine,
        "is_slow": challenge.is_slow,
        "is_for_me": challenge.to == guest,
        "to": challenge.to_name,
        "left": challenge.left,
        "clock": control_words(TimeControl.parse(wanted.clock)),
        "side": t("random sides") if side is None else t("you play {side}", side=side),
        "rules": rules_words(entry, wanted.options),
        "start": t("from a custom position") if wanted.position else "",
        "rated": t("rated") if wanted.rated else "",
        "series": series_words(wanted.series),
        "rating": None if challenge.rating is None else round(challenge.rating.rating),
        "provisional": challenge.rating is not None and challenge.rating.is_provisional,
        "range": range_words(challenge.least, challenge.most),
        "is_admitted": admits(challenge, own),
    }


def range_words(least: int | None, most: int | None) -> str:
    """Which ratings a challenge is for."""
    if least is not None and most is not None:
        return t("for ratings from {least} to {most}", least=least, most=most)
    if least is not None:
        return t("for ratings from {least}", least=least)
    return "" if most is None else t("for ratings up to {most}", most=most)


def series_words(games: int) -> str:
    """How many games are played; nothing for a single one."""
    return "" if games == 1 else t("Two games, one from each side") if games == 2 else t("Best of {games}", games=games)


def outcome_words(item: Listing) -> str:
    """How a listed game ended; for one of the players, whether they won."""
    winner, you, reason = item["winner"], item["you"], item["reason"]
    if winner is None:
        return t(LIST_WORDS["draw"], reason=reason)
    if you in (0, 1):
        return t(LIST_WORDS["won" if winner == you else "lost"], reason=reason)
    return t(LIST_WORDS["wins"], player=seat_name(item["seats"][winner]), reason=reason)


def date_words(then_ms: int) -> str:
    """A day in UTC, in words."""
    then = datetime.fromtimestamp(then_ms / 1000, UTC)
    return t(LIST_WORDS["date"], day=then.day, month=then.month - 1, year=then.year)


def ago(then_ms: int) -> str:
    """How long ago something was, in words; after a month, the date."""
    gone = max(0, now_ms() - then_ms)
    if gone >= LONG_MS:
        return date_words(then_ms)
    for unit_ms, words in AGO:
        if gone >= unit_ms:
            return t(LIST_WORDS[words], count=gone // unit_ms)
    return t(LIST_WORDS["now"])
