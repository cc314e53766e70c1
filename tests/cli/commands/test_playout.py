"""`ludoteca playout`."""

from __future__ import annotations

from commands import answer, call

import ludoteca
from ludoteca.play.playouts import collect_statistics


def test_playout_tells_results_lengths_and_branching():
    found = answer("playout", "gekitai", "--games", "500", "--seed", "3")
    assert sum(found["results"].values()) == found["games"] == 500
    assert 5 <= found["plies"]["min"] <= found["plies"]["mean"] <= found["plies"]["max"]
    assert found["branching"]["max"] == 36
    assert 20 < found["branching"]["mean"] < 36
    assert answer("playout", "gekitai", "--games", "500", "--seed", "3") == found


def test_playout_from_a_finished_position_lasts_no_moves():
    won = "rrr.../....../....../....../....../bb.... b"
    found = answer("playout", "gekitai", won, "--games", "10")
    assert found["results"] == {"first": 10, "second": 0, "draws": 0}
    assert found["plies"] == {"min": 0, "mean": 0.0, "max": 0}


def test_games_that_are_stopped_are_counted_so_far():
    found = collect_statistics(ludoteca.game("gekitai"), 100_000, seed=1, goes_on=lambda played: played < 3000)
    assert found.games == found.first_wins + found.second_wins + found.draws == 3000


def test_playout_speaks_of_the_players_by_name():
    text = call("playout", "gekitai", "--games", "20").stdout
    assert [line.split()[0] for line in text.splitlines()] == ["Red", "Black", "draws", "length", "branching"]
