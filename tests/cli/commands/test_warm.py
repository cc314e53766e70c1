"""`ludoteca warm`."""

from __future__ import annotations

from commands import answer, run


def test_warm_says_how_long_each_game_took():
    assert list(answer("warm", "gekitai", "squ")["seconds"]) == ["gekitai", "squ"]


def test_warm_is_silent_on_standard_error_when_nobody_watches():
    assert run("warm", "gekitai").stderr == ""
