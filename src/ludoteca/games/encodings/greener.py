"""Greener for learners: a capture is a cell and one of four ways; then the pass, then the cells to place on."""

from __future__ import annotations

import numpy as np

from ludoteca.games.greener import PASS, PLACE, STRIDE, board_of, holds
from ludoteca.kernel import compiled
from ludoteca.kernel.boards import Board, Symmetry
from ludoteca.kernel.encoding import HIGHEST, Encoding, Plane, turned_place


@compiled
def write(state, viewer, out):
    """Stacks by the colour of their tops, how high they are, and how many greens are in them."""
    for row in range(state.rows):
        for column in range(state.columns):
            cell = row * STRIDE + column
            height = state.heights[cell]
            if height == 0:
                continue
            if holds(state.owned[viewer], cell):
                out[0, row, column] = 1
            elif holds(state.owned[1 - viewer], cell):
                out[1, row, column] = 1
            else:
                out[2, row, column] = 1
            out[3, row, column] = height
            out[4, row, column] = state.greens[cell]
    out[5] = state.passes
    out[6] = state.placing
    if state.mover == viewer:
        out[7] = 1
    if viewer == 0:
        out[8] = 1


@compiled
def place_of(state, cell):
    """A cell, counted without gaps."""
    return cell // STRIDE * state.columns + cell % STRIDE


@compiled
def cell_at(state, place):
    """A cell as the rules number it."""
    return place // state.columns * STRIDE + place % state.columns


@compiled
def action_of(state, move):
    """Captures, the pass, placements."""
    cells = np.int64(state.rows) * state.columns  # more than a byte holds
    if move < PASS:
        return place_of(state, move >> 2) * 4 + (move & 3)
    if move == PASS:
        return cells * 4
    return cells * 4 + 1 + place_of(state, move - PLACE)


@compiled
def move_of(state, action):
    """The same the other way round."""
    cells = np.int64(state.rows) * state.columns  # more than a byte holds
    if action < cells * 4:
        return cell_at(state, action >> 2) * 4 + (action & 3)
    if action == cells * 4:
        return PASS
    return PLACE + cell_at(state, action - cells * 4 - 1)


def turn(action: int, board: Board, symmetry: Symmetry) -> int:
    """Cells and ways turn with the board; the pass stays."""
    cells = len(board.cells)
    if action == cells * 4:
        return action
    if action > cells * 4:
        return cells * 4 + 1 + turned_place(action - cells * 4 - 1, board, symmetry)
    return turned_place(action >> 2, board, symmetry) * 4 + symmetry.ways[action & 3]


ENCODING = Encoding(
    version=0,
    planes=(
        Plane("own stacks"),
        Plane("other stacks"),
        Plane("green pyramids", explain="those that nobody owns"),
        Plane("heights", HIGHEST, "of all stacks"),
        Plane("greens", HIGHEST, "in all stacks"),
        Plane("passes", 2, "in a row, on every cell"),
        Plane("placing", explain="whether pyramids are still placed"),
        Plane("to move"),
        Plane("first player"),
    ),
    actions=lambda options: 5 * len(board_of(options["size"]).cells) + 1,
    write=write,
    action_of=action_of,
    move_of=move_of,
    turn=turn,
)
