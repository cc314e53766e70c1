"""States on a rotated or reflected board, from their fields."""

from __future__ import annotations

from typing import Any

from ludoteca.compiler.layouts import AnyState, copied
from ludoteca.kernel.boards import OFF, Symmetry
from ludoteca.kernel.fields import CellAt, Cells, Numbers, State, Where


def turned_numbers(where: Where, symmetry: Symmetry) -> dict[int, int]:
    """Where each number of a board or a region goes; cells that are not on the symmetry's board are left out."""
    return {
        number: where.number_of[symmetry.cells[cell]]
        for number, cell in where.cell_of.items()
        if cell in symmetry.cells
    }


def turned_state(state: AnyState, fields: State, symmetry: Symmetry, derive: Any = None) -> AnyState:
    """The state on the transformed board; `derive` recomputes what follows from the rest."""
    turned = copied(state)
    for name, one in fields.fields.items():
        if isinstance(one, Cells):
            goes = turned_numbers(one.where, symmetry)
            sets = [
                sum(1 << there for number, there in goes.items() if members >> number & 1)
                for members in one.sets(state[name])
            ]
            turned[name] = one.stored(sets)
        elif isinstance(one, Numbers):
            for number, there in turned_numbers(one.where, symmetry).items():
                turned[name][there] = state[name][number]
        elif isinstance(one, CellAt):
            turned[name] = _turned_cell(state, name, one, symmetry)
    if derive is not None:
        derive(turned)
    return turned


def _turned_cell(state: AnyState, name: str, one: CellAt, symmetry: Symmetry) -> int:
    """One cell; for a square, the top left of its corners' images."""
    if one.none and state[name] == OFF:
        return OFF
    cell = one.where.cell_of[int(state[name])]
    if not one.side:
        return one.where.number_of[symmetry.cells[cell]]
    board, side = one.where.board, int(state[one.side])
    if side == 0:
        return int(state[name])
    row, column = board.spot[cell]
    corners = [board.at[row + down, column + right] for down in (0, side) for right in (0, side)]
    first = min((board.spot[symmetry.cells[corner]], symmetry.cells[corner]) for corner in corners)
    return one.where.number_of[first[1]]
