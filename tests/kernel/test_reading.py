"""Readings of states: quick to read, equal to what they are read from."""

import gc

import pytest
from hypothesis import given
from strategies import reachable

from ludoteca.compiler.layouts import Reading, reading
from ludoteca.games import find_game, game_names
from ludoteca.kernel import verbs
from ludoteca.play import load_game


@pytest.mark.parametrize("name", game_names())
def test_a_reading_looks_like_the_state_it_is_read_from(name):
    variant, game = load_game(name), find_game(name)

    @given(reachable(variant))
    def compare(position):
        state = reading(position.state)
        assert game.write(state, variant.board) == game.write(position.state, variant.board)
        assert game.facts(state) == game.facts(position.state)
        assert game.appearance_of(state, variant.board) == game.appearance_of(position.state, variant.board)

    compare()


@pytest.mark.parametrize("name", game_names())
def test_compiled_functions_take_a_reading_for_a_state(name):
    position = load_game(name).start(1)
    state = reading(position.state)
    assert int(verbs.key(state)) == position.key
    assert verbs.ending(state) == verbs.ending(position.state)


def test_a_field_that_is_not_there_is_an_attribute_error():
    state = reading(load_game("gekitai").start().state)
    with pytest.raises(AttributeError, match="no field 'stomes'"):
        _ = state.stomes


@pytest.mark.parametrize("name", game_names())
def test_a_position_without_its_caches_says_the_same_again(name):
    position = load_game(name).start(1)
    before = position.moves(), str(position), position.scene()
    position.drop_caches()
    assert (position.moves(), str(position), position.scene()) == before


@pytest.mark.parametrize("name", game_names())
def test_a_reading_is_let_go_of_when_nobody_needs_it(name):
    def alive():
        gc.collect()
        return sum(issubclass(type(thing), Reading) for thing in gc.get_objects())  # isinstance would ask dead proxies

    position = load_game(name).start(1)
    before = alive()
    for _ in range(5):
        str(position)
        position.scene()
        position.drop_caches()
    assert alive() == before
