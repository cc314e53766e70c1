"""Turns: plies that one player makes in a row, which people see as one move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def turns(movers: Sequence[int]) -> list[range]:
    """The plies of each turn; `movers` says who made each ply."""
    found, first = [], 0
    for _, plies in groupby(movers):
        last = first + sum(1 for _ in plies)
        found.append(range(first, last))
        first = last
    return found


def plies_to_mark(movers: Sequence[int], seat: int | None) -> range:
    """The plies a player has not answered yet: all since their own last one; for a watcher (None), the last turn.

    A player who has just moved sees their own turn so far.
    """
    if seat is None or not movers or movers[-1] == seat:
        return turns(movers)[-1] if movers else range(0)
    own = [ply for ply, mover in enumerate(movers) if mover == seat]
    return range(own[-1] + 1 if own else 0, len(movers))
