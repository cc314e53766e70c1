from __future__ import annotations

from commands import answer, call, run

from ludoteca.games import game_names

TWO_STONES = "....../..r.../....../...b../....../...... r"
WON = "rrr.../....../....../....../....../bb.... b"


def test_games_lists_all_with_their_options():
    listed = answer("games")
    assert tuple(game["name"] for game in listed) == game_names()
    gekitai = next(game for game in listed if game["name"] == "gekitai")
    assert gekitai["designer"] == "Scott Brady"
    assert gekitai["options"][0]["choices"] == ["draw", "mover", "player1"]
    assert "--set double_win=draw" in call("games").stdout


def test_rules_prints_the_page_and_its_short_form():
    page = answer("rules", "squ")
    assert page["text"].startswith("# SQU")
    assert "**SQ1" in page["text"]
    assert page["how_to_play"] in page["text"]
    assert "**SQ1" not in page["how_to_play"]
    assert call("rules", "squ", "--short").stdout.strip() == page["how_to_play"]


def test_show_draws_the_board_and_says_who_moves():
    text = call("show", "gekitai", TWO_STONES).stdout
    assert "2 · · ● · · ·" in text
    assert "Supply: Red 7, Black 7" in text
    assert "Red to move" in text
    assert text.endswith(f"{TWO_STONES}\n")


def test_show_takes_a_position_as_several_words_or_from_standard_input():
    shown = answer("show", "gekitai", TWO_STONES)
    assert answer("show", "gekitai", *TWO_STONES.split()) == shown
    assert run("show", "gekitai", "-", typed=TWO_STONES).stdout == call("show", "gekitai", TWO_STONES).stdout


def test_show_tells_programs_what_stands_where():
    shown = answer("show", "gekitai", TWO_STONES)
    assert shown["cells"]["c2"]["pieces"] == [{"kind": "disc", "colour": "red", "owner": 0}]
    assert set(shown["cells"]) == {"c2", "d4"}
    assert shown["outcome"] is None


def test_show_says_who_has_won():
    assert "Red wins: three in line" in call("show", "gekitai", WON).stdout
    assert answer("show", "gekitai", WON)["outcome"] == {"winner": 0, "reason": "three in line"}


def test_the_same_seed_shows_the_same_setup():
    assert answer("show", "greener", "--seed", "7") == answer("show", "greener", "--seed", "7")
    assert answer("show", "greener", "--seed", "7") != answer("show", "greener", "--seed", "8")


def test_options_reach_the_game():
    shown = answer("show", "greener", "--set", "size=9x9")
    assert shown["options"] == {"size": "9x9"}
    assert "i9" in shown["cells"]


def test_moves_are_listed_one_on_a_line():
    lines = call("moves", "gekitai", TWO_STONES).stdout.splitlines()
    assert len(lines) == 34
    assert lines[:3] == ["a1", "b1", "c1"]
    assert answer("moves", "gekitai", TWO_STONES)["moves"] == lines


def test_after_the_end_there_are_no_moves_and_the_reason_is_said():
    result = call("moves", "gekitai", WON)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "the game is over: three in line" in result.stderr
