"""Advice during a game on the screen: a hint, a running analysis, a review after the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.message import Message

from ludoteca.languages import t, translatable
from ludoteca.play.position import Move, Position
from ludoteca.search.background import BackgroundWork
from ludoteca.search.report import Report
from ludoteca.terminal.background_messages import (
    AnalysisDeepened,
    HintFound,
    ReviewFound,
    ReviewProgressed,
    WorkFailed,
)

if TYPE_CHECKING:
    from ludoteca.explain.hints import Hint
    from ludoteca.explain.reviews import Review

PROGRESS = translatable({
    "moves": "Reviewing the moves: {done} of {of} …",
    "turning points": "Reviewing the turning points: {done} of {of} …",
})  # fmt: skip
ANALYSIS_MS = 120_000
ANALYSIS_LINES = 3


class Advice:
    """At most one hint, one analysis and one review at a time."""

    def __init__(self, post: Callable[[Message], object]) -> None:
        self._to_screen = post  # from any thread
        self.is_analysing = False
        self.hint: Move | None = None  # the last one given
        self.report: Report | None = None  # the latest of the analysis
        self._search: BackgroundWork[Hint] | None = None
        self._review: BackgroundWork[Review] | None = None
        self._analysis: BackgroundWork[Report] | None = None
        self._position: Position | None = None

    @property
    def is_advising(self) -> bool:
        """Whether a hint is being computed."""
        return self._search is not None and not self._search.is_off

    def advise(self, position: Position) -> None:
        """Compute a hint."""
        from ludoteca.explain.hints import HINT_MS, hint

        self.forget_hint()
        self._search = BackgroundWork(
            lambda stop: hint(position, HINT_MS, stop=stop),
            lambda found: self._post(HintFound(found)),
            lambda error: self._post(WorkFailed(error)),
        )

    def review(self, final: Position) -> None:
        """Review the game that led to a position."""
        from ludoteca.explain.reviews import review

        def tell(what: str, done: int, of: int) -> None:
            self._post(ReviewProgressed(final, t(PROGRESS[what], done=done, of=of)))

        self.forget_review()
        self._review = BackgroundWork(
            lambda stop: review(final, stop=stop, listener=tell),
            lambda found: self._post(ReviewFound(final, found)),
            lambda error: self._post(WorkFailed(error)),
        )

    @property
    def is_reviewing(self) -> bool:
        """Whether a game is being reviewed."""
        return self._review is not None and not self._review.is_off

    def forget_review(self) -> None:
        """Cancel the review."""
        if self._review is not None:
            self._review.call_off()
            self._review = None

    def _post(self, message: Message) -> None:
        self._to_screen(message)

    def found(self, hint: Hint) -> None:
        """The hint has arrived."""
        self._search, self.hint = None, hint.move

    def forget_hint(self) -> None:
        """Cancel the hint."""
        self.hint = None
        if self._search is not None:
            self._search.call_off()
            self._search = None

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

        def tell(report: Report) -> None:
            self._post(AnalysisDeepened(report))

        self._analysis = BackgroundWork(
            lambda stop: analyse(position, ms=ANALYSIS_MS, lines=ANALYSIS_LINES, stop=stop, listener=tell),
            tell,
            lambda error: self._post(WorkFailed(error)),
        )

    def heard(self, report: Report) -> bool:
        """Keep an intermediate report; False for one that comes too late."""
        if report.position is not self._position:
            return False
        self.report = report
        return True

    def stop(self) -> None:
        """End the running analysis."""
        self.report = None
        self._position = None
        if self._analysis is not None:
            self._analysis.call_off()
            self._analysis = None
