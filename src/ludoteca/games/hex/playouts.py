"""How playouts choose moves in Hex.

Two stones that share two empty neighbours form a bridge: if the opponent takes one of these, the other one still joins
the stones.
"""

from ludoteca.games.hex.rules import PLACE, STEP, can_place
from ludoteca.kernel import OFF, below, compiled, has, random_cell

AROUND = STEP[:, [0, 2, 4, 1, 3, 5]]  # the neighbours of a cell, clockwise


@compiled
def attacked_bridge(state, cell, random):
    """Where the mover completes a bridge that a stone on this cell attacks; OFF if it attacks none."""
    mine, free, first = state.stones[state.mover], can_place(state), below(random, 6)
    for way in range(first, first + 6):
        before, near, after = AROUND[cell, (way + 5) % 6], AROUND[cell, way % 6], AROUND[cell, (way + 1) % 6]
        if before == OFF or near == OFF or after == OFF:
            continue
        if has(free, near) and has(mine, before) and has(mine, after):
            return near
    return OFF


@compiled
def playout_move(state, random, last):
    """Complete a bridge that the last stone attacks; otherwise play on any empty cell."""
    if last != OFF and PLACE.has(last):
        cell = attacked_bridge(state, PLACE.cell(last), random)
        if cell != OFF:
            return PLACE.code(cell)
    return PLACE.code(random_cell(can_place(state), random))
