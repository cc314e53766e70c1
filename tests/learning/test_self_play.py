"""Self-play: a random move is not the fault of the positions before it."""

from __future__ import annotations

import numpy as np
import pytest

from ludoteca.learning.self_play import BLUNDERED, CHOSEN, expected


def results(values: list[float], ways: list[int], won: int | None) -> list[float]:
    """The results of positions with the first player to move in every other one."""
    movers = np.arange(len(values)) % 2
    return expected(np.array(values, np.float32), np.array(ways, np.int8), movers, won).tolist()


def test_without_chance_every_position_has_the_result_of_the_game() -> None:
    assert results([0, 0, 0], [CHOSEN] * 3, won=0) == [1, 0, 1]
    assert results([0, 0, 0], [CHOSEN] * 3, won=1) == [0, 1, 0]
    assert results([0, 0, 0], [CHOSEN] * 3, won=None) == [0.5, 0.5, 0.5]


def test_before_a_blunder_counts_what_the_search_expected() -> None:
    """The second player threw away a game that was two to one for them; the first won it."""
    odds = float(np.log(2))
    found = results([0, odds, 0], [CHOSEN, BLUNDERED, CHOSEN], won=0)
    assert found == [pytest.approx(1 / 3), pytest.approx(2 / 3), 1]
