"""Those who listen to a room, and the refusals they hear."""

from __future__ import annotations

import asyncio

from ludoteca.kernel.errors import LudotecaError

MISTAKE = "The server made a mistake. It has been noted."
NO_SUCH_GAME = "There is no such game. Perhaps it was withdrawn."
MOST_UNSENT = 200  # messages that wait for a slow listener


class Refused(LudotecaError):
    """This cannot be done in this game, or not by you, or not now."""


class Stale(LudotecaError):
    """The message answers a position that has passed."""


class Listener:
    """One socket: who it belongs to, and what it is still to be sent."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.unsent: asyncio.Queue[str | None] = asyncio.Queue()
        self.is_lost = False

    def send(self, text: str) -> None:
        """Queue a message; one who does not take them is let go, and comes back with a resync."""
        if self.unsent.qsize() >= MOST_UNSENT:
            self.is_lost = True
            self.unsent.put_nowait(None)
        elif not self.is_lost:
            self.unsent.put_nowait(text)

    def hang_up(self) -> None:
        """No more messages."""
        self.unsent.put_nowait(None)
