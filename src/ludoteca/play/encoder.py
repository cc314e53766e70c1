"""Positions and moves as learners see them: planes, masks and numbered actions of one variant.

Planes follow from the typed fields of a game's state (`kernel.planes`), actions from its kinds of moves.  Actions are
the numbers 0, 1, 2, … of a space that is the same in every position, so that a network can have one output for each;
which of them are legal comes from the moves.  Planes and actions of one VERSION never change their meaning.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludoteca.kernel.boards import Symmetry
from ludoteca.kernel.broken_rules import sentence
from ludoteca.kernel.errors import BrokenRules, IllegalMove
from ludoteca.kernel.planes import Plane, Program, StatePlanes, draw, words_in
from ludoteca.kernel.verbs import BAD_ACTION
from ludoteca.play.position import Move, Position, Variant

VERSION = 1  # part of the names of environments

NO_ACTION = -1  # of a number that is not a move on this board
SEVERAL = -1  # of an action that different moves have in different positions

Planes = npt.NDArray[Any]
Mask = npt.NDArray[np.int8]
Table = npt.NDArray[np.int32]


class Tables(NamedTuple):
    """An encoding as compiled code uses it."""

    program: Program
    actions: Table  # by move: its action, or NO_ACTION
    moves: Table  # by action: its move, or SEVERAL


class Encoder:
    """The planes and actions of a game with its options chosen."""

    version = VERSION

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        game = variant.game
        drawn = StatePlanes(game.fields, variant.board, game.players[0].name)
        self.planes: tuple[Plane, ...] = drawn.planes
        self.shape: tuple[int, int, int] = drawn.shape  # planes, rows, columns
        actions, self.actions = game.kinds.action_table(
            variant.board.cells, game.used_moves(variant.options)
        )  # the second is how many there are
        self.tables = Tables(drawn.program, actions, moves_by_action(actions, self.actions))

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoder, (self.variant,)

    @property
    def highest(self) -> npt.NDArray[np.uint8]:
        """The highest number that can stand in each place of the planes."""
        most = np.array([plane.most for plane in self.planes], np.uint8)
        return np.broadcast_to(most[:, None, None], self.shape).copy()

    def show(self, position: Position, viewer: int | None = None, out: Planes | None = None) -> Planes:
        """The planes of a position for a player, the one to move unless another is named."""
        out = np.zeros(self.shape, np.uint8) if out is None else out
        drawn = out if out.flags.c_contiguous else np.zeros(self.shape, out.dtype)
        self._draw(position, position.mover if viewer is None else viewer, drawn)
        if drawn is not out:
            out[:] = drawn
        return out

    def _draw(self, position: Position, viewer: int, out: Planes) -> None:
        states = np.atleast_1d(np.asarray(position.state))
        draw(words_in(states), np.array([viewer], np.int8), self.tables.program, out.reshape(1, -1))

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
        actions = self.tables.actions
        action = int(actions[move.code]) if 0 <= move.code < len(actions) else NO_ACTION
        if action == NO_ACTION:
            raise BrokenRules(sentence(self.variant.game, BAD_ACTION, position.state, NO_ACTION))
        return action

    def move(self, position: Position, action: int) -> Move:
        """The legal move that has this number, or IllegalMove."""
        found = next((move for move in position.moves() if self.action(position, move) == action), None)
        if found is None:
            raise IllegalMove(f"action {action} is not legal here")
        return found

    def turned_actions(self, symmetry: Symmetry) -> Table:
        """For each action, its number on the turned board."""
        actions, kinds = self.tables.actions, self.variant.game.kinds
        turned = np.arange(self.actions, dtype=np.int32)
        for move in np.flatnonzero(actions != NO_ACTION).tolist():
            turned[actions[move]] = actions[kinds.turned(move, symmetry)]
        return turned

    def turned_planes(self, planes: Planes, symmetry: Symmetry) -> Planes:
        """Planes of a position as those of the turned position."""
        spot = self.variant.board.spot
        turned = planes.copy()  # corners that are no cells stay as they are: what fills a plane fills them too
        for cell, goes_to in symmetry.cells.items():
            turned[..., *spot[goes_to]] = planes[..., *spot[cell]]
        return turned


def moves_by_action(actions: Table, count: int) -> Table:
    """The move of each action, or SEVERAL."""
    moves = np.full(count, SEVERAL, np.int32)
    codes = np.flatnonzero(actions != NO_ACTION)
    moves[actions[codes]] = codes
    moves[np.bincount(actions[codes], minlength=count) > 1] = SEVERAL
    return moves
