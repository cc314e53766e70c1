"""Bots at the table: the engine is asked for a move, which is then played as anybody's is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca.play.sentences import sentence
from ludoteca.web.engine.engine import GAME, LONGEST_BOT_S, EngineError
from ludoteca.web.live.clock_timer import AGAIN_S
from ludoteca.web.live.listener import Stale
from ludoteca.web.live.room_part import RoomPart
from ludoteca.web.storage.storage import StorageError

if TYPE_CHECKING:
    from ludoteca.web.live.room import Room

USUAL_PACE_MS = 800


class BotTurns(RoomPart):
    """Lets the bots of one room think, one at a time and only while they are wanted."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.pace: int | str = USUAL_PACE_MS  # between the moves of two bots; "step": for a word
        self.steps = 0  # that two bots may still make, one by one
        self._thinking: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Let a bot think, if it is one's turn."""
        room = self.room
        if self._thinking is not None and not self._thinking.done():
            return
        if room.stored.seats[room.match.position.mover].kind != "bot" or not room.is_going:
            return
        if room.stored.kind == "bots":
            if not room.listeners or (self.pace == "step" and not self.steps):
                return
            self.steps = self.steps - 1 if self.pace == "step" else 0
        self._thinking = room.begin(self._turn(len(room.match.plies)))

    def rest(self) -> None:
        """Whatever a bot was thinking is no longer wanted."""
        if self._thinking is not None and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
            self._thinking = None

    async def _turn(self, ply: int) -> None:
        room = self.room
        seat = room.match.position.mover
        pause = room.registry.settings.bot_pause_ms
        if room.stored.kind == "bots" and isinstance(self.pace, int):
            pause = self.pace
        pausing = asyncio.ensure_future(asyncio.sleep(pause / 1000))
        room.tell_each("thinking", seat=seat)
        request = {"kind": "choose", **room.question(), "bot": room.stored.seats[seat].bot}
        try:
            answer = await room.registry.engine.ask(request, room.stored.owner or "", GAME, LONGEST_BOT_S)
            await pausing
        except EngineError as error:
            if room.registry.is_open:  # else the bot goes on when the server is back
                room.tell_each("trouble", reason=sentence(str(error)))
            return
        finally:
            pausing.cancel()
        async with room.lock:
            if len(room.match.plies) != ply or not room.is_going:
                return
            try:
                await asyncio.shield(asyncio.ensure_future(room.play_now(answer["move"])))
            except (StorageError, Stale) as error:
                room.tell_each("trouble", reason=str(error))
                asyncio.get_running_loop().call_later(AGAIN_S, room.wake)
                return
        self._thinking = None
        room.wake()
