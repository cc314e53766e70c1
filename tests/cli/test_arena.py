from __future__ import annotations

import pytest
from commands import answer, call


def test_match_tells_who_is_stronger():
    told = answer("match", "gekitai", "hard", "random", "--pairs", "3", "--workers", "1", "--seed", "4")
    assert told["game"] == "gekitai" and told["pairs"] == 3
    assert sum(told["games"].values()) == 6 and told["los"] > 0.8
    text = call("match", "greener", "hard", "random", "--pairs", "2", "--sprt", "0,500", "--set", "size=3x3")
    assert text.exit_code == 0, text.stderr
    assert text.stdout.startswith("hard against random: 2 pairs, ")
    assert "pairs with 0, ½, 1, 1½, 2 points: " in text.stdout
    assert text.stdout.splitlines()[-1].startswith("SPRT: ")
    assert text.stderr == ""  # nobody watches


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


DAWDLES = """
import time

class Dawdles:
    def choose(self, position, limits):
        time.sleep(limits.time_ms / 1000 + 0.15)
        return position.moves()[0]
"""


def test_overtime_is_told_and_loses_by_an_option(tmp_path):
    (tmp_path / "dawdles.py").write_text(DAWDLES)
    bot = f"py:{tmp_path / 'dawdles.py'}:Dawdles:20ms"
    told = call("match", "gekitai", bot, "random", "--pairs", "1").stdout
    assert f"{bot} took longer than its time for " in told and "lost 2" not in told
    told = call("match", "gekitai", bot, "random", "--pairs", "1", "--overtime", "50")
    assert f"{bot} lost 2 by a crash, a hang, an illegal move or overtime" in told.stdout
    assert "ms for a move, " in told.stderr
    told = call("league", "gekitai", bot, "random", "--pairs", "1").stdout
    assert told.splitlines()[-1].startswith(f"{bot} took longer than its time for ")


@pytest.mark.parametrize("option", ["--out", "--plot"])
@pytest.mark.parametrize(("place", "why"), [("nowhere/file", "No such file"), ("", "Is a directory")])
def test_a_file_that_cannot_be_written_is_named_before_the_first_game(tmp_path, monkeypatch, option, place, why):
    monkeypatch.setattr("ludoteca.arena.contest.play_all", lambda *_, **__: pytest.fail("a game was begun"))
    result = call("league", "gekitai", "random", "easy", option, str(tmp_path / place))
    words = "".join(result.stderr.replace("│", " ").split())
    assert result.exit_code == 2 and f"cannotbewritten:{why.replace(' ', '')}" in words
    assert option in result.stderr and list(tmp_path.iterdir()) == []


def test_a_match_names_an_out_that_cannot_be_written(tmp_path):
    result = call("match", "gekitai", "random", "easy", "--out", str(tmp_path / "nowhere" / "games"))
    assert result.exit_code == 2 and "Traceback" not in result.stderr


def test_the_table_of_a_league_is_printed_even_if_it_cannot_be_drawn_then(tmp_path, monkeypatch):
    plot = tmp_path / "league.svg"
    monkeypatch.setattr("ludoteca.arena.rating_plot.league_svg", lambda *_: plot.mkdir() or "")
    result = call("league", "greener", "random", "dumb", "--set", "size=3x3", "--pairs", "1", "--plot", str(plot))
    assert result.exit_code == 1 and "1 " in result.stdout and "dumb" in result.stdout
    assert result.stderr.endswith(f"{plot} cannot be written: Is a directory\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match", "gekitai", "greedi", "random"], "did you mean greedy?"),
        (["match", "gekitai", "classic5", "random"], "classic5 plays mapello, reversi, not gekitai"),
        (["match", "gekitai", "greedy:2s", "random"], "it has no limit of time"),
        (["match", "gekitai", "greedy", "random", "--sprt", "5"], "two numbers such as 0,10"),
        (["match", "gekitai", "greedy", "random", "--sprt", "5,0"], "elo0 must be less than elo1"),
        (["match", "gekitai", "greedy", "random", "--resume"], "say with --out which file"),
        (["league", "gekitai", "greedy"], "two different bots or more"),
        (["league", "gekitai", "greedy", "greedy"], "two different bots or more"),
    ],
)
def test_wrong_arguments_are_named(words, sentence):
    result = call(*words)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.replace("│", " ").split())
