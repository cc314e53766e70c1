"""One whole turn of SQU, both discs, with the opponent's best record in reply.

After each possible turn the opponent is assumed to answer with the largest new record that its next turn can make. The
best turn is the one that leaves the best record: own and large, or at least the opponent's and small.  So it makes the
largest record that cannot be beaten at once, or else breaks up the opponent's largest threat; among equal turns it
extends the squares above the record that are most promising for itself and least for the opponent.
"""

# mypy: allow-untyped-calls
# The compiled functions of game files carry no annotations.

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots.simple_bots import one_of_the_best
from ludoteca.games.squ.rules import BOARDS
from ludoteca.kernel import has
from ludoteca.kernel.patterns.squares import SQUARE_STRIDE
from ludoteca.play import Move, Position

Counts = npt.NDArray[np.int8]
PROMISE = np.array([0.0, 0.1, 0.5, 1.5, 6.0])  # of a square with this many own corners and no others, times its side


def corners(side: int, corner: int) -> tuple[int, int, int, int]:
    """The four cells of a square in reading order."""
    low = corner + side * SQUARE_STRIDE
    return corner, corner + side, low, low + side


def disc_at(state: Any, cell: int) -> int | None:
    """The owner of the disc on a cell, or None."""
    return next((player for player in range(2) if has(state.discs[player], cell)), None)


@cache
def squares_of(size: int) -> tuple[Counts, Counts]:
    """The side of each square of a board, and for each cell (in the board's order) the squares it is a corner of."""
    board = BOARDS[size]
    squares = [
        (side, corners(side, cell))
        for cell, (row, column) in board.spot.items()
        for side in range(1, size - max(row, column))
    ]
    index = {cell: place for place, cell in enumerate(board.cells)}
    corner_of = np.zeros((len(board.cells), len(squares)), np.int8)
    for number, (_, four) in enumerate(squares):
        corner_of[[index[cell] for cell in four], number] = 1
    return np.array([side for side, _ in squares], np.int8), corner_of


def best_disc(position: Position, chance: random.Random) -> Move:
    """The first disc of one of the best turns."""
    state, me = position.state, position.mover
    sides, corner_of = squares_of(int(state.width))
    owners = [disc_at(state, cell) for cell in BOARDS[int(state.width)].cells]
    mine = corner_of[[place for place, owner in enumerate(owners) if owner == me]].sum(axis=0, dtype=np.int8)
    yours = corner_of[[place for place, owner in enumerate(owners) if owner == 1 - me]].sum(axis=0, dtype=np.int8)
    empty = [place for place, owner in enumerate(owners) if owner is None]
    turns = np.array(list(combinations(empty, int(state.left))))
    mine_after = mine + corner_of[turns].sum(axis=1, dtype=np.int8)  # by turn and square

    held = int(state.best_side)
    own_record = largest(sides, (mine_after == 4) & (sides > held))
    record = np.maximum(own_record, held)
    is_mine = (own_record > 0) | (bool(held) and state.best_owner == me)
    discs_in_reply = min(int(state.per_turn), len(empty) - int(state.left))
    reply = largest(sides, (mine_after == 0) & (yours >= 4 - discs_in_reply) & (sides > record[:, None]))
    standing = np.where(reply > 0, -reply, np.where(is_mine, record, -record))

    best = np.flatnonzero(standing == standing.max())
    above = sides * (sides > record[best, None])
    live_for_me = PROMISE[mine_after[best]] * (yours == 0)
    live_for_you = PROMISE[yours] * (mine_after[best] == 0)
    promise = (above * (live_for_me - live_for_you)).sum(axis=1).round(9)
    turn = one_of_the_best(turns[best].tolist(), promise.tolist(), chance)
    names = BOARDS[int(state.width)].names
    by_name = {move.text: move for move in position.moves()}
    return by_name[names[turn[0]]]


def largest(sides: Counts, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """For each turn the largest side among the chosen squares, 0 if none is chosen."""
    best: npt.NDArray[np.int64] = np.max(sides * chosen, axis=1).astype(np.int64)
    return best
