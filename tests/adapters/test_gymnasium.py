"""Gymnasium's own check passes for every game, and bots of any kind are opponents."""

from __future__ import annotations

import copy
import os
import pickle
import random
import sys

import gymnasium
import numpy as np
import pytest
from example_games import FOLDER
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

import ludoteca
from ludoteca.adapters.gymnasium import BotEnv, ids, registered_name
from ludoteca.adapters.vector import UNFINISHED
from ludoteca.bots import WrongGame
from ludoteca.errors import LudotecaError
from ludoteca.games import game_names


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
        ended = cut = False
        while not (ended or cut):
            action = env.action_space.sample(mask=observation["action_mask"])
            observation, reward, ended, cut, info = env.step(action)
            assert reward in (-1, 0, 1)
        assert info["reason"]
        assert not observation["action_mask"].any()
    assert seats == {0, 1}


def test_the_names_have_versions():
    assert [registered_name(name) for name in ("gekitai", "squ")] == ["ludoteca/Gekitai-v1", "ludoteca/SQU-v1"]
    assert registered_name("reversi") in gymnasium.registry


def test_an_illegal_action_loses_and_says_why():
    env = BotEnv("gekitai", seat=0)
    env.reset(seed=1)
    taken = np.flatnonzero(env.step(0)[0]["action_mask"] == 0)
    _, reward, ended, _, info = env.step(int(taken[0]))
    assert (reward, ended) == (-1.0, True)
    assert "not legal" in info["illegal_action"]


def test_a_game_that_lasts_as_long_as_games_may_is_truncated():
    env = BotEnv("gekitai", seat=0)
    env.variant.longest = 4
    observation, _ = env.reset(seed=1)
    observation, *results, _ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert results == [0.0, False, False]
    observation, *results, info = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert results == [0.0, False, True] and info["reason"] == "the game has lasted 4 moves"
    assert not observation["action_mask"].any()


class InTheCorner:
    """Comes back to where it was: stones in a corner push each other off the board."""

    def __init__(self):
        self.chance = random.Random(2)

    def choose(self, position):
        return self.chance.choice([move for move in position.moves() if str(move) in ("a1", "a2", "b1", "b2")])


def test_a_position_for_the_third_time_ends_a_game_by_the_rules():
    env, learner = BotEnv("gekitai", opponent=InTheCorner), InTheCorner()
    reasons = set()
    for seed in range(200):
        env.reset(seed=seed)
        ended = False
        while not ended:
            action = env.encoder.action(env.position, learner.choose(env.position))
            _, reward, ended, cut, info = env.step(action)
            assert not cut
        reasons.add((info["reason"], reward))
        if ("the same position for the third time", 0.0) in reasons:
            return
    raise AssertionError(reasons)


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


class Last:
    """A bot as docs/bots.md has it, at its shortest: no limits, and the text of a move."""

    def __init__(self):
        self.asked = 0

    def choose(self, position):
        self.asked += 1
        return str(position.moves()[-1])


class Chancy:
    """A bot that plays by chance, made with a seed or told one."""

    def __init__(self, seed=None):
        self.chance = random.Random(seed)

    def reseed(self, seed):
        self.chance.seed(seed)

    def choose(self, position):
        return self.chance.choice(position.moves())


@pytest.mark.parametrize("opponent", [Last, Last()], ids=["class", "object"])
def test_a_bot_object_is_an_opponent_of_an_environment_made_by_name(opponent):
    env = gymnasium.make("ludoteca/Gekitai-v1", opponent=opponent, seat=0)
    env.reset(seed=1)
    env.step(0)
    assert str(env.unwrapped.position.previous.play("f6")) == str(env.unwrapped.position)
    bot = env.unwrapped.bot.inner
    assert bot.asked == 1 and (opponent is Last or bot is opponent)  # which may learn meanwhile: never a copy of it


