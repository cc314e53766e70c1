"""SQU for learners: an action is the cell to place on."""

from __future__ import annotations

from ludoteca.games.squ import HALF, STRIDE
from ludoteca.kernel import compiled, lowest, without_lowest
from ludoteca.kernel.encoding import Encoding, Plane, turned_place


@compiled
def write(state, viewer, out):
    """Discs of either side, the corners of the record, and what is left of the turn."""
    for side in range(2):
        for half in range(2):
            discs = state.discs[viewer ^ side, half]
            while discs:
                cell = half * HALF + lowest(discs)
                out[side, cell // STRIDE, cell % STRIDE] = 1
                discs = without_lowest(discs)
    if state.record > 0:
        plane = 2 if state.owner == viewer else 3
        row, column = state.corner // STRIDE, state.corner % STRIDE
        out[plane, row, column] = 1
        out[plane, row + state.record, column] = 1
        out[plane, row, column + state.record] = 1
        out[plane, row + state.record, column + state.record] = 1
    out[4] = state.left
    if state.mover == viewer:
        out[5] = 1
    if viewer == 0:
        out[6] = 1


@compiled
def action_of(state, move):
    """The cell, counted without gaps."""
    return move // STRIDE * state.width + move % STRIDE


@compiled
def move_of(state, action):
    """The cell as the rules number it."""
    return action // state.width * STRIDE + action % state.width


ENCODING = Encoding(
    version=0,
    planes=(
        Plane("own discs"),
        Plane("other discs"),
        Plane("own record", explain="the four corners of the largest squ"),
        Plane("other record", explain="likewise"),
        Plane("discs left", 2, "this turn, on every cell"),
        Plane("to move"),
        Plane("first player"),
    ),
    actions=lambda options: options["size"] ** 2,
    write=write,
    action_of=action_of,
    move_of=move_of,
    turn=turned_place,
)
