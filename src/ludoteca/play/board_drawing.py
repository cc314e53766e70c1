"""A board as data for whoever draws it: where each cell is, how far a step leads, whose the sides are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ludoteca.kernel.boards import Board
from ludoteca.kernel.declare import Game
from ludoteca.play.position_interface import VariantInterface


def board_drawing(variant: VariantInterface) -> dict[str, Any]:
    """The board of a game; coordinates are in distances of two cells, x to the right and y downwards."""
    return _drawing(variant.game, variant.board)


@lru_cache(maxsize=128)
def _drawing(game: Game, board: Board) -> dict[str, Any]:
    return {
        "shape": board.shape,
        "cells": [
            {"name": name, "x": x, "y": y, "row": row, "column": column}
            for name, (x, y), (row, column) in zip(board.names, board.places, board.spots, strict=True)
        ],
        "rows": len({row for row, _ in board.spots}),
        "columns": len({column for _, column in board.spots}),
        "stacks": game.separator != "",  # a cell of position text has room for a height
        "steps": {name: list(step) for name, step in board.way_steps.items()},
        "goals": [
            {
                "player": player,
                "colour": game.players[player].colour,
                "side": side.name,
                "lines": [[list(place) for place in line] for line in side.lines],
            }
            for player, names in enumerate(game.goals)
            for side in (board.sides[name] for name in names)
        ],
    }
