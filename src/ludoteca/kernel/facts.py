"""The facts of a game: lines beside the board, declared as a name and the function or field that has the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.kernel.errors import BadDeclaration
from ludoteca.kernel.fields import Counts, Phase, State
from ludoteca.kernel.layouts import AnyState
from ludoteca.kernel.scene import ShownFact
from ludoteca.kernel.words import NOTHING, Said, spoken

ROLES = ("", "supply", "task")

Names = Mapping[str, Callable[[int], str]]


@dataclass(frozen=True, eq=False)
class Fact:
    """A line beside the board.

    `value` is a compiled function of the state, or of the state and a player, that gives a number or says words; or
    the name of a field.  `words` are read instead of some numbers: `words={0: "none"}`.  A fact is shown while
    `when(state)` is not zero.  `whose(state)` gives the player it belongs to, where that changes.  `role` tells
    interfaces what it is: "supply" is drawn beside its player, "task" is what the mover has to do now.
    """

    name: str
    value: Any
    role: str = ""
    words: Mapping[int, str] = field(default_factory=dict)
    when: Any = None
    whose: Any = None

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise BadDeclaration(f"the role of the fact {self.name} is {self.role!r}; it can be supply or task")

    def shown(self, state: AnyState, fields: State, names: Names) -> list[ShownFact]:
        """The fact as it stands now: once, or once for each player."""
        if self.when is not None and not self.when(state):
            return []
        if self._is_per_player(fields):
            return [ShownFact(self.name, self._text(state, fields, names, seat), seat, self.role) for seat in range(2)]
        text = self._text(state, fields, names, None)
        whose = int(self.whose(state)) if self.whose is not None else -1
        return [ShownFact(self.name, text, whose if whose >= 0 else None, self.role)]

    def _is_per_player(self, fields: State) -> bool:
        if isinstance(self.value, str):
            return isinstance(fields.fields[self.value], Counts)
        return argument_count(self.value) == 2

    def _text(self, state: AnyState, fields: State, names: Names, seat: int | None) -> str:
        if isinstance(self.value, str):
            stored = getattr(state, self.value)
            number = int(stored if seat is None else stored[seat])
            declared = fields.fields[self.value]
            if isinstance(declared, Phase) and number not in self.words:
                return list(declared.names.values())[number]
            if getattr(declared, "unlimited", None) == number:
                return self.words.get(number, "unlimited")
            return self.words.get(number, str(number))
        given = self.value(state) if seat is None else self.value(state, seat)
        if isinstance(given, tuple):
            return spoken(given, names)
        return self.words.get(int(given), str(int(given)))


def argument_count(function: Any) -> int:
    """How many arguments a function takes, compiled or not."""
    return int(getattr(function, "py_func", function).__code__.co_argcount)


def sentence_or_none(said: Said, names: Names) -> str | None:
    """What was said in words, or None where there was nothing to say."""
    return None if int(said[0]) == NOTHING else spoken(said, names)
