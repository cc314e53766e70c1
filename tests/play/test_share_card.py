"""The picture that other sites show with a link."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

import ludoteca
from ludoteca.games import game_names
from ludoteca.play.raster import COLOURS, rgb
from ludoteca.play.share_card import HEIGHT, WIDTH, share_card
from ludoteca.play.surfaces import SURFACES


def pixels_of(picture):
    """The pixels of a PNG without filters; every chunk is checked."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(picture):
        length, name = struct.unpack(">I4s", picture[at : at + 8])
        content = picture[at + 8 : at + 8 + length]
        assert struct.unpack(">I", picture[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + content)
        chunks[name] = content
        at += 12 + length
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_card_in_the_size_that_sites_ask_for(game):
    position = ludoteca.game(game).start(1)
    pixels = pixels_of(share_card(position))
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    cell = np.array(rgb(SURFACES[position.variant.game.surface].cell))
    assert (np.abs(pixels.astype(int) - cell).max(axis=2) < 3).sum() > 10_000  # the board is there, on its surface


def test_a_stone_on_the_board_is_on_the_card():
    start = ludoteca.game("gekitai").start()
    before, after = pixels_of(share_card(start)), pixels_of(share_card(start.play("b3")))
    assert not (before == COLOURS["red"]).all(axis=2).any()
    assert (after == COLOURS["red"]).all(axis=2).sum() > 1000
