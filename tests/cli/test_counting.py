from __future__ import annotations

from commands import answer, call

NEARLY_WON = "rr..../....../....../....../....../bb.... r"


def test_perft_counts_the_sequences_of_each_length():
    counts = answer("perft", "gekitai", "--depth", "3")["counts"]
    assert counts == [{"ply": 1, "count": 36}, {"ply": 2, "count": 1260}, {"ply": 3, "count": 42900}]
    assert call("perft", "gekitai", "--depth", "2").stdout == "  1             36\n  2          1,260\n"


def test_perft_divided_adds_up():
    divided = answer("perft", "gekitai", "--depth", "3", "--divide")
    assert len(divided["divide"]) == 36
    assert sum(divided["divide"].values()) == divided["total"] == 42900
    assert "total" in call("perft", "gekitai", "--depth", "1", "--divide").stdout


def test_perft_starts_from_any_position():
    counted = answer("perft", "gekitai", "--depth", "1", "--position", NEARLY_WON)
    assert counted == {"position": NEARLY_WON, "counts": [{"ply": 1, "count": 32}]}


def test_playout_tells_results_lengths_and_branching():
    found = answer("playout", "gekitai", "--games", "500", "--seed", "3")
    assert sum(found["results"].values()) == found["games"] == 500
    assert 5 <= found["plies"]["min"] <= found["plies"]["mean"] <= found["plies"]["max"]
    assert found["branching"]["max"] == 36
    assert 20 < found["branching"]["mean"] < 36
    assert answer("playout", "gekitai", "--games", "500", "--seed", "3") == found


def test_playout_from_a_finished_position_lasts_no_moves():
    won = "rrr.../....../....../....../....../bb.... b"
    found = answer("playout", "gekitai", "--games", "10", "--position", won)
    assert found["results"] == {"first": 10, "second": 0, "draws": 0}
    assert found["plies"] == {"min": 0, "mean": 0.0, "max": 0}


def test_playout_speaks_of_the_players_by_name():
    text = call("playout", "gekitai", "--games", "20").stdout
    assert [line.split()[0] for line in text.splitlines()] == ["Red", "Black", "draws", "length", "branching"]
