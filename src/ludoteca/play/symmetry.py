"""Positions and moves turned or mirrored with their board."""

from __future__ import annotations

from ludoteca.kernel.boards import Symmetry
from ludoteca.kernel.first_edition import FirstEditionGame
from ludoteca.kernel.text import rows_text, tokens_of
from ludoteca.play.move_input import choose
from ludoteca.play.position import Move, Position


def turned(position: Position, symmetry: Symmetry) -> Position:
    """The position on the turned board."""
    variant = position.variant
    game, board = variant.game, variant.board
    if not isinstance(game, FirstEditionGame):
        return Position(variant, game.turned(position.state, symmetry))
    first, *rest = str(position).split(" ")
    moved = {symmetry.cells[cell]: token for cell, token in tokens_of(first, board, game.separator)}
    rows = rows_text(board, (moved[cell] for row in board.rows for cell in row), game.separator)
    return variant.position(" ".join([rows, *game.turn_fields(rest, board, symmetry)]))


def turned_move(position: Position, move: Move, symmetry: Symmetry) -> Move:
    """A move of `position` as a move of the turned position."""
    game, board = position.variant.game, position.variant.board
    if not isinstance(game, FirstEditionGame):
        there = turned(position, symmetry).follow(game.kinds.turned(move.code, symmetry))
        assert there is not None
        return there[0]
    names = [
        board.name[symmetry.cells[board.number[pick.name]]] if pick.is_cell else game.turn_choice(pick.name, symmetry)
        for pick in move.picks
    ]
    return choose(turned(position, symmetry), names)
