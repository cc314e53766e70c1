"""Moves as single words, for protocols that separate moves by spaces: `wall c4` becomes `wall_c4`."""

from __future__ import annotations

from ludoteca.kernel import copied, verbs
from ludoteca.kernel.errors import IllegalMove, UnreadableMove
from ludoteca.play import Move, Position
from ludoteca.play.move_input import find_move


def move_word(move: Move) -> str:
    """A move's text without spaces."""
    return str(move).replace(" ", "_")


def read_word(position: Position, word: str) -> Move:
    """The legal move that a word names; UnreadableMove, IllegalMove or AmbiguousMove otherwise."""
    if len(word) > 200:
        raise UnreadableMove("a move has at most 200 characters")
    return find_move(position, word.replace("_", " "))


class MoveHistory:
    """The moves that led to a position, which itself only knows the positions before it; results are cached."""

    def __init__(self) -> None:
        self._line: list[Position] = []
        self._moves: list[Move] = []

    def to(self, position: Position) -> tuple[Position, list[Move]]:
        """Where the game began, and the moves from there."""
        line = list(position.line())[::-1]
        known = 0
        while known < min(len(line), len(self._line)) and line[known] is self._line[known]:
            known += 1
        moves = self._moves[: max(0, known - 1)]
        for before, after in zip(line[len(moves) :], line[len(moves) + 1 :], strict=False):
            moves.append(move_between(before, after))
        self._line, self._moves = line, moves
        return line[0], list(moves)


def move_between(before: Position, after: Position) -> Move:
    """The move that leads from a position to the next one."""
    wanted = after.state.tobytes()
    for move in before.moves():
        state = copied(before.state)
        verbs.play(state, move.code)
        if state.tobytes() == wanted:
            return move
    raise IllegalMove(f"no move leads from {before} to {after}")
