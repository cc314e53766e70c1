"""Havannah: each rule by its number, and the same games as in OpenSpiel."""

from __future__ import annotations

import pytest
from games.lockstep import FEWER_GAMES, GAMES, play_in_lockstep

import ludoteca
from ludoteca.errors import IllegalMove, UnreadablePosition
from ludoteca.play import Position
from ludoteca.play.perft import count_sequences

game = ludoteca.game("havannah")
small = ludoteca.game("havannah", size="4")


def stones(white: str, black: str = "", mover: str = "w") -> Position:
    """A position on the small board with these stones."""
    held = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    rows = ["".join(held.get(small.board.name[cell], ".") for cell in row) for row in small.board.rows]
    return small.position("/".join(rows) + f" {mover}")


@pytest.mark.parametrize(("size", "cells"), [("8", 169), ("4", 37), ("6", 91), ("10", 271)])
def test_a_stone_goes_on_any_empty_cell(size, cells):  # HV1, HV2
    start = ludoteca.game("havannah", size=size).start()
    assert len(start.moves()) == cells and len(start.play("c3").moves()) == cells - 1
    with pytest.raises(IllegalMove, match="c3 is taken"):
        start.play("c3").play("c3")


RING = "c3 d3 e4 e5 d5 c4"


@pytest.mark.parametrize("inside", ["", "d4"])
@pytest.mark.parametrize("last", RING.split())
def test_a_ring_goes_around_an_empty_cell_or_an_enemy(last, inside):  # HV3
    end = stones(" ".join(set(RING.split()) - {last}), inside).play(last)
    assert (end.outcome.winner, end.outcome.reason) == (0, "White has a ring")
    assert sorted(cell for figure in end.decided for cell in figure) == sorted(RING.split())


@pytest.mark.parametrize("last", RING.split())
def test_a_ring_may_go_around_a_stone_of_its_own(last):  # HV3
    end = stones(" ".join(set(RING.split()) - {last}) + " d4").play(last)
    assert (end.outcome.winner, end.outcome.reason) == (0, "White has a ring")
    assert sorted(cell for figure in end.decided for cell in figure) == sorted(RING.split())


def test_a_ring_may_go_around_several_cells():  # HV3
    ring = stones("b2 c2 d2 e4 d4 c4 b3", "c3").play("e3")
    assert ring.outcome.reason == "White has a ring"


@pytest.mark.parametrize("blob", ["c3 d3 c4 d4", "c3 d3 e4 e5 d4", "c2 c3 c4 d3 d4 b3"])
def test_stones_side_by_side_are_no_ring(blob):  # HV3
    *before, last = blob.split()
    assert stones(" ".join(before)).play(last).outcome is None


def test_a_chain_along_the_edge_is_no_ring():  # HV3
    assert stones("a2 b2 c2 b1", "a1").play("c1").outcome is None


def test_a_bridge_joins_two_corners():  # HV4
    end = stones("a1 b1 d1").play("c1")
    assert (end.outcome.winner, end.outcome.reason) == (0, "White has a bridge")
    assert [sorted(line) for line in end.decided] == [["a1", "b1", "c1", "d1"]]


def test_a_fork_joins_three_sides():  # HV5
    end = stones("b1 b2 c3 c4 b4 b5 e4 f5 g6").play("d4")
    assert (end.outcome.winner, end.outcome.reason) == (0, "White has a fork")
    assert {cell for line in end.decided for cell in line} >= {"b1", "b5", "g6", "d4"}


def test_a_corner_belongs_to_no_side():  # HV1, HV5
    assert stones("a1 a2 b2 c3").play("c2").outcome is None  # the corner, and the sides of a2: one
    assert stones("d1 d2 d3 c3 b3").play("a3").outcome is None  # a corner and one side


def test_a_full_board_is_a_draw():  # HV6
    end = small.position("bwww/wbbwb/bwbbbb/bwb.bww/wwbwww/bwbwb/wbwb w").play("d4")
    assert (end.outcome.winner, end.outcome.reason) == (None, "the board is full")


def test_the_second_player_may_take_over_white():  # HV7
    first = ludoteca.game("havannah", swap="on").start().play("h8")
    swapped = first.play("swap")
    assert str(swapped).endswith(" b swapped") and [player.name for player in swapped.players] == ["Black", "White"]
    assert swapped.scene().cells["h8"].top.owner == 1
    for late in (swapped, first.play("a1"), game.start().play("h8")):
        with pytest.raises(IllegalMove, match="only the second player may swap"):
            late.play("swap")


def test_positions_of_a_finished_game_are_refused():  # HV4
    with pytest.raises(UnreadablePosition, match="White has a bridge and cannot be to move"):
        stones("a1 b1 c1 d1")


def test_leaf_counts():
    assert [count_sequences(game.start(), depth) for depth in (1, 2)] == [169, 28392]


@pytest.mark.thorough
def test_leaf_counts_further():
    assert count_sequences(game.start(), 3) == 4741464


@GAMES
@pytest.mark.parametrize("size", [8, 4])
def test_the_same_games_as_in_openspiel(size, games):
    variant = ludoteca.game("havannah", size=str(size))
    play_in_lockstep(variant, f"havannah(board_size={size})", lambda _, text: text, games=games)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 10])
def test_the_same_games_on_boards_of_other_sizes(size):
    test_the_same_games_as_in_openspiel(size, FEWER_GAMES)


@GAMES
def test_the_same_games_with_a_swap(games):  # HV7; there the second player takes the cell of the first stone
    def action_of(position: Position, text: str) -> str:
        return position.last_move.text if text == "swap" else text

    variant = ludoteca.game("havannah", size="4", swap="on")
    play_in_lockstep(variant, "havannah(board_size=4,swap=True)", action_of, games=games)
