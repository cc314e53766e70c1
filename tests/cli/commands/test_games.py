"""`ludoteca games`."""

from __future__ import annotations

from commands import answer, call

from ludoteca.games import game_names


def test_games_lists_all_with_their_options():
    listed = answer("games")
    assert tuple(game["name"] for game in listed) == game_names()
    gekitai = next(game for game in listed if game["name"] == "gekitai")
    assert gekitai["designer"] == "Scott Brady"
    assert gekitai["options"][0]["choices"] == ["draw", "mover", "player1"]
    assert "--set double_win=draw" in call("games").stdout
