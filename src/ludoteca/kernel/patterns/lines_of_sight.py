"""Lines of sight: which pieces see another one in a direction, across empty cells only.

A game that captures along lines stores, for each direction, the set of pieces that see another one.  `heights[cell]` is
0 if a cell is empty, and `way ^ 1` is the opposite direction, as on every board.

    sights=Hidden(BOARD, 4)  # sights[way] is a set
"""

from __future__ import annotations

from typing import Any

from ludoteca.compiler.bits import has
from ludoteca.compiler.compiled import compiled
from ludoteca.kernel.boards import OFF
from ludoteca.kernel.cell_sets import Table, only

Heights = Any  # a number for each cell
Sights = Any  # a set for each direction


@compiled
def find_sights(sights: Sights, heights: Heights, step: Table) -> None:
    """Find which pieces see another one, from the heights alone."""
    for way in range(len(sights)):
        sights[way] ^= sights[way]
    for cell in range(len(step)):
        for way in range(0, len(sights), 2):  # a piece that sees another in a direction is seen from there
            there = step[cell, way] if heights[cell] > 0 else OFF
            while there != OFF and heights[there] == 0:
                there = step[there, way]
            if there != OFF:
                sights[way] |= only(sights[way], cell)
                sights[way ^ 1] |= only(sights[way], there)


@compiled
def sees_nothing(sights: Sights, cell: int) -> bool:
    """Whether the piece on a cell sees no other in any direction."""
    for way in range(len(sights)):
        if has(sights[way], cell):
            return False
    return True
