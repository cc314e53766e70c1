"""The vector environment plays by the same rules as positions do, and allocates nothing."""

# ruff: noqa: ARG002 (bots of their own kinds)

from __future__ import annotations

import pickle
import random
import sys
import tracemalloc

import numpy as np
import pytest

import ludoteca
from ludoteca.adapters.vector import NOBODY, UNFINISHED, VectorEnv
from ludoteca.bots import BadBotSpec, WrongGame
from ludoteca.games import game_names
from ludoteca.kernel.errors import IllegalMove, LudotecaError
from ludoteca.play import Variant
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


class Last:
    """A bot as docs/bots.md has it, at its shortest: no limits, and the text of a move."""

    def choose(self, position):
        return str(position.moves()[-1])


class Chancy:
    """A bot that plays by chance, made with a seed or told one."""

    def __init__(self, seed=None):
        self.chance = random.Random(seed)

    def reseed(self, seed):
        self.chance.seed(seed)

    def choose(self, position, limits):
        return self.chance.choice(position.moves())


OPPONENTS = {
    **{spec: lambda spec=spec: spec for spec in ("random", "greedy", "level1", "mcts:30", "alphabeta:40")},
    "engine": lambda: f"ugi:nodes=20:{sys.executable} -m ludoteca ugi --bot random",
    "class": lambda: Chancy,
    "object": Chancy,
    "object without chance": Last,
    "bot of ours": lambda: ludoteca.bot("easy", seed=5),
    "search of ours": lambda: ludoteca.bot("mcts:30", seed=5),
}


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_a_reset_with_a_seed_repeats_whoever_the_opponent_is(opponent):
    env = VectorEnv(ludoteca.game("gekitai"), 2, seed=3, opponent=OPPONENTS[opponent]())

    def played(seed) -> bytes:
        env.reset(seed=seed)
        seen = env.planes.tobytes()
        for _ in range(8):
            env.step(env.random_actions())
            seen += env.planes.tobytes() + env.rewards.tobytes()
        return seen

    first = played(3)
    assert played(4) != first
    assert played(3) == first
    env.close()


class Closes(Last):
    closed = 0

    def close(self):
        type(self).closed += 1


def test_what_an_environment_has_made_it_closes_and_what_it_was_given_it_leaves_alone():
    for opponent, closed in ((Closes(), 0), (Closes, 2)):
        env = VectorEnv(ludoteca.game("gekitai"), 1, seed=2, opponent=opponent)
        env.reset(seed=3)
        env.close()
        assert Closes.closed == closed


@pytest.mark.parametrize("opponent", [Last(), Last, Chancy()], ids=["object", "class", "chancy object"])
def test_a_bot_object_is_an_opponent(opponent):
    env = VectorEnv(ludoteca.game("gekitai"), 4, seed=2, opponent=opponent)
    games = 0
    for _ in range(30):
        env.step(env.random_actions())
        games += int(env.dones.sum())
    assert games > 0 and env.illegal == 0


def test_an_opponent_that_cheats_or_does_not_know_the_game_is_an_error():
    class Cheats:
        def choose(self, position):
            return "a1"

    env = VectorEnv(ludoteca.game("gekitai"), 1, seed=2, opponent=Cheats())
    with pytest.raises(IllegalMove, match="a1 is taken"):
        env.step(np.array([0]))
    with pytest.raises(WrongGame, match="dumb plays greener"):
        VectorEnv(ludoteca.game("gekitai"), 1, opponent="dumb")
    with pytest.raises(BadBotSpec, match="is not a bot"):
        VectorEnv(ludoteca.game("gekitai"), 1, opponent=7)


@pytest.mark.parametrize(
    ("variant", "opponent"),
    [
        *((VARIANTS[-1], opponent) for opponent in (None, "random", "greedy", "level1", "mcts:30", Chancy)),
        *((variant, "random") for variant in VARIANTS[-4:-1]),
    ],
    ids=lambda given: label(given) if isinstance(given, Variant) else str(given),
)
def test_an_environment_that_was_pickled_goes_on_as_it_would_have(variant, opponent):
    env = VectorEnv(variant, 3, seed=1, opponent=opponent)
    for _ in range(3):
        env.step(env.random_actions())
    again = pickle.loads(pickle.dumps(env))
    for _ in range(6):
        actions = env.random_actions()
        assert (again.random_actions() == actions).all()
        for one, other in zip(env.step(actions), again.step(actions), strict=True):
            assert (one == other).all()
    assert again.variant == variant and again.position(0) == env.position(0)


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


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_an_illegal_action_loses_and_an_action_of_minus_one_alone_waits(opponent):
    env = VectorEnv(ludoteca.game("gekitai"), 6, seed=1, opponent=opponent)
    env.step(env.random_actions())
    before, movers = str(env.position(2)), env.to_move.copy()
    taken = int(np.flatnonzero(env.masks[0] == 0)[0])
    env.step(np.array([taken, 10**6, -1, -2, -37, -(2**40)]))
    loses = np.array([True, True, False, True, True, True])
    assert env.rewards.tolist() == np.where(loses, -1, 0).tolist()
    assert env.dones.tolist() == loses.tolist()
    assert env.winners.tolist() == np.where(loses, 1 - movers, UNFINISHED).tolist()
    assert str(env.position(2)) == before
    assert env.illegal == 5


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
