"""The audience of a room: its sockets, and the numbered messages they are sent, each in its language."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.languages import in_language, translatable
from ludoteca.languages.choice import ENGLISH
from ludoteca.web.metrics import REFUSALS
from ludoteca.web.people.account import SignIn
from ludoteca.web.table.stored_game import now_ms
from ludoteca.web.view import Written, compact, fragment

MISTAKE = translatable("Something went wrong on the server. The error has been logged.")
MOST_UNSENT, MOST_UNSENT_CHARACTERS = 200, 4_000_000  # messages that wait for a slow listener
Body = dict[str, Any]
KEPT_MESSAGES = 16  # for clients that reconnect; after more than this, sending everything again is less


class Listener:
    """One socket: whom it belongs to, and what is still to be sent.  There are thousands, so it is small."""

    __slots__ = ("_characters", "_unsent", "_waiting", "guest", "heard_ms", "is_lost", "knows_rules", "language",
                 "lose", "sign_in")  # fmt: skip

    def __init__(self, guest: str, language: str = ENGLISH, sign_in: SignIn | None = None) -> None:
        self.guest = guest
        self.sign_in = sign_in  # by which `guest` is an account
        self.language = language  # for all its messages
        self.knows_rules = False  # so that it needs no view after a move
        self.heard_ms = now_ms()  # when it last sent something
        self.is_lost = False  # it does not read its messages
        self.lose: Callable[[], object] = lambda: None  # what happens then
        self._unsent: list[str | None] = []
        self._characters = 0
        self._waiting: asyncio.Future[None] | None = None  # of whoever sends, for something to send

    @property
    def may_begin(self) -> bool:
        """Whether another game; a suspended account may not."""
        return self.sign_in is None or not self.sign_in.account.is_suspended

    def send(self, text: str) -> None:
        """Queue a message; a listener that does not read is dropped, and can come back with a resync."""
        self._characters += len(text)
        if len(self._unsent) >= MOST_UNSENT or self._characters > MOST_UNSENT_CHARACTERS:
            self.is_lost = True
            self.lose()
        if not self.is_lost:
            self._add(text)

    def hang_up(self) -> None:
        """No more messages."""
        self._add(None)

    def _add(self, text: str | None) -> None:
        self._unsent.append(text)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> str | None:
        """The next message to send, once there is one; None if there are no more to come."""
        while not self._unsent and not self.is_lost:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        if self.is_lost:
            return None
        text = self._unsent.pop(0)
        self._characters -= len(text or "")
        return text


class Broadcast:
    """The listeners, and the last messages to all of them."""

    def __init__(self, seq: int) -> None:
        self.listeners: set[Listener] = set()
        self.seq = seq  # the version of the game that everyone has been told of, on all servers the same
        self._kept: deque[tuple[int, dict[str, Body]]] = deque(maxlen=KEPT_MESSAGES)  # shared parts, by language

    @property
    def guests(self) -> list[str]:
        """Who is listening, once per socket."""
        return [listener.guest for listener in self.listeners]

    @property
    def languages(self) -> set[str]:
        """The listeners' languages; English if there are none, since someone may come back."""
        return {listener.language for listener in self.listeners} or {ENGLISH}

    @property
    def languages_of_moves(self) -> set[str]:
        """The languages of those to whom a move must be shown; the others compute what it leads to."""
        if not self.listeners:
            return {ENGLISH}
        return {listener.language for listener in self.listeners if not listener.knows_rules}

    def tell_all(self, message: Body, personal: Mapping[str, Body], views: Mapping[str, Written]) -> None:
        """A message to everyone that is repeated for those who reconnect, made once per language and role.

        `personal` has, by guest, what is added for that guest's role, an object for each; `views` the board by
        language, if it is shown.
        """
        is_move = message["type"] == "move"
        heads = {name: self._body(message, name) for name in self.languages}
        views_too = {name: heads[name] | {"view": fragment(view)} for name, view in views.items()}
        self._kept.append((self.seq, views_too if is_move else {**heads, **views_too}))  # who was here knew the rules
        texts: dict[tuple[int, int], str] = {}
        for listener in self.listeners:
            own, language = personal[listener.guest], listener.language
            knows = is_move and listener.knows_rules
            head = heads[language] if knows else views_too.get(language, heads[language])
            key = id(head), id(own)
            if key not in texts:
                texts[key] = compact(head | own)
            listener.send(texts[key])

    def tell(self, listener: Listener, kind: str, /, **fields: Any) -> None:
        """A message to one listener, without a number."""
        if kind == "refusal":
            REFUSALS.labels(fields["code"]).inc()
        listener.send(compact(self._body({"type": kind, **fields}, listener.language)))

    def tell_each(self, kind: str, /, but: Listener | None = None, **fields: Any) -> None:
        """The same message to each listener, without a number, so it is not repeated after a reconnection."""
        message = {"type": kind, **fields}
        texts = {language: compact(self._body(message, language)) for language in self.languages}
        for listener in self.listeners:
            if listener is not but:
                listener.send(texts[listener.language])

    def tell_since(self, listener: Listener, seq: int, personal: Body) -> bool:
        """Send what a listener has missed; False if that is no longer known, or was not written in its language."""
        if seq == self.seq:
            self.tell(listener, "synced")
            return True
        missed = [heads.get(listener.language) for number, heads in self._kept if number > seq]
        if not self._kept or not self._kept[0][0] - 1 <= seq < self.seq or None in missed:
            return False  # or it has heard of more than we have, and is shown what there is
        for head in missed:
            listener.send(compact((head or {}) | personal))
        return True

    def skip_to(self, seq: int) -> None:
        """The game has gone on without messages: everyone is shown the whole of it."""
        self.seq = seq
        self._kept.clear()

    def _body(self, message: Body, language: str) -> Body:
        """The part of a message that is the same for everyone with a language."""
        body = {"type": message["type"], "seq": self.seq, **message}
        return body if language == ENGLISH else in_language(body, language)
