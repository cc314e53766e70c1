"""States as plain functions read them: a field is looked up once, however many cells ask for it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludoteca.kernel.layouts import AnyState


class Reading(np.void):  # type: ignore[misc]  # final for type checkers, not for NumPy, whose own record is one
    """A copy of a state, to be read and not changed; compiled functions take it as they take any state."""

    def __getattr__(self, name: str) -> Any:
        if name not in (self.dtype.fields or ()):
            raise AttributeError(f"this state has no field {name!r}")
        value = self[name].copy()  # a field that is an array would hold on to the reading that holds it, for good
        self.__dict__[name] = value  # NumPy takes microseconds for each look at a record, and a board has many cells
        return value


@cache
def _type_of_readings(layout: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((Reading, layout))


def reading(state: AnyState) -> AnyState:
    """A copy of the state whose fields are quick to read."""
    copies = np.zeros(1, _type_of_readings(state.dtype))
    copies[0] = state
    return copies[0]
