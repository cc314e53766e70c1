"""A board as data for drawing: where each cell is, how far apart cells are, which player each side belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ludoteca.kernel.boards import Board
from ludoteca.kernel.declare import Game
from ludoteca.play.position_interface import VariantInterface


def board_drawing(variant: VariantInterface) -> dict[str, Any]:
    """The board of a game; coordinates are in distances between cells, x to the right and y downwards."""
    return _drawing(variant.game, variant.board)


@lru_cache(maxsize=128)
def _drawing(game: Game, board: Board) -> dict[str, Any]:
    return {
        "shape": board.shape,
        "numbered": board.is_numbered,
        "cells": [
            {"name": name, "x": x, "y": y, "row": row, "column": column, "form": board.form(cell)}
            for cell, name, (x, y), (row, column) in zip(
                board.cells, board.names, board.places, board.spots, strict=True
            )
        ],
        "lines": [[list(begin), list(end)] for begin, end in board.drawn_lines],
        "dots": [list(dot) for dot in board.drawn_dots],
        "rows": len({row for row, _ in board.spots}),
        "columns": len({column for _, column in board.spots}),
        "stacks": game.separator != "",  # a cell of position text can have a height
        "steps": {name: list(step) for name, step in board.way_steps.items()},
        "goals": [
            *(_side(board, name, player, game.players[player].colour) for player, name in _each(game.goals)),
            *(_side(board, name, None, f"pair{pair + 1}") for pair, name in _each(game.shared_goals)),
        ],
    }


def _each(groups: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """Every name with the number of its group."""
    return ((number, name) for number, names in enumerate(groups) for name in names)


def _side(board: Board, name: str, player: int | None, colour: str) -> dict[str, Any]:
    """A side of the board that must be connected to another, by `player` or by either player."""
    lines = [[list(place) for place in line] for line in board.sides[name].lines]
    return {"player": player, "colour": colour, "side": name, "lines": lines}
