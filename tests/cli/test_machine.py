from __future__ import annotations

from commands import answer, run

from ludoteca.games import game_names


def test_warm_says_how_long_each_game_took():
    assert list(answer("warm", "gekitai", "squ")["seconds"]) == ["gekitai", "squ"]


def test_warm_is_silent_on_standard_error_when_nobody_watches():
    assert run("warm", "gekitai").stderr == ""


def test_doctor_examines_the_machine_and_every_game():
    report = answer("doctor")
    assert list(report) == ["versions", "cache", "processor", "terminal", "gpu", "games"]
    assert tuple(report["games"]) == game_names()
    assert report["cache"]["directory"]


def test_bench_measures_games_and_plies():
    measured = answer("bench", "gekitai", "--seconds", "0.01")
    [speed] = measured["games"]
    assert speed["plies_per_s"] > speed["games_per_s"] > 0
    assert speed["cold_compile_s"] > 0
    assert speed["ratio_to_c"] is None
    assert measured["warm_start_s"] > 0
