"""The vector environment plays by the same rules as positions do, and allocates nothing."""

# ruff: noqa: ARG002 (bots of their own kinds)

from __future__ import annotations

import pickle
import random
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import ludoteca
from ludoteca.adapters.vector import NOBODY, UNFINISHED, SavedRows, VectorEnv
from ludoteca.bots import BadBotSpec, WrongGame
from ludoteca.errors import IllegalMove, LudotecaError
from ludoteca.games import game_names
from ludoteca.play import Variant
from ludoteca.play.encoder import Encoder
from ludoteca.play.position import ForeignPosition

VARIANTS = [
    *(ludoteca.game(name) for name in game_names()),
    ludoteca.game("greener", size="3x3", setup="alternate"),
    ludoteca.game("mapello", map="build", bonus="owner"),
    ludoteca.game("glaisher", start="free", max_turns=9),
    ludoteca.game("gekitai", repetition="superko"),
]


def label(variant) -> str:
    return " ".join([variant.name, *(f"{name}={value}" for name, value in variant.changed_options.items())])


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_the_page_tells_names_shapes_and_types_of_all_arrays(dtype):
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text()
    table = page.partition("| array | shape | dtype | holds |\n|---|---|---|---|\n")[2].partition("\n\n")[0]
    env = VectorEnv(ludoteca.game("greener"), 5, seed=1, dtype=dtype)
    for _ in range(60):
        env.step(env.random_actions())
        if env.dones.any():
            break
    lengths = {"n": 5, "actions": 181, "2": 2} | dict(zip(("planes", "rows", "columns"), (9, 6, 6), strict=True))
    told = {}
    for line in table.splitlines():
        name, shape, kind, _ = (cell.strip().strip("`") for cell in line.strip("|").split("|"))
        assert "planes" not in name or kind == "uint8"  # the default
        told[name] = tuple(lengths[each] for each in shape.split(" × ")), dtype if "planes" in name else kind
    arrays = {name: each for name, each in vars(env).items() if isinstance(each, np.ndarray) and name[0] != "_"}
    assert told == {name: (each.shape, each.dtype.name) for name, each in arrays.items()}
    assert all(part in table.replace("−", "-") for part in (f"`NOBODY` ({NOBODY})", f"`UNFINISHED` ({UNFINISHED})"))
    assert env.random_actions().dtype == np.int32
    assert env.planes.max() <= env.encoder.highest.max() and (env.masks.sum(1) == env.counts).all()
    assert [id(each) for each in env.reset()] == [id(env.planes), id(env.masks)]
    returned = env.step(env.random_actions())
    assert [id(each) for each in returned] == [id(each) for each in (env.planes, env.masks, env.rewards, env.dones)]


def test_planes_of_another_type_are_refused():
    with pytest.raises(LudotecaError, match="planes are uint8 or float32, not float16"):
        VectorEnv(ludoteca.game("gekitai"), 2, dtype=np.float16)


@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_games_go_as_positions_do_move_for_move(variant):
    env, encoder = VectorEnv(variant, 3, seed=4), Encoder(variant)
    positions = [env.position(index) for index in range(3)]
    finished = plies = 0
    while plies < 60 or not finished:
        plies += 1
        for index, position in enumerate(positions if plies <= 60 else []):  # then only until one has ended
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
    # Python's cache of attributes holds the names that NumPy and Numba look for, each made anew: at most 4,096 of them
    forget_names = getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache  # noqa: SLF001
    kept, peaks = [], []
    tracemalloc.start()
    try:
        for _ in range(3):  # Python, Numba and other threads keep something once; a step would every time
            for _ in range(100):
                env.step(env.random_actions(actions))
            forget_names()
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            for _ in range(100):
                env.step(env.random_actions(actions))
                forget_names()
            after, peak = tracemalloc.get_traced_memory()
            kept.append(after - before)
            peaks.append(peak - before)
    finally:
        tracemalloc.stop()
    assert min(kept) <= 0
    assert min(peaks) < 4_000  # arguments of calls; the arrays of one step are 100,000 bytes


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


