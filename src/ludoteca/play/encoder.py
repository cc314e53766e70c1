"""Positions and moves as learners see them: planes, masks and numbered actions of one variant.

Planes are derived from the typed fields of a game's state (`play.planes`), actions from its kinds of moves.  Actions
are the numbers 0, 1, 2, … of a space that is the same in every position, so that a network can have one output for
each; which of them are legal depends on the moves.  Planes and actions of one VERSION never change their meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.compiled import compiled
from ludoteca.errors import BrokenRules, IllegalMove
from ludoteca.kernel.boards import Symmetry
from ludoteca.kernel.broken_rules import sentence
from ludoteca.kernel.verbs import BAD_ACTION
from ludoteca.play.planes import Grid, Plane, Program, StatePlanes, draw, grid_of, words_in
from ludoteca.play.position import Move, Position, Variant

VERSION = 1  # part of the environments' names

NO_ACTION = -1  # for a number that is not a move on this board
SEVERAL = -1  # for an action that stands for different moves in different positions

ONLY = np.zeros(1, np.int32)  # the program's number if there is only one
VIEWERS = np.zeros(1, np.int8), np.ones(1, np.int8)  # of one state

Planes = npt.NDArray[Any]
Mask = npt.NDArray[np.int8]
Table = npt.NDArray[np.int32]


class Tables(NamedTuple):
    """An encoding in the form that compiled code uses."""

    program: Program
    actions: Table  # by move: its action, or NO_ACTION
    moves: Table  # by action: its move, or SEVERAL


@compiled
def action_of(actions: Any, move: int) -> Any:
    """The action of a legal move; NO_ACTION for anything that is not one of the game's kinds of moves."""
    number = np.uint64(move)  # a negative number is beyond everything
    return np.int64(actions[number]) if number < np.uint64(len(actions)) else np.int64(NO_ACTION)


@compiled
def number_moves(actions: Any, codes: Any, out: Any) -> bool:
    """Write the actions of moves into `out`; returns whether all of them have one."""
    is_sound = True
    for index in range(len(codes)):
        out[index] = action_of(actions, codes[index])
        is_sound &= out[index] != NO_ACTION
    return is_sound


@compiled
def mark_moves(actions: Any, codes: Any, mask: Any) -> bool:
    """Mark the actions of moves in a mask; returns whether all of them have one."""
    is_sound = True
    for index in range(len(codes)):
        action = action_of(actions, codes[index])
        if action == NO_ACTION:
            is_sound = False
        else:
            mask[action] = 1
    return is_sound


class Encoder:
    """The planes and actions of a game with chosen options.

    Planes of the size of a `grid` (rows and columns) are for boards of different sizes in one batch: each board
    occupies the first rows and columns, and one more plane marks its cells.
    """

    version = VERSION

    def __init__(self, variant: Variant, grid: Grid | None = None) -> None:
        self.variant, self._grid = variant, grid
        game = variant.game
        drawn = StatePlanes(game.fields, variant.board, game.players[0].name, grid)
        self.planes: tuple[Plane, ...] = drawn.planes
        self.shape: tuple[int, int, int] = drawn.shape  # planes, rows, columns
        actions, self.actions = game.kinds.action_table(
            variant.board.cells, game.used_moves(variant.options)
        )  # the second is how many there are
        self.tables = Tables(drawn.program, actions, moves_by_action(actions, self.actions))

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoder, (self.variant, self._grid)

    @property
    def highest(self) -> npt.NDArray[np.uint8]:
        """The highest possible number at each place of the planes."""
        most = np.array([plane.most for plane in self.planes], np.uint8)
        return np.broadcast_to(most[:, None, None], self.shape).copy()

    def show(self, position: Position, viewer: int | None = None, out: Planes | None = None) -> Planes:
        """The planes of a position from a player's point of view, by default the mover's."""
        out = np.zeros(self.shape, np.uint8) if out is None else out
        drawn = out if out.flags.c_contiguous else np.zeros(self.shape, out.dtype)
        self._draw(position, position.mover if viewer is None else viewer, drawn)
        if drawn is not out:
            out[:] = drawn
        return out

    def _draw(self, position: Position, viewer: int, out: Planes) -> None:
        states = np.asarray(position.state).reshape(1)
        draw(words_in(states), VIEWERS[viewer], ONLY, self.tables.program, out.reshape(1, -1))

    def mask(self, position: Position) -> Mask:
        """1 for each legal action, 0 for the others; all 0 once the game is over."""
        mask = np.zeros(self.actions, np.int8)
        if not mark_moves(self.tables.actions, np.array(position.codes, np.int64), mask):
            raise self._without_action(position)
        return mask

    def legal(self, position: Position) -> list[int]:
        """The legal actions, in ascending order."""
        return sorted(self._actions_of(position).tolist())

    def action(self, position: Position, move: Move) -> int:
        """The number of a legal move."""
        return int(self._numbers(position, (move.code,))[0])

    def move(self, position: Position, action: int) -> Move:
        """The legal move with this number, or IllegalMove."""
        return position.named_code(self._code(position, action))

    def play(self, position: Position, action: int) -> Position:
        """The position after the legal move with this number, or IllegalMove."""
        return position.after(self._code(position, action))

    def _code(self, position: Position, action: int) -> int:
        code = int(self.tables.moves[action]) if 0 <= action < self.actions else SEVERAL
        if code in position.codes:
            return code
        found = np.flatnonzero(self._actions_of(position) == action)
        if not found.size:
            raise IllegalMove(f"action {action} is not legal here")
        return position.codes[int(found[0])]

    def _actions_of(self, position: Position) -> Table:
        """The actions of the legal moves, in the order of the moves."""
        return self._numbers(position, position.codes)

    def _numbers(self, position: Position, codes: Sequence[int]) -> Table:
        numbers = np.empty(len(codes), np.int32)
        if not number_moves(self.tables.actions, np.array(codes, np.int64), numbers):
            raise self._without_action(position)
        return numbers

    def _without_action(self, position: Position) -> BrokenRules:
        return BrokenRules(sentence(self.variant.game, BAD_ACTION, position.state, NO_ACTION))

    def turned_actions(self, symmetry: Symmetry) -> Table:
        """For each action, its number on the transformed board."""
        actions, kinds = self.tables.actions, self.variant.game.kinds
        turned = np.arange(self.actions, dtype=np.int32)
        for move in np.flatnonzero(actions != NO_ACTION).tolist():
            turned[actions[move]] = actions[kinds.turned(move, symmetry)]
        return turned

    def turned_planes(self, planes: Planes, symmetry: Symmetry) -> Planes:
        """Planes of a position as those of the transformed position."""
        spot = self.variant.board.spot
        turned = planes.copy()  # corners that are not cells stay: what fills a plane fills them too
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


def shared_encoders(variants: Sequence[Variant]) -> list[Encoder]:
    """Encoders whose planes have one size."""
    if len({each.board.spots for each in variants}) == 1:
        return [Encoder(each) for each in variants]
    rows, columns = zip(*(grid_of(each.board) for each in variants), strict=True)
    return [Encoder(each, (max(rows), max(columns))) for each in variants]


def stacked(tables: Sequence[Table], padding: int) -> Table:
    """Tables of different lengths as the rows of one."""
    rows = np.full((len(tables), max(map(len, tables))), padding, np.int32)
    for row, table in zip(rows, tables, strict=True):
        row[: len(table)] = table
    return rows
