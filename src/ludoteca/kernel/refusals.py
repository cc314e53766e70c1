"""Refusals: what people are told about a move that they cannot make, in words that all games share.

A game can say more in functions such as `why_not_place`, and in `otherwise` of the parts of its moves.
`play/move_input.py` chooses among them.
"""

from __future__ import annotations

from typing import Any

from ludoteca.compiler.sentences import words
from ludoteca.languages.texts import Text, make_text

# about a cell, by its number: compiled functions can say these too
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