@pytest.mark.parametrize(
    "opponent",
    ["random", "level1", "mcts:30", Chancy, Chancy()],
    ids=["random", "level", "search", "class", "object"],
)
def test_a_reset_with_a_seed_repeats_whoever_the_opponent_is(opponent):
    env = BotEnv("gekitai", opponent=opponent)

    def played(seed) -> list[str]:
        env.reset(seed=seed)
        while env.position.ply < 8 and env.position.outcome is None:
            env.step(int(np.flatnonzero(env.action_masks())[-1]))
        return [str(position) for position in env.position.line()]

    first = played(7)
    assert played(8) != first
    assert played(7) == first


def test_the_masks_are_there_as_maskable_ppo_asks_for_them():
    env = gymnasium.make("ludoteca/Gekitai-v1", opponent="greedy")
    observation, _ = env.reset(seed=1)
    ended = False
    while not ended:
        masks = env.get_wrapper_attr("action_masks")()  # as a vector environment of Stable-Baselines3 calls it
        assert masks.dtype == np.bool_ and masks.shape == (env.action_space.n,)
        assert (masks == observation["action_mask"].astype(bool)).all()
        observation, _, ended, _, _ = env.step(int(np.flatnonzero(masks)[-1]))
    assert not env.get_wrapper_attr("action_masks")().any()


def test_an_unknown_argument_is_a_type_error_as_torchrl_expects_it():
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'; the options of squ are: ") as refused:
        gymnasium.make("ludoteca/SQU-v1", frameskip=1)
    assert isinstance(refused.value, LudotecaError)


@pytest.mark.parametrize("copied", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy], ids=["pickle", "copy"])
@pytest.mark.parametrize("opponent", ["random", "greedy", "level1", Last])
def test_an_environment_that_was_pickled_or_copied_goes_on_as_it_would_have(opponent, copied):
    env = gymnasium.make("ludoteca/Gekitai-v1", opponent=opponent, double_win="mover")
    env.reset(seed=5)
    again = copied(env)
    for _ in range(9):
        action = int(np.flatnonzero(env.unwrapped.action_masks())[-1])
        (seen, *told), (seen_again, *told_again) = env.step(action), again.step(action)
        assert told == told_again
        assert (seen["observation"] == seen_again["observation"]).all()
        if told[1]:
            env.reset(), again.reset()


def test_an_engine_that_is_the_opponent_ends_with_the_environment():
    env = BotEnv("gekitai", opponent=f"ugi:nodes=20:{sys.executable} -m ludoteca ugi", seat=1)
    env.reset(seed=1)
    engine = env.bot.process
    again = pickle.loads(pickle.dumps(env))
    assert again.bot.process is None  # it starts when it is needed
    env.close()
    with pytest.raises(ProcessLookupError):
        os.kill(engine.pid, 0)


def test_wrong_arguments_are_named():
    with pytest.raises(LudotecaError, match="a seat is 0, 1"):
        BotEnv("gekitai", seat=2)
    with pytest.raises(WrongGame):
        BotEnv("gekitai", opponent="classic1")


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_gymnasiums_own_wrappers_take_many_games_at_once(mode):
    env = gymnasium.make_vec("ludoteca/Gekitai-v1", num_envs=6, opponent="greedy", autoreset_mode=mode)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    wrapped = RecordEpisodeStatistics(env, buffer_length=1000)
    observation, info = wrapped.reset(seed=3)
    ends, lengths, has_ended = 0, np.zeros(6, int), np.zeros(6, bool)
    counted = []
    for _ in range(40):
        assert env.observation_space.contains(observation)
        assert (info["seat"] == np.where(observation["observation"][:, -1, 0, 0] == 1, 0, 1)).all()
        actions = env.unwrapped.games.random_actions().astype(np.int64)
        assert env.action_space.contains(actions)
        observation, rewards, terminations, truncations, info = wrapped.step(actions)
        lengths += ~has_ended if mode == "NextStep" else 1
        assert (rewards[has_ended] == 0).all()
        dones = terminations | truncations
        ends += int(dones.sum())
        counted += lengths[dones].tolist()
        lengths[dones] = 0
        if dones.any():
            told = info if mode == "NextStep" else info["final_info"]
            assert (told["winner"][dones] != UNFINISHED).all() and not told["illegal"].any()
            last = (
                observation["action_mask"][dones] if mode == "NextStep" else info["final_obs"][dones][0]["action_mask"]
            )
            assert last.all() if mode == "NextStep" else not last.any()
        has_ended = dones if mode == "NextStep" else has_ended
    assert wrapped.episode_count == ends > 6
    assert list(wrapped.length_queue) == counted
    wrapped.close()


