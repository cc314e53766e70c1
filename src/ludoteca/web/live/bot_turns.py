"""Bots in a game: whose turn it is, how fast two of them play, and asking the engine or a browser for a move."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ludoteca.bots.specs import read_spec
from ludoteca.languages import t, translatable
from ludoteca.web.engine.engine import GAME, LONGEST_BOT_S, Engine, position_request
from ludoteca.web.live.broadcast import Listener
from ludoteca.web.table.changes import ply_and_text
from ludoteca.web.table.stored_game import BOT_MOVES, Refused, Stale, StoredGame, bot_to_move, now_ms, seats_of
from ludoteca.web.table.words import GONE_ON, NOT_YOUR_BOT

USUAL_PACE_MS = 800
FASTEST_PACE_MS, SLOWEST_PACE_MS = 50, 10_000
MOST_STEPS = 20  # requested while a bot is still thinking
STEP = "step"
LOOK_S = 1.0  # how often it is seen whether the browser is still there
SILENT_MS = 6000  # a page pings after two seconds of silence; one that is silent for this long is gone
LONGEST_MS = 30_000  # for one move
BY_BROWSER = {BOT_MOVES: "browser"}  # what the record says of a game in which a browser has answered
IN_BROWSERS = re.compile(r"level\d+")  # the bots that modules have
MOST_BOT_TABLES = 12  # at which two bots play each other, per address
TOO_MANY_BOTS = translatable(
    "Your address is already watching {count} games between bots. Close one of them, then load this page again."
)


class Choice(NamedTuple):
    """What a bot has found."""

    move: str
    resigns: bool  # whether it would rather resign


class BotPace:
    """How fast two bots play each other: with a pause before each move, or one move per requested step."""

    __slots__ = ("_steps", "delay")

    def __init__(self) -> None:
        self.delay: int | str = USUAL_PACE_MS  # or STEP
        self._steps = 0  # requested and not yet made

    def set(self, delay: float | str) -> None:
        """Play with this pause, in milliseconds, or step by step."""
        self.delay = STEP if isinstance(delay, str) else int(min(max(delay, FASTEST_PACE_MS), SLOWEST_PACE_MS))

    def add_step(self) -> None:
        """Request one more move."""
        self._steps = min(self._steps + 1, MOST_STEPS)

    def take_turn(self) -> bool:
        """Whether a bot may move now; this uses up a step."""
        if self.delay != STEP:
            self._steps = 0
        elif self._steps:
            self._steps -= 1
        else:
            return False
        return True


class BotTables:
    """The games in which two bots are playing each other, by the watcher's address: each takes an engine."""

    def __init__(self, address_of: Callable[[str], str]) -> None:
        self._address_of = address_of
        self._at: dict[str, str] = {}  # the address, by game

    def take(self, game: str, watcher: str) -> bool:
        """Whether two bots may continue for a watcher, whose address must not have too many such games."""
        address = self._address_of(watcher)
        is_free = sum(at == address for other, at in self._at.items() if other != game) < MOST_BOT_TABLES
        if is_free:
            self._at[game] = address
        return is_free

    def leave(self, game: str) -> None:
        """Nobody is watching, or the game is over."""
        self._at.pop(game, None)


def pause_ms(stored: StoredGame, pace: BotPace, usual_ms: int) -> int:
    """How long a bot's move takes at least, so that people can follow it."""
    return pace.delay if stored.kind == "bots" and isinstance(pace.delay, int) else usual_ms


async def choose_move(engine: Engine, stored: StoredGame, bot: str, asker: str, at_least_ms: int) -> Choice:
    """A bot's choice, in the requesting visitor's turn; EngineError if there is no answer."""
    pausing = asyncio.ensure_future(asyncio.sleep(at_least_ms / 1000))
    try:
        thinking_ms = read_spec(bot).limits.time_ms or 0
        request = {"kind": "choose", **position_request(stored.match), "bot": bot, "ms": thinking_ms}
        answer = await engine.ask(request, asker, GAME, LONGEST_BOT_S)
        await pausing
        return Choice(str(answer["move"]), resigns=bool(answer["resigns"]))
    finally:
        pausing.cancel()


# --- a browser that thinks for a bot


def may_think(stored: StoredGame, guest: str) -> bool:
    """Whether a guest's browser may think for the bot of a game."""
    bots = [seat.bot or "" for seat in stored.seats if seat.kind == "bot"]
    is_casual = stored.kind == "bot" and stored.match.clock is None and not stored.rated
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
        """Do not ask this browser again until it offers."""
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
