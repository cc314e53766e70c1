"""The value of a position to a search: a whole number, positive if good for the mover."""

from __future__ import annotations

import math
from typing import Any

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending

WIN = 30_000  # less one for every ply until then, so that quick wins and slow losses are preferred
PROVEN = 28_000  # anything beyond is a forced win or loss
UNTIMED = PROVEN  # a forced win or loss at an unknown distance
MOST = 20_000  # the largest evaluation
UNIT = 1_000  # one unit of `evaluate`, which is the log odds of winning
INFINITE = 31_000
RESULT = 10_000  # in exact values a win is worth this, more than any lead in points
MOST_LEAD = 4_000  # the largest lead that exact values distinguish

Chances = tuple[float, float, float]  # of a win, a draw and a loss; they add up to 1


@compiled
def ending_value(how: int, mover: int, ply: int) -> int:
    """The value of a finished game for the player who would be to move."""
    if how == Ending.DRAW:
        return 0
    wins = (how == Ending.FIRST_WINS) == (mover == 0)
    return WIN - ply if wins else ply - WIN


@compiled
def path_value(how: int, mover: int) -> int:
    """The same for an end by repetition or length: it depends on the path, so a win is not proven."""
    if how == Ending.DRAW:
        return 0
    return PROVEN - 1 if (how == Ending.FIRST_WINS) == (mover == 0) else 1 - PROVEN


@compiled
def judged(state: Any) -> float:
    """The value of `evaluate`, clamped; 0 if it is not a number."""
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
    """The value of a position without searching."""
    return int(judged(state) * UNIT)


def is_proven(value: int) -> bool:
    """Whether the value is a forced win or loss."""
    return abs(value) >= PROVEN


def plies_to_end(value: int) -> int | None:
    """How far away the forced end is, in plies; None if there is none, or the distance is unknown."""
    return WIN - abs(value) if abs(value) > UNTIMED else None


def expected_score(value: int, draw_band: float) -> float:
    """The mover's chance of winning plus half the chance of a draw, from 0 to 1; see `chances`."""
    if is_proven(value):
        return 1.0 if value > 0 else 0.0
    worth = value / UNIT
    return (_logistic(worth - draw_band) + _logistic(worth + draw_band)) / 2


def chances(value: int, draw_band: float) -> Chances:
    """The mover's chances of a win, a draw and a loss: an ordered logit, in which even games within the band are drawn.

    With a band of 0 nothing is drawn.
    """
    if is_proven(value):
        return (1.0, 0.0, 0.0) if value > 0 else (0.0, 0.0, 1.0)
    worth = value / UNIT
    drawn = _logistic(worth + draw_band) * _logistic(draw_band - worth) * -math.expm1(-2 * draw_band)
    return _logistic(worth - draw_band), drawn, _logistic(-worth - draw_band)


def expected_points(value: int, points_per_unit: float, most_points: float) -> float | None:
    """The mover's lead at the end, as far as a value tells: a forced result says nothing about points."""
    if is_proven(value) or points_per_unit == 0:
        return None
    return min(max(points_per_unit * value / UNIT, -most_points), most_points)


def _logistic(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-odds))
