"""What a position offers to functions that only look at it: to draw it, or to find a move in it.

`Position` has such functions as methods, so they must not import it; they are written against these protocols.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ludoteca.kernel import layouts
from ludoteca.kernel.boards import Board
from ludoteca.kernel.declare import Game
from ludoteca.kernel.scene import Pick
from ludoteca.play.scene import Scene


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (0, 1, or None for a draw) and why, in words."""

    winner: int | None
    reason: str  # a text, in the language that was spoken when it was worked out
    is_cut_off: bool = False  # it was over only because it had lasted as long as games may
    is_aborted: bool = False  # it has no result: nobody has won, and it is no draw


class Move(NamedTuple):
    """A legal move of one position; `str(move)` is its text."""

    code: int  # as compiled code knows it
    picks: tuple[Pick, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:  # so that a list of moves can be read
        return self.text


class VariantInterface(Protocol):
    """A game with its options chosen; see `Variant`."""

    @property
    def game(self) -> Game:
        """The declaration of the game."""

    @property
    def board(self) -> Board:
        """Its cells and their names."""

    @property
    def title(self) -> str:
        """The name people read."""


class PositionInterface(Protocol):
    """A position; see `Position`."""

    @property
    def variant(self) -> VariantInterface:
        """Which game it is."""

    @property
    def state(self) -> layouts.AnyState:
        """The state as compiled code has it."""

    @property
    def mover(self) -> int:
        """Who is to move."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""

    @property
    def pseudo_legal_moves(self) -> tuple[Move, ...]:
        """The moves that the board alone allows."""

    def moves(self) -> list[Move]:
        """The legal moves."""

    def named(self, text: str) -> Move | None:
        """The legal move that is written exactly so."""

    def scene(self) -> Scene:
        """What stands where."""
