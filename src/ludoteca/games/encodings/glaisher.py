"""Glaisher for learners: first the cells to put something on, then the splits.

A split is a stack, one of six ways, and a division by its number among those of the stack's height: there are never
more than MOST of them, while all divisions of all heights together are 255.
"""

from __future__ import annotations

import numpy as np

from ludoteca.games.glaisher import (
    BOARD,
    COUNT,
    DIVISIONS,
    FIRST,
    LAST,
    PLACE,
    START,
    UNLIMITED,
    split_move,
    table_height,
)
from ludoteca.kernel import compiled, has
from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.encoding import HIGHEST, Encoding, Plane, turned_place

MOST = int((LAST - FIRST[1]).max())
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
    if state.phase == START:
        out[6] = 1
    if state.phase == PLACE:
        out[7] = 1
    if state.mover == viewer:
        out[8] = 1
    if viewer == 0:
        out[9] = 1


@compiled
def action_of(state, move):
    """A cell; or a stack, a way, and which of its divisions."""
    if move < 256:
        return move
    stack_and_way = move // 256 - 1
    first = FIRST[1, table_height(state, stack_and_way // 6)]
    index = first
    while DIVISIONS[index] != move % 256:
        index += 1
    return COUNT + stack_and_way * MOST + index - first


@compiled
def move_of(state, action):
    """The same the other way round."""
    if action < COUNT:
        return action
    stack_and_way, number = (action - COUNT) // MOST, (action - COUNT) % MOST
    cell = stack_and_way // 6
    height = table_height(state, cell)
    index = FIRST[1, height] + number
    if index >= LAST[height]:
        return -1
    return split_move(cell, stack_and_way % 6, DIVISIONS[index])


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
