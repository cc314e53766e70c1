"""Which cells are marked: all of the last turn, so that everything since one's own last decision is visible."""

from __future__ import annotations

from ludoteca.play import Position
from ludoteca.play.match.marked_cells import Cells, cells_of, changed_between


def movers_to(position: Position) -> list[int]:
    """Who made each of the plies that led to a position, first to last."""
    return [before.mover for before in position.line()][:0:-1]


def last_turn(position: Position) -> list[Position]:
    """The positions after the plies of the last turn, first to last; nothing before that turn is read."""
    turn: list[Position] = []
    mover = None
    for after in position.line():
        if after.previous is None or mover not in (None, after.previous.mover):
            break
        mover = after.previous.mover
        turn.append(after)
    return turn[::-1]


class Marking:
    """The cells of a turn, ply by ply; each ply's are computed once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Position, Cells]] = {}  # by the position's ply

    def note(self, position: Position, cells: Cells) -> None:
        """Note the cells of the ply that led to a position, if they are at hand."""
        self._known[position.ply] = position, cells

    def marked(self, position: Position) -> list[str]:
        """The cells to mark in a position."""
        turn = last_turn(position)
        shown = [self._cells(after) for after in turn]
        self._known = {after.ply: (after, cells) for after, cells in zip(turn, shown, strict=True)}
        return list(dict.fromkeys(name for cells in shown for name in cells))

    def _cells(self, position: Position) -> Cells:
        known, cells = self._known.get(position.ply, (None, ()))
        if known is position:
            return cells
        before, move = position.previous, position.last_move
        return () if before is None or move is None else cells_of(move, changed_between(before, position))
