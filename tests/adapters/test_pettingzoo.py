"""PettingZoo's own suites pass for every game, and what agents see is what positions say."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import ludoteca
from ludoteca.adapters import pettingzoo
from ludoteca.errors import UnknownName
from ludoteca.games import game_names

# PettingZoo suspects every observation that is neither a box nor a number, its own masks included
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("game", game_names())
def test_the_api_test_passes(game, capsys):
    api_test(getattr(pettingzoo, f"{game}_v1").env(), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("game", game_names())
def test_the_seed_test_passes(game):
    seed_test(getattr(pettingzoo, f"{game}_v1").env, num_cycles=30)


@pytest.mark.parametrize("game", game_names())
def test_the_render_test_passes(game):
    render_test(getattr(pettingzoo, f"{game}_v1").env)


@pytest.mark.parametrize(
    ("game", "options"),
    [("greener", {"size": "3x3", "setup": "alternate"}), ("mapello", {"map": "build"}), ("squ", {"size": 8})],
)
def test_options_are_given_by_name_and_games_are_played_to_their_end(game, options):
    env = pettingzoo.env(game, **options)
    env.reset(seed=3)
    chance = np.random.default_rng(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if ended or cut else int(chance.choice(legal)))
    assert sum(total.values()) == 0
    assert env.unwrapped.position.outcome is not None


def test_only_the_agent_to_move_may_do_something():
    env = pettingzoo.env("gekitai")
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    assert env.observe("player_0")["action_mask"].sum() == 36
    assert env.observe("player_1")["action_mask"].sum() == 0


def test_an_illegal_action_loses():
    env = pettingzoo.env("gekitai")
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.terminations.values())


def test_a_game_that_lasts_as_long_as_games_may_is_truncated_for_both():
    env = pettingzoo.env("gekitai")
    env.unwrapped.variant.longest = 3
    env.reset(seed=1)
    for action in (0, 3, 21):
        assert not any(env.truncations.values())
        env.step(action)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.rewards == {"player_0": 0, "player_1": 0}
    assert env.infos["player_0"]["reason"] == "the game has lasted 3 moves"


def test_an_unknown_name_lists_those_that_exist():
    with pytest.raises(AttributeError, match=r"no environment 'backgammon_v1'; available: amazons_v1, breakthrough_v1"):
        pettingzoo.backgammon_v1  # noqa: B018
    with pytest.raises(UnknownName, match="render mode"):
        pettingzoo.env("gekitai", render_mode="film")


def test_text_is_the_diagram_of_the_position():
    env = pettingzoo.gekitai_v1.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == ludoteca.game("gekitai").start().board()


def test_an_environment_and_its_maker_can_be_pickled():
    make = pickle.loads(pickle.dumps(pettingzoo.gekitai_v1.env))
    env = make(double_win="mover")
    env.reset(seed=1)
    env.step(14)
    again = pickle.loads(pickle.dumps(env))
    env.step(15)
    again.step(15)
    assert again.unwrapped.position == env.unwrapped.position and again.unwrapped.variant == env.unwrapped.variant


def test_an_unknown_option_is_a_type_error_too():
    with pytest.raises(TypeError, match="unexpected keyword argument 'size'; the options of gekitai are: "):
        pettingzoo.env("gekitai", size=9)
