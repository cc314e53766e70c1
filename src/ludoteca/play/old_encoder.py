# ruff: noqa: D102
"""TO BE DELETED when all games have fields and kinds of moves: encoders of games that declare an Encoding."""

from __future__ import annotations

import numpy as np

from ludoteca.kernel import encoding
from ludoteca.kernel.boards import Symmetry
from ludoteca.kernel.errors import IllegalMove
from ludoteca.play.encoder import Encoder, Planes, Table, Tables
from ludoteca.play.position import Move, Position
from ludoteca.play.variant import Variant


class OldEncoder(Encoder):
    """Planes and actions by functions of the game."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.tables = variant, Tables(None, None, None)  # type: ignore[arg-type]
        self.encoding = encoding.encoding_of(variant.game)
        self.planes, self.actions = self.encoding.planes, self.encoding.actions(variant.options)
        lost = 2 * self.encoding.margin
        rows, columns = (1 + max(spot[axis] for spot in variant.board.spots) for axis in range(2))
        self.shape = len(self.planes), rows - lost, columns - lost

    def _draw(self, position: Position, viewer: int, out: Planes) -> None:
        encoding.write_planes(position.state, viewer, out)

    def action(self, position: Position, move: Move) -> int:
        return encoding.action_of(position.state, move.code)

    def move(self, position: Position, action: int) -> Move:
        code = encoding.move_of(position.state, action) if 0 <= action < self.actions else None
        for move in position.moves():
            if move.code == code:
                return move
        raise IllegalMove(f"action {action} is not legal here")

    def turned_actions(self, symmetry: Symmetry) -> Table:
        turn, board = self.encoding.turn, self.variant.board
        return np.array([turn(action, board, symmetry) for action in range(self.actions)], np.int32)

    def turned_planes(self, planes: Planes, symmetry: Symmetry) -> Planes:
        board, margin, turned = self.variant.board, self.encoding.margin, planes.copy()
        rows, columns = self.shape[1:]
        for cell, goes_to in symmetry.cells.items():
            (row, column), (row2, column2) = board.spot[cell], board.spot[goes_to]
            if margin <= row < rows + margin and margin <= column < columns + margin:
                turned[..., row2 - margin, column2 - margin] = planes[..., row - margin, column - margin]
        return turned
