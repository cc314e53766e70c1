"""What a learner did: one turn, from the position of the task until the other side is to move or the game is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ludoteca.kernel.errors import LudotecaError
from ludoteca.play.position import Move, Position

LONGEST_TURN = 6  # plies; a turn of more cannot be gone through


@dataclass(frozen=True, eq=False)
class Turn:
    """A turn, or the beginning of one: the position before it, and the one that it leads to."""

    before: Position
    after: Position

    @property
    def moves(self) -> tuple[Move, ...]:
        """What was played; naming moves takes long, so it is done when somebody asks."""
        line = takewhile(lambda position: position is not self.before, self.after.line())
        return tuple(position.last_move for position in line if position.last_move is not None)[::-1]

    @property
    def text(self) -> str:
        """Its moves, written one after the other."""
        return " ".join(map(str, self.moves))

    @property
    def learner(self) -> int:
        """The side whose turn it is."""
        return self.before.mover

    @property
    def is_over(self) -> bool:
        """Whether the turn has come to its end."""
        if self.after is self.before:
            return False
        return self.after.outcome is not None or self.after.mover != self.learner

    @property
    def is_won(self) -> bool:
        """Whether it won the game."""
        return self.after.outcome is not None and self.after.outcome.winner == self.learner

    def continued(self) -> Iterator[Turn]:
        """The turn with each move that can come next."""
        if self.after.ply - self.before.ply >= LONGEST_TURN:
            raise LudotecaError(f"a turn of more than {LONGEST_TURN} moves is too long for a lesson")
        for code in self.after.codes:
            yield Turn(self.before, self.after.after(code))

    def finished(self) -> Iterator[Turn]:
        """All whole turns that begin so."""
        if self.is_over:
            yield self
            return
        for longer in self.continued():
            yield from longer.finished()


def played(position: Position, moves: Sequence[Move | str]) -> Turn:
    """The turn of these moves."""
    after = position
    for move in moves:
        after = after.play(move)
    return Turn(position, after)


def all_turns(position: Position) -> Iterator[Turn]:
    """Every turn that can be played in a position; none once the game is over."""
    if position.outcome is None:
        yield from Turn(position, position).finished()


def winning_turn(position: Position) -> Turn | None:
    """A turn that wins at once, if the mover has one."""
    return next((turn for turn in all_turns(position) if turn.is_won), None)
