"""The board for notebooks: clicks and typed moves play, buttons step, and an opponent answers."""

from __future__ import annotations

import pytest

import ludoteca
from ludoteca.adapters.notebook import Board
from ludoteca.bots import WrongGame

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the Jupyter libraries themselves


def test_a_click_plays_and_steps_go_through_the_moves():
    board = Board("gekitai")
    assert len(board.shown["targets"]) == 36 and board.shown["words"] == "Red to move"
    for cell in ("c3", "d4"):
        board.answer({"pick": cell})
    assert (board.shown["at"], board.shown["last"]) == (2, 2)
    assert board.shown["svg"] == board.position._repr_svg_()
    board.answer({"step": -1})
    assert str(board.position.last_move) == "c3" and board.shown["last"] == 2
    board.answer({"pick": "a1"})  # replaces d4
    assert [str(each.last_move) for each in board.line[1:]] == ["c3", "a1"]
    board.answer({"step": -1_000_000})
    assert board.position.previous is None


def test_a_move_of_several_picks_is_made_pick_by_pick():
    board = Board(ludoteca.game("breakthrough"))
    board.answer({"pick": "b2"})
    assert sorted(board.shown["targets"]) == ["a3", "b3", "c3"] and board.shown["at"] == 0
    board.answer({"pick": "b3"})
    assert str(board.position.last_move) == "b2-b3" and board.picked == []


def test_what_is_not_legal_says_why_and_begins_again():
    board = Board("breakthrough")
    for cell in ("b2", "b5"):
        board.answer({"pick": cell})
    assert "b5" in board.shown["words"] and board.picked == [] and board.shown["at"] == 0
    board.answer({"typed": "nonsense"})
    assert "nonsense" in board.shown["words"]
    board.answer({"typed": "b2b3"})
    assert board.shown["at"] == 1


def test_choices_that_are_no_cells_are_offered_by_name():
    board = Board(ludoteca.game("go").start().play("c3"))
    assert [name for name, _ in board.shown["choices"]] == ["pass"] and board.shown["at"] == 1
    board.answer({"pick": "pass"})
    assert str(board.position.last_move) == "pass"


def test_an_opponent_answers():
    board = Board("gekitai", opponent="greedy", seed=1)
    board.answer({"pick": "c3"})
    assert board.shown["at"] == 2 and board.position.mover == board.seat == 0
    with pytest.raises(WrongGame):
        Board("gekitai", opponent="classic1")
