"""Endings by player and by points, compiled and not, and the lead that follows from points."""

from __future__ import annotations

import pytest

import ludoteca
from ludoteca.compiler.inspection import plain_own
from ludoteca.errors import UnreadablePosition
from ludoteca.kernel import Ending, more_wins, verbs, win_of, winner_of

either = pytest.mark.parametrize(
    "how", [lambda function: function, lambda function: function.py_func], ids=["compiled", "plain"]
)


@either
def test_endings_by_player_and_by_points(how):
    assert [how(win_of)(player) for player in range(2)] == [Ending.FIRST_WINS, Ending.SECOND_WINS]
    assert [how(winner_of)(ending) for ending in (Ending.FIRST_WINS, Ending.SECOND_WINS)] == [0, 1]
    assert [how(more_wins)(3, second) for second in (2, 3, 4)] == [Ending.FIRST_WINS, Ending.DRAW, Ending.SECOND_WINS]


@pytest.mark.parametrize("name", ["greener", "mapello", "reversi", "squ"])
def test_the_lead_follows_from_the_points(name):
    position = ludoteca.game(name).start(1)
    assert position.variant.game.own(verbs.margin) is None and position.variant.game.has_points
    while position.outcome is None:
        position = position.play(position.moves()[0])
        first, second = position.score
        assert verbs.margin(position.state) == first - second


def test_a_set_has_no_more_cells_than_it_may_have():
    with pytest.raises(UnreadablePosition, match=r"^each player can have at most 8 stones$"):
        ludoteca.game("gekitai").position("rrrrrr/rrr.../....../....../....../...... b")


def test_small_numbers_do_not_overflow_uncompiled():
    state = ludoteca.game("greener").start(1).state
    state.heights[0], state.heights[1], state.passes = 200, 100, 250
    plain = plain_own(state)
    assert (plain.heights[0] + plain.heights[1], 2 * plain.passes) == (300, 500)
    plain.heights[0] += 5
    plain.passes = 1
    assert (int(plain["heights"][0]), int(plain["passes"]), int(state.heights[0])) == (205, 1, 200)
