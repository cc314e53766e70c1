"""Sentences that games share: refusals of moves, and reasons why a game has ended.

A game can refuse with more in functions such as `why_not_place`, and in `otherwise` of the parts of its moves.
`play/move_input.py` chooses among the refusals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled, compiled_from_text
from ludoteca.compiler.sentences import words
from ludoteca.languages.texts import Text, make_text

# refusals about a cell, by its number: compiled functions can say these too
IS_TAKEN = words("{0:cell} is taken")
IS_EMPTY = words("{0:cell} is empty")
IS_NOT_YOURS = words("{0:cell} is not yours")
PIECE_CANNOT_MOVE = words("the piece at {0:cell} cannot move")
CANNOT_PLAY_AT = words("you cannot play at {0:cell}")

# about what was typed or picked, by its name
NOT_ON_BOARD = "{0} is not on the board"
NOT_A_WAY = "{0} is not a direction; the directions are {1}"
NOT_A_MOVE = "{0} is not a move in {1}"
NOT_A_MOVE_SUCH_AS = "{0} is not a move in {1}; a move looks like {2}"
NOT_LEGAL = "{0} is not a legal move here"
NOT_NOW = "{0} is not possible now; possible: {1}"
NOT_FROM_THERE = "from {0} you cannot choose {1}; possible: {2}"
ENDS_THERE = "the move ends on {0}"
NO_CELL_NOW = "{0} cannot be chosen now; possible: {1}"
INCOMPLETE = "{0} is not a complete move; it continues with {1}"
CAN_MEAN = "{0} can mean {1}"
MAY_NOT_PASS = "you have a move, so you may not pass"
MAY_NOT_SWAP = "only the second player may swap, in answer to the first move"
COMES_BACK = "that would repeat an earlier position, which these rules forbid"
IS_OVER = "the game is over: {0}"

OF_CELLS = (IS_TAKEN, IS_EMPTY, IS_NOT_YOURS, PIECE_CANNOT_MOVE, CANNOT_PLAY_AT)
OF_NAMES = (
    *(NOT_ON_BOARD, NOT_A_WAY, NOT_A_MOVE, NOT_A_MOVE_SUCH_AS, NOT_LEGAL, NOT_NOW, NOT_FROM_THERE, ENDS_THERE),
    *(NO_CELL_NOW, INCOMPLETE, CAN_MEAN, MAY_NOT_PASS, MAY_NOT_SWAP, COMES_BACK, IS_OVER),
)


def refused(template: str, *values: Any) -> Text:
    """One of those, or what a game declares, with its placeholders {0}, {1} and so on filled in."""
    return make_text(template, {str(number): value for number, value in enumerate(values)})


# reasons
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
