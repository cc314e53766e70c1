"""What is marked on the board: the whole of the last turn, in any game."""

import pytest
from archers import archers

from ludoteca.play import load_game
from ludoteca.web.view import Marking, movers_to, view_of

SPLIT = "b1-se:1+2+3"


def after(variant, *moves):
    position = variant.start(0)
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    ("game", "moves", "cells"),
    [
        ("gekitai", (), []),
        ("gekitai", ("c3", "d4"), ["d4"]),  # that c3 was pushed is seen by itself
        ("squ", ("a1", "b2"), ["b2"]),
        ("squ", ("a1", "b2", "c3"), ["b2", "c3"]),
        ("squ", ("a1", "b2", "c3", "d4"), ["d4"]),
        ("glaisher", (SPLIT,), ["b1", "c2", "d3", "e4"]),
        ("glaisher", (SPLIT, "a1"), ["b1", "c2", "d3", "e4", "a1"]),
    ],
)
def test_all_of_the_last_turn_is_marked(game, moves, cells):
    assert view_of(after(load_game(game), *moves))["marked"] == cells


def test_in_somebody_elses_game_the_walk_and_the_shot_are_marked():
    variant = archers()
    walked = after(variant, "a1b1")
    assert view_of(walked)["marked"] == ["a1", "b1"]
    shot = walked.play("c1")
    assert view_of(shot)["marked"] == ["a1", "b1", "c1"]
    assert movers_to(shot) == [0, 0]
    assert view_of(shot.play("d4c4"))["marked"] == ["d4", "c4"]


def test_a_marking_that_goes_along_with_a_game_says_the_same_also_after_moves_were_taken_back():
    marking, variant = Marking(), load_game("glaisher")
    start = variant.start(0)
    split = start.play(SPLIT)
    other = start.play("b1-e:1+2+3")
    for position in (start, split, split.play("a1"), split, start, other, other.play("a1")):
        assert marking.marked(position) == view_of(position)["marked"]


def test_a_position_knows_the_move_that_led_to_it():
    start = load_game("glaisher").start(0)
    assert start.last_move is None
    assert str(start.play("B1 SE 3+2+1").last_move) == SPLIT
