"""Positions as pixels."""

from __future__ import annotations

import numpy as np
import pytest

import ludoteca
from ludoteca.adapters.spaces import CELL, board_rgb
from ludoteca.games import game_names


@pytest.mark.parametrize("game", game_names())
def test_every_board_has_pixels_in_proportion(game):
    position = ludoteca.game(game).start(1)
    pixels = board_rgb(position)
    left, top, right, bottom = position.variant.board.bounds
    assert pixels.dtype == np.uint8
    assert pixels.shape == (
        pytest.approx((bottom - top + 1.5) * CELL, abs=1), pytest.approx((right - left + 1.5) * CELL, abs=1), 3,
    )  # fmt: skip


def test_a_stone_is_in_its_colour_where_it_stands():
    pixels = board_rgb(ludoteca.game("gekitai").start().play("b3"))
    assert tuple(pixels[round(2.75 * CELL), round(1.75 * CELL)]) == (0xC8, 0x45, 0x2F)
