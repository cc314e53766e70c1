"""The audience of a room: its sockets, and the numbered messages they are sent, each in its language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Any

from ludoteca.languages import in_language
from ludoteca.languages.choice import ENGLISH
from ludoteca.web.live.listener import Listener
from ludoteca.web.view import compact

KEPT_MESSAGES = 16  # for clients that reconnect; after more than this, sending everything again is less


class Broadcaster(ABC):
    """The listeners, and the last messages."""

    def __init__(self, seq: int) -> None:
        self.listeners: set[Listener] = set()
        self.seq = seq  # only ever grows, across restarts too
        self._kept: deque[tuple[int, dict[str, bytes]]] = deque(maxlen=KEPT_MESSAGES)  # by language

    @abstractmethod
    def snapshot(self, guest: str, language: str = ENGLISH) -> str:
        """Everything, for one listener."""

    @abstractmethod
    def tail(self, guest: str) -> str:
        """The personal end of a message to everybody."""

    def tell_all(self, kind: str, view: Callable[[str], str] | None = None, /, **fields: Any) -> None:
        """A numbered message to everyone, with what each can do now.

        `view` gives the board as JSON in a language.
        """
        self.seq += 1
        message = {"type": kind, "seq": self.seq, **fields}
        bodies: dict[str, str] = {}
        tails: dict[str, str] = {}
        for listener in self.listeners:
            language = listener.language
            if language not in bodies:
                bodies[language] = _body(message, view, language)
            if listener.guest not in tails:
                tails[listener.guest] = self.tail(listener.guest)
            listener.send(bodies[language] + tails[listener.guest])
        bodies = bodies or {ENGLISH: _body(message, view, ENGLISH)}  # someone may come back
        self._kept.append((self.seq, {language: body.encode() for language, body in bodies.items()}))  # half the size

    def tell(self, listener: Listener, kind: str, /, **fields: Any) -> None:
        """A message to one listener, without a number."""
        listener.send(_said({"type": kind, "seq": self.seq, **fields}, listener.language))

    def tell_each(self, kind: str, /, but: Listener | None = None, **fields: Any) -> None:
        """The same message to each listener, without a number, so it is not repeated after a reconnection."""
        message = {"type": kind, "seq": self.seq, **fields}
        texts: dict[str, str] = {}
        for listener in self.listeners:
            if listener is but:
                continue
            if listener.language not in texts:
                texts[listener.language] = _said(message, listener.language)
            listener.send(texts[listener.language])

    def tell_since(self, listener: Listener, seq: int) -> None:
        """What a listener has missed; everything, if that is no longer known, or was sent in other languages only."""
        missed = [bodies.get(listener.language) for number, bodies in self._kept if number > seq]
        if seq == self.seq:
            self.tell(listener, "synced")
        elif self._kept and self._kept[0][0] - 1 <= seq < self.seq and None not in missed:
            tail = self.tail(listener.guest)
            for body in filter(None, missed):
                listener.send(body.decode() + tail)
        else:
            listener.send(self.snapshot(listener.guest, listener.language))


def _said(message: dict[str, Any], language: str) -> str:
    """A message as JSON; texts are created in English, so that rendering them in English is free."""
    return compact(message if language == ENGLISH else in_language(message, language))


def _body(message: dict[str, Any], view: Callable[[str], str] | None, language: str) -> str:
    """The part of a message that is the same for everyone with a language."""
    body = _said(message, language)[:-1]
    return body if view is None else f'{body},"view":{view(language)}'
