"""What every bot can do, with defaults for those that need nothing special."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ludoteca.play import Move, Position
from ludoteca.search.limits import Limits


class Bot(ABC):
    """Whatever chooses moves."""

    name: str  # the spec it was made from
    limits: Limits = Limits()  # its own, for each move

    def __repr__(self) -> str:
        return f"ludoteca.bot({self.name!r})"

    @abstractmethod
    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """A legal move of a position that is not over; limits given here replace those of the spec."""

    def choose_code(self, position: Position) -> int:
        """The code of the move, for those who have no use for its name; naming it takes a while."""
        return self.choose(position).code

    def prepare(self, position: Position) -> None:  # noqa: B027 (most bots have nothing to prepare)
        """Get ready for a game before any clock runs: compile, start a program, fill tables."""

    def interrupt(self) -> None:  # noqa: B027 (most bots answer at once)
        """Answer at once with what has been found; may be called from any thread."""

    def reseed(self, seed: int) -> None:  # noqa: B027 (most bots leave nothing to chance)
        """Start the random choices again, and remember nothing."""

    def close(self) -> None:  # noqa: B027 (most bots hold nothing)
        """Give back what it holds, such as a running program."""
