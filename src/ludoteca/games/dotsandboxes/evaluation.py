"""How good a position of dots and boxes is for the player to move: named terms with weights."""

import numpy as np

from ludoteca.games.dotsandboxes.rules import ALL_EDGES, BOXES, BOXES_OF, EDGES_OF, points
from ludoteca.kernel import OFF, compiled, count_cells, each

TERMS = ("boxes", "boxes to close", "last safe line")
TERM_WORDS = {
    "boxes": "closes more boxes",
    "boxes to close": "leaves fewer boxes with a third line",
    "last safe line": "gets the last line that gives nothing away",
}
BOX_COUNT = len(BOXES.cells)
WEIGHTS = np.array([0.32, 0.67, 0.22])  # ludoteca fit dotsandboxes
POINTS_PER_UNIT, MOST_POINTS = 2.3, 21.0


@compiled
def safe_lines(state):
    """The lines still to be drawn that give no box its third line."""
    count = 0
    for edge in each(ALL_EDGES[state.side] & ~state.lines):
        is_safe = True
        for box in BOXES_OF[edge]:
            if box != OFF and count_cells(EDGES_OF[box] & state.lines) >= 2:
                is_safe = False
        count += is_safe
    return count


@compiled
def terms(state):
    """More boxes are better, boxes that the mover can close now, and an odd number of safe lines, more so when few."""
    open_boxes = 0
    for box in range(BOX_COUNT):
        if count_cells(EDGES_OF[box] & state.lines) == 3:
            open_boxes += 1
    safe = safe_lines(state)
    return (
        float(points(state, state.mover) - points(state, 1 - state.mover)),
        float(open_boxes),
        (1.0 if safe & 1 else -1.0) / (1.0 + safe),
    )
