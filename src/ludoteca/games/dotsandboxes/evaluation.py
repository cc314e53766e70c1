"""How good a position of dots and boxes is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.dotsandboxes.rules import BOXES, EDGES_OF, points
from ludoteca.kernel import compiled, count_cells

TERMS = ("boxes", "boxes to close")
TERM_WORDS = {"boxes": "closes more boxes", "boxes to close": "leaves fewer boxes with a third line"}
BOX_COUNT = len(BOXES.cells)
WEIGHTS = np.array([0.5, 0.4])


@compiled
def terms(state):
    """More boxes are better, and so are boxes that the mover can close now."""
    open_boxes = 0
    for box in range(BOX_COUNT):
        if count_cells(EDGES_OF[box] & state.lines) == 3:
            open_boxes += 1
    return float(points(state, state.mover) - points(state, 1 - state.mover)), float(open_boxes)
