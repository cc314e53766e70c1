"""Colours: the accents of games, and terminals that have few."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from rich.color import Color, ColorSystem

from ludoteca.kernel.declare import ACCENTS
from ludoteca.terminal.board_canvas import Marks, draw_board
from ludoteca.terminal.layout import layouts
from ludoteca.terminal.theme import DARK, LIGHT, PALETTES, SIXTEEN, contrast

BLACK, RED, GREEN, YELLOW, WHITE = 0, 1, 2, 11, 15


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_accents_are_distinct_and_can_be_read(palette):
    assert list(palette.accents) == list(ACCENTS)
    assert len(set(palette.accents.values())) == len(ACCENTS)
    for name, colour in palette.accents.items():
        for ground in (palette.paper, palette.card):
            assert contrast(colour, ground) >= 4.5, f"{name}: {colour} on {ground}"


def test_pages_have_the_accents_of_the_terminal():
    css = (files("ludoteca.web") / "static" / "ludoteca.css").read_text("utf-8")
    rules = re.findall(r"\.game-(\w+) \{ --accent: light-dark\((#\w+), (#\w+)\); \}", css)
    usual = re.findall(r"--(moss): light-dark\((#\w+), (#\w+)\);", css)  # of games that declare none
    shades = {name: (light.upper(), dark.upper()) for name, light, dark in usual + rules}
    assert shades == {name: (LIGHT.accent(name), DARK.accent(name)) for name in ACCENTS}


def number(colour: str) -> int | None:
    return Color.parse(colour).downgrade(ColorSystem.STANDARD).number


@pytest.mark.parametrize(
    ("piece", "expected"), [("black", BLACK), ("red", RED), ("green", GREEN), ("yellow", YELLOW), ("white", WHITE)]
)
def test_pieces_have_their_own_colour_among_sixteen(piece, expected):
    fill, ink = SIXTEEN.piece(piece)
    assert number(fill) == expected
    assert number(ink) not in (expected, None)
    assert number(SIXTEEN.board) != expected


def test_nothing_on_a_board_in_sixteen_colours_is_rounded(tmp_path):
    from screens import table_after

    from ludoteca.play import load_game
    from ludoteca.terminal.saved_games import SavedGames

    for name in ("glaisher", "mapello", "greener"):
        position = table_after(load_game(name), 12, SavedGames(tmp_path)).position
        cells = frozenset(position.variant.board.names)
        for marks in (
            Marks(last=cells),
            Marks(picked=cells),
            Marks(changed=cells, targets=cells),
            Marks(preview=cells),
        ):
            canvas = draw_board(position.scene(), layouts(position.variant.board)[2], marks, SIXTEEN,
                                accent=SIXTEEN.accent(name))  # fmt: skip
            colours = {part for line in canvas.lines() for span in line for part in (span.ink.colour, span.ink.ground)}
            for colour in colours - {None}:
                triplet = Color.parse(colour).triplet
                assert all(part in (0, 85, 170, 255) for part in triplet), colour
