"""The scene of a position: all that an interface may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludoteca.kernel.scene import Figure, Look, Player, ShownFact
from ludoteca.languages.texts import t


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands where, and what to say beside the board."""

    cells: dict[str, Look]  # by name, in the order of the board
    facts: tuple[ShownFact, ...]
    players: tuple[Player, Player]
    mover: int | None  # None when the game is over
    score: tuple[int, int] | None
    tells_score: bool  # whether one of the facts is the score
    decided: tuple[Figure, ...]  # what decided a game that is over
    threats: tuple[Figure, ...]  # what could decide it next
    labels: Mapping[str, str] = field(default_factory=dict)  # what cells are called, where that is not by their names

    @property
    def task(self) -> str:
        """What the mover has to do, where the game tells it: "split a stack"; "" where it does not."""
        return next((fact.value for fact in self.facts if fact.role == "task"), "")

    @property
    def to_do(self) -> str:
        """The same for after the mover's name; only English can be put together so, other languages have `turn_of`."""
        return f": {self.task}" if self.task else " to move"

    def turn_of(self, name: str) -> str:
        """Whose turn it is and what is to be done, with a name for the mover: "Red: split a stack", "Ann to move"."""
        return t("{name}: {task}", name=name, task=self.task) if self.task else t("{name} to move", name=name)
