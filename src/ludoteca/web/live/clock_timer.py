"""The flag of a room: the server alone decides when a clock has run out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ludoteca.kernel.errors import LudotecaError
from ludoteca.play import Match
from ludoteca.web.live.room_part import RoomPart
from ludoteca.web.storage.storage import StorageError

if TYPE_CHECKING:
    from ludoteca.web.live.room import Room

AGAIN_S = 2.0  # after the database has refused what nobody will ask for again


def run_clock(match: Match, since: int | None = None) -> None:
    """The clock runs from the first move on; one that was stored running has run since then."""
    if match.clock is not None and match.clock.running is None and match.outcome is None and match.plies:
        now = match.now()
        match.clock.start(match.position.mover, now if since is None else min(since, now))


class Flag(RoomPart):
    """Looks at a room's clock when its time must be up."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Look again when the running clock would be at zero, if one runs."""
        self.cancel()
        match = self.room.match
        clock = match.clock
        if clock is not None and clock.running is not None and match.outcome is None:
            left = clock.left_ms(clock.running, match.now())  # with a delay there is more; then it is set again
            self._look_in(left / 1000 + 0.005)

    def cancel(self) -> None:
        """Do not look any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look_in(self, seconds: float) -> None:
        room = self.room
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: room.begin(self._look()))

    async def _look(self) -> None:
        try:
            async with self.room.lock:
                await self.fall()
        except StorageError:
            self._look_in(AGAIN_S)
            raise
        self.set()

    async def fall(self) -> None:
        """End the game if a clock has run out.  The lock is held."""
        match = self.room.match.fork()
        try:
            match.claim_time()
        except LudotecaError:  # nobody has, or the game is over
            return
        await self.room.store(match, takeback=None)
        self.room.tell_end()
