"""What a position is worth to a search: a whole number, good for the mover when positive."""

from __future__ import annotations

import math
from typing import Any

from ludoteca.kernel import verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.verbs import Ending

WIN = 30_000  # less one for every ply until then, so that quick wins and slow losses are preferred
PROVEN = 28_000  # anything beyond is a forced win or loss
MOST = 20_000  # the furthest an evaluation goes
UNIT = 1_000  # one unit of `evaluate`, which is the logarithm of the odds of winning
INFINITE = 31_000
RESULT = 10_000  # in exact values a win is worth this, more than any lead in points
MOST_LEAD = 4_000  # the largest lead that exact values tell from larger ones


@compiled
def ending_value(how: int, mover: int, ply: int) -> int:
    """The value of a finished game for the player who would be to move."""
    if how == Ending.DRAW:
        return 0
    wins = (how == Ending.FIRST_WINS) == (mover == 0)
    return WIN - ply if wins else ply - WIN


@compiled
def judged(state: Any) -> float:
    """What `evaluate` says, as far as an evaluation goes; even where it is no number."""
    worth = verbs.evaluate(state)
    if worth != worth:  # true of NaN alone
        return 0.0
    return min(max(worth, -MOST / UNIT), MOST / UNIT)


@compiled
def final_value(state: Any, how: int) -> int:
    """For solving: the result, then the lead in points, for the player who would be to move."""
    value = min(max(verbs.margin(state), -MOST_LEAD), MOST_LEAD)
    if how == Ending.FIRST_WINS:
        value += RESULT
    elif how == Ending.SECOND_WINS:
        value -= RESULT
    return value if state.mover == 0 else -value


@compiled
def static_value(state: Any) -> int:
    """The value of a position without looking ahead."""
    return int(judged(state) * UNIT)


def is_proven(value: int) -> bool:
    """Whether the value is a forced win or loss."""
    return abs(value) >= PROVEN


def plies_to_end(value: int) -> int | None:
    """How far away the forced end is, in plies."""
    return WIN - abs(value) if is_proven(value) else None


def win_chance(value: int) -> float:
    """The chance that the mover wins (a draw counted half), from 0 to 1."""
    if is_proven(value):
        return 1.0 if value > 0 else 0.0
    return 1.0 / (1.0 + math.exp(-value / UNIT))
