"""The scene of a position: everything an interface may know about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludoteca.kernel.scene import Figure, Look, Player, ShownFact
from ludoteca.languages.texts import t


@dataclass(frozen=True, slots=True)
class Scene:
    """What is where, and what to say beside the board."""

    cells: dict[str, Look]  # by name, in board order
    facts: tuple[ShownFact, ...]
    players: tuple[Player, Player]
    mover: int | None  # None if the game is over
    score: tuple[float, float] | None
    decided: tuple[Figure, ...]  # what decided a finished game
    threats: tuple[Figure, ...]  # what could decide it next
    labels: Mapping[str, str] = field(default_factory=dict)  # what cells are called, if not by their names

    @property
    def task(self) -> str:
        """What the mover has to do, if the game says so: "split a stack"; otherwise ""."""
        return next((fact.value for fact in self.facts if fact.role == "task"), "")

    @property
    def to_do(self) -> str:
        """The same, to follow the mover's name; only English can combine them so, other languages use `turn_of`."""
        return f": {self.task}" if self.task else " to move"

    def turn_of(self, name: str) -> str:
        """Whose turn it is and what to do, with a name for the mover: "Red: split a stack", "Ann to move"."""
        return t("{name}: {task}", name=name, task=self.task) if self.task else t("{name} to move", name=name)
