"""Bots at a table on the screen: they think in the background, wait for their pace, and can be cancelled."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.message import Message
from textual.timer import Timer

from ludoteca.play.position import Move
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.background_messages import BotChose, DrawAnswered, WorkFailed
from ludoteca.terminal.table import Table


class BotTurns:
    """The bot whose turn it is: thinking, waiting for its pace, or waiting for a key."""

    def __init__(
        self,
        table: Table,
        play: Callable[[Move], None],
        post: Callable[[Message], object],
        set_timer: Callable[[float, Callable[[], None]], Timer],
    ) -> None:
        self.table = table
        self.play = play
        self._to_screen = post  # from any thread
        self._set_timer = set_timer
        self.is_paused = False
        self.held: Move | None = None  # chosen, not yet played
        self._choice: BackgroundWork[Move] | None = None
        self._draw: BackgroundWork[bool] | None = None
        self._timer: Timer | None = None
        self._begun = 0.0

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is thinking."""
        return self._choice is not None

    @property
    def is_waiting_for_a_key(self) -> bool:
        """Whether Space makes it continue: it is paused, or moves step by step."""
        return self.table.is_bots_turn and (self.is_paused or (self.held is not None and self.table.pace is None))

    @property
    def seconds(self) -> float:
        """How long it has been thinking."""
        return time.monotonic() - self._begun

    def begin(self) -> None:
        """Let the bot think if it is its turn and nothing prevents it."""
        if self._choice is not None or self.held is not None or self.is_paused or not self.table.is_bots_turn:
            return
        position = self.table.position
        self._begun = time.monotonic()
        self._choice = BackgroundWork(
            lambda _: self.table.think(position),
            lambda move: self._post(BotChose(position, move)),
            lambda error: self._post(WorkFailed(error)),
        )

    def _post(self, message: Message) -> None:
        self._to_screen(message)

    def chose(self, message: BotChose) -> None:
        """Play what was chosen when the pace allows."""
        if self._choice is None or message.position is not self.table.position:
            return
        self._choice = None
        self.held = message.move
        self._wait()

    def _wait(self) -> None:
        pace = self.table.pace
        if pace is None:
            return
        left = pace - self.seconds
        if left > 0:
            self._timer = self._set_timer(left, self.release)
        else:
            self.release()

    def release(self) -> None:
        """Play the waiting move, if there is one."""
        self._stop_timer()
        if self.held is not None and not self.is_paused:
            move, self.held = self.held, None
            self.play(move)

    def change_pace(self) -> None:
        """The pace was changed: the waiting move may go sooner, or later."""
        self._stop_timer()
        if self.held is not None:
            self._wait()

    def consider_draw(self, seat: int) -> None:
        """Let the bot at a seat think about a draw."""
        position = self.table.position
        self._draw = BackgroundWork(
            lambda _: self.table.bot_accepts_draw(seat),
            lambda accepts: self._post(DrawAnswered(position, accepts=accepts)),
            lambda error: self._post(WorkFailed(error)),
        )

    def call_off(self) -> None:
        """Discard what was thought; a bot that is still thinking is abandoned and replaced."""
        self._stop_timer()
        self.held = None
        if self._choice is not None:
            self._choice.call_off()
            self._choice = None
            self.table.replace_bots()
        if self._draw is not None:
            self._draw.call_off()
            self._draw = None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
