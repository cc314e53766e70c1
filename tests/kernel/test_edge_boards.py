"""Walls between cells: a game on the edges and boxes of a board."""

from pathlib import Path

import pytest

from ludoteca.errors import IllegalMove
from ludoteca.play.conformance import check_game
from ludoteca.play.position import open_game


@pytest.fixture(scope="module")
def walls():
    return open_game(str(Path(__file__).parents[1] / "toy_games/walls_toy.py"))


def test_a_wall_stops_runners_on_both_sides(walls):
    before = walls.position(".../...r.../.../...b.../.../......./... r 2-2")
    assert "d6-d4" not in map(str, before.moves())  # somebody is there
    apart = walls.position(".../...r.../.../......./.../...b.../... r 2-2").play("d5")
    assert apart == walls.position(".../...r.../.-./......./.../...b.../... b 1-2")
    below = apart.play("d2-d4")
    for position, blocked in ((below, "d6-d4"), (below.play("d6-b6"), "d4-d6")):
        with pytest.raises(IllegalMove):
            position.play(blocked)


@pytest.mark.parametrize("place", ["d7", "a2", "d4"])  # edges of the whole board, and a room
def test_a_wall_goes_only_between_two_rooms(walls, place):
    with pytest.raises(IllegalMove, match=place):
        walls.start(1).play(place)


def test_a_runner_who_cannot_step_passes_without_walls(walls):
    shut_in = walls.position(".../.r-..../-../......./.../...b.../... r 0-2")
    assert [str(move) for move in shut_in.moves()] == ["pass"]


def test_a_game_of_walls_conforms(walls):
    assert check_game(walls, games=2).positions > 10
