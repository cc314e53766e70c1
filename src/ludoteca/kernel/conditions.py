"""Conditions on a state, as declarations name them: for facts that are shown, and moves that are possible.

A condition is a phase (`"setup"`), or a field that is not zero (`"left"`) or is (`"not placing"`).  Several of them in
a tuple hold when one of them does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ludoteca.kernel.errors import BadDeclaration
from ludoteca.kernel.fields import Cells, State

Conditions = str | tuple[str, ...]


def listed(given: Conditions) -> tuple[str, ...]:
    """One condition or several, as several."""
    return (given,) if isinstance(given, str) else tuple(given)


def check(conditions: Iterable[str], fields: State, whose: str) -> None:
    """Whatever they name is there; BadDeclaration otherwise."""
    known = {"mover", *(fields.layout.fields or ()), *fields.phases}
    for each in conditions:
        if each.removeprefix("not ") not in known:
            raise BadDeclaration(f"{whose} names {each.removeprefix('not ')!r}, which this state does not have")


def parts_of(condition: str, fields: State) -> tuple[str, int, bool]:
    """The field that is looked at, a number, and whether the field must be that number or must not."""
    name = condition.removeprefix("not ")
    field, number = fields.phases.get(name, (name, 0))
    return field, number, (name in fields.phases) == (name == condition)


def holds(conditions: Iterable[str], state: Any, fields: State) -> bool:
    """Whether one of them does."""
    return any(_holds(*parts_of(each, fields), state) for each in conditions)


def _holds(field: str, number: int, is_equal: bool, state: Any) -> bool:
    return bool(np.any(getattr(state, field) != number)) != is_equal


def source(conditions: Iterable[str], fields: State) -> str:
    """The same as source of a compiled function."""
    return " or ".join(_source(*parts_of(each, fields), fields) for each in conditions)


def _source(field: str, number: int, is_equal: bool, fields: State) -> str:
    if isinstance(fields.fields.get(field), Cells):
        return f"{'' if is_equal else 'not '}is_empty(state.{field})"
    return f"state.{field} {'==' if is_equal else '!='} {number}"
