"""Positions as pictures, for tests of single rules."""

from __future__ import annotations

from ludoteca.play import Position, Variant


def position(variant: Variant, picture: str) -> Position:
    """A position drawn row by row, cells apart by spaces; after the last cell: `red to move`, then `| more fields`.

    The cells are written as in position text.
    """
    drawing, _, fields = picture.partition("|")
    words = drawing.split()
    cells = sum(len(row) for row in variant.board.rows)
    tokens, rest = iter(words[:cells]), words[cells:]
    assert len(words) == cells + 3 and rest[1:] == ["to", "move"], f"{cells} cells and 'COLOUR to move', not {words}"
    separator = variant.game.separator
    board = "/".join(separator.join(next(tokens) for _ in row) for row in variant.board.rows)
    mover = next(player.letter for player in variant.game.players if player.name.lower() == rest[0])
    return variant.position(" ".join([board, mover, *fields.split()]))
