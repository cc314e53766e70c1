"""Moves and outcomes, and what a position offers to functions that only read it: to draw it, or to find a move in it.

`Position` has such functions as methods, so they must not import it; they are written against these protocols.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Protocol

from ludoteca.compiler import layouts
from ludoteca.kernel.boards import Board
from ludoteca.kernel.declare import Game
from ludoteca.kernel.scene import Pick, Scene


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (0, 1, or None for a draw) and why, in words."""

    winner: int | None
    reason: str  # a text, in the language that was current when it was made
    is_cut_off: bool = False  # it ended only because it reached the maximum length
    is_aborted: bool = False  # it has no result: nobody won, and it is not a draw


class Move(NamedTuple):
    """A legal move of one position; `str(move)` is its text."""

    code: int  # as compiled code represents it
    picks: tuple[Pick, ...]
    text: str
    more: tuple[int, ...] = ()  # the codes that follow in a chain, which is one move to people

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:  # so that a list of moves can be read
        return self.text


class VariantInterface(Protocol):
    """A game with chosen options; see `Variant`."""

    @property
    def game(self) -> Game:
        """The game's declaration."""

    @property
    def board(self) -> Board:
        """Its cells and their names."""

    @property
    def title(self) -> str:
        """The game's name for people."""


class PositionInterface(Protocol):
    """A position; see `Position`."""

    @property
    def variant(self) -> VariantInterface:
        """The game and its options."""

    @property
    def state(self) -> layouts.AnyState:
        """The state for compiled code."""

    @property
    def mover(self) -> int:
        """Who is to move."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""

    @property
    def pseudo_legal_moves(self) -> tuple[Move, ...]:
        """The moves that the board allows, including those that a ban on repetition forbids."""

    def moves(self) -> list[Move]:
        """The legal moves."""

    def whole_moves(self) -> list[Move]:
        """The legal moves as people make them: a chain is one."""

    def named(self, text: str) -> Move | None:
        """The legal move with exactly this text."""

    def scene(self) -> Scene:
        """What an interface shows."""

    def written(self, move: Move) -> str:
        """A legal move as people see it."""

    def written_line(self, moves: Sequence[Move]) -> list[str]:
        """The same for moves that follow each other."""


Cells = tuple[str, ...]  # by name


def cells_of(move: Move, changed: Iterable[str]) -> Cells:
    """The cells to mark for a ply: those picked, and those it changed if it ends with a choice by name."""
    picked = [pick.name for pick in move.picks if pick.is_cell]
    goes_on = any(pick.is_cell and not after.is_cell for pick, after in pairwise(move.picks))
    return tuple(dict.fromkeys([*picked, *(changed if goes_on else ())]))


def beside_move(position: PositionInterface, move: Move) -> dict[str, str]:
    """What JSON has beside the text of a legal move, if people see it written in another way."""
    return {"written": position.written(move)} if position.variant.game.spell is not None else {}


def beside_line(position: PositionInterface, moves: Sequence[Move]) -> dict[str, list[str]]:
    """The same for moves that follow each other."""
    return {"written": position.written_line(moves)} if position.variant.game.spell is not None else {}


def arrow_of(move: Move) -> tuple[str, str] | None:
    """From the first cell of a move to its last; None if it has none."""
    picked = [pick.name for pick in move.picks if pick.is_cell]
    return (picked[0], picked[-1]) if picked else None


def changed_between(before: PositionInterface, after: PositionInterface) -> list[str]:
    """The cells that look different after a ply."""
    old = before.scene().cells
    return [name for name, look in after.scene().cells.items() if look != old[name]]
