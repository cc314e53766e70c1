"""Bots for which a player's own browser thinks, while it is there and answers; else the server's engine does.

Only casual games: against a level, without a clock.  The browser is told the position and answers with a move for it; a
move for any other position is stale, so none is played twice.  Nobody can tell whether that is the move the bot would
have chosen, so the record and the lists say where it came from.
"""

from __future__ import annotations

import re
from typing import Any

from ludoteca.languages import t
from ludoteca.web.live.bot_turns import Choice, bot_to_move
from ludoteca.web.live.broadcast import Listener
from ludoteca.web.table.changes import ply_and_text
from ludoteca.web.table.stored_game import BOT_MOVES, Refused, Stale, StoredGame, now_ms, seats_of
from ludoteca.web.table.words import GONE_ON, NOT_YOUR_BOT

LOOK_S = 1.0  # how often it is seen whether the browser is still there
SILENT_MS = 6000  # a page pings after two seconds of silence; one that is silent for this long is gone
LONGEST_MS = 30_000  # for one move
BY_BROWSER = {BOT_MOVES: "browser"}  # what the record says of a game in which a browser has answered
IN_BROWSERS = re.compile(r"level\d+")  # the bots that modules have


def may_think(stored: StoredGame, guest: str) -> bool:
    """Whether a guest's browser may think for the bot of a game."""
    bots = [seat.bot or "" for seat in stored.seats if seat.kind == "bot"]
    is_casual = stored.kind == "bot" and stored.match.clock is None
    return is_casual and bool(seats_of(stored, guest)) and all(IN_BROWSERS.fullmatch(bot) for bot in bots)


def question(stored: StoredGame, bot: str) -> dict[str, Any]:
    """What a browser is asked: which bot is to move, and where."""
    match = stored.match
    return {
        "ply": len(match.plies),
        "bot": bot,
        "start": str(match.start),
        "moves": [str(ply.move) for ply in match.plies],
        "position": str(match.position),
    }


def answered_move(stored: StoredGame, message: dict[str, Any]) -> Choice:
    """What a browser found, if it answers the current position."""
    ply, text = ply_and_text(message)
    is_same = ply == len(stored.match.plies) and message.get("position") == str(stored.match.position)
    if bot_to_move(stored) is None or not is_same:
        raise Stale(t(GONE_ON))
    return Choice(text, resigns=message.get("resigns") is True)


class BrowserThinker:
    """The listener whose browser thinks for a room's bot, if any."""

    def __init__(self) -> None:
        self.listener: Listener | None = None
        self._asked_ms = 0

    def offer(self, stored: StoredGame, listener: Listener, is_on: bool) -> None:
        """A browser offers to think, or no longer can."""
        if is_on and not may_think(stored, listener.guest):
            raise Refused(t(NOT_YOUR_BOT))
        if is_on:
            self.listener = listener
        else:
            self.give_up(listener)

    def give_up(self, listener: Listener) -> None:
        """This browser is not asked again until it offers."""
        if self.listener is listener:
            self.listener = None

    def begin(self) -> Listener | None:
        """Whom to ask now; the time runs from here."""
        self._asked_ms = now_ms()
        return self.listener if self.is_there else None

    @property
    def is_there(self) -> bool:
        """Whether the browser can still be expected to answer."""
        if self.listener is None:
            return False
        now = now_ms()
        return now - self.listener.heard_ms < SILENT_MS and now - self._asked_ms < LONGEST_MS
