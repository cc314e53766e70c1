"""`ludoteca doctor`."""

from __future__ import annotations

from commands import answer

from ludoteca.games import game_names


def test_doctor_examines_the_machine_and_every_game():
    report = answer("doctor")
    assert list(report) == ["versions", "cache", "processor", "terminal", "programs", "gpu", "games"]
    assert tuple(report["games"]) == game_names()
    assert report["cache"]["directory"]
