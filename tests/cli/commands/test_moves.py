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
