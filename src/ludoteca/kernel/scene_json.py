"""The visible parts of a position as JSON: pieces, cells, players, facts; the same for every interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.kernel.scene import Look, Piece, Player, ShownFact


def player_json(player: Player) -> dict[str, Any]:
    """A player, as the game names them."""
    return {"name": player.name, "letter": player.letter, "colour": player.colour}


def shape_json(piece: Piece) -> dict[str, Any]:
    """A piece: what it is."""
    prize = {"prize": piece.prize} if piece.prize else {}
    return {"kind": piece.kind, "colour": piece.colour, "owner": piece.owner, **prize}


def piece_json(piece: Piece) -> dict[str, Any]:
    """The same, and how it is written."""
    return {**shape_json(piece), "glyph": piece.glyph, "letter": piece.letter}


def cell_json(look: Look, piece: Callable[[Piece], Any] = piece_json) -> dict[str, Any]:
    """The contents of a cell."""
    return {
        "pieces": [piece(each) for each in look.pieces],
        "height": look.height,
        "inside": [list(pair) for pair in look.inside],
        "marks": [str.__str__(mark) for mark in look.marks],  # ids, whatever the language
    }


def fact_json(fact: ShownFact) -> dict[str, Any]:
    """A fact beside the board."""
    return {"name": fact.name, "value": fact.value, "player": fact.player, "role": fact.role}
