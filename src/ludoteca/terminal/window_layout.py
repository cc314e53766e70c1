"""How a table fills its window: the board as large as possible, and everything else beside or below it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ludoteca.kernel.boards import Board
from ludoteca.terminal.cell_layout import Layout, best_layout, layouts

TITLE_AND_KEYS = 2  # lines
SIDE_WIDTH, WIDE_SIDE_WIDTH = 31, 46
WIDE_WINDOW = 110  # from here on the side is wide
NORMAL_WINDOW = 70  # from here on the side is beside the board if both ways are equally good
SIDE_LINES = 9  # below the board, for everything
BRIEF_LINES = 4  # below the board, for whose turn it is, a refusal or the choices, and the field
LEAST_LINES = 3  # the same, if not even the board fits


class Side(StrEnum):
    """Where everything except the board is, and how much of it is shown."""

    BESIDE = "beside"
    BELOW = "below"
    BRIEF = "brief"  # below, without players, facts and moves


@dataclass(frozen=True, slots=True)
class WindowLayout:
    """Where things are in a window of some size."""

    side: Side
    side_width: int  # beside the board
    side_lines: int  # below the board
    needed: tuple[int, int] | None = None  # the smallest window that shows the whole board, if this one does not


def window_layout(board: Board, width: int, height: int) -> WindowLayout:
    """The layout with the largest board; if it does not fit at all, the window size that it needs."""
    lines = max(0, height - TITLE_AND_KEYS)
    side_width = WIDE_SIDE_WIDTH if width >= WIDE_WINDOW else SIDE_WIDTH
    beside = best_layout(board, width - side_width, lines)
    below = best_layout(board, width, lines - SIDE_LINES)
    fits_beside = _fits(beside, width - side_width, lines)
    fits_below = _fits(below, width, lines - SIDE_LINES)
    is_below_better = below.pitch > beside.pitch or (below.pitch == beside.pitch and width < NORMAL_WINDOW)
    if fits_beside and not (fits_below and is_below_better):
        return WindowLayout(Side.BESIDE, side_width, lines)
    if fits_below:
        return WindowLayout(Side.BELOW, width, max(SIDE_LINES, lines - below.height))
    smallest = layouts(board)[0]
    if _fits(smallest, width, lines - BRIEF_LINES):
        return WindowLayout(Side.BRIEF, width, lines - smallest.height)
    needed = smallest.width, smallest.height + BRIEF_LINES + TITLE_AND_KEYS
    return WindowLayout(Side.BRIEF, width, min(LEAST_LINES, max(1, lines // 2)), needed)


def _fits(layout: Layout, width: int, height: int) -> bool:
    return layout.width <= width and layout.height <= height
