"""Named numbers: the values of a ruling and the phases of a turn, which rules refer to by name.

`DOUBLE_WIN.mover` is the number of that value, in plain Python and, as a constant, in compiled code.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import models, register_model, typeof_impl

from ludoteca.errors import BadDeclaration


class NamedNumbers:
    """Something whose values have names and are numbered from 0."""

    _numbers: dict[str, int]

    def _number(self, names: Iterable[str], what: str) -> None:
        """Number the names; `what` describes them in errors."""
        object.__setattr__(self, "_numbers", {name: number for number, name in enumerate(names)})
        for name in self._numbers:
            if name.startswith("_") or hasattr(type(self), name) or name in self.__dict__:
                raise BadDeclaration(f"{what} cannot be called {name}; choose another name")

    def __getattr__(self, name: str) -> int:
        """The number of a name."""
        numbers = self.__dict__.get("_numbers", {})
        if name not in numbers:
            raise AttributeError(unknown_name(name, numbers))
        return int(numbers[name])


class Names(NamedNumbers):
    """Names for the numbers from 0 on: with `SPECIAL = Names("wall", "bonus")`, `SPECIAL.bonus` is 1."""

    def __init__(self, *names: str) -> None:
        self._number(names, "a value")


def unknown_name(name: str, known: Iterable[str]) -> str:
    """The message about an unknown name."""
    return f"no value is called {name}; the values are {', '.join(known)}"


class NamedNumbersType(types.Type):
    """Its type in compiled code, which has all the numbers; the object itself is empty."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.numbers = numbers
        super().__init__(f"NamedNumbers({','.join(numbers)})")


@register_model(NamedNumbersType)
class NamedNumbersModel(models.OpaqueModel):
    """Nothing is stored."""


@typeof_impl.register(NamedNumbers)
def _typeof(named: NamedNumbers, context: Any) -> NamedNumbersType:
    return NamedNumbersType(named._numbers)


@lower_constant(NamedNumbersType)
def _constant(context: Any, builder: Any, named: NamedNumbersType, value: Any) -> Any:
    return context.get_dummy_value()


@infer_getattr
class NamedNumbersAttributes(AttributeTemplate):
    """Where the compiler finds the numbers."""

    key = NamedNumbersType

    def generic_resolve(self, named: NamedNumbersType, name: str) -> Any:
        """The number as a constant."""
        if name not in named.numbers:
            raise TypingError(unknown_name(name, named.numbers))
        return types.IntegerLiteral(named.numbers[name])


@lower_getattr_generic(NamedNumbersType)
def _lower(context: Any, builder: Any, named: NamedNumbersType, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, named.numbers[name])
