"""States for plain Python: each field is looked up once, however many cells are read from it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludoteca.compiler.layouts import AnyState


class Reading(np.void):  # type: ignore[misc]  # final for type checkers, not for NumPy, whose own record is one
    """A copy of a state for reading only; compiled functions accept it like any state."""

    def __getattr__(self, name: str) -> Any:
        if name not in (self.dtype.fields or ()):
            raise AttributeError(f"this state has no field {name!r}")
        value = self[name].copy()  # an array field would keep the reading alive that contains it
        self.__dict__[name] = value  # NumPy takes microseconds for each access to a record, and a board has many cells
        return value


@cache
def _type_of_readings(layout: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((Reading, layout))


def reading(state: AnyState) -> AnyState:
    """A copy of the state whose fields are fast to read."""
    copies = np.zeros(1, _type_of_readings(state.dtype))
    copies[0] = state
    return copies[0]
