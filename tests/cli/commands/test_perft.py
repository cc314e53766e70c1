"""`ludoteca perft`."""

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
    counted = answer("perft", "gekitai", NEARLY_WON, "--depth", "1")
    assert counted == {"position": NEARLY_WON, "counts": [{"ply": 1, "count": 32}]}
