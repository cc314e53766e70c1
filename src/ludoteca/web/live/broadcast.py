"""The audience of a room: its sockets, and the numbered messages they are sent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import Any

from ludoteca.web.live.listener import Listener
from ludoteca.web.view import compact

KEPT_MESSAGES = 16  # for those who come back after a break; after more of them everything anew is less to send


class Broadcaster(ABC):
    """Those who listen, and what they were told last."""

    def __init__(self, seq: int) -> None:
        self.listeners: set[Listener] = set()
        self.seq = seq  # only ever grows, over restarts too
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT_MESSAGES)

    @abstractmethod
    def snapshot(self, guest: str) -> str:
        """Everything, for one listener."""

    @abstractmethod
    def tail(self, guest: str) -> str:
        """The personal end of a message to everybody."""

    def tell_all(self, kind: str, view: str | None = None, /, **fields: Any) -> None:
        """A numbered message to everybody; what each can do now is added for each."""
        self.seq += 1
        body = compact({"type": kind, "seq": self.seq, **fields})[:-1]
        if view is not None:
            body = f'{body},"view":{view}'
        self._kept.append((self.seq, body.encode()))  # half the size
        tails: dict[str, str] = {}
        for listener in self.listeners:
            if listener.guest not in tails:
                tails[listener.guest] = self.tail(listener.guest)
            listener.send(body + tails[listener.guest])

    def tell(self, listener: Listener, kind: str, /, **fields: Any) -> None:
        """A message to one; it has no number of its own."""
        listener.send(compact({"type": kind, "seq": self.seq, **fields}))

    def tell_each(self, kind: str, /, **fields: Any) -> None:
        """The same message to each one; it has no number, so it is not told again after a break."""
        text = compact({"type": kind, "seq": self.seq, **fields})
        for listener in self.listeners:
            listener.send(text)

    def tell_since(self, listener: Listener, seq: int) -> None:
        """What a listener has missed; everything, if that is no longer known."""
        if seq == self.seq:
            self.tell(listener, "synced")
        elif self._kept and self._kept[0][0] - 1 <= seq < self.seq:
            tail = self.tail(listener.guest)
            for number, body in self._kept:
                if number > seq:
                    listener.send(body.decode() + tail)
        else:
            listener.send(self.snapshot(listener.guest))
