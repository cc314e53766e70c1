"""Analysis: stopped at once, within its budget, and nonsense is refused."""

from __future__ import annotations

import threading
import time

import pytest

import ludoteca
from ludoteca.kernel.errors import LudotecaError
from ludoteca.search.analysis import analyse
from ludoteca.search.deepening import AlphaBeta
from ludoteca.search.desk import new_stop
from ludoteca.search.limits import Limits

reversi = ludoteca.game("reversi")


def test_the_switch_is_heard_while_the_solver_works():
    analyse(reversi.start(), 1, nodes=5)  # compiled
    stop = new_stop()
    threading.Timer(0.2, lambda: stop.__setitem__(0, 1)).start()
    begun = time.perf_counter()
    analyse(reversi.start(), None, nodes=10**12, stop=stop)
    assert time.perf_counter() - begun < 5  # and not the hours that the nodes would take


def test_solver_and_search_share_the_nodes():
    assert analyse(reversi.start(), None, nodes=5000).nodes <= 5000


@pytest.mark.parametrize(
    "given",
    [{"lines": 0}, {"threads": 0}, {"method": "magic"}, {"depth": 0}, {"nodes": 0}, {"ms": -5}, {"megabytes": -1}],
)
def test_nonsense_is_refused(given):
    with pytest.raises(LudotecaError):
        analyse(reversi.start(), **{"ms": 10, **given})


def test_a_win_further_away_than_the_longest_game_is_not_believed():
    near, far = (ludoteca.game("glaisher", max_turns=turns) for turns in (3, 400))
    text = str(far.start())
    searcher = AlphaBeta(megabytes=4)
    searcher.search(far.position(text), Limits(nodes=30_000))
    shared = searcher.search(near.position(text), Limits(depth=3))
    fresh = AlphaBeta(megabytes=4).search(near.position(text), Limits(depth=3))
    assert shared.proven == fresh.proven
