"""Boards as pixels."""

from __future__ import annotations

import numpy as np
import pytest

import ludoteca
from ludoteca.games import game_names
from ludoteca.play.raster import COLOURS, board_rgb


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("cell", [8, 32])
def test_every_board_has_a_picture_in_proportion(game, cell):
    position = ludoteca.game(game).start(1)
    pixels = board_rgb(position, cell)
    assert pixels.dtype == np.uint8
    columns = max(column for _, column in position.variant.board.spots) + 1
    assert pixels.shape[1] == pytest.approx((columns + 0.5) * cell, abs=1)


def test_a_stone_is_drawn_in_its_colour_where_it_stands():
    start = ludoteca.game("gekitai").start()
    before, after = board_rgb(start), board_rgb(start.play("b3"))
    changed = np.argwhere((before != after).any(axis=2))
    assert changed.min(axis=0) == pytest.approx([(2 + 0.25) * 32 + 3, (1 + 0.25) * 32 + 3], abs=2)
    middle = after[round((2 + 0.75) * 32), round((1 + 0.75) * 32)]
    assert tuple(middle) == COLOURS["red"]


def test_positions_that_differ_in_height_alone_look_different():
    game = ludoteca.game("glaisher")
    text = str(game.start())
    other = text.replace("r6", "r7", 1)
    assert (board_rgb(game.position(text)) != board_rgb(game.position(other))).any()
