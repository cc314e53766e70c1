"""`ludoteca moves`."""

from __future__ import annotations

from commands import answer, call

TWO_STONES = "....../..r.../....../...b../....../...... r"


WON = "rrr.../....../....../....../....../bb.... b"


def test_show_draws_the_board_and_says_who_moves():
    text = call("show", "gekitai", TWO_STONES).stdout
    assert "2 · · ● · · ·" in text
    assert "Supply: Red 7, Black 7" in text
    assert "Red to move" in text
    assert text.endswith(f"{TWO_STONES}\n")


def test_moves_are_listed_one_on_a_line():
    lines = call("moves", "gekitai", TWO_STONES).stdout.splitlines()
    assert len(lines) == 34
    assert lines[:3] == ["a1", "b1", "c1"]
    assert answer("moves", "gekitai", TWO_STONES)["moves"] == lines


def test_after_the_end_there_are_no_moves_and_the_reason_is_said():
    result = call("moves", "gekitai", WON)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "the game is over: three in line" in result.stderr


def test_moves_have_the_names_of_cells_that_the_chosen_rules_show():
    lines = call("moves", "squ", "--rules", "original").stdout.splitlines()
    assert lines[:2] + lines[-1:] == ["A1", "A2", "J10"]
    assert answer("moves", "squ", "--rules", "original")["moves"][:2] == ["a1", "b1"]  # programs read the notation
    assert "D2-e:1+5" in call("moves", "glaisher", "--rules", "original").stdout.splitlines()
