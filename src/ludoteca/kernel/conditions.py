"""Conditions on a state as declarations name them: for facts that are shown, and moves that are possible.

A condition is a phase (`"setup"`), a field that must be non-zero (`"left"`) or one that must be zero (`"not placing"`).
A tuple of conditions holds if one of them does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ludoteca.errors import BadDeclaration
from ludoteca.kernel.fields import Cells, State

Conditions = str | tuple[str, ...]


def listed(given: Conditions) -> tuple[str, ...]:
    """One condition or several, as a tuple."""
    return (given,) if isinstance(given, str) else tuple(given)


def check(conditions: Iterable[str], fields: State, whose: str) -> None:
    """Raise BadDeclaration unless everything they name exists."""
    known = {"mover", *(fields.layout.fields or ()), *fields.phases}
    for each in conditions:
        if each.removeprefix("not ") not in known:
            raise BadDeclaration(f"{whose} names {each.removeprefix('not ')!r}, but the state has no such field")


def parts_of(condition: str, fields: State) -> tuple[str, int, bool]:
    """The field, a number, and whether the field must or must not be that number."""
    name = condition.removeprefix("not ")
    field, number = fields.phases.get(name, (name, 0))
    return field, number, (name in fields.phases) == (name == condition)


def holds(conditions: Iterable[str], state: Any, fields: State) -> bool:
    """Whether one of them holds."""
    return any(_holds(*parts_of(each, fields), state) for each in conditions)


def _holds(field: str, number: int, is_equal: bool, state: Any) -> bool:
    return bool(np.any(state[field] != number)) != is_equal


def source(conditions: Iterable[str], fields: State) -> str:
    """The same as source code for a compiled function."""
    return " or ".join(_source(*parts_of(each, fields), fields) for each in conditions)


def _source(field: str, number: int, is_equal: bool, fields: State) -> str:
    if isinstance(fields.fields.get(field), Cells):
        return f"{'not ' if is_equal else ''}state.{field}"
    return f"state.{field} {'==' if is_equal else '!='} {number}"
