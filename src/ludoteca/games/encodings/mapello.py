"""Mapello for learners: 64 cells and the pass; where maps are built, also the steps of building.

The planes are those of the whole board with its ring.  Reversi has the same functions: its planes are the first four,
without the ring, so what is written depends on how much room there is.
"""

from __future__ import annotations

import numpy as np

from ludoteca.games.mapello import BUILD, CHOOSE, JOKER, PASS, PUT
from ludoteca.games.mapello_maps import BIT, INNER, RING
from ludoteca.kernel import compiled, has, lowest, without_lowest
from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.encoding import Encoding, Plane

WIDTH = 8
PUT_ACTION = PASS + 4  # after the pass: done, Black, White; then 64 cells for a wall, 64 for a bonus, 36 for a joker
COUNT = PUT_ACTION + 64 + 64 + len(RING)
RING_ROWS = np.array([cell // 10 for cell in RING], np.int8)
RING_COLUMNS = np.array([cell % 10 for cell in RING], np.int8)


@compiled
def show(out, plane, cells, edge):
    """Write a set of inner cells."""
    while cells:
        cell = lowest(cells)
        out[plane, (cell >> 3) + edge, (cell & 7) + edge] = 1
        cells = without_lowest(cells)


@compiled
def write(state, viewer, out):
    """Discs, the map, bonuses taken, and the phase."""
    edge = (out.shape[1] - WIDTH) // 2
    show(out, 0, state.discs[viewer], edge)
    show(out, 1, state.discs[1 - viewer], edge)
    if state.mover == viewer:
        out[2] = 1
    if viewer == 0:
        out[3] = 1
    if edge == 0:
        return
    show(out, 4, state.walls, edge)
    show(out, 5, state.bonuses, edge)
    show(out, 6, state.covered, edge)
    for place in range(36):
        row, column = RING_ROWS[place], RING_COLUMNS[place]
        out[7 if has(state.jokers, place) else 4, row, column] = 1
    out[8] = state.taken[viewer]
    out[9] = state.taken[1 - viewer]
    if state.swapped ^ viewer == 0:
        out[10] = 1
    if state.phase == BUILD:
        out[11] = 1
    if state.phase == CHOOSE:
        out[12] = 1


@compiled
def action_of(state, move):
    """Cells, the pass, the steps of building: without the gap between them."""
    return move if move < PUT else move - PUT + PUT_ACTION


@compiled
def move_of(state, action):
    """The same the other way round."""
    return action if action < PUT_ACTION else action - PUT_ACTION + PUT


def turned_bit(place: int, cells: tuple[int, ...], symmetry: Symmetry) -> int:
    """Where an inner cell or a place of the ring goes."""
    return BIT[symmetry.cells[cells[place]]]


def turn(action: int, board: Board, symmetry: Symmetry) -> int:
    """Cells turn with the board; choices by name stay."""
    if action < PASS:
        return turned_bit(action, INNER, symmetry)
    if action < PUT_ACTION:
        return action
    kind, place = divmod(action - PUT_ACTION, 64)
    turned = turned_bit(place, RING if kind == JOKER else INNER, symmetry)
    return PUT_ACTION + 64 * kind + turned


ENCODING = Encoding(
    version=0,
    planes=(
        Plane("own discs"),
        Plane("other discs"),
        Plane("to move"),
        Plane("first player"),
        Plane("walls", explain="with the ring"),
        Plane("bonuses"),
        Plane("covered bonuses", explain="where the owner of the cell has them"),
        Plane("jokers"),
        Plane("own bonuses", 64, "taken, on every cell"),
        Plane("other bonuses", 64, "taken, on every cell"),
        Plane("is Black", explain="the colour can be chosen during play"),
        Plane("building"),
        Plane("choosing"),
    ),
    actions=lambda options: COUNT if options["map"] == "build" else PASS + 1,
    write=write,
    action_of=action_of,
    move_of=move_of,
    turn=turn,
)