@pytest.mark.parametrize("opponent", ["random", "greedy", "level1"])
def test_a_compiled_opponent_keeps_to_superko(opponent):
    variant = ludoteca.game("gekitai", repetition="superko")
    env = VectorEnv(variant, 16, seed=1, opponent=opponent)
    for _ in range(150):
        env.step(env.random_actions())
        saved = env.save_rows().arrays
        for keys, plies in zip(saved["keys"], saved["rows"]["plies"], strict=True):
            seen = keys[: plies + 1].tolist()
            assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("variant", [VARIANTS[0], ludoteca.game("squ", size=8), *VARIANTS[-4:-2]], ids=label)
def test_the_compiled_greedy_plays_what_the_bot_greedy_may_play(variant):
    env, bot = VectorEnv(variant, 2, seed=4, opponent="greedy"), ludoteca.bot("greedy")
    positions = [env.position(row) for row in range(2)]
    for _ in range(8):
        actions = env.random_actions()
        env.step(actions)
        for row, position in enumerate(positions):
            possible = [env.encoder.play(position, int(actions[row]))]
            while not env.dones[row] and any(each.mover != position.mover for each in possible):  # turns of two moves
                possible = [after for each in possible for after in greedy_plays(bot, each, position.mover)]
            assert env.dones[row] or env.position(row) in possible
            positions[row] = env.position(row)


def greedy_plays(bot, position, learner):
    """Where the bot may go from here; nowhere when it is the learner's turn."""
    if position.mover == learner:
        return [position]
    worths = bot.values(position, position.codes)
    best = [code for code, worth in zip(position.codes, worths, strict=True) if worth == max(worths)]
    return [position.follow(code)[1] for code in best]


def test_of_equal_moves_the_compiled_greedy_plays_any_as_the_bot_does():
    variant, bot, games = ludoteca.game("gekitai"), ludoteca.bot("greedy", seed=1), 1200
    env = VectorEnv(variant, games, seed=1, opponent="greedy", seat=1)
    played = [str(env.position(row)) for row in range(games)]
    chosen = [str(variant.start().play(bot.choose(variant.start()))) for _ in range(games)]
    assert set(played) == set(chosen) and len(set(played)) > 1
    for position in set(played):
        share = games / len(set(played))
        assert abs(played.count(position) - share) < 6 * share**0.5


def test_a_seat_can_be_chosen():
    env = VectorEnv(ludoteca.game("gekitai"), 5, seed=1, opponent="random", seat=1)
    for _ in range(40):
        assert (env.to_move == 1).all()
        env.step(env.random_actions())
    with pytest.raises(LudotecaError, match="a seat is 0, 1, or None"):
        VectorEnv(ludoteca.game("gekitai"), 5, seat=2)


def results(env):
    names = ("planes", "masks", "counts", "to_move", "rewards", "player_rewards", "dones", "truncations", "winners")
    return [getattr(env, name) for name in names]


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
@pytest.mark.parametrize("variant", VARIANTS[-4:], ids=label)
def test_a_copied_row_goes_on_as_its_original_step_by_step(variant, opponent):
    env = VectorEnv(variant, 5, seed=3, opponent=opponent)
    for _ in range(4):
        env.step(env.random_actions())
    env.copy_rows([0, 0, 1], [2, 3, 4], with_chance=True)
    assert not env.dones[2:].any() and (env.winners[2:] == UNFINISHED).all()
    for _ in range(25):  # into the next games
        actions = env.random_actions()
        actions[2:] = actions[[0, 0, 1]]
        env.step(actions)
        for array in results(env):
            assert (array[2:] == array[[0, 0, 1]]).all()


def test_copies_without_their_chance_go_their_own_ways():
    env = VectorEnv(ludoteca.game("gekitai"), 8, seed=3, opponent="random")
    env.copy_rows(0, range(1, 8))
    assert (env.planes == env.planes[0]).all()
    env.step(np.full(8, np.flatnonzero(env.masks[0])[0]))
    assert (env.planes != env.planes[0]).any()


