"""A game without an evaluation: trees that play it out search it by themselves, and equal moves are drawn by lot."""

from __future__ import annotations

import threading

import pytest

import ludoteca
from ludoteca.bots import find_bot
from ludoteca.protocols.thinker import EngineSettings, Task, Thinker
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.analysis import analyse
from ludoteca.search.auto_search import AutoSearch, auto_method
from ludoteca.search.learned_evaluation import OWN, judged_by
from ludoteca.search.limits import Limits
from ludoteca.search.threads import StopFlag
from ludoteca.search.tree_search import TreeSearch

HEX = "hex"


@pytest.fixture(autouse=True)
def _without_what_was_learned():
    """Hex has no evaluation of its own; the one beside it is left aside here."""
    with judged_by(ludoteca.game(str(HEX)).game, OWN):
        yield


def far_ahead():
    """Hex in which Red has five of the eleven rows of a column, and Blue stones in the corners."""
    position = ludoteca.game(str(HEX)).start()
    for move in ("f4", "a1", "f5", "k1", "f6", "a11", "f7", "k11", "f8", "b1"):
        position = position.play(move)
    return position


def test_the_evaluation_decides():
    assert auto_method(ludoteca.game("gekitai")) == "alphabeta"
    assert auto_method(ludoteca.game(str(HEX))) == "mcts"
    assert auto_method(ludoteca.game(str(HEX)), Limits(depth=2)) == "alphabeta"


def test_playouts_go_to_the_end_where_nothing_else_can_judge():
    report = TreeSearch(megabytes=4, seed=1).search(far_ahead(), Limits(nodes=300))
    assert report.score > 0.75  # cut short, every game would be even


def test_everything_that_searches_uses_it():
    position = far_ahead()
    assert analyse(position, None, nodes=200, seed=1).method == "mcts"
    assert analyse(position, None, nodes=200, method="proof", seed=1).method == "mcts"
    assert analyse(position, None, depth=1, seed=1).method == "alphabeta"
    assert find_bot("search:200", seed=1).think(position).method == "mcts"
    reports = []
    thinker = Thinker(reports.append, lambda _: None, reports.append)
    thinker.think(EngineSettings(), Task(position, Limits(nodes=200)))
    thinker.wait()
    assert reports[-1].method == "mcts"


@pytest.mark.parametrize("searcher", [AlphaBeta, TreeSearch, AutoSearch])
def test_of_equal_moves_any_is_taken_the_same_with_the_same_seed(searcher):
    start = ludoteca.game(str(HEX)).start()
    limits = Limits(depth=1) if searcher is AlphaBeta else Limits(nodes=1)
    found = [str(searcher(megabytes=1, seed=seed % 10).search(start, limits).best) for seed in range(20)]
    assert len(set(found)) > 5
    assert found[:10] == found[10:]


def test_a_move_is_found_without_a_single_playout():
    start = ludoteca.game(str(HEX)).start()
    stop = StopFlag()
    stop.set()
    found = {str(TreeSearch(megabytes=1, seed=seed).search(start, Limits(), stop=stop).best) for seed in range(8)}
    assert len(found) > 2


def test_a_bot_waits_while_another_thread_has_changed_the_evaluation():
    start, found = ludoteca.game("gekitai").start(), []
    bots = [find_bot(spec, seed=1) for spec in ("alphabeta:100", "alphabeta:100,eval=own")]
    thread = threading.Thread(target=lambda: found.extend(bot.choose(start) for bot in bots))
    with judged_by(start.variant.game, OWN):
        thread.start()
        assert all(bot.choose(start) in start.moves() for bot in bots)  # in this thread none waits
        thread.join(0.1)
        assert not found
    thread.join(120)
    assert len(found) == 2
