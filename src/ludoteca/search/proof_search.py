"""Forced wins by proof-number search: depth first, with the numbers stored in a table (df-pn).

The question is always whether one player, the attacker, can force a win.  A repeated position counts as a failure of
the attacker, which is safe: each proven position owes its proof to positions that were proven before it, so following
the proof never repeats one.  What failed only because of the path that led there may be called a failure elsewhere too;
so "not proven" is never taken for "disproven".

A proof holds within its number of plies, which is stored with it: the maximum length of a game may end it earlier.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.kernel import verbs
from ludoteca.kernel.verbs import Ending
from ludoteca.search.alphabeta import is_repeated, must_stop
from ludoteca.search.transposition_table import probe
from ludoteca.search.workspace import MAX_PLY

CERTAIN = 1 << 30  # the effort to prove what is disproven, and the reverse; with the plies of the proof added


@compiled
def efforts(word: Any) -> tuple[Any, Any]:
    """The proof and disproof numbers of a table entry; 1 and 1 for a new position."""
    if word == np.uint64(0):
        return 1, 1
    return np.int64(word >> np.uint64(32)), np.int64(word & np.uint64(0xFFFFFFFF))


@compiled
def plies_of_proof(disproof: int) -> int:
    """Within how many plies a proven position is won, from its disproof number."""
    return disproof - CERTAIN


@compiled
def keep(table: Any, key: Any, proof: int, disproof: int) -> None:
    """Store both numbers."""
    word = np.uint64(proof) << np.uint64(32) | np.uint64(disproof)
    place = np.int64(key & np.uint64(len(table) - 1))
    table[place, 1] = word
    table[place, 0] = key ^ word


@compiled
def efforts_after(work: Any, table: Any, ply: int, move: int, attacker: int) -> tuple[int, int]:
    """The numbers of the position after a move, which is left in states[ply + 1]."""
    work.states[ply + 1] = work.states[ply]
    child = work.states[ply + 1]
    verbs.play(child, move)
    how = verbs.ending(child)
    if how != Ending.NONE:
        wins = how == (Ending.FIRST_WINS if attacker == 0 else Ending.SECOND_WINS)
        return (0, CERTAIN) if wins else (CERTAIN, 0)
    if ply + 1 >= work.plies_left or ply + 1 >= MAX_PLY - 1:
        return CERTAIN, 0
    if work.repetition != 0:
        work.keys[work.past + ply + 1] = verbs.repetition_key(child)
        if is_repeated(work, ply + 1):
            return CERTAIN, 0
    proof, disproof = efforts(probe(table, verbs.key(child)))
    if proof == 0 and ply + 1 + plies_of_proof(disproof) > work.plies_left:
        return CERTAIN, 0
    return proof, disproof


@compiled
def prove(work: Any, table: Any, stop: Any, attacker: int, enough: int) -> None:
    """Work below states[0] until it is proven, disproven, or both numbers exceed `enough`; the table holds the result.

    At every node the most promising child is expanded until its numbers exceed what makes another one better, which its
    frame says: `alpha` limits the proof number, `beta` the disproof number.
    """
    ply = 0
    enter(work, 0, enough, enough)
    while not work.is_aborted:
        frame = work.frames[ply]
        is_attack = work.states[ply].mover == attacker
        # the side that chooses needs one good move, the other must be answered everywhere
        least, second, total, best, best_other = CERTAIN, CERTAIN, 0, 0, CERTAIN
        shortest, farthest = MAX_PLY, 0  # proofs after the moves
        for index in range(frame.count):
            proof, disproof = efforts_after(work, table, ply, work.moves[ply, index], attacker)
            if must_stop(work, stop):
                return
            if proof == 0:
                plies = plies_of_proof(disproof)
                shortest, farthest = min(shortest, plies), max(farthest, plies)
                disproof = CERTAIN
            wanted, other = (proof, disproof) if is_attack else (disproof, proof)
            total = min(CERTAIN, total + other)
            if wanted < least:
                second, least, best, best_other = least, wanted, index, other
            elif wanted < second:
                second = wanted
        proof, disproof = (least, total) if is_attack else (total, least)
        if proof == 0:
            disproof = CERTAIN + 1 + (shortest if is_attack else farthest)
        keep(table, frame.key, proof, disproof)
        if proof >= frame.alpha or disproof >= frame.beta or proof == 0 or disproof == 0:
            if ply == 0:
                return
            ply -= 1
            continue
        limit = min(second + 1, frame.alpha if is_attack else frame.beta)
        rest = (frame.beta if is_attack else frame.alpha) - total + best_other
        work.states[ply + 1] = work.states[ply]
        verbs.play(work.states[ply + 1], work.moves[ply, best])
        ply += 1
        if is_attack:
            enter(work, ply, limit, rest)
        else:
            enter(work, ply, rest, limit)


@compiled
def enter(work: Any, ply: int, most_proof: int, most_disproof: int) -> None:
    """Set up the frame of states[ply] with its limits."""
    frame = work.frames[ply]
    frame.alpha, frame.beta = most_proof, most_disproof
    frame.key = verbs.key(work.states[ply])
    work.keys[work.past + ply] = verbs.repetition_key(work.states[ply])
    frame.count = verbs.moves(work.states[ply], work.moves[ply])
