"""Games by name and options, whatever the options are called."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace

import numpy as np
import pytest
from toys import wander

import ludoteca
from ludoteca.compiler.layouts import copied
from ludoteca.errors import IllegalMove, UnknownName, UnreadableMove
from ludoteca.games import game_names
from ludoteca.play import Variant


@pytest.mark.parametrize("name", ["name", "self", "game", "options"])
def test_an_option_that_is_called_like_a_parameter_is_unknown_like_any_other(name):
    with pytest.raises(UnknownName, match=f"gekitai has no option called '{name}'"):
        ludoteca.game("gekitai", **{name: "x"})


def played(variant, plies, seed=1):
    """A position some random moves into a game."""
    position, chance = variant.start(seed), random.Random(seed)
    for _ in range(plies):
        if position.outcome is not None:
            break
        position = position.play(chance.choice(position.moves()))
    return position


VARIANTS = [
    *map(ludoteca.game, game_names()),
    ludoteca.game("greener", size="3x3", counts="3,3,3"),
    ludoteca.game("glaisher", start="free", max_turns=9),
    ludoteca.game("gekitai", repetition="superko"),
    wander(),
]


@pytest.mark.parametrize("copied", [lambda thing: pickle.loads(pickle.dumps(thing)), copy.deepcopy])
@pytest.mark.parametrize("variant", VARIANTS, ids=repr)
def test_a_position_that_was_pickled_is_the_same_with_its_game(variant, copied):
    position = played(variant, 12)
    again = copied(position)
    assert again == position and again.variant == variant and again.key == position.key
    assert (again.ply, again.repetitions, again.outcome) == (position.ply, position.repetitions, position.outcome)
    assert [str(earlier) for earlier in again.line()] == [str(earlier) for earlier in position.line()]
    assert again.moves() == position.moves()
    if position.outcome is None:
        move = position.moves()[-1]
        assert again.play(move) == position.play(move)


def test_a_long_game_can_be_pickled_without_a_deep_stack():
    position = ludoteca.game("gekitai", repetition="off").start()
    chance = random.Random(1)
    while position.ply < 400:  # stones that push each other off the board
        after = position.play(chance.choice(position.moves()))
        position = after if after.outcome is None else list(position.line())[min(4, position.ply)]
    assert pickle.loads(pickle.dumps(position)).ply == 400


def test_a_game_that_no_other_process_could_find_is_not_pickled():
    lost = Variant(replace(wander().game, name="lost"))
    with pytest.raises(pickle.PicklingError, match="neither installed nor a name"):
        pickle.dumps(lost.start(1))


def test_a_position_after_a_code_is_that_after_the_move():
    position = ludoteca.game("gekitai").start().play("c3")
    move = position.moves()[7]
    assert position.after(move.code) == position.play(move) and position.after(move.code).last_move == move
    with pytest.raises(IllegalMove, match="not the code of a legal move"):
        position.after(position.previous.named("c3").code)


def test_copies_of_a_state_have_nothing_in_their_padding():
    state = ludoteca.game("gekitai").start().state
    used = np.full(state.nbytes, 255, np.uint8).view(state.dtype)  # memory that something else has been in
    for field in state.dtype.names:
        used[0][field] = state[field]
    assert used[0].tobytes() != state.tobytes() == copied(used[0]).tobytes()


@pytest.mark.parametrize("given", [5, None, b"c3"])
def test_what_is_no_move_is_refused_in_a_sentence(given):
    with pytest.raises(UnreadableMove, match="is not a move; give its text"):
        ludoteca.game("gekitai").start().play(given)


def test_whose_pieces_begin_at_the_upper_edge_sits_there():
    found = {name: ludoteca.game(name).far_player for name in game_names()}
    second = ("amazons", "breakthrough", "chess", "kalah", "oware")
    assert {name: player for name, player in found.items() if player is not None} == dict.fromkeys(second, 1) | {
        "draughts": 0
    }
    small = ludoteca.game("greener", size="3x3")  # set up by chance
    assert small.far_player is None
