"""What cannot be declared is refused by name, where it is declared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from broken_games import GAME

from ludoteca.errors import BadDeclaration
from ludoteca.kernel import Count, Phase, Ruling, State, compiled, new_state

TIES = Ruling("Who wins a tie.", first="the first player", draw="nobody")


@compiled
def is_drawn(ties):
    """Whether a tie is a draw."""
    return ties == TIES.draw


def test_rules_call_the_values_of_a_ruling_by_name():
    assert (TIES.first, TIES.draw) == (0, 1)
    assert [is_drawn(ties) for ties in range(2)] == [is_drawn.py_func(ties) for ties in range(2)] == [False, True]
    with pytest.raises(AttributeError, match=r"^no value is called second; the values are first, draw$"):
        _ = TIES.second


def test_a_value_cannot_have_the_name_of_something_else():
    with pytest.raises(BadDeclaration, match="a value of a ruling cannot be called values; choose another name"):
        Ruling("Who wins a tie.", "first", "values")
    with pytest.raises(BadDeclaration, match="a phase cannot be called layout; choose another name"):
        Phase({"layout": "arrange the pieces"})


@pytest.mark.parametrize("name", ["size", "shape", "T", "data", "item", "max", "round", "flat"])
def test_a_field_that_numpy_takes_for_its_own_is_refused(name):
    with pytest.raises(BadDeclaration, match=f"a field cannot be called {name}: in plain Python state.{name} is NumPy"):
        State(**{name: Count(0, 9)})


def test_every_field_that_is_not_refused_can_be_read():
    refused = {name for name in dir(np.record) if name.isidentifier()}
    for name in {*refused, "stones", "walls", "height"}:
        try:
            state = new_state(State(**{name: Count(0, 9)}).layout)
        except BadDeclaration:
            continue
        state[name] = 7
        assert getattr(state, name) == 7, name


def test_the_mover_is_there_already():
    with pytest.raises(BadDeclaration, match="every state has the field mover already"):
        State(mover=Count(0, 1))


def test_a_game_has_moves():
    with pytest.raises(BadDeclaration, match="most_moves of Broken cannot be 0"):
        replace(GAME, most_moves=0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"surface": "ice"}, "no surface is called 'ice'; the surfaces are wood, walnut, felt"),
        ({"difficulty": "fiendish"}, "no difficulty is called 'fiendish'; the difficulties are easy, medium, hard"),
        ({"minutes": -5}, "minutes of Broken cannot be -5"),
    ],
)
def test_what_a_shelf_shows_is_checked(wrong, said):
    with pytest.raises(BadDeclaration, match=said):
        replace(GAME, **wrong)
