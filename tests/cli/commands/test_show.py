"""`ludoteca show`."""

from __future__ import annotations

from commands import answer, call, run

TWO_STONES = "....../..r.../....../...b../....../...... r"


WON = "rrr.../....../....../....../....../bb.... b"


def test_show_takes_a_position_as_several_words_or_from_standard_input():
    shown = answer("show", "gekitai", TWO_STONES)
    assert answer("show", "gekitai", *TWO_STONES.split()) == shown
    assert run("show", "gekitai", "-", typed=TWO_STONES).stdout == call("show", "gekitai", TWO_STONES).stdout


def test_show_tells_programs_what_stands_where():
    shown = answer("show", "gekitai", TWO_STONES)
    assert shown["cells"]["c2"]["pieces"] == [{"kind": "stone", "colour": "red", "owner": 0}]
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


def test_rules_are_chosen_by_name_and_single_options_win_over_them():
    assert answer("show", "greener", "--rules", "original-9x9")["options"] == {"rules": "original-9x9", "size": "9x9"}
    shown = answer("show", "squ", "--rules", "original", "--set", "discs_per_turn=2")
    assert shown["options"]["discs_per_turn"] == "2"
    assert shown["options"]["markers"] == "per_colour"
    refused = run("show", "squ", "--rules", "chess")
    assert refused.returncode == 2
    assert "squ has no rules called 'chess'; available: published, original" in refused.stderr


def test_every_command_that_takes_options_of_a_game_takes_rules():
    for command in ("play", "watch", "match", "league", "show", "moves", "perft", "playout", "analyse", "check", "fit",
                    "study", "calibrate", "convert", "ugi-check"):  # fmt: skip
        described = call(command, "--help").stdout
        assert "--set" in described
        assert "--rules" in described, command


def test_an_empty_text_is_not_the_start():
    result = call("show", "gekitai", "")
    assert result.exit_code == 2 and "ludoteca: " in result.stderr
