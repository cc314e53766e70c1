"""What is on a cell, and all pieces of a player, if there are several kinds of pieces (see `fields.Pieces`)."""

from __future__ import annotations

import functools
import operator
from typing import Any

from ludoteca.compiler.bits import has
from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.linked_code import overload

NO_PIECE = -1


def all_kinds(sets: Any) -> Any:
    """The cells of all of a player's pieces: `all_kinds(state.men[player])`."""
    return functools.reduce(operator.or_, (sets[kind] for kind in range(len(sets))))


@overload(all_kinds, target="generic")  # type: ignore[untyped-decorator]
def _all_kinds(sets: Any) -> Any:
    def united(sets: Any) -> Any:
        cells = sets[0]
        for kind in range(1, len(sets)):
            cells |= sets[kind]
        return cells

    return united


@compiled
def owner_at(pieces: Any, cell: int) -> int:
    """Whose piece is on a cell, or NO_PIECE if there is none: `owner_at(state.men, cell)`."""
    for player in range(2):
        for kind in range(len(pieces[player])):
            if has(pieces[player, kind], cell):
                return player
    return NO_PIECE


@compiled
def kind_at(pieces: Any, cell: int) -> int:
    """The kind of the piece on a cell, or NO_PIECE if there is none: `kind_at(state.men, cell) == MEN.rook`."""
    for kind in range(len(pieces[0])):
        if has(pieces[0, kind], cell) or has(pieces[1, kind], cell):
            return kind
    return NO_PIECE
