"""The cells to mark for a ply."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ludoteca.play.position import Move, Position

Cells = tuple[str, ...]


def cells_of(move: Move, changed: Iterable[str]) -> Cells:
    """The cells to mark for a ply: those picked, and those it changed if it ends with a choice by name."""
    picked = [pick.name for pick in move.picks if pick.is_cell]
    goes_on = any(pick.is_cell and not after.is_cell for pick, after in pairwise(move.picks))
    return tuple(dict.fromkeys([*picked, *(changed if goes_on else ())]))


def changed_between(before: Position, after: Position) -> list[str]:
    """The cells that look different after a ply."""
    old = before.scene().cells
    return [name for name, look in after.scene().cells.items() if look != old[name]]
