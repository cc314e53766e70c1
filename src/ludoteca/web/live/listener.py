"""The listeners of a room, and the refusals they get."""

from __future__ import annotations

import asyncio

from ludoteca.kernel.errors import LudotecaError
from ludoteca.languages import translatable
from ludoteca.languages.choice import ENGLISH
from ludoteca.web.storage.storage import now_ms

MISTAKE = translatable("Something went wrong on the server. The error has been logged.")
MOST_UNSENT, MOST_UNSENT_CHARACTERS = 200, 4_000_000  # messages that wait for a slow listener


class Refused(LudotecaError):
    """This is impossible in this game, or not for you, or not now."""


class Stale(LudotecaError):
    """The message answers a position that has passed."""


class Listener:
    """One socket: whom it belongs to, and what is still to be sent."""

    def __init__(self, guest: str, language: str = ENGLISH) -> None:
        self.guest = guest
        self.language = language  # for all its messages
        self.heard_ms = now_ms()  # when it last sent something
        self.lost = asyncio.Event()  # it does not read its messages
        self._unsent: asyncio.Queue[str | None] = asyncio.Queue()
        self._characters = 0

    def send(self, text: str) -> None:
        """Queue a message; a listener that does not read is dropped, and can come back with a resync."""
        self._characters += len(text)
        if self._unsent.qsize() >= MOST_UNSENT or self._characters > MOST_UNSENT_CHARACTERS:
            self.lost.set()
        if not self.lost.is_set():
            self._unsent.put_nowait(text)

    async def next(self) -> str | None:
        """The next message to send, once there is one; None if there are no more to come."""
        text = await self._unsent.get()
        self._characters -= len(text or "")
        return text

    def hang_up(self) -> None:
        """No more messages."""
        self._unsent.put_nowait(None)
