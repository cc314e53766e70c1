"""Glaisher for learners: first the cells to put something on, then the splits.

A split is a stack, one of six ways, and a division by its number among those of the stack's height: there are never
more than MOST of them, while all divisions of all heights together are 255.
"""

from __future__ import annotations

import numpy as np

from ludoteca.games.glaisher.rules import (
    BOARD,
    COUNT,
    DIVISIONS,
    NUMBERS,
    PLACING,
    SPLIT,
    STARTING,
    UNLIMITED,
    table_height,
)
from ludoteca.kernel import compiled, has
from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.encoding import HIGHEST, Encoding, Plane, turned_place

MOST = max(NUMBERS) + 1
NUMBER_OF = np.array(NUMBERS)
ROWS = np.array([row for row, _ in BOARD.spots], np.int8)
COLUMNS = np.array([column for _, column in BOARD.spots], np.int8)


@compiled
def at_most(number):
    """A number that fits into a plane."""
    return number if number < HIGHEST else HIGHEST


@compiled
def write(state, viewer, out):
    """Stacks of either side with their heights, the reserve, and what is to be done."""
    for cell in range(COUNT):
        row, column = ROWS[cell], COLUMNS[cell]
        out[4, row, column] = 1
        for side in range(2):
            if has(state.stacks[viewer ^ side], cell):
                out[side, row, column] = 1
                out[2 + side, row, column] = at_most(state.heights[cell])
    out[5] = HIGHEST if state.reserve == UNLIMITED else at_most(state.reserve)
    if state.phase == STARTING:
        out[6] = 1
    if state.phase == PLACING:
        out[7] = 1
    if state.mover == viewer:
        out[8] = 1
    if viewer == 0:
        out[9] = 1


@compiled
def action_of(state, move):
    """A cell; or a stack, a way, and which of its divisions."""
    if not SPLIT.has(move):
        return move
    stack_and_way = SPLIT.cell(move) * 6 + SPLIT.way(move)
    return COUNT + stack_and_way * MOST + NUMBER_OF[SPLIT.division(move)]


@compiled
def move_of(state, action):
    """The same the other way round."""
    if action < COUNT:
        return action
    stack_and_way, number = (action - COUNT) // MOST, (action - COUNT) % MOST
    cell = stack_and_way // 6
    division = DIVISIONS[0, table_height(state, cell), number]
    return SPLIT.code(cell, stack_and_way % 6, division) if division > 0 else -1


def turn(action: int, board: Board, symmetry: Symmetry) -> int:
    """Cells and ways turn with the board; divisions stay."""
    if action < COUNT:
        return turned_place(action, board, symmetry)
    stack_and_way, number = divmod(action - COUNT, MOST)
    cell, way = divmod(stack_and_way, 6)
    return COUNT + (turned_place(cell, board, symmetry) * 6 + symmetry.ways[way]) * MOST + number


ENCODING = Encoding(
    version=0,
    planes=(
        Plane("own stacks"),
        Plane("other stacks"),
        Plane("own heights", HIGHEST),
        Plane("other heights", HIGHEST),
        Plane("the board", explain="1 on the hexagon, 0 in the corners that are none"),
        Plane("reserve", HIGHEST, "on every cell; 255 when it never runs out"),
        Plane("putting stacks"),
        Plane("placing a piece"),
        Plane("to move"),
        Plane("first player"),
    ),
    actions=lambda options: COUNT + COUNT * 6 * MOST,
    write=write,
    action_of=action_of,
    move_of=move_of,
    turn=turn,
)
