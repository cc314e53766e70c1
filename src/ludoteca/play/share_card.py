"""The picture that other sites show with a link: a board on a card, as PNG, since few sites accept SVG."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from ludoteca.play.position_interface import PositionInterface
from ludoteca.play.raster import MARGIN, PAPER, Pixels, board_rgb

WIDTH, HEIGHT = 1200, 630  # the usual size of such cards
FINER = 2  # drawn this many times larger and scaled down, for smooth edges


def share_card(position: PositionInterface) -> bytes:
    """A position on a card, as the bytes of a PNG file."""
    left, top, right, bottom = position.variant.board.bounds
    cell = int(min(WIDTH / (right - left + 2 * MARGIN), HEIGHT / (bottom - top + 2 * MARGIN)))
    board = smaller(board_rgb(position, cell * FINER))
    card: Pixels = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    card[:] = PAPER
    high, wide = min(HEIGHT, board.shape[0]), min(WIDTH, board.shape[1])
    down, across = (HEIGHT - high) // 2, (WIDTH - wide) // 2
    card[down : down + high, across : across + wide] = board[:high, :wide]
    return png(card)


def smaller(pixels: Pixels) -> Pixels:
    """Each pixel is the mean of FINER by FINER."""
    high, wide = pixels.shape[0] // FINER, pixels.shape[1] // FINER
    blocks = pixels[: high * FINER, : wide * FINER].reshape(high, FINER, wide, FINER, 3)
    means: Pixels = blocks.mean(axis=(1, 3)).astype(np.uint8)
    return means


def png(pixels: Pixels) -> bytes:
    """Pixels as a PNG file: unfiltered rows, deflated."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each row begins with its filter number, 0
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits per channel, RGB
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
