"""`ludoteca league`."""

from __future__ import annotations

import pytest
from commands import answer, call


def test_league_rates_all_bots_and_draws_them(tmp_path):
    plot, games = tmp_path / "league.svg", tmp_path / "games.jsonl"
    words = ["league", "greener", "random", "hard", "dumb", "--set", "size=3x3", "--pairs", "3", "--out", str(games)]
    told = answer(*words, "--plot", str(plot))
    assert {place["bot"] for place in told["table"]} == {"random", "hard", "dumb"}
    assert all(place["games"] == 12 for place in told["table"])
    assert plot.read_text().startswith("<svg ") and "Greener, 3 pairs each" in plot.read_text()
    again = call(*words, "--resume")
    assert again.exit_code == 0 and "random" in again.stdout
    assert len(games.read_text().splitlines()) == 1 + 3 + 18


@pytest.mark.parametrize("option", ["--out", "--plot"])
@pytest.mark.parametrize(("place", "why"), [("nowhere/file", "No such file"), ("", "Is a directory")])
def test_a_file_that_cannot_be_written_is_named_before_the_first_game(tmp_path, monkeypatch, option, place, why):
    monkeypatch.setattr("ludoteca.arena.executors.play_all", lambda *_, **__: pytest.fail("a game was begun"))
    result = call("league", "gekitai", "random", "easy", option, str(tmp_path / place))
    words = "".join(result.stderr.replace("│", " ").split())
    assert result.exit_code == 2 and f"cannotbewritten:{why.replace(' ', '')}" in words
    assert option in result.stderr and list(tmp_path.iterdir()) == []


def test_the_table_of_a_league_is_printed_even_if_it_cannot_be_drawn_then(tmp_path, monkeypatch):
    plot = tmp_path / "league.svg"
    monkeypatch.setattr("ludoteca.arena.svg_drawing.league_svg", lambda *_: plot.mkdir() or "")
    result = call("league", "greener", "random", "dumb", "--set", "size=3x3", "--pairs", "1", "--plot", str(plot))
    assert result.exit_code == 1 and "1 " in result.stdout and "dumb" in result.stdout
    assert result.stderr.endswith(f"{plot} cannot be written: Is a directory\n")
