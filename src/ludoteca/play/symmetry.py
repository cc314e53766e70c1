"""Positions and moves rotated or reflected with their board."""

from __future__ import annotations

from ludoteca.errors import IllegalMove
from ludoteca.kernel.boards import Symmetry
from ludoteca.play.position import Move, Position


def turned(position: Position, symmetry: Symmetry) -> Position:
    """The position on the transformed board."""
    return Position(position.variant, position.variant.game.turned(position.state, symmetry))


def turned_move(position: Position, move: Move, symmetry: Symmetry) -> Move:
    """A move of `position` as a move of the transformed position."""
    there = turned(position, symmetry).follow(position.variant.game.kinds.turned(move.code, symmetry))
    if there is None:
        raise IllegalMove(f"{move} is not a legal move of the turned position")
    return there[0]