@pytest.mark.parametrize("opponent", [None, "greedy", "level2"])
def test_rows_that_were_saved_are_restored_wherever_they_are_wanted(opponent):
    env = VectorEnv(ludoteca.game("gekitai"), 4, seed=3, opponent=opponent)
    for _ in range(3):
        env.step(env.random_actions())
    saved, actions = env.save_rows(), [env.random_actions()]
    seen = [[array.copy() for array in results(env)[:4]]]
    for _ in range(12):
        env.step(actions[-1])
        seen.append([array.copy() for array in results(env)])
        actions.append(env.random_actions())
    env.restore_rows(saved, with_chance=True)
    search = VectorEnv(ludoteca.game("gekitai"), 6, opponent=opponent)
    search.restore_rows(saved, [5, 4, 3, 2], with_chance=True)
    for action, expected in zip(actions, seen, strict=True):
        for array, other, wanted in zip(results(env), results(search), expected, strict=False):
            assert (array == wanted).all() and (other[[5, 4, 3, 2]] == wanted).all()
        env.step(action)
        search.step(np.array([-1, -1, *action[::-1]]))


def test_saved_rows_that_do_not_fit_are_refused():
    env = VectorEnv(ludoteca.game("gekitai"), 4, seed=3)
    saved = env.save_rows([1, 2])
    assert len(saved) == 2
    with pytest.raises(LudotecaError, match="2 saved games do not fit into 3 rows"):
        env.restore_rows(saved, [0, 1, 2])
    with pytest.raises(LudotecaError, match="cannot be restored among games of"):
        VectorEnv(ludoteca.game("gekitai", repetition="superko"), 4).restore_rows(saved)


def test_a_row_goes_on_from_a_position_and_knows_what_stood_on_the_board_before():
    variant = ludoteca.game("gekitai")
    encoder, chance, position = Encoder(variant), random.Random(2), variant.start()
    env = VectorEnv(variant, 3, seed=1)
    ended = set()
    while len(ended) < 2:
        corner = [move for move in position.moves() if str(move) in ("a1", "a2", "b1", "b2")]  # stones come and go
        move = chance.choice(corner)
        env.set_position(1, position)
        assert (env.planes[1] == encoder.show(position)).all() and env.position(1) == position
        env.step(np.array([-1, encoder.action(position, move), -1]))
        position = position.play(move)
        assert env.dones.tolist() == [False, position.outcome is not None, False]
        if position.outcome is not None:
            ended.add("third time" in position.outcome.reason)
            assert env.final_position(1) == position
            position = variant.start()
    with pytest.raises(ForeignPosition, match="does not belong"):
        env.set_position(0, ludoteca.game("reversi").start())
    with pytest.raises(LudotecaError, match="no game has ended in row 0"):
        env.final_position(0)


def test_a_row_set_to_a_finished_game_is_done_at_the_next_step():
    variant, chance = ludoteca.game("gekitai"), random.Random(5)
    position = variant.start()
    while position.outcome is None or position.outcome.winner is None:
        position = variant.start() if position.outcome else position.play(chance.choice(position.moves()))
    env = VectorEnv(variant, 2, seed=1, opponent="greedy")
    env.set_position(0, position)
    assert env.counts[0] == 0 and not env.masks[0].any() and not env.dones[0]
    env.step(env.random_actions())
    assert env.dones[0] and env.winners[0] == position.outcome.winner
    assert env.player_rewards[0].tolist() == ([1, -1] if position.outcome.winner == 0 else [-1, 1])


@pytest.mark.parametrize("opponent", [None, "greedy", "level2", "alphabeta:40"])
def test_every_row_tells_how_its_game_ended_and_shows_the_end(opponent):
    variant = ludoteca.game("gekitai")
    variant.longest = 6
    env, encoder = VectorEnv(variant, 12, seed=1, opponent=opponent), Encoder(variant)
    seen = {"truncated": 0, "illegal": 0, "won": 0}
    for number in range(14):
        actions, movers = env.random_actions(), env.to_move.copy()
        actions[number % 12] = 99
        env.step(actions)
        assert env.was_illegal.tolist() == [row == number % 12 for row in range(12)]
        assert (env.player_rewards.sum(axis=1) == 0).all()
        assert (env.rewards == env.player_rewards[np.arange(12), movers]).all()
        for row in np.flatnonzero(env.dones):
            final = env.final_position(row)
            viewer = final.mover if opponent is None else movers[row]
            assert env.final_seats[row] == viewer
            assert (env.final_planes[row] == encoder.show(final, viewer)).all()
            assert env.truncations[row] == (final.outcome is None and not env.was_illegal[row])
            seen["truncated"] += int(env.truncations[row])
            seen["illegal"] += int(env.was_illegal[row])
            seen["won"] += final.outcome is not None
        assert not env.truncations[~env.dones].any()
    assert seen["truncated"] > 0 and seen["illegal"] == 14 and (seen["won"] > 0 or opponent is None)


