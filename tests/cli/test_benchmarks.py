"""The yardstick plays the same games as the rules: a ratio between different games would say nothing."""

from __future__ import annotations

import shutil

import pytest

from ludoteca.cli.benchmarks.rules_speed import NoYardstick, open_spiel, plain_c
from ludoteca.play import load_game
from ludoteca.play.playouts import play_random


@pytest.mark.parametrize("name", ["gekitai", "reversi"])
def test_plain_c_plays_games_of_the_same_mean_length(name):
    if shutil.which("cc") is None:
        with pytest.raises(NoYardstick):
            plain_c()
        return
    games, plies = plain_c()[name](7)
    ours = play_random(load_game(name), 20_000, seed=7)
    assert ours.mean_plies == pytest.approx(plies / games, rel=0.02)


def test_without_a_compiler_the_reason_is_named(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(NoYardstick, match="no-such-compiler"):
        plain_c()


def test_open_spiel_plays_the_games_that_it_has():
    run = open_spiel(load_game("fourinarow"), 0.01)
    assert run is not None
    games, _ = run(1)
    assert games >= 1
    assert open_spiel(load_game("gekitai"), 0.01) is None
