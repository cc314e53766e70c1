"""The board of a room as JSON, made once for all who look at it."""

from __future__ import annotations

from ludoteca.play import Match, Outcome, Position
from ludoteca.play.scene import Scene
from ludoteca.web.marks import Marking
from ludoteca.web.view import moving_text, whole_text


class BoardText:
    """The newest view of a game, and the scene it shows, from which the view after it is told what changed."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._outcome: Outcome | None = None
        self._scene: Scene | None = None
        self._marking = Marking()
        self._text = ""

    def whole(self, match: Match) -> str:
        """The view of a match as it stands."""
        return whole_text(match.variant, self.moving(match))

    def moving(self, match: Match) -> str:
        """The part of it that changes from move to move: all that those need who have seen the game before."""
        position, outcome = match.position, match.outcome
        if self._position is not position or self._outcome != outcome:
            scene = self._scene if self._position is position and self._scene is not None else position.scene()
            before = self._scene if self._position is not None and self._position is position.previous else None
            last = match.plies[-1].move if match.plies else None
            self._text = moving_text(
                position, move=last, outcome=outcome, scene=scene, before=before, marking=self._marking
            )
            self._position, self._outcome, self._scene = position, outcome, scene
        return self._text
