"""Gekitai for learners: an action is the cell to place on."""

from __future__ import annotations

from ludoteca.games.gekitai import STRIDE
from ludoteca.kernel import compiled, lowest, without_lowest
from ludoteca.kernel.encoding import Encoding, Plane, turned_place

WIDTH = 6


@compiled
def write(state, viewer, out):
    """Stones of either side."""
    for side in range(2):
        stones = state.stones[viewer ^ side]
        while stones:
            cell = lowest(stones)
            out[side, cell // STRIDE, cell % STRIDE] = 1
            stones = without_lowest(stones)
    if state.mover == viewer:
        out[2] = 1
    if viewer == 0:
        out[3] = 1


@compiled
def action_of(state, move):
    """The cell, counted without gaps."""
    return move // STRIDE * WIDTH + move % STRIDE


@compiled
def move_of(state, action):
    """The cell as the rules number it."""
    return action // WIDTH * STRIDE + action % WIDTH


ENCODING = Encoding(
    version=0,
    planes=(Plane("own stones"), Plane("other stones"), Plane("to move"), Plane("first player")),
    actions=lambda options: WIDTH * WIDTH,
    write=write,
    action_of=action_of,
    move_of=move_of,
    turn=turned_place,
)
