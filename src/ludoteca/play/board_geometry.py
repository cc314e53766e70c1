"""Where the cells of a board lie, for everything that draws one."""

from __future__ import annotations

from ludoteca.kernel.boards import Board

Point = tuple[float, int]  # cells to the right, rows down
HEX_ROW = 0.866  # the distance of two rows of hexes, in distances of two cells


def cell_points(board: Board) -> dict[str, Point]:
    """The middle of each cell by name, as its place on the board says; rows of hexes lie half a cell apart."""
    slant = 0.5 if board.shape == "hex" else 0
    return {name: (column - slant * row, row) for name, (row, column) in zip(board.names, board.spots, strict=True)}


def points_from_the_corner(board: Board) -> dict[str, Point]:
    """The same, counted from the leftmost cell and the topmost row."""
    points = cell_points(board)
    left, top = min(x for x, _ in points.values()), min(y for _, y in points.values())
    return {name: (x - left, y - top) for name, (x, y) in points.items()}
