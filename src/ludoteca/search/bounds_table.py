"""The table of an exact search: certain bounds on the value of a position, and its best move.

An entry is two words, the key and everything else.  A position may be stored in any of four neighbouring entries; the
one that was the least work is replaced, so that a short search far down the tree replaces nothing that took long.  It
belongs to one thread.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.compiled import compiled
from ludoteca.search.limits import enough_memory
from ludoteca.search.transposition_table import ENTRY_BYTES
from ludoteca.search.values import INFINITE

PLACES = 4  # neighbouring entries that share their positions
MOVE_BITS = 24
MOVE_MASK = (1 << MOVE_BITS) - 1
UNKNOWN_MOVE = MOVE_MASK  # all bits of NO_MOVE

BoundsTable = npt.NDArray[np.uint64]  # one row an entry


def new_bounds_table(megabytes: float = 16) -> BoundsTable:
    """An empty table of at most this size; the number of entries is a power of two."""
    entries = 1 << max(10, int(megabytes * 2**20 / ENTRY_BYTES).bit_length() - 1)
    with enough_memory(megabytes):
        return np.zeros((entries, 2), dtype=np.uint64)


@compiled
def find(table: Any, key: Any) -> Any:
    """The index of a position; -1 if it is not there."""
    first = np.int64(key & np.uint64(len(table) - PLACES))
    for place in range(first, first + PLACES):
        if table[place, 0] == key and table[place, 1] != 0:
            return place
    return -1


@compiled
def least_value(word: Any) -> Any:
    """The position is worth at least this to its mover."""
    return np.int64(np.int16(np.uint16(word & np.uint64(0xFFFF))))


@compiled
def greatest_value(word: Any) -> Any:
    """The position is worth at most this to its mover."""
    return np.int64(np.int16(np.uint16((word >> np.uint64(16)) & np.uint64(0xFFFF))))


@compiled
def best_move(word: Any) -> Any:
    """The low bits of the best move: the one that achieves the lower bound, if known."""
    return np.int64((word >> np.uint64(32)) & np.uint64(MOVE_MASK))


@compiled
def cost(word: Any) -> Any:
    """About the logarithm of the nodes that it took."""
    return word >> np.uint64(56)


@compiled
def pack(least: int, greatest: int, move: int, nodes: int) -> Any:
    """An entry's second word: 16 bits for each value, 24 for the move, 8 for the cost, which is never 0."""
    work = 1
    while nodes > 1:
        nodes >>= 1
        work += 1
    word = np.uint64(np.uint16(least)) | np.uint64(np.uint16(greatest)) << np.uint64(16)
    return word | np.uint64(move & MOVE_MASK) << np.uint64(32) | np.uint64(work) << np.uint64(56)


@compiled
def remember(table: Any, key: Any, least: int, greatest: int, move: int, nodes: int) -> None:
    """Store the bounds that `nodes` have shown, or narrow existing ones; -INFINITE and INFINITE for none."""
    place = find(table, key)
    if place >= 0:
        word = table[place, 1]
        if least <= least_value(word):  # no better lower bound, so the move that achieved it stays
            least = least_value(word)
            if least > -INFINITE:
                move = best_move(word)
        greatest = min(greatest, greatest_value(word))
    else:
        place = np.int64(key & np.uint64(len(table) - PLACES))
        for other in range(place + 1, place + PLACES):
            if cost(table[other, 1]) < cost(table[place, 1]):
                place = other
    table[place, 0] = key
    table[place, 1] = pack(least, greatest, move, nodes)
