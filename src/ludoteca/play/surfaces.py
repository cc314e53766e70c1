"""The colours of board materials for pictures; the web style sheet has them for light and dark themes."""

from __future__ import annotations

from typing import NamedTuple


class Surface(NamedTuple):
    """The colours of a board without its pieces."""

    board: str
    edge: str
    cell: str  # of every cell, or of every second one
    other: str
    grid: str
    is_dark: bool = False  # then pieces have light outlines
    tiles: float = 0.0  # the gap between cells, if each is a tile of its own
    has_holes: bool = False  # cells are round holes in an upright board

    @property
    def ink(self) -> str:
        """The colour of lines, points and dots."""
        return "#D8CDB8" if self.is_dark else "#5A4A32"


SURFACES = {
    "wood": Surface("#E7D9BF", "#C9B68F", "#E7D9BF", "#E7D9BF", "#B9A67F"),
    "walnut": Surface("#6D4A31", "#452D1C", "#735036", "#82603F", "#54371F", is_dark=True),
    "felt": Surface("#3F7A58", "#5B3D26", "#3F7A58", "#3F7A58", "#2C5C42", is_dark=True),
    "slate": Surface("#39444D", "#2A333A", "#485660", "#485660", "#2E3940", is_dark=True),
    "stone": Surface("#B4AEA1", "#9C9588", "#DAD6CC", "#D4CFC4", "#A8A194", tiles=0.035),
    "linen": Surface("#E9DEC6", "#A08A5F", "#F3EAD7", "#DCC9A3", "#B8A47A"),
    "maple": Surface("#EBDCBD", "#6F4E32", "#EBDCBD", "#A27A52", "#8B6743"),
    "parchment": Surface("#EBD8AC", "#B0915A", "#EBD8AC", "#EBD8AC", "#C4A56A"),
    "frame": Surface("#2F5C93", "#234A7A", "#EFE8D9", "#EFE8D9", "#234A7A", has_holes=True),
}
