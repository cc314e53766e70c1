"""The vector environment plays by the same rules as positions do, and allocates nothing."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import ludoteca
from ludoteca.adapters.vector import NOBODY, UNFINISHED, VectorEnv
from ludoteca.games import game_names
from ludoteca.kernel.errors import LudotecaError
from ludoteca.play.encoder import Encoder

VARIANTS = [
    *(ludoteca.game(name) for name in game_names()),
    ludoteca.game("greener", size="3x3", setup="alternate"),
    ludoteca.game("mapello", map="build", bonus="owner"),
    ludoteca.game("glaisher", start="free", max_turns=9),
    ludoteca.game("gekitai", repetition="superko"),
]


def label(variant) -> str:
    return " ".join([variant.name, *(f"{name}={value}" for name, value in variant.changed_options.items())])


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_games_go_as_positions_do_move_for_move(variant):
    env, encoder = VectorEnv(variant, 3, seed=4), Encoder(variant)
    positions = [env.position(index) for index in range(3)]
    finished = 0
    for _ in range(60):
        for index, position in enumerate(positions):
            assert env.to_move[index] == position.mover
            assert (env.masks[index] == encoder.mask(position)).all()
            assert (env.planes[index] == encoder.show(position)).all()
        actions = env.random_actions()
        movers = env.to_move.copy()
        _, _, rewards, dones = env.step(actions)
        for index, position in enumerate(positions):
            after = position.play(encoder.move(position, int(actions[index])))
            assert dones[index] == (after.outcome is not None)
            if after.outcome is None:
                assert (rewards[index], env.winners[index]) == (0, UNFINISHED)
                positions[index] = after
                continue
            finished += 1
            winner = after.outcome.winner
            assert env.winners[index] == (NOBODY if winner is None else winner)
            assert rewards[index] == (0 if winner is None else 1 if winner == movers[index] else -1)
            positions[index] = env.position(index)  # the next game has begun
            assert positions[index].mover == env.to_move[index]
    assert finished > 0 or variant.name in ("squ", "glaisher", "mapello", "reversi", "greener")


def test_a_position_for_the_third_time_is_a_draw_as_in_a_match():
    variant = ludoteca.game("gekitai")
    position, env, encoder = variant.start(), VectorEnv(variant, 1, seed=1), Encoder(variant)
    chance = np.random.default_rng(2)
    while position.outcome is None or "third time" not in position.outcome.reason:
        if position.outcome is not None or position.ply > 60:
            position = variant.start()
            env.reset()
        corner = [move for move in position.moves() if str(move) in ("a1", "a2", "b1", "b2")]  # stones come and go
        move = corner[int(chance.integers(len(corner)))]
        env.step(np.array([encoder.action(position, move)]))
        position = position.play(move)
        assert env.dones[0] == (position.outcome is not None)
    assert (env.winners[0], env.rewards[0]) == (NOBODY, 0)


def test_nothing_is_allocated_by_a_step():
    env = VectorEnv(ludoteca.game("mapello"), 64, seed=1)
    actions = np.zeros(64, np.int32)
    tracemalloc.start()
    try:
        for _ in range(300):  # what Python and Numba keep for themselves is kept once
            env.step(env.random_actions(actions))
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        for _ in range(200):
            env.step(env.random_actions(actions))
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 200  # counters, not arrays: those of one step are 100,000 bytes
    assert peak - before < 2000


def test_the_arrays_are_the_same_ones_at_every_step():
    env = VectorEnv(ludoteca.game("gekitai"), 4, seed=1)
    planes, masks = env.reset()
    for _ in range(3):
        later = env.step(env.random_actions())
        assert later[0] is planes and later[1] is masks


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_the_same_seed_gives_the_same_games(opponent):
    def played() -> bytes:
        env = VectorEnv(ludoteca.game("greener"), 4, seed=9, opponent=opponent)
        seen = b""
        for _ in range(12):
            env.step(env.random_actions())
            seen += env.planes.tobytes() + env.rewards.tobytes()
        return seen

    assert played() == played()


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize("name", ["gekitai", "squ"])
def test_against_an_opponent_it_is_always_the_learners_turn_and_seats_are_swapped(name, opponent):
    env = VectorEnv(ludoteca.game(name, **({"size": 8} if name == "squ" else {})), 4, seed=2, opponent=opponent)
    assert env.to_move.tolist() == [0, 1, 0, 1]
    games = 0
    for _ in range(60):
        seats = env.to_move.copy()
        env.step(env.random_actions())
        games += int(env.dones.sum())
        assert (env.to_move == np.where(env.dones, 1 - seats, seats)).all()
        won = env.dones & (env.winners != NOBODY)
        assert (env.rewards[won] == np.where(env.winners == seats, 1, -1)[won]).all()
        assert (env.rewards[~env.dones] == 0).all()
    assert games > 0
    assert env.illegal == 0


def test_an_illegal_action_loses_and_an_action_below_zero_waits():
    env = VectorEnv(ludoteca.game("gekitai"), 3, seed=1)
    env.step(np.array([0, 0, 0]))
    before = str(env.position(2))
    env.step(np.array([0, 10**6, -1]))
    assert env.rewards.tolist() == [-1, -1, 0]
    assert env.dones.tolist() == [True, True, False]
    assert env.winners.tolist() == [0, 0, UNFINISHED]  # the second player had moved
    assert str(env.position(2)) == before
    assert env.illegal == 2


def test_planes_can_be_of_floating_point():
    env = VectorEnv(ludoteca.game("gekitai"), 2, seed=1, dtype=np.float32)
    env.step(env.random_actions())
    assert env.planes.dtype == np.float32
    assert (env.planes[0] == Encoder(env.variant).show(env.position(0))).all()


def test_there_is_at_least_one_game():
    with pytest.raises(LudotecaError, match="at least one game"):
        VectorEnv(ludoteca.game("gekitai"), 0)


def test_an_action_too_large_for_32_bits_stays_illegal():
    env = VectorEnv(ludoteca.game("gekitai"), 8, seed=1)
    env.reset()
    env.step(env.random_actions().astype(np.int64) + 2**32)
    assert env.illegal == 8


def test_a_bot_that_cannot_know_of_superko_never_breaks_it():
    env = VectorEnv(ludoteca.game("gekitai", repetition="superko"), 16, seed=1, opponent="easy")
    env.reset()
    for _ in range(120):
        env.step(env.random_actions())
    assert env.illegal == 0


def test_a_random_opponent_keeps_to_superko():
    variant = ludoteca.game("gekitai", repetition="superko")
    env = VectorEnv(variant, 16, seed=1, opponent="random")
    for _ in range(150):
        env.step(env.random_actions())
        for row, plies in zip(env._keys, env._plies, strict=True):
            seen = row[: plies + 1].tolist()
            assert len(set(seen)) == len(seen)
