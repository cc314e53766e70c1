"""Moves in lists: words in the player's language, notation as it is."""

import pytest

from ludoteca.games import find_game, game_names
from ludoteca.languages import speaking
from ludoteca.languages.catalogues import catalogue, catalogue_of_games
from ludoteca.play import load_game
from ludoteca.terminal.messages import move_in_words


@pytest.mark.parametrize(
    ("language", "move", "shown"),
    [("en", "pass", "pass"), ("pt", "pass", "passar"), ("es", "pass", "pasar"), ("es", "wall c3", "muro c3")],
)
def test_words_are_said_in_the_language(language, move, shown):
    with speaking(language):
        assert move_in_words(move) == shown


@pytest.mark.parametrize("name", game_names())
def test_notation_is_the_same_in_every_language(name):
    moves = [str(move) for move in load_game(name).start(0).moves()]
    with speaking("xx"):
        assert [move_in_words(move) for move in moves] == moves


@pytest.mark.parametrize("language", ["pt", "es"])
def test_every_word_of_a_shipped_game_is_in_the_catalogue(language):
    words = {kind.word for name in game_names() for kind in find_game(name).kinds.kinds if kind.word}
    assert "pass" in words
    assert not words - set(catalogue(language)) - set(catalogue_of_games(language))
