"""States as plain functions read them: a field is looked up once, however many cells ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from ludoteca.kernel.layouts import AnyState

Answer = TypeVar("Answer")


class Reading(np.void):  # type: ignore[misc]  # final for type checkers, not for NumPy, whose own record is one
    """A copy of a state, to be read and not changed; compiled functions take it as they take any state."""

    def __getattr__(self, name: str) -> Any:
        if name not in (self.dtype.fields or ()):
            raise AttributeError(f"this state has no field {name!r}")
        value = self[name].copy()  # a field that is an array would hold on to the reading that holds it, for good
        self.__dict__[name] = value  # NumPy takes microseconds for each look at a record, and a board has many cells
        return value


def reading(state: AnyState) -> AnyState:
    """A copy of the state whose fields are quick to read."""
    copies = np.zeros(1, np.dtype((Reading, state.dtype)))
    copies[0] = state
    return copies[0]


def once(function: Callable[[AnyState], Answer]) -> Callable[[AnyState], Answer]:
    """Let a reading keep what the function says of it: each cell of a board asks the same."""
    name = f"once {function.__qualname__}"

    @wraps(function)
    def kept(state: AnyState) -> Answer:
        if not isinstance(state, Reading):
            return function(state)
        answers = state.__dict__
        if name not in answers:
            answers[name] = function(state)
        answer: Answer = answers[name]
        return answer

    return kept


def holders(sets: Iterable[int], size: int = 64) -> list[int | None]:
    """Which of two sets holds each cell: 0, 1, or None for neither."""
    one, two = map(int, sets)
    return [0 if one >> cell & 1 else 1 if two >> cell & 1 else None for cell in range(size)]
