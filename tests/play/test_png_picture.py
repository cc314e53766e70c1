"""Pictures as PNG."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import ludoteca
from ludoteca.games import game_names
from ludoteca.play.svg_picture import CARD, FIGURES, FILLS, SHAPES, SURFACES, figures, look_svg, png, seen, share_card


def pixels(picture: bytes) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(picture)).convert("RGB")).astype(int)


def card(position) -> np.ndarray:
    return pixels(share_card(seen(position)))


def near(picture: np.ndarray, colour: str) -> int:
    """How many pixels have this colour."""
    wanted = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return int((np.abs(picture - wanted).max(axis=2) < 3).sum())


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_card_in_the_size_that_sites_ask_for(game):
    position = ludoteca.game(game).start(1)
    picture = card(position)
    assert picture.shape == (CARD[1], CARD[0], 3)
    surface = SURFACES[position.variant.game.surface]
    material = surface.cell if position.variant.board.shape in ("square", "hex") else surface.board
    assert near(picture, material) > 10_000  # the board is there, on its surface


def test_a_board_lies_in_the_middle_of_its_card_on_paper():
    picture = card(ludoteca.game("gekitai").start())
    assert near(picture[:, :250], "#F6F1E7") == near(picture[:, -250:], "#F6F1E7") == 250 * CARD[1]


def test_a_stone_on_the_board_is_on_the_card():
    start = ludoteca.game("gekitai").start()
    red = FILLS["red"][0]
    assert near(card(start), red) == 0
    assert near(card(start.play("b3")), red) > 1000


def test_queens_and_arrows_are_no_squares():
    start = ludoteca.game("amazons").start()
    after = start.play(start.moves()[0])
    changed = (card(start) != card(after)).any(axis=2)
    rows, columns = np.nonzero(changed)
    box = (np.ptp(rows) + 1) * (np.ptp(columns) + 1)
    assert 0 < changed.sum() < box / 2


def test_stacks_that_differ_in_height_alone_look_different_without_any_font():
    game = ludoteca.game("glaisher")
    text = str(game.start())
    assert (card(game.position(text)) != card(game.position(text.replace("r6", "r7", 1)))).any()


def test_no_piece_is_drawn_with_text():
    for kind in SHAPES:
        piece = {"kind": kind, "colour": "white", "owner": 0}
        for height in (1, 2, 12):
            look = {"pieces": [piece], "height": height, "inside": [("green", 9)], "marks": []}
            assert "<text" not in look_svg(0, 0, look)


def test_every_figure_is_drawn_within_its_box():
    for figure in FIGURES:
        drawn = figures(20, 20, figure, 20, "#000000")
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{drawn}</svg>'
        rows, columns = np.nonzero(pixels(png(svg, background="#FFFFFF")).sum(axis=2) < 300)
        assert rows.min() >= 8 and rows.max() <= 32 and columns.min() >= 12 and columns.max() <= 28, figure
        assert abs(columns.min() + columns.max() - 40) <= 6, figure
