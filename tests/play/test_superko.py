"""Superko: what would come back is forbidden, and a player to whom everything is forbidden has a draw."""

from __future__ import annotations

import pytest
from shuffle_toy import GAME as SHUFFLE
from toys import wander

from ludoteca.errors import GameOver
from ludoteca.play import Match, Variant
from ludoteca.search.alphabeta_search import AlphaBeta
from ludoteca.search.limits import Limits
from ludoteca.search.tree_search import TreeSearch

# From a1 to a2 or a3, from there to a4, and from a4 to a1 alone.  With an even number of steps a cycle brings back the
# same player to move: a1 a2 a4 a1 is three plies, so a position is the same after two of them.
STREETS = "112" + "333" + "333" + "000" + "000" + "000"
TEXT = f"./././././. f {STREETS} 12 a1"


def until_stuck():
    """Move until the game ends, always the first move there is."""
    position = wander(repetition="superko", longest=100).position(TEXT)
    while position.outcome is None:
        position = position.play(position.moves()[0])
    return position


def test_a_player_whose_every_move_would_repeat_has_a_draw():
    stuck = until_stuck()
    assert stuck.ply < 100
    assert stuck.outcome.winner is None
    assert stuck.outcome.reason == "every move would repeat an earlier position"
    assert stuck.moves() == [] and stuck.pseudo_legal_moves == ()
    with pytest.raises(GameOver, match="every move would repeat"):
        stuck.play("a1")


def test_a_match_ends_there():
    match = Match(wander(repetition="superko", longest=100), wander(repetition="superko", longest=100).position(TEXT))
    while match.outcome is None:
        match.play(match.position.moves()[0])
    assert match.position == until_stuck() and match.outcome.winner is None


@pytest.mark.parametrize("searcher", [AlphaBeta(megabytes=1), TreeSearch(megabytes=1, seed=1)])
def test_searches_see_it_as_the_draw_it_is(searcher):
    before = until_stuck().previous
    report = searcher.search(before, Limits(nodes=500), lines=3)
    values = {str(line.moves[0]): line.value for line in report.lines}
    stuck = [str(move) for move in before.moves() if before.play(move).outcome is not None]
    assert stuck and all(values[name] == 0 for name in stuck)


def test_a_code_is_followed_only_where_it_is_legal():
    before = until_stuck().previous
    legal = {move.code: move for move in before.moves()}
    for code in range(6):
        found = before.follow(code)
        assert (found is None) == (code not in legal)
        if found is not None:
            assert found == (legal[code], before.play(legal[code]))
    assert until_stuck().follow(0) is None


def test_a_count_that_is_not_in_the_key_does_not_prevent_repetition():
    position = Variant(SHUFFLE).start()
    for move in ["a1-b1", "a2-b2", "b1-a1", "b2-a2"] * 2:
        assert position.outcome is None
        position = position.play(move)
    assert position.state.passed == 8
    assert position.key == Variant(SHUFFLE).start().key
    assert position.outcome.winner is None and "third" in position.outcome.reason
