"""Dots and boxes: each rule by its number, published counts, and random games in lockstep with OpenSpiel."""

from __future__ import annotations

import pytest
from games.lockstep import GAMES, play_in_lockstep

import ludoteca
from ludoteca.errors import IllegalMove
from ludoteca.play.perft import count_sequences

four = ludoteca.game("dotsandboxes", size=2)


def test_the_published_counts():
    assert [count_sequences(four.start(), depth) for depth in range(1, 7)] == [12, 132, 1320, 11880, 95040, 665280]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_every_size(size):  # DB1
    variant = ludoteca.game("dotsandboxes", size=size)
    start, edges = variant.start(), 2 * size * (size + 1)
    assert len(start.moves()) == edges == variant.longest and len(variant.board.drawn_dots) == (size + 1) ** 2
    assert str(start.moves()[-1]) == f"{'abcdefghijklmno'[2 * size - 1]}1" and variant.position(str(start)) == start
    assert ludoteca.game("dotsandboxes", size=f"{size}x{size}") == variant


def test_a_line_is_drawn_once_and_not_in_a_box():  # DB2
    after = four.start().play("b1")
    with pytest.raises(IllegalMove, match="b1 is taken"):
        after.play("b1")
    with pytest.raises(IllegalMove, match="b2 is a box; draw a line beside it"):
        after.play("b2")


def test_the_fourth_line_closes_a_box_and_draws_again():  # DB3, DB4
    after = four.position("../...../-./-.-../.. b").play("b1")
    assert (after.mover, after.score) == (0, (1, 0)) and str(after) == "../...../-./-b-../-. b"
    assert after.play("d1").mover == 1


def test_one_line_closes_two_boxes():  # DB3
    after = four.position("-./-.-../../-.-../-. r").play("b3")
    assert (after.mover, after.score) == (1, (0, 2))


def test_more_boxes_win():  # DB5
    end = four.position("--/-...-/-./-r-.-/-. b").play("c4").play("d3").play("d1")
    assert end.outcome is not None and (end.outcome.winner, end.score) == (0, (3, 1))


def test_equal_numbers_are_a_draw():  # DB5
    end = four.position("--/-r-.-/-./-r-.-/-- b").play("d3")
    assert end.outcome is not None and (end.outcome.winner, end.score) == (None, (2, 2))


def test_more_than_half_is_settled():  # DB5
    position = four.position("--/-b-b-/--/-b-.-/-. b")
    assert position.settled is not None and position.settled.winner == 0


@GAMES
@pytest.mark.parametrize("size", [5, 2, 3, 4, 6, 7])
def test_in_lockstep(size, games):
    def action_of(position, text):  # the horizontal lines come first
        row, column = position.variant.board.spot[position.variant.board.number[text]]
        return row // 2 * (size + 1) + column // 2 + size * (size + 1) if row % 2 else row // 2 * size + column // 2

    variant, other = ludoteca.game("dotsandboxes", size=size), f"dots_and_boxes(num_rows={size},num_cols={size})"
    play_in_lockstep(variant, other, action_of, games=games)
