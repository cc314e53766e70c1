"""`ludoteca match`."""

from __future__ import annotations

import pytest
from commands import answer, call

DAWDLES = """
import time

class Dawdles:
    def choose(self, position, limits):
        time.sleep(limits.time_ms / 1000 + 0.15)
        return position.moves()[0]
"""


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


def test_overtime_is_told_and_loses_by_an_option(tmp_path):
    (tmp_path / "dawdles.py").write_text(DAWDLES)
    bot = f"py:{tmp_path / 'dawdles.py'}:Dawdles:20ms"
    told = call("match", "gekitai", bot, "random", "--pairs", "1").stdout
    assert f"{bot} exceeded its time limit for " in told and "lost 2" not in told
    told = call("match", "gekitai", bot, "random", "--pairs", "1", "--overtime", "50")
    assert f"games {bot} lost by crashing, hanging, an illegal move or overtime: 2" in told.stdout
    assert "ms for a move, " in told.stderr
    told = call("league", "gekitai", bot, "random", "--pairs", "1").stdout
    assert told.splitlines()[-1].startswith(f"{bot} exceeded its time limit for ")


def test_a_match_names_an_out_that_cannot_be_written(tmp_path):
    result = call("match", "gekitai", "random", "easy", "--out", str(tmp_path / "nowhere" / "games"))
    assert result.exit_code == 2 and "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match", "gekitai", "greedi", "random"], "did you mean greedy?"),
        (["match", "gekitai", "classic5", "random"], "classic5 plays mapello, reversi, not gekitai"),
        (["match", "gekitai", "greedy:2s", "random"], "it takes no time limit"),
        (["match", "gekitai", "greedy", "random", "--sprt", "5"], "two numbers such as 0,10"),
        (["match", "gekitai", "greedy", "random", "--sprt", "5,0"], "elo0 must be less than elo1"),
        (["match", "gekitai", "greedy", "random", "--resume"], "name the file to continue"),
        (["league", "gekitai", "greedy"], "two or more different bots"),
        (["league", "gekitai", "greedy", "greedy"], "two or more different bots"),
    ],
)
def test_wrong_arguments_are_named(words, sentence):
    result = call(*words)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("given", "says"), [("5", "'5' is not two numbers such as 0,10"), ("9,3", "elo0 must be less")]
)
def test_a_wrong_sprt_is_named_in_plain_words(given, says):
    result = call("match", "gekitai", "random", "random", "--sprt", given)
    assert result.exit_code == 2 and says in " ".join(result.stderr.split()) and "unpack" not in result.stderr
