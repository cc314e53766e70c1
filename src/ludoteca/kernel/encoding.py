"""Encodings: a game as learners see it, in planes of numbers and numbered actions.

Planes show a state to one of the players; every plane is as large as the board, and its numbers are whole, from 0 to
255.  Actions are the numbers 0, 1, 2, … of a space that is the same in every position, so that a network can have one
output for each; which of them are legal comes from the moves.  An encoding has a version: planes and actions of one
version never change their meaning.

TO BE DELETED when all games have fields and kinds of moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.extending import overload

from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.layouts import AnyState
from ludoteca.kernel.planes import HIGHEST, Plane

if TYPE_CHECKING:
    from ludoteca.kernel.declare import Game
from ludoteca.kernel.options import Options

__all__ = ["HIGHEST", "Encoding", "Plane"]

Function = Any  # a compiled function


class NoEncoding(LudotecaError):
    """The game has no planes and no numbered actions, so learners cannot use it."""


@dataclass(frozen=True, eq=False)
class Encoding:
    """Planes and actions of a game.

    write(state, viewer, out)   compiled: fill `out[plane, row, column]`, which is all zero, for one player
    action_of(state, move)      compiled: the action of a legal move
    move_of(state, action)      compiled: the move of a legal action; anything for one that is not legal
    """

    version: int
    planes: tuple[Plane, ...]
    actions: Callable[[Options], int]  # how many there are
    write: Function = field(kw_only=True)
    action_of: Function = field(kw_only=True)
    move_of: Function = field(kw_only=True)
    turn: Callable[[int, Board, Symmetry], int] = field(kw_only=True)  # an action on a turned board
    margin: int = 0  # rings of the board that the planes leave out


def turned_place(place: int, board: Board, symmetry: Symmetry) -> int:
    """Where a cell goes on a turned board, both given by their place among the board's cells."""
    return board.cells.index(symmetry.cells[board.cells[place]])


def encoding_of(game: Game) -> Encoding:
    """The encoding that a game declares, ready for the verbs below; NoEncoding when it declares none."""
    declared = game.encoding
    if declared is None:
        raise NoEncoding(f"{game.title} has no planes and no numbered actions; see docs/environments.md")
    if isinstance(declared, str):
        module, _, name = declared.partition(":")
        declared = getattr(import_module(module), name)
    if not isinstance(declared, Encoding):
        raise LudotecaError(f"the encoding of {game.title} should be an Encoding; it is {type(declared).__name__}")
    _by_dtype[game.state] = declared
    _by_type[numba.from_dtype(game.state)] = declared
    return declared


_by_dtype: dict[np.dtype[Any], Encoding] = {}
_by_type: dict[Any, Encoding] = {}


def _of(state: AnyState) -> Encoding:
    return _by_dtype[np.dtype((np.void, state.dtype)) if state.dtype.type is not np.void else state.dtype]


def write_planes(state: AnyState, viewer: int, out: Any) -> None:
    """Show a state to a player in planes; `out` is cleared first."""
    out[:] = 0
    _of(state).write(state, viewer, out)


def action_of(state: AnyState, move: int) -> int:
    """The action of a legal move."""
    return int(_of(state).action_of(state, move))


def move_of(state: AnyState, action: int) -> int:
    """The move of a legal action."""
    return int(_of(state).move_of(state, action))


@overload(write_planes, target="generic")
def _write_planes(state, viewer, out):
    if encoding := _by_type.get(state):
        function = encoding.write

        def cleared(state, viewer, out):
            out[:] = 0
            function(state, viewer, out)

        return cleared
    return None


@overload(action_of, target="generic")
def _action_of(state, move):
    if encoding := _by_type.get(state):
        function = encoding.action_of
        return lambda state, move: np.int64(function(state, move))
    return None


@overload(move_of, target="generic")
def _move_of(state, action):
    if encoding := _by_type.get(state):
        function = encoding.move_of
        return lambda state, action: np.int64(function(state, action))
    return None