MIXED = {
    "sizes": [ludoteca.game("greener", size="3x3"), ludoteca.game("greener", size="6x9"), ludoteca.game("greener")],
    "rulings": [ludoteca.game("gekitai"), ludoteca.game("gekitai", repetition="superko", double_win="mover")],
    "phases": [ludoteca.game("mapello"), ludoteca.game("mapello", map="build", bonus="owner")],
}


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
@pytest.mark.parametrize("mix", MIXED)
def test_rows_with_different_options_go_as_batches_of_one_option_do(mix, opponent):
    variants = MIXED[mix]
    mixed = VectorEnv(variants * 2, seed=4, opponent=opponent, seat=0)
    alone = [VectorEnv(each, 2, opponent=opponent, seat=0) for each in variants]
    for number, env in enumerate(alone):
        saved = mixed.save_rows(np.arange(number, mixed.n, len(variants)))
        env.restore_rows(SavedRows(env.variants, np.arange(2), cropped(saved.arrays, mixed, env)), with_chance=True)
    for _ in range(40):
        actions = mixed.random_actions()
        mixed.step(actions)
        for number, env in enumerate(alone):
            rows = slice(number, None, len(variants))
            _, height, width = env.encoder.shape
            assert mixed.variant_of(number) == env.variant
            env.step(actions[rows])
            for name in ("rewards", "dones", "winners", "to_move", "counts", "truncations"):
                assert (getattr(mixed, name)[rows] == getattr(env, name)).all()
            assert (mixed.masks[rows, : env.encoder.actions] == env.masks).all()
            assert not mixed.masks[rows, env.encoder.actions :].any()
            names = [plane.name for plane in mixed.encoder.planes]
            for plane, drawn in enumerate(env.encoder.planes):
                shown = mixed.planes[rows, names.index(drawn.name)]
                assert (shown[:, :height, :width] == env.planes[:, plane]).all()


def cropped(saved, mixed, env):
    """Games of a mixed batch as those of a batch with one option."""
    _, height, width = env.encoder.shape
    names = [plane.name for plane in mixed.encoder.planes]
    wanted = [names.index(plane.name) for plane in env.encoder.planes]
    planes, masks = saved["planes"][:, wanted, :height, :width], saved["masks"][:, : env.encoder.actions]
    return saved | {"planes": planes, "masks": masks, "which": np.zeros_like(saved["which"])}


def test_boards_of_different_sizes_have_a_plane_that_says_where_they_are():
    small, large = ludoteca.game("greener", size="3x3"), ludoteca.game("greener", size="6x6")
    env = VectorEnv([small, large], seed=1)
    names = [plane.name for plane in env.encoder.planes]
    board = env.planes[:, names.index("the board")]
    assert env.planes.shape[2:] == (6, 6) and board[1].all()
    assert board[0, :3, :3].all() and board[0].sum() == 9
    assert env.encoder_of(0).actions < env.encoder_of(1).actions == env.masks.shape[1]
    env.set_position(0, large.start(3))
    assert env.variant_of(0) == large and env.planes[0, names.index("the board")].all()


@pytest.mark.parametrize(
    ("variants", "n", "reason"),
    [
        ([], None, "a variant for each"),
        ([VARIANTS[0]] * 2, 3, "a variant for each of 3 rows; there are 2"),
        (VARIANTS[:2], None, "not different games"),
        (VARIANTS[0], None, "at least one game"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(variants, n, reason):
    with pytest.raises(LudotecaError, match=reason):
        VectorEnv(variants, n)
