"""The board of a room as JSON, made once per language for everyone who is watching."""

from __future__ import annotations

from ludoteca.languages.choice import ENGLISH
from ludoteca.play import Match, Outcome, Position
from ludoteca.play.scene import Scene
from ludoteca.web.marks import Marking
from ludoteca.web.view import moving_text, whole_text


class BoardText:
    """The newest view of a game, and its scene, from which the next view derives what changed."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._outcome: Outcome | None = None
        self._scene: Scene | None = None
        self._before: Scene | None = None  # what the last move changed, if at hand
        self._marking = Marking()
        self._texts: dict[str, str] = {}  # by language

    def whole(self, match: Match, language: str = ENGLISH) -> str:
        """The current view of a match."""
        return whole_text(match.variant, self.moving(match, language), language)

    def moving(self, match: Match, language: str = ENGLISH) -> str:
        """The part of it that changes from move to move: all that clients need who have seen the game before."""
        position, outcome = match.position, match.outcome
        if self._position is not position or self._outcome != outcome:
            self._look_at(position)
            self._outcome = outcome
        if language not in self._texts:
            last = match.plies[-1].move if match.plies else None
            self._texts[language] = moving_text(
                position,
                language,
                move=last,
                outcome=outcome,
                scene=self._scene,
                before=self._before,
                marking=self._marking,
            )
            self._before = None  # there are many rooms
        return self._texts[language]

    def _look_at(self, position: Position) -> None:
        self._texts = {}
        if self._position is position:
            return  # another ending of the same position
        self._before = self._scene if self._position is not None and self._position is position.previous else None
        self._scene = position.scene()
        self._position = position
