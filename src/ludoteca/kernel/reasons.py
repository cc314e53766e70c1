"""What compiled functions say: a sentence with its numbers; and reasons why a game has ended, which several share."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled, compiled_from_text
from ludoteca.compiler.sentences import words

CANNOT_MOVE = words("{0:player} cannot move")
POINTS_TO, POINTS_EACH = words("{0} points to {1}"), words("{0} points each")
HALVES_TO, HALVES_EACH = words("{0:halves} points to {1:halves}"), words("{0:halves} points each")  # of half points

REASONS = (CANNOT_MOVE, POINTS_TO, POINTS_EACH, HALVES_TO, HALVES_EACH)


@compiled
def say(sentence: Any, a: Any = 0, b: Any = 0, c: Any = 0, d: Any = 0, e: Any = 0, f: Any = 0) -> Any:
    """A sentence with its numbers, as a compiled function returns it."""
    return (
        np.int64(sentence),
        np.int64(a),
        np.int64(b),
        np.int64(c),
        np.int64(d),
        np.int64(e),
        np.int64(f),
    )


@compiled
def say_score(first: Any, second: Any, more: Any = POINTS_TO, equal: Any = POINTS_EACH) -> Any:
    """Both players' numbers, the winner's first; another sentence if they are equal."""
    if first == second:
        return say(equal, first)
    return say(more, first, second) if first > second else say(more, second, first)


def reason_of_points(points: Any, home: str, *, half_points: bool) -> Any:
    """The `reason` of a game of points that has none of its own."""
    more, equal = (HALVES_TO, HALVES_EACH) if half_points else (POINTS_TO, POINTS_EACH)
    text = "def reason(state):\n    return say_score(points(state, 0), points(state, 1), MORE, EQUAL)\n"
    space = {"__name__": home, "say_score": say_score, "points": points, "MORE": more, "EQUAL": equal}
    return compiled_from_text("reason", text, space)
