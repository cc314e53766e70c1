"""Where squares and hexes are drawn, and what the sides of a board are: the single source for all drawings.

A unit is the distance between two neighbouring cells (for squares: side by side).  x grows to the right, y downwards.
Hexes have a corner at the top, so their rows are straight and their columns lean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Spot = tuple[int, int]  # (row, column)
Place = tuple[float, float]  # (x, y)
Line = tuple[Place, ...]  # a path from place to place

HEX_ROW = 0.866  # the distance between two rows of hexes
SQUARE_CORNERS: tuple[Place, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
HEX_CORNERS: tuple[Place, ...] = ((0, -0.577), (0.5, -0.289), (0.5, 0.289), (0, 0.577), (-0.5, 0.289), (-0.5, -0.289))
NEAR = 0.01  # points closer than this are the same; coordinates are rounded
CORNERS = {"square": SQUARE_CORNERS, "hex": HEX_CORNERS}  # of a cell, clockwise

# the edges of a cell from corner to corner, clockwise, and which of them face outwards on which side of a board
EDGES = {"square": ("n", "e", "s", "w"), "hex": ("ne", "e", "se", "sw", "w", "nw")}
OUTWARD: dict[str, dict[str, tuple[str, ...]]] = {
    "square": {"north": ("n",), "east": ("e",), "south": ("s",), "west": ("w",)},
    "hex": {
        "north": ("nw", "ne"),
        "northeast": ("ne", "e"),
        "southeast": ("e", "se"),
        "south": ("se", "sw"),
        "southwest": ("sw", "w"),
        "northwest": ("w", "nw"),
    },
}


@dataclass(frozen=True, eq=False)
class Side:
    """One side of a board: its cells, clockwise, and where its edge is drawn."""

    name: str
    cells: tuple[int, ...]
    bits: Any  # the same cells as a bit set of the board
    lines: tuple[Line, ...]  # along the outer edges; one line unless the outline has gaps


def row_height(shape: str) -> float:
    """The distance between two rows."""
    return HEX_ROW if shape == "hex" else 1


def place_of(shape: str, lean: float, spot: Spot) -> Place:
    """Where a row and a column meet."""
    row, column = spot
    return column + lean * row if lean else column, round(row * row_height(shape), 3)


def sides_of(
    shape: str,
    at: Mapping[Spot, int],
    ways: Mapping[str, Spot],
    place: Mapping[int, Place],
    bits: Callable[[Iterable[int]], Any],
) -> dict[str, Side]:
    """The sides by name: the cells with no other cell beyond them, near or far.

    On hexes a side is at least two cells long, so a sharp corner is not a side; and if the west or the east is one side
    instead of two, it is called that.
    """
    reach = 2 + max(row + column for row, column in at)
    outer: dict[str, list[int]] = {}
    for name, outward in OUTWARD[shape].items():
        cells = [cell for spot, cell in at.items() if all(_is_last(spot, ways[way], at, reach) for way in outward)]
        if cells and (shape == "square" or len(cells) > 1):
            outer[name] = _clockwise(shape, outward, cells, place)
    names = {name: _short_name(name, outer) for name in outer}
    return {
        names[name]: Side(names[name], tuple(cells), bits(cells), _edge_lines(shape, name, outer, place))
        for name, cells in outer.items()
    }


def border_sides(
    at: Mapping[Spot, int], place: Mapping[int, Place], bits: Callable[[Iterable[int]], Any]
) -> dict[str, Side]:
    """The sides of a board of neither squares nor hexes: its first and last row and column."""
    found = {}
    for name, axis, is_last in (("north", 0, False), ("east", 1, True), ("south", 0, True), ("west", 1, False)):
        border = (max if is_last else min)(spot[axis] for spot in at)
        spots = sorted((spot for spot in at if spot[axis] == border), reverse=name in ("south", "west"))
        cells = tuple(at[spot] for spot in spots)
        out = 0.5 if is_last else -0.5
        ends = [place[cells[0]], place[cells[-1]]]
        line = tuple(_rounded(x + out, y) if axis else _rounded(x, y + out) for x, y in ends)
        found[name] = Side(name, cells, bits(cells), (line,))
    return found


def _is_last(spot: Spot, way: Spot, at: Mapping[Spot, int], reach: int) -> bool:
    """Whether no cell is beyond this one."""
    return not any((spot[0] + far * way[0], spot[1] + far * way[1]) in at for far in range(1, reach))


def _edge(shape: str, way: str) -> Line:
    """The edge of a cell that faces this way, around its centre, clockwise."""
    corners, number = CORNERS[shape], EDGES[shape].index(way)
    return corners[number], corners[(number + 1) % len(corners)]


def _clockwise(shape: str, outward: tuple[str, ...], cells: list[int], place: Mapping[int, Place]) -> list[int]:
    """Cells in the order of a walk around the board."""
    (begin_x, begin_y), (end_x, end_y) = _edge(shape, outward[0])[0], _edge(shape, outward[-1])[1]
    return sorted(cells, key=lambda cell: place[cell][0] * (end_x - begin_x) + place[cell][1] * (end_y - begin_y))


def _short_name(name: str, names: Iterable[str]) -> str:
    for point in ("east", "west"):
        if name != f"north{point}" and name != f"south{point}":
            continue
        if not {f"north{point}", f"south{point}"} <= set(names):
            return point
    return name


def _edge_lines(shape: str, name: str, outer: Mapping[str, list[int]], place: Mapping[int, Place]) -> tuple[Line, ...]:
    """The outer edges of a side; an edge shared by two sides is split in half."""
    order = list(OUTWARD[shape])
    number = order.index(name)
    before, after = outer.get(order[number - 1], ()), outer.get(order[(number + 1) % len(order)], ())
    lines: list[list[Place]] = []
    for cell in outer[name]:
        x, y = place[cell]
        for index, way in enumerate(OUTWARD[shape][name]):
            (from_x, from_y), (to_x, to_y) = _edge(shape, way)
            middle = (from_x + to_x) / 2, (from_y + to_y) / 2
            if shape == "hex" and index == 0 and cell in before:
                from_x, from_y = middle
            elif shape == "hex" and index == 1 and cell in after:
                to_x, to_y = middle
            begin, end = _rounded(x + from_x, y + from_y), _rounded(x + to_x, y + to_y)
            if not lines or abs(lines[-1][-1][0] - begin[0]) + abs(lines[-1][-1][1] - begin[1]) > NEAR:
                lines.append([begin])
            lines[-1].append(end)
    return tuple(map(tuple, lines))


def _rounded(x: float, y: float) -> Place:
    return round(x, 3), round(y, 3)
