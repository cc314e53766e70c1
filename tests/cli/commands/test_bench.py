"""`ludoteca bench`."""

from __future__ import annotations

from commands import answer

from ludoteca.cli.benchmarks import start_speed


def test_bench_measures_games_and_plies():
    measured = answer("bench", "gekitai", "--seconds", "0.01")
    [speed] = measured["games"]
    assert speed["plies_per_s"] > speed["games_per_s"] > 0
    assert speed["cold_compile_s"] > 0
    assert speed["beside"] == "" and speed["ratio"] is None


def test_bench_measures_new_processes(monkeypatch):
    monkeypatch.setattr(start_speed, "ROUNDS", 1)
    monkeypatch.setattr(start_speed, "BOT", "random")  # compiles the rules alone
    [speed] = answer("bench", "gekitai", "--start")["start"]
    assert speed["game"] == "gekitai"
    assert all(seconds > 0 for name, seconds in speed.items() if name.endswith("_s"))
