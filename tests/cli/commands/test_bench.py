"""`ludoteca bench`."""

from __future__ import annotations

from commands import answer


def test_bench_measures_games_and_plies():
    measured = answer("bench", "gekitai", "--seconds", "0.01")
    [speed] = measured["games"]
    assert speed["plies_per_s"] > speed["games_per_s"] > 0
    assert speed["cold_compile_s"] > 0
    assert speed["ratio_to_c"] is None
    assert measured["warm_start_s"] > 0
