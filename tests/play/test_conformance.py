"""Every installed game keeps every promise, with its default options and with each of the others."""

from __future__ import annotations

import pytest

import ludoteca
from ludoteca.games import find_game, game_names
from ludoteca.play.conformance import check_game


@pytest.mark.parametrize("name", game_names())
def test_game_conforms(name):
    check_game(ludoteca.game(name))


SETTINGS = [
    (name, option.name, value)
    for name in game_names()
    for option in find_game(name).options
    for value in option.choices
    if value != option.default
]


@pytest.mark.parametrize(("name", "option", "value"), SETTINGS)
def test_game_conforms_with_option(name, option, value):
    check_game(ludoteca.game(name, **{option: value}), games=2)
