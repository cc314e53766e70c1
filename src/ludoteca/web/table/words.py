"""What a table says to its players, and what it calls them: for rooms, and for pages that play without a server."""

from __future__ import annotations

from typing import Any

from ludoteca.bots.registry import bot_label
from ludoteca.languages import t, translatable
from ludoteca.languages.texts import finished
from ludoteca.play.match.match import NO_CHOICE  # noqa: F401  (one of the words)
from ludoteca.play.score_sheet import ABORTED, ABORTED_BY, AGREED, LOSSES  # noqa: F401
from ludoteca.web.people.account import DELETED

PLAYER = translatable("Player {number}")  # one of two at one table, who has not said a name
FREE_SEAT = translatable("Free seat")
NAMELESS = translatable("Guest")  # a guest without a name
NUMBERS = {PLAYER.format(number=number): number for number in (1, 2)}
NO_SUCH_GAME = translatable("There is no such game. It may have been withdrawn.")
NO_SUCH_RECORD = translatable("There is no such record to continue.")
GONE_ON = translatable("The game has moved on in the meantime.")
WATCHING = translatable("You are watching this game.")
WATCHER = translatable("You are watching.")
NO_OPPONENT = translatable("Your opponent has not joined yet.")
NOT_YOUR_SEAT = translatable("You do not play that side.")
NOT_YOUR_TURN = translatable("It is not your turn.")
NO_MOVE = translatable("That is not a move. What you can choose is marked.")
MOVE_NEEDS = translatable("a move needs a ply, which is a number, and its text")
NOT_YOUR_BOT = translatable("Your browser can only think for a level you are playing against without a clock.")
NOTHING_TO_UNDO = translatable("There is nothing you can undo.")
NO_BOT_DRAWS = translatable("Bots do not accept draws.")
NO_HINT = translatable("Hints are available on your own turn, in games against bots or on one device.")
NOT_OVER_YET = translatable("The game is not over yet.")
NOT_YOUR_PACE = translatable("Only the person who started a game between bots can set its pace.")
PACE_NEEDS = translatable('a pace is a number of milliseconds, or "step"')
UNKNOWN_TYPE = translatable("there is no message type {type}")
NO_CONDITIONS = translatable(
    "You can plan answers while your opponent is to move, in a game without a clock or with days."
)
NOT_SETTLED = translatable("The result can still change.")
OVER_ALREADY = translatable("this position is already over: {reason}")


def table_words() -> dict[str, str]:
    """All of it by name, in English, for the pages' scripts; losses are called loss_time and so on."""
    own = {name.lower(): value for name, value in globals().items() if name.isupper() and isinstance(value, str)}
    losses = {f"loss_{how}": text for how, text in LOSSES.items()}
    return {**own, **losses, "random_bot": str(bot_label("random"))}


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
    if name in (NAMELESS, FREE_SEAT, DELETED):
        return t(name)
    return t(PLAYER, number=NUMBERS[name]) if name in NUMBERS else name
