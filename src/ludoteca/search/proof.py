"""Forced wins by proof-number search: depth first, with the numbers kept in a table (df-pn).

The question is always whether one player, the attacker, can force a win.  A repeated position counts as a failure of
the attacker, which is safe: a win found so needs no repetition.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.kernel import verbs
from ludoteca.kernel.compiled import compiled
from ludoteca.kernel.verbs import Ending
from ludoteca.search.alphabeta import is_repeated, must_stop
from ludoteca.search.desk import MAX_PLY
from ludoteca.search.table import probe

CERTAIN = 1 << 30  # the effort to prove what is disproven, and the reverse


@compiled
def efforts(word: Any) -> tuple[Any, Any]:
    """The proof and disproof numbers of a table entry; 1 and 1 for a position not met before."""
    if word == np.uint64(0):
        return 1, 1
    return np.int64(word >> np.uint64(32)), np.int64(word & np.uint64(0xFFFFFFFF))


@compiled
def keep(table: Any, key: Any, proof: int, disproof: int) -> None:
    """Remember both numbers."""
    word = np.uint64(proof) << np.uint64(32) | np.uint64(disproof)
    place = np.int64(key & np.uint64(len(table) - 1))
    table[place, 1] = word
    table[place, 0] = key ^ word


@compiled
def efforts_after(desk: Any, table: Any, ply: int, move: int, attacker: int) -> tuple[int, int]:
    """The numbers of the position after a move, which is left in states[ply + 1]."""
    desk.states[ply + 1] = desk.states[ply]
    child = desk.states[ply + 1]
    verbs.play(child, move)
    how = verbs.ending(child)
    if how != Ending.NONE:
        wins = how == (Ending.FIRST_WINS if attacker == 0 else Ending.SECOND_WINS)
        return (0, CERTAIN) if wins else (CERTAIN, 0)
    if ply + 1 >= desk.plies_left or ply + 1 >= MAX_PLY - 1:
        return CERTAIN, 0
    key = verbs.key(child)
    desk.keys[desk.past + ply + 1] = key
    if desk.repetition != 0 and is_repeated(desk, ply + 1):
        return CERTAIN, 0
    return efforts(probe(table, key))


@compiled
def prove(desk: Any, table: Any, stop: Any, ply: int, attacker: int, most_proof: int, most_disproof: int) -> None:
    """Work below states[ply] until its numbers reach one of the limits; the table holds the result."""
    state = desk.states[ply]
    key = verbs.key(state)
    desk.keys[desk.past + ply] = key
    count = verbs.moves(state, desk.moves[ply])
    is_attack = state.mover == attacker
    while not desk.is_aborted:
        # the side that chooses needs one good move, the other must be answered everywhere
        least, second, total, best = CERTAIN, CERTAIN, 0, 0
        best_other = CERTAIN
        for index in range(count):
            proof, disproof = efforts_after(desk, table, ply, desk.moves[ply, index], attacker)
            if must_stop(desk, stop):
                return
            wanted, other = (proof, disproof) if is_attack else (disproof, proof)
            total = min(CERTAIN, total + other)
            if wanted < least:
                second, least, best, best_other = least, wanted, index, other
            elif wanted < second:
                second = wanted
        proof, disproof = (least, total) if is_attack else (total, least)
        keep(table, key, proof, disproof)
        if proof >= most_proof or disproof >= most_disproof or proof == 0 or disproof == 0:
            return
        limit = min(second + 1, most_proof if is_attack else most_disproof)
        rest = (most_disproof if is_attack else most_proof) - total + best_other
        desk.states[ply + 1] = desk.states[ply]
        verbs.play(desk.states[ply + 1], desk.moves[ply, best])
        if is_attack:
            prove(desk, table, stop, ply + 1, attacker, limit, rest)
        else:
            prove(desk, table, stop, ply + 1, attacker, rest, limit)
