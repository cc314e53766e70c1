"""Advice at a table on the screen: a hint, and an analysis that runs along with the game."""

from __future__ import annotations

from textual.message import Message
from textual.screen import Screen

from ludoteca.play.position import Position
from ludoteca.search.background import BackgroundWork
from ludoteca.search.report import Report
from ludoteca.terminal.bot_turns import ThinkingFailed

HINT_MS = 1500
ANALYSIS_MS = 120_000
ANALYSIS_LINES = 3


class Advised(Message):
    """A hint is ready."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__()


class Deepened(Message):
    """The analysis has got a step further."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__()


class Engine:
    """At most one hint and one analysis at a time."""

    def __init__(self, screen: Screen[None]) -> None:
        self.screen = screen
        self.is_analysing = False
        self.report: Report | None = None  # the newest of the analysis
        self._hint: BackgroundWork[Report] | None = None
        self._analysis: BackgroundWork[Report] | None = None
        self._position: Position | None = None

    @property
    def is_advising(self) -> bool:
        """Whether a hint is being worked out."""
        return self._hint is not None and not self._hint.is_off

    def advise(self, position: Position) -> None:
        """Work out a hint."""
        from ludoteca.search.analysis import analyse

        self.forget_hint()
        self._hint = BackgroundWork(
            lambda stop: analyse(position, ms=HINT_MS, stop=stop),
            lambda report: self._post(Advised(report)),
            lambda error: self._post(ThinkingFailed(error)),
        )

    def _post(self, message: Message) -> None:
        self.screen.post_message(message)

    def forget_hint(self) -> None:
        """The hint is no longer wanted, or has come."""
        if self._hint is not None:
            self._hint.call_off()
            self._hint = None

    def toggle(self, position: Position) -> None:
        """Analysis on or off."""
        self.is_analysing = not self.is_analysing
        self._position = None
        self.follow(position)

    def follow(self, position: Position) -> None:
        """Analyse this position from now on, if analysis is on."""
        if position is self._position:
            return
        self.stop()
        if not self.is_analysing or position.outcome is not None:
            return
        from ludoteca.search.analysis import analyse

        self._position = position

        def work(stop: object) -> Report:
            return analyse(
                position, ms=ANALYSIS_MS, lines=ANALYSIS_LINES, stop=stop,
                listener=lambda report: self._post(Deepened(report)),
            )  # fmt: skip

        self._analysis = BackgroundWork(work, lambda report: self._post(Deepened(report)),
                                 lambda error: self._post(ThinkingFailed(error)))  # fmt: skip

    def heard(self, report: Report) -> bool:
        """Keep a step of the analysis; False for one that comes too late."""
        if report.position is not self._position:
            return False
        self.report = report
        return True

    def stop(self) -> None:
        """End the analysis that runs."""
        self.report = None
        self._position = None
        if self._analysis is not None:
            self._analysis.call_off()
            self._analysis = None
