"""Lines of sight: which pieces see another one in a direction, over empty cells only.

A game that captures along lines keeps, for each direction, the set of pieces that see another one there, and changes it
when a piece leaves its cell: then only its neighbours in sight need to be looked at.  `heights[cell]` is 0 where a cell
is empty.  `way ^ 1` leads back, as on every board.

    sights=Hidden("u8", (4, BOARD.words))       # sights[way] is a set
    strides=np.array([1, -1, STRIDE, -STRIDE])  # how far apart the cell numbers lie in each direction
"""

from __future__ import annotations

from typing import Any

from ludoteca.kernel.boards import OFF
from ludoteca.kernel.cell_sets import Table, add, clear, holds, remove
from ludoteca.kernel.compiled import compiled

Heights = Any  # a number for each cell
Sights = Any  # a set for each direction


@compiled
def first_in_sight(cell: int, stride: int, heights: Heights) -> int:
    """The first piece in a direction in which there is one."""
    cell += stride
    while heights[cell] == 0:
        cell += stride
    return cell


@compiled
def find_sights(sights: Sights, heights: Heights, step: Table) -> None:
    """Find out which pieces see another one, from the heights alone."""
    for way in range(len(sights)):
        clear(sights[way])
    for cell in range(len(step)):
        for way in range(0, len(sights), 2):  # who sees a piece in a direction is seen from there
            there = step[cell, way] if heights[cell] > 0 else OFF
            while there != OFF and heights[there] == 0:
                there = step[there, way]
            if there != OFF:
                add(sights[way], cell)
                add(sights[way ^ 1], there)


@compiled
def leave_sights(sights: Sights, cell: int, strides: Any, heights: Heights) -> None:
    """A piece has left its cell: it sees nothing, and who saw only it sees nothing that way."""
    for way in range(len(sights)):
        if holds(sights[way], cell) and not holds(sights[way ^ 1], cell):
            remove(sights[way ^ 1], first_in_sight(cell, strides[way], heights))
    for way in range(len(sights)):
        remove(sights[way], cell)


@compiled
def sees_nothing(sights: Sights, cell: int) -> bool:
    """Whether the piece on a cell sees no other in any direction."""
    for way in range(len(sights)):
        if holds(sights[way], cell):
            return False
    return True
