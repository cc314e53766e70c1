"""The scene of a position: all that an interface may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.kernel.scene import Figure, Look, Player, ShownFact


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands where, and what to say beside the board."""

    cells: dict[str, Look]  # by name, in the order of the board
    facts: tuple[ShownFact, ...]
    players: tuple[Player, Player]
    mover: int | None  # None when the game is over
    score: tuple[int, int] | None
    decided: tuple[Figure, ...]  # what decided a game that is over
    threats: tuple[Figure, ...]  # what could decide it next

    @property
    def to_do(self) -> str:
        """What the mover has to do, for after its name: the step of the turn where the game tells it."""
        return next((f": {fact.value}" for fact in self.facts if fact.role == "task"), " to move")
