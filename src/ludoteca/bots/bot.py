"""The base class of all bots, with defaults for those that need nothing special."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ludoteca.errors import LudotecaError
from ludoteca.play import Move, Position
from ludoteca.play.turns import joined
from ludoteca.search.limits import Limits
from ludoteca.search.report import Line
from ludoteca.search.values import PROVEN


class Resigned(LudotecaError):
    """Raised in place of an answer: the bot resigns, and has no move to play instead."""


class Bot(ABC):
    """Anything that chooses moves."""

    name: str  # the spec it was made from
    limits: Limits = Limits()  # its own, for each move
    _lost: tuple[Position, int] | None = None  # where its last search proved a loss, and the best move there

    def __repr__(self) -> str:
        return f"ludoteca.bot({self.name!r})"

    @abstractmethod
    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """A legal move of a position that is not over, or Resigned; limits given here replace those of the spec."""

    def choose_whole(self, position: Position) -> Move:
        """A move as people make it: a chain is played to its end."""
        move = self.choose(position)
        after = position.play(move)
        while after.outcome is None and (codes := after.continuing(move)):
            more = self.choose(after)
            if more.code not in codes:
                break
            move = joined(move, more)
            after = position.play(move)
        return move

    def choose_code(self, position: Position) -> int:
        """The code of the move, for callers that do not need its name; naming it takes a while."""
        return self.choose(position).code

    def prepare(self, position: Position) -> None:  # noqa: B027 (most bots have nothing to prepare)
        """Get ready for a game before any clock runs: compile, start a program, fill tables."""

    def interrupt(self) -> None:  # noqa: B027 (most bots answer at once)
        """Answer at once with what has been found so far; may be called from any thread."""

    def reseed(self, seed: int) -> None:  # noqa: B027 (most bots leave nothing to chance)
        """Restart its random choices with this seed, and remember nothing."""

    def close(self) -> None:  # noqa: B027 (most bots hold nothing)
        """Release what it holds, such as a running program."""

    @property
    def resigns(self) -> bool:
        """Whether it would rather resign than play its last choice: its search has proved that it loses.

        It lets the opponent play a win that is one move away; see also `Match.may_bot_resign`.
        """
        if self._lost is None:
            return False
        position, code = self._lost
        after = position.after(code)
        if after.outcome is not None:
            return False
        outcomes = (after.after(reply).outcome for reply in after.codes)
        return not any(outcome is not None and outcome.winner == 1 - position.mover for outcome in outcomes)

    def _remember_loss(self, position: Position, best: Line | None) -> None:
        self._lost = None if best is None or best.value > -PROVEN else (position, best.moves[0].code)