def test_observations_of_many_games_can_be_transformed_by_gymnasiums_wrappers():
    env = FlattenObservation(gymnasium.make_vec("ludoteca/Gekitai-v1", num_envs=3, seat=1, render_mode="ansi"))
    observation, info = env.reset(seed=1)
    assert observation.shape == (3, 36 + 4 * 36) and info["seat"].tolist() == [1, 1, 1]
    assert len(env.render()) == 3 and "a" in env.render()[0]
    assert (env.unwrapped.action_masks().sum(axis=1) == env.unwrapped.games.counts).all()


def test_games_that_nobody_resets_stay_as_they_ended():
    """As TorchRL wants it: it says itself which rows begin anew, those that still run among them."""
    env = gymnasium.make_vec("ludoteca/Gekitai-v1", num_envs=6, opponent="greedy", autoreset_mode="Disabled")
    assert env.autoreset_mode is AutoresetMode.DISABLED
    seen, _ = env.reset(seed=3)
    ended = np.zeros(6, bool)
    while not ended.any():
        seen, rewards, terminations, truncations, info = env.step(masked(seen))
        ended = terminations | truncations
    assert (info["winner"][ended] != UNFINISHED).all() and not ended.all() and seen["action_mask"][ended].all()
    assert (env.action_masks() == seen["action_mask"]).all()
    before, (seen, rewards, terminations, _, info) = seen, env.step(masked(seen))
    assert terminations[ended].all() and not rewards[ended].any(), "it has ended, and is not won a second time"
    assert (seen["observation"][ended] == before["observation"][ended]).all()
    assert (seen["observation"][~ended] != before["observation"][~ended]).any()
    over, running = np.flatnonzero(terminations)[0], np.flatnonzero(~terminations)[0]
    fresh, _ = env.reset(options={"reset_mask": np.isin(np.arange(6), (over, running))})
    stones = fresh["observation"][:, :2].sum(axis=(1, 2, 3))
    assert stones[over] <= 1 and stones[running] <= 1, "both begin anew"
    others = np.setdiff1d(np.arange(6), (over, running))
    assert (fresh["observation"][others] == seen["observation"][others]).all(), "the others go on"
    assert not env.step(masked(fresh))[2][[over, running]].any()


def masked(seen):
    """Any action that the mask of each row allows."""
    return np.array([np.random.default_rng(1).choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])


def test_one_seed_gives_the_same_games_in_every_row():
    env = gymnasium.make_vec("ludoteca/Greener-v1", num_envs=3, size="3x3")

    def played() -> bytes:
        seen = env.reset(seed=5)[0]["observation"].tobytes()
        for _ in range(6):
            seen += env.step(env.unwrapped.games.random_actions())[0]["observation"].tobytes()
        return seen

    assert played() == played()


def test_a_game_is_named_by_its_file_or_given_as_a_variant():
    by_file = BotEnv(str(FOLDER / "hexapawn.py"))
    assert by_file.reset(seed=1)[1]["position"] and "hexapawn" in repr(by_file) == str(by_file)
    given = BotEnv(ludoteca.game("greener", size="9x9"))
    assert given.variant.changed_options == {"size": "9x9"}
    with pytest.raises(TypeError, match="a variant has its options already"):
        BotEnv(ludoteca.game("greener"), size="9x9")


OURS = ("gekitai", "reversi")


def test_all_ids_are_listed():
    assert set(map(registered_name, OURS)) <= set(ids()) <= set(gymnasium.registry)
