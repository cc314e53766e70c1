"""Boards as pixels, for learners' videos and link previews: flat shapes drawn with NumPy alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel.boards import Board
from ludoteca.kernel.fields import ROUND
from ludoteca.kernel.scene import Look, Piece
from ludoteca.play.position_interface import PositionInterface
from ludoteca.play.surfaces import SURFACES, Surface

Pixels = npt.NDArray[np.uint8]
Shape = npt.NDArray[np.bool_]

MARGIN = 0.75  # around the centres of the cells
PAPER = (246, 241, 231)
HEX_HEIGHT = 2 / 3**0.5  # of a hex that is 1 wide
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
ABOVE, MIDDLE, BELOW = -6.0, -2.5, 1.0  # where digits begin, in their own pixels from the centre of a cell
GLYPHS = {  # three columns and five rows, one base-8 digit per row
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711",
    "5": "74717", "6": "74757", "7": "71122", "8": "75757", "9": "75717",
}  # fmt: skip


def board_rgb(position: PositionInterface, cell: int = 32) -> Pixels:
    """A picture of a position, [height, width, 3], with this many pixels per cell."""
    board, scene = position.variant.board, position.scene()
    surface, is_hex = SURFACES[position.variant.game.surface], board.shape == "hex"
    left, top, right, bottom = board.bounds
    width, height = round((right - left + 2 * MARGIN) * cell), round((bottom - top + 2 * MARGIN) * cell)
    pixels: Pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = PAPER
    if not is_hex:
        edge = round(0.1 * cell)
        pixels[edge : height - edge, edge : width - edge] = rgb(surface.edge)
        pixels[2 * edge : height - 2 * edge, 2 * edge : width - 2 * edge] = rgb(surface.board)
    places = {name: ((x - left + MARGIN) * cell, (y - top + MARGIN) * cell) for name, (x, y) in _places(board)}
    for number, (x, y) in enumerate(places.values()):
        _draw_ground(pixels, x, y, cell, surface, is_hex=is_hex, is_odd=bool(sum(board.spots[number]) % 2))
    for name, (x, y) in places.items():
        _draw_look(_tile(pixels, x, y, cell, cell), cell, scene.cells[name], rgb(surface.cell))
    return pixels


def rgb(colour: str) -> tuple[int, int, int]:
    """The three numbers of #E7D9BF."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _places(board: Board) -> Iterator[tuple[str, tuple[float, float]]]:
    return zip(board.names, board.places, strict=True)


def _tile(pixels: Pixels, x: float, y: float, width: int, height: int) -> Pixels:
    """The pixels around the centre of a cell."""
    across, down = round(x - width / 2), round(y - height / 2)
    return pixels[down : down + height, across : across + width]


@cache
def _grid(cell: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Coordinates of a tile's pixels, from -1 at the left and top to 1."""
    steps = (np.arange(cell) + 0.5) / cell * 2 - 1
    return np.broadcast_to(steps, (cell, cell)), np.broadcast_to(steps[:, None], (cell, cell))


@cache
def _shape(kind: str, cell: int, size: float) -> Shape:
    """The pixels of a tile that a shape covers."""
    x, y = _grid(cell)
    if kind == "disc":
        return x * x + y * y <= size * size
    if kind == "joker":
        angle, radius = np.arctan2(y, x) + np.pi / 2, np.hypot(x, y)
        return radius <= size * (0.68 + 0.32 * np.cos(5 * angle))
    return np.maximum(np.abs(x), np.abs(y)) <= size  # a square


@cache
def _hex(cell: int, size: float) -> Shape:
    """The pixels that a hex covers, in a tile as wide as a cell and as high as a hex."""
    high = round(cell * HEX_HEIGHT)
    x, y = _grid(cell)[0][:1], (np.arange(high)[:, None] + 0.5) / high * 2 - 1
    inside: Shape = (np.abs(x) <= size) & (np.abs(y) * 2 + np.abs(x) <= 2 * size)
    return inside


def _draw_ground(
    pixels: Pixels, x: float, y: float, cell: int, surface: Surface, *, is_hex: bool, is_odd: bool
) -> None:
    """An empty cell."""
    line = max(1.0, cell / 32)
    tile = _tile(pixels, x, y, cell, round(cell * HEX_HEIGHT) if is_hex else cell)
    fill = surface.other if is_odd and not is_hex else surface.cell
    outer, inner = 1.0 - 2 * surface.tiles, 1.0 - 2 * surface.tiles - 2 * line / cell
    tile[_hex(cell, 1.02) if is_hex else _shape("square", cell, outer)] = rgb(surface.grid)
    tile[_hex(cell, inner) if is_hex else _shape("square", cell, inner)] = rgb(fill)


def _draw_look(tile: Pixels, cell: int, look: Look, ground: tuple[int, int, int]) -> None:
    if look.top is not None:
        _draw_piece(tile, cell, look.top, ground, is_pile=look.height > 1)
        if look.height > 1:
            _write(tile, cell, str(look.height), _ink(look.top), ABOVE if look.inside else MIDDLE)
    for _, count in look.inside if look.height > 1 else ():
        _write(tile, cell, str(count), COLOURS["green"] if _is_dark(look.top) else DARK_GREEN, BELOW)
    if look.marks:
        tile[_shape("disc", cell, 0.2)] = COLOURS["gold"]


def _draw_piece(tile: Pixels, cell: int, piece: Piece, ground: tuple[int, int, int], *, is_pile: bool) -> None:
    fill = COLOURS.get(piece.colour, OTHER)
    edge = tuple(channel // 2 for channel in fill)
    kind = "disc" if piece.kind in ROUND or piece.kind == "bonus" else "joker" if piece.kind == "joker" else "square"
    size = 0.94 if piece.kind == "wall" else 0.8
    tile[_shape(kind, cell, size)] = edge
    line = max(3.0, cell / 14) / cell
    tile[_shape(kind, cell, size - line)] = fill
    if piece.kind == "bonus":  # a ring
        tile[_shape("disc", cell, 0.45)] = ground
    elif piece.kind == "pyramid":  # lit from the top left
        x, y = _grid(cell)
        inside = _shape("square", cell, size - line)
        tile[inside & (y < -np.abs(x))] = _blend(fill, (255, 255, 255), 0.25)
        tile[inside & (y > np.abs(x))] = _blend(fill, (0, 0, 0), 0.25)
    elif piece.owner == 1 and piece.kind in ROUND and not is_pile:  # so that colour is not the only difference
        ring = _shape("disc", cell, 0.5) & ~_shape("disc", cell, 0.4)
        tile[ring] = edge


def _blend(fill: tuple[int, ...], other: tuple[int, ...], share: float) -> tuple[int, ...]:
    return tuple(round(one + (two - one) * share) for one, two in zip(fill, other, strict=True))


def _is_dark(piece: Piece | None) -> bool:
    return piece is not None and piece.colour in ("black", "red", "green", "blue")


def _ink(piece: Piece) -> tuple[int, ...]:
    return COLOURS["white"] if _is_dark(piece) else COLOURS["black"]


def _write(tile: Pixels, cell: int, figures: str, ink: Any, line: float) -> None:
    """Digits on a tile."""
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
