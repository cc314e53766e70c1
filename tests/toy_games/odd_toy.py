"""Odd: Wander with an evaluation that is not always a number, and points beyond measure."""

from __future__ import annotations

import sys

import numpy as np
import toys

from ludoteca.kernel import Ending, State, compiled, game
from ludoteca.play import Variant

STATE = State(**toys.FIELDS)


@compiled
def evaluate(state):
    """No number, more than any number, or less."""
    worth = (np.nan, np.inf, -np.inf, 0.5, 1e300, -0.5)
    return worth[state.at]


@compiled
def margin(state):
    """More points than anybody can count."""
    return 1_000_000 if state.goal[state.at] == Ending.SECOND_WINS else -1_000_000


GAME = game(modules=(toys, sys.modules[__name__]), name="odd", title="Odd", **toys.DECLARED)


def odd(**options):
    return Variant(GAME, **options)
