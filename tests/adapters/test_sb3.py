"""Stable-Baselines3's algorithms and wrappers take our environment; `make thorough` installs what this needs."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

import ludoteca
from ludoteca.adapters.vector import VectorEnv
from ludoteca.errors import LudotecaError

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="needs sb3-contrib: pip install '.[sb3]'"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of PyTorch and Stable-Baselines3 themselves
]


def new_env(game="gekitai", rows=8, **given):
    from ludoteca.adapters.sb3 import VecEnv

    return VecEnv(game, rows, seed=1, **given)


def test_steps_are_those_of_the_vector_environment_and_stay_as_they_were():
    env, games = new_env(opponent="greedy"), VectorEnv(ludoteca.game("gekitai"), 8, seed=1, opponent="greedy")
    first = env.reset()
    games.reset()
    assert first.dtype == np.float32 and (first == games.planes).all()
    ended = 0
    for _ in range(60):
        actions = games.random_actions()
        kept = first.copy()
        seen, rewards, dones, infos = env.step(actions)
        games.step(actions)
        assert (first == kept).all() and not np.shares_memory(seen, env.games.planes)
        assert (seen == games.planes).all() and (rewards == games.rewards).all() and (dones == games.dones).all()
        assert seen[0] in env.observation_space
        for row, info in enumerate(infos):
            assert bool(info) == games.dones[row]
            if info:
                assert (info["terminal_observation"] == games.final_planes[row]).all()
                assert info["TimeLimit.truncated"] == games.truncations[row]
                assert info["episode"]["r"] == games.rewards[row] and info["episode"]["l"] > 1
                ended += 1
        first = seen
    assert ended > 8


def test_the_length_of_an_episode_counts_the_learners_actions():
    env = new_env(rows=2, seat=0)
    env.games.variant.longest = 6  # three for each
    env = new_env(env.games.variant, rows=2, seat=0)
    env.reset()
    for number in range(1, 7):
        *_, dones, infos = env.step(env.games.random_actions())
        for done, info in zip(dones, infos, strict=True):
            assert not done or (info["episode"]["l"] == 3 and info["TimeLimit.truncated"])
            assert done == (number % 3 == 0)


def test_maskable_ppo_finds_the_masks():
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.vec_env import VecNormalize

    env = new_env(rows=3)
    assert is_masking_supported(env) and is_masking_supported(VecNormalize(env))
    masks = get_action_masks(VecNormalize(env))
    assert masks.dtype == np.bool_ and (masks == env.games.masks).all()
    assert (env.env_method("action_masks", indices=2)[0] == masks[2]).all()


def test_a_seed_repeats_games():
    env = new_env("greener", opponent="random", size="3x3")
    env.seed(7)
    first = env.reset()
    assert not (env.reset() == first).all()
    env.seed(7)
    assert (env.reset() == first).all()


def test_maskable_ppo_learns_and_never_plays_an_illegal_action():
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    env = new_env(rows=16)
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=128, n_epochs=1, seed=1, device="cpu").learn(512)
    assert env.games.illegal == 0 and len(model.ep_info_buffer) > 16
    rewards, lengths = evaluate_policy(model, env, n_eval_episodes=20, return_episode_rewards=True)
    assert set(rewards) <= {-1, 0, 1} and min(lengths) > 1


@pytest.mark.parametrize("normalised", [False, True])
def test_the_wrappers_of_stable_baselines_take_it(normalised):
    from stable_baselines3 import A2C
    from stable_baselines3.common.vec_env import VecFrameStack, VecNormalize

    env = new_env(rows=4)
    env = VecNormalize(env) if normalised else VecFrameStack(env, 2, channels_order="first")
    A2C("MlpPolicy", env, n_steps=4, device="cpu").learn(64)  # without masks: an illegal action loses
    env.close()


def test_pixels_of_every_row():
    env = new_env(rows=2, render_mode="rgb_array")
    (first, _), (height, width, _) = env.get_images(), env.render().shape
    assert first.dtype == np.uint8 and height * width >= 2 * first.shape[0] * first.shape[1]


def test_rows_have_no_attributes_of_their_own():
    with pytest.raises(LudotecaError, match="all rows share"):
        new_env(rows=2).set_attr("render_mode", "rgb_array")
