"""The transposition table: what is known about a position, in case it is reached again.

Threads share it without locks.  An entry is two words, and the first is the key combined with the second, so a reader
that catches one word of an old entry and one of a new sees a key that fits neither.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.compiled import compiled
from ludoteca.search.limits import enough_memory

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_MOVE = -1
ENTRY_BYTES = 16
ENTRIES_A_PAGE = 256  # in 4 KiB of memory

TranspositionTable = npt.NDArray[np.uint64]  # one row an entry


def new_transposition_table(megabytes: float = 16) -> TranspositionTable:
    """An empty table of at most this size; the number of entries is a power of two.

    Every page is written to at once: otherwise a system that allocates memory lazily would do so during the first
    search.
    """
    entries = 1 << max(10, int(megabytes * 2**20 / ENTRY_BYTES).bit_length() - 1)
    with enough_memory(megabytes):
        table = np.zeros((entries, 2), dtype=np.uint64)
        table[::ENTRIES_A_PAGE] = 0
    return table


@compiled
def pack(move: int, value: int, depth: int, bound: int) -> Any:
    """An entry's second word: 32 bits for the move, 16 for the value, 8 for the depth, 2 for the bound."""
    word = np.uint64(np.uint32(move))
    word |= np.uint64(np.uint16(value)) << np.uint64(32)
    word |= np.uint64(np.uint8(depth)) << np.uint64(48)
    return word | np.uint64(bound) << np.uint64(56)


@compiled
def packed_move(word: Any) -> Any:
    """The move in an entry."""
    return np.int64(np.int32(np.uint32(word & np.uint64(0xFFFFFFFF))))


@compiled
def packed_value(word: Any) -> Any:
    """The value in an entry."""
    return np.int64(np.int16(np.uint16((word >> np.uint64(32)) & np.uint64(0xFFFF))))


@compiled
def packed_depth(word: Any) -> Any:
    """The depth in an entry."""
    return np.int64((word >> np.uint64(48)) & np.uint64(0xFF))


@compiled
def packed_bound(word: Any) -> Any:
    """The bound in an entry; 0 if there is no entry."""
    return np.int64((word >> np.uint64(56)) & np.uint64(3))


@compiled
def probe(table: Any, key: Any) -> Any:
    """The packed entry of a position, 0 if there is none."""
    place = np.int64(key & np.uint64(len(table) - 1))
    word = table[place, 1]
    return word if table[place, 0] ^ word == key else np.uint64(0)


@compiled
def known_move(table: Any, key: Any) -> Any:
    """The table's move for a position; NO_MOVE if it has none."""
    word = probe(table, key)
    return packed_move(word) if packed_bound(word) else np.int64(NO_MOVE)


@compiled
def store(table: Any, key: Any, move: int, value: int, depth: int, bound: int) -> None:
    """Store an entry; it replaces whatever was there."""
    place = np.int64(key & np.uint64(len(table) - 1))
    word = pack(move, value, depth, bound)
    table[place, 1] = word
    table[place, 0] = key ^ word
