"""Messages from background work to the screen that waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from ludoteca.play.position import Move, Position
from ludoteca.search.report import Report

if TYPE_CHECKING:
    from ludoteca.explain.hints import Hint
    from ludoteca.explain.reviews import Review


class BotChose(Message):
    """A bot has chosen its move."""

    def __init__(self, position: Position, move: Move) -> None:
        self.position = position
        self.move = move
        super().__init__()


class DrawAnswered(Message):
    """A bot has thought about a draw."""

    def __init__(self, position: Position, *, accepts: bool) -> None:
        self.position = position
        self.accepts = accepts
        super().__init__()


class HintFound(Message):
    """A hint is ready."""

    def __init__(self, hint: Hint) -> None:
        self.hint = hint
        super().__init__()


class ReviewProgressed(Message):
    """A review has progressed."""

    def __init__(self, position: Position, words: str) -> None:
        self.position = position
        self.words = words
        super().__init__()


class ReviewFound(Message):
    """A game is reviewed."""

    def __init__(self, position: Position, review: Review) -> None:
        self.position = position
        self.review = review
        super().__init__()


class AnalysisDeepened(Message):
    """The analysis has progressed."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__()


class WorkFailed(Message):
    """Something went wrong in the background."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        super().__init__()
