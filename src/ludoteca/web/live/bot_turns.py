"""Bots in a game: whose turn it is, how fast two of them play, and asking the engine for a move."""

from __future__ import annotations

import asyncio

from ludoteca.web.engine.engine import GAME, LONGEST_BOT_S, Engine, position_request
from ludoteca.web.storage.repository import Stored, state_of

USUAL_PACE_MS = 800
FASTEST_PACE_MS, SLOWEST_PACE_MS = 50, 10_000
MOST_STEPS = 20  # asked for while a bot still thinks
STEP = "step"


class BotPace:
    """How fast two bots play each other: with a pause before each move, or one move for each step asked for."""

    __slots__ = ("_steps", "delay")

    def __init__(self) -> None:
        self.delay: int | str = USUAL_PACE_MS  # or STEP
        self._steps = 0  # asked for and not yet made

    def set(self, delay: float | str) -> None:
        """Play with this pause, in milliseconds, or step by step."""
        self.delay = STEP if isinstance(delay, str) else int(min(max(delay, FASTEST_PACE_MS), SLOWEST_PACE_MS))

    def add_step(self) -> None:
        """One more move is asked for."""
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


def bot_to_move(stored: Stored) -> str | None:
    """The bot whose turn it is, if the game goes on and it is a bot's turn."""
    seat = stored.seats[stored.match.position.mover]
    return seat.bot if seat.kind == "bot" and state_of(stored) == "going" else None


def pause_ms(stored: Stored, pace: BotPace, usual_ms: int) -> int:
    """How long a bot's move takes at least, so that people can follow it."""
    return pace.delay if stored.kind == "bots" and isinstance(pace.delay, int) else usual_ms


async def choose_move(engine: Engine, stored: Stored, bot: str, at_least_ms: int) -> str:
    """The move that a bot chooses; EngineError when there is no answer."""
    pausing = asyncio.ensure_future(asyncio.sleep(at_least_ms / 1000))
    try:
        request = {"kind": "choose", **position_request(stored.match), "bot": bot}
        answer = await engine.ask(request, stored.owner or "", GAME, LONGEST_BOT_S)
        await pausing
        return str(answer["move"])
    finally:
        pausing.cancel()
