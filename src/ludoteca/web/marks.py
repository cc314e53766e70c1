"""Which cells are marked: all of the last turn, so that everything since one's own last decision is seen."""

from __future__ import annotations

from ludoteca.play import Position
from ludoteca.play.match.marked_cells import Cells, cells_of, changed_between
from ludoteca.play.match.turns import plies_to_mark


def movers_to(position: Position) -> list[int]:
    """Who made each of the plies that led to a position, first to last."""
    return [before.mover for before in position.line()][:0:-1]


class Marking:
    """The cells of a turn, ply by ply; each ply's are worked out once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Position, Cells]] = {}  # by the ply that the position has

    def note(self, position: Position, cells: Cells) -> None:
        """What the ply that led to a position shows, where that is at hand."""
        self._known[position.ply] = position, cells

    def marked(self, position: Position) -> list[str]:
        """The cells to mark in a position."""
        plies = plies_to_mark(movers_to(position), None)
        turn = [earlier for earlier, _ in zip(position.line(), plies, strict=False)][::-1]
        shown = [self._cells(after) for after in turn]
        self._known = {after.ply: (after, cells) for after, cells in zip(turn, shown, strict=True)}
        return list(dict.fromkeys(name for cells in shown for name in cells))

    def _cells(self, position: Position) -> Cells:
        known, cells = self._known.get(position.ply, (None, ()))
        if known is position:
            return cells
        before, move = position.previous, position.last_move
        return () if before is None or move is None else cells_of(move, changed_between(before, position))
