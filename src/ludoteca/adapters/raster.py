"""Boards as pixels, for learners' videos: flat shapes drawn with NumPy alone, from what stands on each cell."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel.scene import Look, Piece
from ludoteca.play import Position

Pixels = npt.NDArray[np.uint8]
Shape = npt.NDArray[np.bool_]

MARGIN = 0.75  # around the centres of the cells
PAPER, WOOD, GRID = (246, 241, 231), (231, 217, 191), (185, 166, 127)
COLOURS = {
    "red": (200, 69, 47),
    "black": (43, 41, 38),
    "white": (251, 248, 241),
    "yellow": (233, 185, 58),
    "green": (79, 143, 91),
    "blue": (59, 111, 168),
    "gold": (217, 165, 32),
    "stone": (139, 133, 120),
}
OTHER, DARK_GREEN = (140, 122, 169), (44, 86, 53)
ABOVE, MIDDLE, BELOW = -6.0, -2.5, 1.0  # where figures begin, in their own pixels from the middle of a cell
GLYPHS = {  # three columns and five rows, a row a digit of base 8
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711",
    "5": "74717", "6": "74757", "7": "71122", "8": "75757", "9": "75717",
}  # fmt: skip


def board_rgb(position: Position, cell: int = 32) -> Pixels:
    """A picture of a position, [height, width, 3], so many pixels a cell."""
    board, scene = position.variant.board, position.scene()
    left, top, right, bottom = board.bounds
    width, height = round((right - left + 2 * MARGIN) * cell), round((bottom - top + 2 * MARGIN) * cell)
    pixels: Pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = PAPER
    for name, (x, y) in zip(board.names, board.places, strict=True):
        tile = _tile(pixels, (x - left + MARGIN) * cell, (y - top + MARGIN) * cell, cell)
        _draw_ground(tile, cell, is_hex=board.shape == "hex")
        _draw_look(tile, cell, scene.cells[name])
    return pixels


def _tile(pixels: Pixels, x: float, y: float, cell: int) -> Pixels:
    """The square of pixels around the centre of a cell."""
    across, down = round(x - cell / 2), round(y - cell / 2)
    return pixels[down : down + cell, across : across + cell]


@cache
def _grid(cell: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Coordinates of a tile's pixels, from -1 at the left and top to 1."""
    steps = (np.arange(cell) + 0.5) / cell * 2 - 1
    return np.broadcast_to(steps, (cell, cell)), np.broadcast_to(steps[:, None], (cell, cell))


@cache
def _shape(kind: str, cell: int, size: float) -> Shape:
    """Which pixels of a tile a shape covers."""
    x, y = _grid(cell)
    if kind == "disc":
        return x * x + y * y <= size * size
    if kind == "hex":
        return (np.abs(x) <= size) & (np.abs(y) + np.abs(x) / 2 <= size * 1.05)
    if kind == "joker":
        angle, radius = np.arctan2(y, x) + np.pi / 2, np.hypot(x, y)
        return radius <= size * (0.68 + 0.32 * np.cos(5 * angle))
    return np.maximum(np.abs(x), np.abs(y)) <= size  # a square


def _draw_ground(tile: Pixels, cell: int, *, is_hex: bool) -> None:
    kind = "hex" if is_hex else "square"
    tile[_shape(kind, cell, 1.0)] = GRID
    tile[_shape(kind, cell, 1.0 - 2 / cell)] = WOOD


def _draw_look(tile: Pixels, cell: int, look: Look) -> None:
    if look.top is not None:
        _draw_piece(tile, cell, look.top)
        if look.height > 1:
            _write(tile, cell, str(look.height), _ink(look.top), ABOVE if look.inside else MIDDLE)
    for _, count in look.inside if look.height > 1 else ():
        _write(tile, cell, str(count), COLOURS["green"] if _is_dark(look.top) else DARK_GREEN, BELOW)
    if look.marks:
        tile[_shape("disc", cell, 0.2)] = COLOURS["gold"]


def _draw_piece(tile: Pixels, cell: int, piece: Piece) -> None:
    fill = COLOURS.get(piece.colour, OTHER)
    edge = tuple(channel // 2 for channel in fill)
    kind = {"disc": "disc", "bonus": "disc", "joker": "joker"}.get(piece.kind, "square")
    size = 0.94 if piece.kind == "wall" else 0.8
    tile[_shape(kind, cell, size)] = edge
    tile[_shape(kind, cell, size - 3 / cell)] = fill
    if piece.kind == "bonus":  # a ring
        tile[_shape("disc", cell, 0.45)] = WOOD
    elif piece.kind == "pyramid":  # lit from the top left
        x, y = _grid(cell)
        inside = _shape("square", cell, size - 3 / cell)
        tile[inside & (y < -np.abs(x))] = _blend(fill, (255, 255, 255), 0.25)
        tile[inside & (y > np.abs(x))] = _blend(fill, (0, 0, 0), 0.25)
    elif piece.owner == 1 and piece.kind == "disc":  # told by more than its colour
        ring = _shape("disc", cell, 0.5) & ~_shape("disc", cell, 0.4)
        tile[ring] = edge


def _blend(fill: tuple[int, ...], other: tuple[int, ...], share: float) -> tuple[int, ...]:
    return tuple(round(one + (two - one) * share) for one, two in zip(fill, other, strict=True))


def _is_dark(piece: Piece | None) -> bool:
    return piece is not None and piece.colour in ("black", "red", "green", "blue")


def _ink(piece: Piece) -> tuple[int, ...]:
    return COLOURS["white"] if _is_dark(piece) else COLOURS["black"]


def _write(tile: Pixels, cell: int, figures: str, ink: Any, line: float) -> None:
    """Figures on a tile."""
    size = max(1, cell // 16)
    wide = (4 * len(figures) - 1) * size
    left, top = (cell - wide) // 2, cell // 2 + round(line * size)
    for figure in figures:
        for row, bits in enumerate(GLYPHS[figure]):
            for column in range(3):
                if int(bits) >> (2 - column) & 1:
                    y, x = top + row * size, left + column * size
                    tile[y : y + size, x : x + size] = ink
        left += 4 * size
