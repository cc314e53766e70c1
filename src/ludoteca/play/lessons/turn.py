"""What a learner did: one turn, from the task's position until the opponent is to move or the game is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ludoteca.errors import LudotecaError
from ludoteca.play.position import Move, Position
from ludoteca.play.turns import chained

LONGEST_TURN = 6  # plies; longer turns cannot be enumerated


@dataclass(frozen=True, eq=False)
class Turn:
    """A turn, or the beginning of one: the position before it and the position it leads to."""

    before: Position
    after: Position

    @property
    def moves(self) -> tuple[Move, ...]:
        """What was played; naming moves is slow, so it happens on demand."""
        line = takewhile(lambda position: position is not self.before, self.after.line())
        moves = [position.last_move for position in line if position.last_move is not None][::-1]
        return tuple(chained(self.before.variant.game.kinds, ((self.learner, move) for move in moves)))

    @property
    def text(self) -> str:
        """Its moves as people see them, one after the other."""
        return " ".join(self.before.written_line(self.moves))

    @property
    def learner(self) -> int:
        """The side whose turn it is."""
        return self.before.mover

    @property
    def is_over(self) -> bool:
        """Whether the turn is complete."""
        if self.after is self.before:
            return False
        return self.after.outcome is not None or self.after.mover != self.learner

    @property
    def is_won(self) -> bool:
        """Whether it won the game."""
        return self.after.outcome is not None and self.after.outcome.winner == self.learner

    def continued(self) -> Iterator[Turn]:
        """The turn extended by each possible next move; a chain of moves is one."""
        if self.after.ply - self.before.ply >= LONGEST_TURN:
            raise LudotecaError(f"a turn of more than {LONGEST_TURN} moves is too long for a lesson")
        if self.before.variant.game.kinds.chained:
            for move in self.after.whole_moves():
                yield Turn(self.before, self.after.play(move))
            return
        for code in self.after.codes:
            yield Turn(self.before, self.after.after(code))

    def finished(self) -> Iterator[Turn]:
        """All complete turns that begin this way."""
        if self.is_over:
            yield self
            return
        for longer in self.continued():
            yield from longer.finished()


def played(position: Position, moves: Sequence[Move | str]) -> Turn:
    """The turn that consists of these moves."""
    after = position
    for move in moves:
        after = after.play(move)
    return Turn(position, after)


def all_turns(position: Position) -> Iterator[Turn]:
    """Every possible turn in a position; none once the game is over."""
    if position.outcome is None:
        yield from Turn(position, position).finished()


def winning_turn(position: Position) -> Turn | None:
    """A turn that wins at once, if the mover has one."""
    return next((turn for turn in all_turns(position) if turn.is_won), None)
