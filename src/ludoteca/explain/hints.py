"""A hint: the best move that a search finds, and why it is best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.explain.explanation import Explanation, explain
from ludoteca.languages.texts import joined, t, translatable
from ludoteca.play.position import Move, Position
from ludoteca.search.analysis import analyse
from ludoteca.search.report import Report

HINT = translatable("Try {move}. {reason}")
EXPECT = translatable("Likely continuation, with {player} to move: {line}.")
HINT_MS = 700  # how long a player waits
FOLLOWING = 3  # moves of the continuation that are shown
LINES = 2  # the second shows what happens otherwise


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and what is known about it."""

    report: Report
    explanation: Explanation

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.explanation.move

    @property
    def reason(self) -> str:
        """Why, and how play is likely to continue."""
        follows = ", ".join(self.report.position.written_line(self.report.pv[: 1 + FOLLOWING])[1:])
        if not follows:
            return self.explanation.text
        after = self.report.position.play(self.move)
        expected = t(EXPECT, player=after.players[after.mover].name, line=follows)
        return joined(filter(None, (self.explanation.text, expected)), " ")

    @property
    def text(self) -> str:
        """The move and why."""
        return t(HINT, move=self.report.position.written(self.move), reason=self.reason)

    def to_json(self) -> dict[str, Any]:
        """The move, the reason, and every claim with its sentence."""
        return {**self.explanation.to_json(), "reason": self.reason}


def hint(position: Position, ms: float, *, megabytes: float = 64, stop: Any = None) -> Hint:
    """Search a position and explain the best move."""
    lines = min(LINES, len(position.codes))
    report = analyse(position, ms=ms, lines=max(1, lines), megabytes=megabytes, stop=stop)
    return Hint(report, explain(position, report.best, report))
