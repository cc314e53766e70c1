"""Bots in a game: whose turn it is, how fast two of them play, and asking the engine for a move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from ludoteca.bots.specs import read_spec
from ludoteca.languages import translatable
from ludoteca.web.engine.engine import GAME, LONGEST_BOT_S, Engine, position_request
from ludoteca.web.table.stored_game import StoredGame, state_of

USUAL_PACE_MS = 800
FASTEST_PACE_MS, SLOWEST_PACE_MS = 50, 10_000
MOST_STEPS = 20  # requested while a bot is still thinking
STEP = "step"
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


def bot_to_move(stored: StoredGame) -> str | None:
    """The bot to move, if the game continues and it is a bot's turn."""
    seat = stored.seats[stored.match.position.mover]
    return seat.bot if seat.kind == "bot" and state_of(stored) == "going" else None


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
