"""The facts of a game: lines beside the board, declared as a name and the field or function that has the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.compiler.layouts import AnyState
from ludoteca.compiler.sentences import Said, spoken
from ludoteca.errors import BadDeclaration
from ludoteca.kernel import conditions
from ludoteca.kernel.fields import Cells, Counts, Phase, State, Together
from ludoteca.kernel.options import in_halves
from ludoteca.kernel.scene import ShownFact
from ludoteca.languages.texts import Text, t, translatable

ROLES = ("", "supply", "task")
UNLIMITED = translatable("unlimited")

Names = Mapping[str, Callable[[int], str]]


@dataclass(frozen=True, eq=False)
class Fact:
    """A line beside the board.

    `value` is the name of a field, of `mover` or of a set of cells, which are counted; or a compiled function of the
    state, or of the state and a player, that returns a number or words.  With `out_of` the fact is how many are left of
    a total: a number, the name of a field, or a field and an index.  `words` replace some numbers: `words={0: "none"}`.
    With `in_halves` a number of halves is shown, 7.5 for 15.

    A fact is shown while `when` holds: a compiled function whose answer is non-zero, a field that is non-zero or not
    empty (`when="left"`, `when="not placing"`), a phase (`when="setup"`), or one of several of them in a tuple. `whose`
    is the player it belongs to, if that changes: a field such as "mover", or a compiled function that returns -1 for
    nobody.  `role` tells interfaces what it is: "supply" is drawn beside its player, "task" is what the mover has to do
    now.
    """

    name: str
    value: Any
    role: str = ""
    words: Mapping[int, str] = field(default_factory=dict)
    when: Any = None
    whose: Any = None
    out_of: int | str | tuple[str, int] | None = None
    in_halves: bool = False

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise BadDeclaration(f"the role of the fact {self.name} is {self.role!r}; it can be supply or task")

    @property
    def conditions(self) -> tuple[str, ...]:
        """Its conditions on fields and phases; one of them must hold."""
        return () if self.when is None or callable(self.when) else conditions.listed(self.when)

    def check(self, fields: State) -> None:
        """Raise BadDeclaration unless everything it names exists."""
        known = {"mover", *(fields.layout.fields or ())}
        limit = self.out_of[0] if isinstance(self.out_of, tuple) else self.out_of
        named = [each for each in (self.value, self.whose, limit) if isinstance(each, str)]
        conditions.check(self.conditions, fields, f"the fact {self.name}")
        missing = [each for each in named if each not in known]
        if missing:
            raise BadDeclaration(f"the fact {self.name} names {missing[0]!r}, but the state has no such field")

    def shown(self, state: AnyState, fields: State, names: Names) -> list[ShownFact]:
        """The fact's current value: once, or once per player."""
        if not self.is_shown(state, fields):
            return []
        if self.is_per_player(fields):
            return [
                ShownFact(t(self.name), self._text(state, fields, names, seat), seat, self.role) for seat in range(2)
            ]
        return [ShownFact(t(self.name), self._text(state, fields, names, None), self._owner(state, fields), self.role)]

    def is_shown(self, state: AnyState, fields: State) -> bool:
        """Whether it is shown now."""
        if self.when is None:
            return True
        if callable(self.when):
            return bool(self.when(state))
        return conditions.holds(self.conditions, state, fields)

    def is_per_player(self, fields: State) -> bool:
        """Whether each player has one."""
        if not isinstance(self.value, str):
            return argument_count(self.value) == 2
        declared = fields.fields.get(self.value)
        return isinstance(declared, Counts) or (isinstance(declared, Cells) and declared.per_player)

    def _owner(self, state: AnyState, fields: State) -> int | None:
        """The player it currently belongs to; nobody if a word of several fields says that it is absent."""
        if self.whose is None:
            return None
        if callable(self.whose):
            owner = int(self.whose(state))
            return owner if owner >= 0 else None
        given = [each.given for each in fields.of_kind(Together).values() if f"{{{self.whose}}}" in each.template]
        return int(getattr(state, self.whose)) if all(getattr(state, each) for each in given) else None

    def _text(self, state: AnyState, fields: State, names: Names, seat: int | None) -> str:
        declared = fields.fields.get(self.value) if isinstance(self.value, str) else None
        if isinstance(self.value, str):
            given = _number(state, self.value, declared, seat)
        else:
            given = self.value(state) if seat is None else self.value(state, seat)
            if isinstance(given, tuple):
                return spoken(given, names)
        number = int(given)
        if self.out_of is not None:
            number = self._limit(state) - number
        if number in self.words:
            return t(self.words[number])
        if isinstance(declared, Phase):
            return t(list(declared.names.values())[number])
        if getattr(declared, "unlimited", None) == number:
            return t(UNLIMITED)
        return str(in_halves(number) if self.in_halves else number)

    def _limit(self, state: AnyState) -> int:
        """The total."""
        if isinstance(self.out_of, tuple):
            return int(getattr(state, self.out_of[0])[self.out_of[1]])
        return int(getattr(state, self.out_of) if isinstance(self.out_of, str) else self.out_of or 0)


def _number(state: AnyState, name: str, declared: Any, seat: int | None) -> int:
    """The number in a field, or the number of cells in a set."""
    stored = getattr(state, name)
    if isinstance(declared, Cells):
        return declared.owned(stored)[seat or 0].bit_count()
    return int(stored if seat is None else stored[seat])


def argument_count(function: Any) -> int:
    """How many arguments a function takes, compiled or not."""
    return int(getattr(function, "py_func", function).__code__.co_argcount)


def sentence_or_none(said: Said, names: Names) -> Text | None:
    """What was said in words, or None if there was nothing to say."""
    return None if not said[0] else spoken(said, names)
