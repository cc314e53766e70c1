"""Boards whose cells are the edges of a grid and the boxes between them: for dots and boxes, or for walls."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludoteca.errors import BadDeclaration
from ludoteca.kernel.boards import EIGHT_WAYS, OFF, Board, FirstRow, Region, Table, cell_name
from ludoteca.kernel.cell_places import Place, Spot


@dataclass(frozen=True, init=False)
class EdgeBoard(Board):
    """A grid of boxes whose edges are cells too.

        BOARD = EdgeBoard(5, 5)
        STATE = State(lines=Cells(BOARD.edges, piece="bar", letter="-"), boxes=Cells(BOARD.boxes, per_player=True))

    `edges` and `boxes` are regions, each numbered from 0.  `boxes_of[edge]` contains the two boxes beside an edge, OFF
    where there is none, and `edges_of[box]` is the set of the four edges around a box.

    Dots, edges and boxes alternate in rows and columns, which name the edges and boxes: if there is only one box, it is
    b2, and its edges are b1, a2, c2 and b3.
    """

    def __init__(self, rows: int, columns: int, *, first_row: FirstRow = "bottom") -> None:
        if rows < 1 or columns < 1:
            raise BadDeclaration("a board of edges needs at least one box")
        high, wide = 2 * rows + 1, 2 * columns + 1
        spots = [(row, column) for row in range(high) for column in range(wide) if row % 2 or column % 2]
        edges = [spot for spot in spots if sum(spot) % 2]
        number = {spot: cell for cell, spot in enumerate([*edges, *(spot for spot in spots if sum(spot) % 2 == 0)])}
        super().__init__(
            shape="edges",
            ways=EIGHT_WAYS,
            cells=tuple(number[spot] for spot in spots),
            spots=tuple(spots),
            names=tuple(cell_name(spot, high, first_row) for spot in spots),
        )

    def form(self, cell: int) -> str:
        """A "box", or an edge "across" or "down" the page."""
        row, column = self.spot[cell]
        return "box" if row % 2 and column % 2 else "down" if row % 2 else "across"

    def place_of(self, spot: Spot) -> Place:
        """A box is one unit wide."""
        return spot[1] / 2, spot[0] / 2

    @property
    def drawn_dots(self) -> list[Place]:
        """Where the dots are drawn, which are not cells."""
        rows, columns = (max(spot[axis] for spot in self.spots) for axis in range(2))
        return [self.place_of((row, column)) for row in range(0, rows + 1, 2) for column in range(0, columns + 1, 2)]

    @cached_property
    def edges(self) -> Region:
        """The edges, row by row."""
        return Region(self, tuple(sorted(cell for cell in self.cells if self.form(cell) != "box")))

    @cached_property
    def boxes(self) -> Region:
        """The boxes, row by row."""
        return Region(self, tuple(sorted(cell for cell in self.cells if self.form(cell) == "box")))

    @cached_property
    def boxes_of(self) -> Table:
        """boxes_of[edge] contains the numbers of the two boxes beside an edge, OFF where there is none."""
        number = self.boxes.number_of
        beside = [[number.get(int(near), OFF) for near in self.step[edge, :4]] for edge in self.edges.cells]
        return np.array([sorted(numbers, reverse=True)[:2] for numbers in beside], np.int16)

    @cached_property
    def edges_of(self) -> Any:
        """edges_of[box] is the set of the four edges around a box."""
        return self.edges.table([self.edges.bits(map(int, self.step[box, :4])) for box in self.boxes.cells])
