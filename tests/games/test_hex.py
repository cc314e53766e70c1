"""Hex: each rule by its number, and the same games as in OpenSpiel."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from games.lockstep import FEWER_GAMES, GAMES, play_in_lockstep

import ludoteca
from ludoteca.errors import IllegalMove
from ludoteca.kernel import new_random, verbs
from ludoteca.play.perft import count_sequences

game = ludoteca.game("hex")
swapping = ludoteca.game("hex", swap="on")


@pytest.mark.parametrize("size", [11, 9, 13, 19])
def test_a_stone_goes_on_any_empty_cell(size):  # HX1, HX2
    start = ludoteca.game("hex", size=f"{size}x{size}").start()
    assert len(start.moves()) == size**2 and len(start.play("c3").moves()) == size**2 - 1
    with pytest.raises(IllegalMove, match="c3 is taken"):
        start.play("c3").play("c3")


@pytest.mark.parametrize("size", [11, 9, 13, 19])
def test_a_chain_from_side_to_side_wins(size):  # HX1, HX3
    start = ludoteca.game("hex", size=f"{size}x{size}").start()
    red, blue = start, start.play("a1")
    for number in range(1, size + 1):
        assert red.outcome is None and blue.outcome is None
        red = red.play(f"d{number}").play(f"b{number}") if number < size else red.play(f"d{number}")
        letter = chr(96 + number)
        blue = blue.play(f"{letter}4").play(f"{letter}2") if number < size else blue.play(f"{letter}4")
    assert (red.outcome.winner, red.outcome.reason) == (0, "Red has joined north and south")
    assert (blue.outcome.winner, blue.outcome.reason) == (1, "Blue has joined west and east")
    assert len(red.decided[0]) == len(blue.decided[0]) == size


def test_a_chain_of_the_other_sides_does_not_win():  # HX3
    rows = [".........", "rrrrrrrrr", *["........."] * 7]
    assert ludoteca.game("hex", size="9x9").position("/".join(rows) + " b").outcome is None


def test_a_chain_may_be_closed_in_its_middle_and_grow_from_the_far_side():  # HX3
    rows = [("....b" if row != 5 else ".....") + "r..." * (row != 5) + "...." * (row == 5) for row in range(1, 10)]
    before = ludoteca.game("hex", size="9x9").position("/".join(rows) + " r")
    assert before.play("a1").outcome is None
    assert before.play("f5").outcome.winner == 0


@pytest.mark.parametrize("size", [9, 11])
def test_a_full_board_has_exactly_one_winner(size):  # HX4
    variant = ludoteca.game("hex", size=f"{size}x{size}")
    cells, chance = list(variant.board.names), Random(size)
    for _ in range(50):
        chance.shuffle(cells)
        owner = {cell: "rb"[number % 2] for number, cell in enumerate(cells)}
        rows = ["".join(owner[f"{letter}{row}"] for letter in "abcdefghijk"[:size]) for row in range(1, size + 1)]
        outcomes = [variant.position(f"{'/'.join(rows)} {mover}").outcome for mover in "rb"]
        assert outcomes[0].winner == outcomes[1].winner in (0, 1)
        turned = ["".join("br"["rb".index(row[column])] for row in rows) for column in range(size)]  # colours exchanged
        assert variant.position(f"{'/'.join(turned)} r").outcome.winner == 1 - outcomes[0].winner


def test_blue_may_take_over_the_first_stone_mirrored():  # HX5
    first = swapping.start().play("b3")
    assert "swap" in [str(move) for move in first.moves()]
    taken = first.play("swap")
    assert str(taken).startswith(".........../..b......../...........") and taken.mover == 0
    assert [player.name for player in taken.players] == ["Red", "Blue"]
    for late in (taken, first.play("a1").play("a2"), swapping.start(), game.start().play("b3")):
        with pytest.raises(IllegalMove, match="only the first stone can be taken over"):
            late.play("swap")


def test_a_stone_that_was_taken_over_joins_blues_sides():  # HX5
    position = swapping.start().play("c1").play("swap")
    assert position.scene().cells["a3"].top.owner == 1 and position.scene().cells["c1"].top is None
    for column in "bcdefghijk":
        position = position.play(f"{column}1").play(f"{column}3")
    assert position.outcome.winner == 1


def playout_answers(*moves):
    """What playouts may answer to the last of these moves."""
    here, room, random = game.start(), np.zeros_like(game.room), new_random(1)
    for move in moves:
        here = here.play(move)
    drawn = {int(verbs.playout_move(here.state, random, here.last_move.code, room)) for _ in range(200)}
    return {str(here.named_code(code)) for code in drawn}


def test_playouts_complete_a_bridge_that_is_attacked():
    assert playout_answers("f5", "a9", "d6", "e5") == {"e6"}
    assert playout_answers("f5", "a9", "d6", "e6") == {"e5"}
    assert len(playout_answers("f5", "a9", "d6", "k1")) > 50
    assert len(playout_answers("f5", "e6", "d6", "e5")) > 50  # too late


def test_a_board_turned_by_half_is_the_same_game():
    assert [len(game.board.symmetries), len(game.symmetries)] == [4, 2]


def test_leaf_counts():
    assert [count_sequences(game.start(), depth) for depth in (1, 2)] == [121, 14520]


@pytest.mark.thorough
def test_leaf_counts_further():
    assert count_sequences(game.start(), 3) == 1727880


@GAMES
@pytest.mark.parametrize("size", [11, 9])
def test_the_same_games_as_in_openspiel(size, games):
    variant = ludoteca.game("hex", size=f"{size}x{size}")
    play_in_lockstep(variant, f"hex(board_size={size})", lambda _, text: text, games=games)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [13, 19])
def test_the_same_games_on_larger_boards(size):
    test_the_same_games_as_in_openspiel(size, FEWER_GAMES)
