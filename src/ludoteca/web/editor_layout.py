"""What the editor needs to know about a game: its pieces, how a cell is written, and what follows the board."""

from __future__ import annotations

from typing import Any

from ludoteca.kernel.declare import Game
from ludoteca.kernel.fields import Cells, Field, Numbers, Phase
from ludoteca.kernel.scene_json import piece_json


def editor_layout(game: Game) -> dict[str, Any]:
    """The palette, and how position text is composed, all from the declared fields."""
    stacks = next((cells for cells in game.fields.cells.values() if cells.heights), None)
    return {
        "separator": game.separator,
        "has_runs": game.fields.has_runs,
        "palette": [piece_json(piece) for piece in game.appearance.palette],
        "stacks": None if stacks is None else _stacks(game, stacks),
        "frame": _frame(game),
        "fields": [_field(name, one) for name, one in game.text.required.items()],
    }


def _stacks(game: Game, cells: Cells) -> dict[str, Any]:
    """How high stacks can be, whether a height of one is written, and what may be inside."""
    heights = game.fields.fields[cells.heights]
    assert isinstance(heights, Numbers)
    return {
        "most": min(heights.most, 999),
        "omits_one": heights.omit_one,
        "inside": cells.inside[0] if cells.inside else None,
        "alone": cells.nobody.letter if cells.nobody else None,
    }


def _frame(game: Game) -> dict[str, Any] | None:
    """The permanent contents of some cells, visible unless something else is there."""
    for scenery in game.fields.scenery.values():
        return {"letter": scenery.letter, "cells": [game.whole_board.name[cell] for cell in scenery.where.cells]}
    return None


def _field(name: str, one: Field) -> dict[str, Any]:
    """One field after the mover: its name, and its values if there are only a few."""
    label = one.label or name.replace("_", " ").capitalize()
    explain = getattr(one, "explain", "")
    choices = [[value, words] for value, words in one.names.items()] if isinstance(one, Phase) else None
    return {"label": label, "explain": explain, "choices": choices}
