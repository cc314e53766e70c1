"""OpenSpiel's own simulation tests pass for every game, and its algorithms play them."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import ludoteca
from ludoteca.adapters import openspiel
from ludoteca.bots import Limits
from ludoteca.games import game_names

STRINGS = [
    *(f"ludoteca_{name}" for name in game_names()),
    "ludoteca_greener(setup=alternate,size=3x3)",
    "ludoteca_mapello(map=random)",
    "ludoteca_squ(size=8)",
    "ludoteca_glaisher(reserve=-1,max_turns=9)",
]


@pytest.mark.parametrize("text", STRINGS)
def test_the_random_simulation_test_passes(text):
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("text", ["ludoteca_gekitai", "ludoteca_greener(size=3x3)"])
def test_states_are_serialised_and_come_back(text):
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", game_names())
def test_states_say_what_positions_say(name):
    game = pyspiel.load_game(f"ludoteca_{name}")
    state, chance = game.new_initial_state(), np.random.default_rng(3)
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        state.apply_action(7)
    position = ludoteca.game(name).start(7)
    for _ in range(30):
        if state.is_terminal():
            break
        assert str(state) == str(position)
        assert state.current_player() == position.mover
        legal = state.legal_actions()
        texts = {state.action_to_string(action) for action in legal}
        assert texts == {str(move) for move in position.moves()}
        action = int(chance.choice(legal))
        position = position.play(state.action_to_string(action))
        state.apply_action(action)


def test_random_setups_are_chance_and_fixed_ones_are_not():
    kinds = pyspiel.GameType.ChanceMode
    assert pyspiel.load_game("ludoteca_greener").get_type().chance_mode == kinds.EXPLICIT_STOCHASTIC
    assert pyspiel.load_game("ludoteca_greener(setup=alternate)").get_type().chance_mode == kinds.DETERMINISTIC
    assert pyspiel.load_game("ludoteca_gekitai").new_initial_state().is_chance_node() is False


def test_the_observation_is_the_planes():
    game = pyspiel.load_game("ludoteca_gekitai")
    state = game.new_initial_state()
    state.apply_action(0)
    planes = openspiel.Encoder(game.variant).show(state.position, 1)
    assert (np.array(state.observation_tensor(1)).reshape(planes.shape) == planes).all()


def test_copies_do_not_change_each_other():
    state = pyspiel.load_game("ludoteca_gekitai").new_initial_state()
    other = state.clone()
    other.apply_action(0)
    assert str(state) != str(other)
    assert len(state.legal_actions()) == 36


def test_its_monte_carlo_search_plays_ours():
    game = pyspiel.load_game("ludoteca_gekitai")
    chance = np.random.RandomState(1)
    theirs = mcts.MCTSBot(game, 1.4, 2, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    ours = ludoteca.bot("mcts:2000", seed=1)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(theirs.step(state))
        else:
            position = state.position
            move = ours.choose(position, Limits(nodes=2000))
            state.apply_action(openspiel.Encoder(game.variant).action(position, move))
    assert state.returns() == [-1.0, 1.0]  # 2,000 playouts against 2
