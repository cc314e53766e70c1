"""Breakthrough."""

from __future__ import annotations

import numpy as np
import pytest
from games.lockstep import GAMES, play_in_lockstep

import ludoteca
from ludoteca.errors import IllegalMove
from ludoteca.kernel import has, verbs
from ludoteca.play.perft import count_sequences

breakthrough = ludoteca.game("breakthrough")


def test_leaf_counts():
    counts = [count_sequences(breakthrough.start(), depth) for depth in range(1, 6)]
    assert counts == [22, 484, 11132, 256036, 6182818]


@pytest.mark.parametrize("size", [6, 7])
def test_smaller_boards_have_two_rows_of_men_each(size):  # BT1
    start = ludoteca.game("breakthrough", size=f"{size}x{size}").start()
    rows = ["b" * size] * 2 + ["." * size] * (size - 4) + ["w" * size] * 2
    assert str(start) == f"{'/'.join(rows)} w"
    assert len(start.moves()) == 3 * size - 2


def test_a_man_steps_ahead_straight_or_diagonally_but_takes_only_diagonally():  # BT2, BT3
    at = breakthrough.position("......../......../......../......../..bbb.../...w..../......../........ w")
    assert [str(move) for move in at.moves()] == ["d3-c4", "d3-e4"]
    with pytest.raises(IllegalMove, match="a man takes diagonally ahead, not straight ahead"):
        at.play("d3-d4")
    assert str(at.play("d3-c4")) == "......../......../......../......../..wbb.../......../......../........ b"


def test_own_men_are_in_the_way():  # BT2, BT3
    at = breakthrough.position("b......./......../......../......../..www.../...w..../......../........ w")
    assert not any(str(move).startswith("d3") for move in at.moves())


def test_the_far_row_wins():  # BT4
    at = breakthrough.position("......../.w....../......../......../......../......../......b./w....... b")
    at = at.play("g2-g1")
    assert at.outcome is not None and at.outcome.winner == 1
    assert at.outcome.reason == "Black has reached the far row"


def test_on_a_small_board_its_own_far_row_wins():  # BT1, BT4
    at = ludoteca.game("breakthrough", size="6x6").position("....../..w.../....../....../b...../...... w")
    assert at.play("c5-c6").outcome.winner == 0


def test_a_capture_is_written_with_an_x_and_read_with_either():
    at = breakthrough.position("......../......../......../....b.../...w..../......../......../........ w")
    assert [at.written(at.named(text)) for text in ("d4-e5", "d4-d5")] == ["d4xe5", "d4-d5"]
    assert at.play("d4xe5") == at.play("d4-e5")


def test_taking_the_last_man_wins():  # BT5
    at = breakthrough.position("......../......../......../....b.../...w..../......../......../........ w")
    outcome = at.play("d4-e5").outcome
    assert (outcome.winner, outcome.reason) == (0, "Black has no men left")


def test_a_man_on_the_far_row_has_a_finite_worth():
    end = breakthrough.position("......../...w..../......../....b.../......../......../......../........ w").play(
        "d7-d8"
    )
    assert np.isfinite(verbs.evaluate(end.state))


@GAMES
@pytest.mark.parametrize("size", [8, 7, 6])
def test_in_lockstep_with_openspiel(size, games):  # where the first player moves down the board
    variant = ludoteca.game("breakthrough", size=f"{size}x{size}")

    def action_of(here, text):
        takes = has(here.state.men[1 - here.mover], variant.board.number[text.split("-")[1]])
        turned = (letter if letter.isalpha() else str(size + 1 - int(letter)) for letter in text.replace("-", ""))
        return "".join(turned) + "*" * takes

    play_in_lockstep(variant, f"breakthrough(rows={size},columns={size})", action_of, games=games)
