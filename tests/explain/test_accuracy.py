"""Accuracy: what a loss of chances is worth, and how moves are put together."""

from __future__ import annotations

import pytest

from ludoteca.explain.accuracy import accuracy, move_accuracy, move_weights


def test_a_move_that_gives_nothing_away_is_worth_all_and_the_rest_less_and_less():
    assert move_accuracy(0.0) == pytest.approx(100, abs=0.01)
    assert move_accuracy(-0.3) == move_accuracy(0.0)
    worth = [move_accuracy(loss / 100) for loss in range(0, 101, 5)]
    assert worth == sorted(worth, reverse=True) and worth[-1] == 0
    assert move_accuracy(0.1) == pytest.approx(63.6, abs=0.1) and move_accuracy(0.2) == pytest.approx(40.0, abs=0.1)


def test_moves_where_the_chances_move_count_more():
    quiet = move_weights([0.5] * 10)
    assert set(quiet) == {0.5}
    wild = move_weights([0.5, 0.5, 0.5, 0.9, 0.1, 0.5, 0.5, 0.5])
    assert max(wild) == 12 and wild.index(max(wild)) in (2, 3, 4)
    assert len(wild) == 7


def test_one_bad_move_pulls_accuracy_down_but_not_to_nothing():
    good = accuracy([(100.0, 1.0)] * 10)
    assert good == pytest.approx(100)
    one_bad = accuracy([(100.0, 1.0)] * 9 + [(0.0, 1.0)])
    assert one_bad is not None and 10 < one_bad < 90
    assert accuracy([]) is None
