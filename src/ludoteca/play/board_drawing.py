"""A board as data for drawing: where each cell is, how far apart cells are, which player each side belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import dist
from typing import Any

from ludoteca.kernel.boards import Board
from ludoteca.kernel.declare import Game
from ludoteca.play.position_interface import VariantInterface

ON_EDGE = 0.6  # from the centre of a hex: its corners are nearer


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
        "marks": game.appearance.mark_pictures,
        "steps": {name: list(step) for name, step in board.way_steps.items()},
        "goals": [
            *(_side(board, name, player, game.players[player].colour) for player, name in _each(game.goals)),
            *(
                _side(board, name, None, f"pair{group + 1}", with_corners=len(game.shared_goals[group]) == 2)
                for group, name in _each(game.shared_goals)
            ),
        ],
    }


def _each(groups: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """Every name with the number of its group."""
    return ((number, name) for number, names in enumerate(groups) for name in names)


def _side(board: Board, name: str, player: int | None, colour: str, *, with_corners: bool = True) -> dict[str, Any]:
    """A side of the board that must be connected to another, by `player` or by either player."""
    side = board.sides[name]
    lines = [[list(place) for place in line] for line in side.lines]
    if not with_corners:
        inner = [board.place[cell] for cell in side.cells[1:-1]]
        lines = [[place for place in line if any(dist(place, centre) < ON_EDGE for centre in inner)] for line in lines]
    return {"player": player, "colour": colour, "side": name, "lines": lines}
