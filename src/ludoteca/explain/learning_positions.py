"""Learn from your mistakes: the positions in which a better move was missed, to try again."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.explain.explanation import Explanation
from ludoteca.explain.reviews import Review
from ludoteca.play.position import Move, Position

AS_GOOD = 0.05  # a move whose winning chance is this close to the best one's is accepted too


@dataclass(frozen=True, slots=True)
class LearningPosition:
    """A position in which to find the better move."""

    position: Position
    ply: int  # of the move played here
    played: Move
    accepted: tuple[Move, ...]  # the best one first
    explanation: Explanation  # of the best one


def learning_positions(review: Review, player: int | None = None) -> list[LearningPosition]:
    """The turning points of one player, or of both; all moves except the accepted ones are wrong."""
    found = []
    for moment in review.moments:
        if player is not None and moment.played.mover != player:
            continue
        report = moment.report
        least = report.score - AS_GOOD
        accepted = [line.moves[0] for line in report.lines if report.score_of(line) >= least]
        accepted = [move for move in accepted if move.text != moment.played.move.text]
        found.append(
            LearningPosition(
                moment.played.before, moment.played.ply, moment.played.move, tuple(accepted), moment.better
            )
        )
    return found
