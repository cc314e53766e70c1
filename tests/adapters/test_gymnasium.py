"""Gymnasium's own check passes for every game, and bots of any kind are opponents."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludoteca.adapters.gymnasium import BotEnv, registered_name
from ludoteca.bots import WrongGame
from ludoteca.games import game_names
from ludoteca.kernel.errors import LudotecaError


@pytest.mark.parametrize("game", game_names())
def test_the_environment_check_passes_without_a_warning(game):
    env = gymnasium.make(registered_name(game), disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize("game", game_names())
def test_a_random_agent_plays_whole_games_from_either_seat(game):
    env = gymnasium.make(registered_name(game), opponent="greedy" if game == "gekitai" else "random")
    seats = set()
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        seats.add(info["seat"])
        ended = False
        while not ended:
            action = env.action_space.sample(mask=observation["action_mask"])
            observation, reward, ended, _, info = env.step(action)
            assert reward in (-1, 0, 1)
        assert info["reason"]
        assert not observation["action_mask"].any()
    assert seats == {0, 1}


def test_the_names_have_versions():
    assert [registered_name(name) for name in ("gekitai", "squ")] == ["ludoteca/Gekitai-v0", "ludoteca/SQU-v0"]
    assert registered_name("reversi") in gymnasium.registry


def test_an_illegal_action_loses_and_says_why():
    env = BotEnv("gekitai", seat=0)
    env.reset(seed=1)
    taken = np.flatnonzero(env.step(0)[0]["action_mask"] == 0)
    _, reward, ended, _, info = env.step(int(taken[0]))
    assert (reward, ended) == (-1.0, True)
    assert "not legal" in info["illegal_action"]


def test_a_chosen_seat_is_kept():
    env = BotEnv("greener", seat=1, size="3x3")
    for seed in range(5):
        _, info = env.reset(seed=seed)
        assert info["seat"] == 1
        assert env.position.mover == 1


def test_one_seed_gives_one_game():
    def played() -> list[str]:
        env = BotEnv("greener", opponent="greedy")
        observation, info = env.reset(seed=7)
        texts = [info["position"]]
        for _ in range(5):
            observation, _, ended, _, info = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
            texts.append(info["position"])
            if ended:
                break
        return texts

    assert played() == played()


def test_wrong_arguments_are_named():
    with pytest.raises(LudotecaError, match="a seat is 0, 1"):
        BotEnv("gekitai", seat=2)
    with pytest.raises(WrongGame):
        BotEnv("gekitai", opponent="classic1")
