"""`ludoteca games`."""

from __future__ import annotations

from commands import answer, call

from ludoteca.games import find_game, game_names
from ludoteca.web.catalogue import game_entry, shelf_filters


def test_games_lists_all_with_their_options():
    listed = answer("games")
    assert tuple(game["name"] for game in listed) == game_names()
    gekitai = next(game for game in listed if game["name"] == "gekitai")
    assert gekitai["designer"] == "Scott Brady"
    assert gekitai["options"][0]["choices"] == ["draw", "mover", "player1"]
    assert "--set double_win=draw" in call("games").stdout


def test_programs_read_the_words_by_which_people_search_the_shelf():
    listed = {game["name"]: game for game in answer("games")}
    words = ("family", "board", "time", "difficulty", "other_names")
    assert [listed["draughts"][word] for word in words] == ["capture", "square", "usual", "easy", ["checkers"]]
    assert [listed["go"][word] for word in words] == ["territory", "points", "usual", "hard", ["baduk", "igo", "weiqi"]]
    assert (listed["draughts"]["minutes"], listed["squ"]["goal"]) == (20, find_game("squ").goal)
    entries = [game_entry(name) for name in game_names()]
    for entry in entries:
        game = listed[entry["name"]]
        assert {word: game[word] for word in words} == {
            **{word: entry[word] for word in words},
            "other_names": entry["other_names"].split(", ") if entry["other_names"] else [],
        }
    offered = {each["name"]: {value for value, _ in each["choices"]} for each in shelf_filters(entries)}
    for word in ("family", "time", "board", "difficulty"):
        assert {game[word] for game in listed.values()} == offered[word]
