"""Positions and moves as learners see them: planes, masks and numbered actions of one variant."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel import encoding
from ludoteca.kernel.boards import Symmetry
from ludoteca.kernel.encoding import Plane
from ludoteca.kernel.errors import IllegalMove
from ludoteca.play.position import Move, Position, Variant

Planes = npt.NDArray[Any]
Mask = npt.NDArray[np.int8]


class Encoder:
    """The encoding of a game with its options chosen; NoEncoding for a game that declares none."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.encoding = encoding.encoding_of(variant.game)
        self.version = self.encoding.version
        self.planes: tuple[Plane, ...] = self.encoding.planes
        self.actions = self.encoding.actions(variant.options)  # how many there are

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoder, (self.variant,)

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        lost = 2 * self.encoding.margin
        rows, columns = (1 + max(spot[axis] for spot in self.variant.board.spots) for axis in range(2))
        return len(self.planes), rows - lost, columns - lost

    @cached_property
    def highest(self) -> npt.NDArray[np.uint8]:
        """The highest number that can stand in each place of the planes."""
        most = np.array([plane.most for plane in self.planes], np.uint8)
        return np.broadcast_to(most[:, None, None], self.shape).copy()

    def show(self, position: Position, viewer: int | None = None, out: Planes | None = None) -> Planes:
        """The planes of a position for a player, the one to move unless another is named."""
        out = np.zeros(self.shape, np.uint8) if out is None else out
        encoding.write_planes(position.state, position.mover if viewer is None else viewer, out)
        return out

    def mask(self, position: Position) -> Mask:
        """1 for each legal action, 0 for the others; all 0 once the game is over."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.legal(position)] = 1
        return mask

    def legal(self, position: Position) -> list[int]:
        """The legal actions, in rising order."""
        return sorted(self.action(position, move) for move in position.moves())

    def action(self, position: Position, move: Move) -> int:
        """The number of a legal move."""
        return encoding.action_of(position.state, move.code)

    def move(self, position: Position, action: int) -> Move:
        """The legal move that has this number, or IllegalMove."""
        if 0 <= action < self.actions:
            code = encoding.move_of(position.state, action)
            found = next((move for move in position.moves() if move.code == code), None)
            if found is not None:
                return found
        raise IllegalMove(f"action {action} is not legal here")

    def turned_actions(self, symmetry: Symmetry) -> npt.NDArray[np.int32]:
        """For each action, its number on the turned board."""
        board = self.variant.board
        return np.array([self.encoding.turn(action, board, symmetry) for action in range(self.actions)], np.int32)

    def turned_planes(self, planes: Planes, symmetry: Symmetry) -> Planes:
        """Planes of a position as those of the turned position."""
        board, margin = self.variant.board, self.encoding.margin
        turned = planes.copy()  # corners that are no cells stay as they are: what fills a plane fills them too
        rows, columns = self.shape[1:]
        for cell, goes_to in symmetry.cells.items():
            (row, column), (row2, column2) = board.spot[cell], board.spot[goes_to]
            if margin <= row < rows + margin and margin <= column < columns + margin:
                turned[..., row2 - margin, column2 - margin] = planes[..., row - margin, column - margin]
        return turned


@cache
def encoder_of(variant: Variant) -> Encoder:
    """The encoder of a variant, made once."""
    return Encoder(variant)
