"""The device environment gives what the vector environment gives, bit for bit, on a processor and on a GPU.

What needs a GPU is marked `gpu` and runs with `make gpu`.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from cuda_code import cuda_code, pretend_device
from gpu_compile import kernels
from pretended_cuda import PretendedCuda

import ludoteca
from ludoteca.adapters.device import DeviceEnv
from ludoteca.adapters.vector import UNFINISHED, VectorEnv
from ludoteca.compiler import devices, dlpack
from ludoteca.compiler.hardware import gpu_trouble
from ludoteca.errors import LudotecaError
from ludoteca.games import game_names
from ludoteca.play.encoder import Encoder
from ludoteca.play.position import ForeignPosition

ARRAYS = (
    *("planes", "masks", "counts", "to_move", "rewards", "player_rewards", "dones", "truncations", "was_illegal"),
    *("winners", "final_planes", "final_seats"),
)
ROWS, LONGEST = 6, 9  # rows, and plies of a game: long enough to begin, short enough to see many end


@pytest.fixture
def gpu():
    if (trouble := gpu_trouble()) is not None:
        pytest.skip(f"this test needs a GPU: {trouble}")


def short(name, longest=LONGEST, **options):
    variant = ludoteca.game(name, **options)
    variant.longest = longest
    return variant


def on_host(array):
    return array if isinstance(array, np.ndarray) else array.copy_to_host()


def assert_same(env, reference):
    for name in ARRAYS:
        ours, theirs = on_host(getattr(env, name)), getattr(reference, name)
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), name
        assert ours.tobytes() == theirs.tobytes(), name


def play_beside(device, variant, steps=3 * LONGEST, rows=ROWS, opponent=None, policy=None, **settings):
    """Both environments with the same actions, some of them illegal and some none at all."""
    n = None if isinstance(variant, list) else rows
    env = DeviceEnv(variant, n, device=device, seed=5, opponent=policy or opponent, **settings)
    reference = VectorEnv(variant, n, seed=5, opponent=opponent, **settings)
    assert_same(env, reference)
    ended = 0
    for number in range(steps):
        actions = reference.random_actions()
        assert (on_host(env.random_actions()) == actions).all()
        if number % 5 == 3:
            actions[:3] = 10**6, -1, -2
        reference.step(actions)
        env.step(actions)
        assert_same(env, reference)
        ended += int(reference.dones.sum())
        for row in np.flatnonzero(reference.dones)[:1]:
            assert env.final_position(row) == reference.final_position(row)
    env.check()
    assert [env.position(row) for row in range(2)] == [reference.position(row) for row in range(2)]
    assert ended > 0
    return env, reference


def compare_everything(device, name, rows=ROWS, longest=LONGEST):
    for opponent in (None, "random"):
        play_beside(device, short(name, longest), 3 * longest, rows, opponent)


@pytest.mark.parametrize("name", game_names())
def test_on_a_processor_every_game_goes_as_in_the_vector_environment(name):
    compare_everything("cpu", name)


@pytest.mark.gpu
@pytest.mark.parametrize("name", game_names())
def test_on_a_gpu_every_game_goes_as_in_the_vector_environment(gpu, name):
    compare_everything("cuda", name, rows=1000, longest=60)


@pytest.mark.parametrize("name", ["gekitai", "greener"])
def test_threads_of_a_gpu_do_not_get_in_each_others_way(pretended_gpu, name):
    compare_everything("cuda", name)


MIXED = {
    "sizes": lambda: [short("greener", size="3x3"), short("greener", size="6x9"), short("greener")],
    "rulings": lambda: [short("gekitai"), short("gekitai", repetition="superko", double_win="mover")],
}
DEVICES = ["cpu", "pretended", pytest.param("cuda", marks=pytest.mark.gpu)]


@pytest.fixture
def pretended_gpu(monkeypatch):
    """A GPU whose few threads run one after another; see `PretendedCuda`."""
    devices.kernel.cache_clear()
    monkeypatch.setattr(devices, "_cuda", PretendedCuda)
    monkeypatch.setattr(devices, "BLOCK", 2)
    monkeypatch.setattr(devices, "MOST_THREADS", 4)  # fewer than rows: a thread has several
    monkeypatch.setattr(devices, "LANES", 2)
    yield
    devices.kernel.cache_clear()


@pytest.fixture(params=DEVICES)
def device(request):
    if request.param != "cpu":
        request.getfixturevalue("gpu" if request.param == "cuda" else "pretended_gpu")
        return "cuda"
    return request.param


@pytest.mark.parametrize("opponent", [None, "random"])
@pytest.mark.parametrize("mix", MIXED)
def test_rows_may_have_different_options(device, mix, opponent):
    play_beside(device, MIXED[mix]() * 2, opponent=opponent)


def test_a_chosen_seat_stays(device):
    env, _ = play_beside(device, short("gekitai"), opponent="random", seat=1)
    assert (on_host(env.to_move) == 1).all()


class FirstAction:
    """A bot that plays the first legal action, as `first_action` does."""

    def choose(self, position):
        encoder = Encoder(position.variant)
        return encoder.move(position, encoder.legal(position)[0])


def first_action(planes, masks):
    return on_host(masks).argmax(axis=1)


@pytest.mark.parametrize("name", ["gekitai", "glaisher"])
def test_a_policy_of_the_callers_is_an_opponent(device, name):
    play_beside(device, short(name, 7), steps=20, rows=4, opponent=FirstAction(), policy=first_action)


@pytest.mark.parametrize("action", [-1, 10**6])
def test_a_policy_that_plays_an_illegal_action_loses(device, action):
    env = DeviceEnv(ludoteca.game("gekitai"), 4, device=device, seed=1, seat=0, opponent=lambda *_: np.full(4, action))
    env.step(env.random_actions())
    assert on_host(env.dones).all() and on_host(env.was_illegal).all()
    assert (on_host(env.winners) == 0).all() and (on_host(env.rewards) == 1).all()


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_planes_can_be_of_floating_point_and_scaled(device, dtype, scaled):
    variant = short("glaisher")
    env = DeviceEnv(variant, 5, device=device, seed=2, dtype=dtype, scaled=scaled)
    whole = VectorEnv(variant, 5, seed=2)
    most = np.array([plane.most for plane in whole.encoder.planes])[:, None, None] if scaled else 1
    for _ in range(2 * LONGEST):
        actions = whole.random_actions()
        whole.step(actions)
        env.step(actions)
        for name in ("planes", "final_planes"):
            ours = on_host(getattr(env, name))
            assert ours.dtype == dtype
            assert (ours == (getattr(whole, name) / most).astype(dtype)).all()
    assert whole.final_planes.any()


def test_the_same_seed_gives_the_same_games(device):
    env = DeviceEnv(ludoteca.game("greener"), 4, device=device, seed=9, opponent="random")

    def played(seed) -> bytes:
        env.reset(seed)
        seen = b""
        for _ in range(8):
            env.step(env.random_actions())
            seen += on_host(env.planes).tobytes()
        return seen

    first = played(9)
    assert played(8) != first and played(9) == first


@pytest.mark.parametrize("opponent", [None, "random"])
def test_rows_that_were_saved_are_restored_wherever_they_are_wanted(device, opponent):
    variant = short("gekitai", 30)
    env = DeviceEnv(variant, 4, device=device, seed=3, opponent=opponent)
    other = DeviceEnv(variant, 6, device=device, seed=4, opponent=opponent)
    for _ in range(3):
        env.step(env.random_actions())
    saved, seen, actions = env.save_rows(), [], []
    for _ in range(12):
        actions.append(on_host(env.random_actions()).copy())
        env.step(actions[-1])
        seen.append({name: on_host(getattr(env, name)).copy() for name in ARRAYS[:8]})
    env.restore_rows(saved, with_chance=True)
    other.restore_rows(saved, [5, 4, 3, 2], with_chance=True)
    for action, expected in zip(actions, seen, strict=True):
        env.step(action)
        other.step(np.array([-1, -1, *action[::-1]]))
        for name, wanted in expected.items():
            assert (on_host(getattr(env, name)) == wanted).all(), name
            assert (on_host(getattr(other, name))[[5, 4, 3, 2]] == wanted).all(), name


def test_saved_rows_that_do_not_fit_are_refused(device):
    env = DeviceEnv(ludoteca.game("gekitai"), 4, device=device, seed=3)
    saved = env.save_rows([1, 2])
    assert len(saved) == 2
    with pytest.raises(LudotecaError, match="2 saved games do not fit into 3 rows"):
        env.restore_rows(saved, [0, 1, 2])
    with pytest.raises(LudotecaError, match="cannot be restored among games of"):
        DeviceEnv(ludoteca.game("gekitai", repetition="superko"), 4, device=device).restore_rows(saved)
    with pytest.raises(IndexError):
        env.save_rows([4])


def test_a_copied_row_goes_on_as_its_original(device):
    env = DeviceEnv(short("gekitai"), 5, device=device, seed=3, opponent="random")
    env.step(env.random_actions())
    env.copy_rows(0, [1, 2, 3, 4], with_chance=True)
    assert (on_host(env.winners) == UNFINISHED).all() and not on_host(env.dones).any()
    for _ in range(2 * LONGEST):
        env.step(np.full(5, on_host(env.random_actions())[0]))
        for name in ARRAYS[:10]:
            array = on_host(getattr(env, name))
            assert (array[1:4] == array[0]).all() or name in ("to_move", "planes", "rewards")  # seats differ later


def test_a_row_goes_on_from_a_position_and_knows_what_stood_on_the_board_before(device):
    variant = ludoteca.game("gekitai")
    encoder, chance, position = Encoder(variant), random.Random(2), variant.start()
    env = DeviceEnv(variant, 3, device=device, seed=1)
    ended = set()
    while len(ended) < 2:
        corner = [move for move in position.moves() if str(move) in ("a1", "a2", "b1", "b2")]  # stones come and go
        move = chance.choice(corner)
        env.set_position(1, position)
        assert (on_host(env.planes)[1] == encoder.show(position)).all() and env.position(1) == position
        env.step(np.array([-1, encoder.action(position, move), -1]))
        position = position.play(move)
        assert on_host(env.dones).tolist() == [False, position.outcome is not None, False]
        if position.outcome is not None:
            ended.add("third time" in position.outcome.reason)
            assert env.final_position(1) == position
            position = variant.start()
    with pytest.raises(ForeignPosition, match="does not belong"):
        env.set_position(0, ludoteca.game("reversi").start())
    with pytest.raises(LudotecaError, match="no game has ended in row 0"):
        env.final_position(0)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"device": "tpu"}, "a device is 'cuda' or 'cpu', not 'tpu'"),
        ({"opponent": "greedy"}, "an opponent on a device is 'random' or a function"),
        ({"dtype": "int32"}, "planes are uint8, float16, float32, not int32"),
        ({"scaled": True}, "scaled planes are float16 or float32, not uint8"),
        ({"seat": 2}, "a seat is 0, 1, or None"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(settings, reason):
    with pytest.raises(LudotecaError, match=reason):
        DeviceEnv(ludoteca.game("gekitai"), 2, **({"device": "cpu"} | settings))


@pytest.mark.parametrize("actions", [np.zeros(3, np.int32), np.zeros(2, np.float32), np.zeros((2, 1), np.int32)])
def test_actions_are_whole_numbers_one_for_each_row(actions):
    env = DeviceEnv(ludoteca.game("gekitai"), 2, device="cpu", seed=1)
    with pytest.raises(LudotecaError, match="actions are 2 whole numbers, not"):
        env.step(actions)


def test_without_a_gpu_one_sentence_says_what_is_missing(monkeypatch):
    devices._cuda.cache_clear()  # noqa: SLF001
    monkeypatch.setattr(devices, "gpu_trouble", lambda: "there is none")
    with pytest.raises(LudotecaError, match=r"^there is no GPU that Ludoteca can use: there is none$"):
        DeviceEnv(ludoteca.game("gekitai"), 2)


class Lent:
    """Memory of the processor, lent as that of a GPU is."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return dlpack.CPU, 0

    def __dlpack__(self, **_):
        given = self.array
        return dlpack.capsule(given, given.ctypes.data, given.shape, given.dtype, self.__dlpack_device__())


@pytest.mark.parametrize("dtype", ["int8", "uint8", "bool", "int32", "float16", "float32"])
def test_memory_is_lent_without_a_copy_and_given_back(dtype):
    array = np.arange(24).reshape(2, 3, 4).astype(dtype)
    taken = np.from_dlpack(Lent(array))
    assert taken.dtype == dtype and (taken == array).all()
    array[1, 2, 3] = 0
    assert taken[1, 2, 3] == 0
    assert len(dlpack._lent) == 1  # noqa: SLF001
    del taken
    Lent(array).__dlpack__()  # nobody takes it
    assert not dlpack._lent  # noqa: SLF001


@pytest.mark.gpu
def test_other_libraries_take_the_arrays_of_a_gpu_without_a_copy(gpu):
    torch = pytest.importorskip("torch")
    env = DeviceEnv(ludoteca.game("gekitai"), 300, seed=1, dtype="float16", scaled=True)
    planes, dones = torch.from_dlpack(env.planes), torch.as_tensor(env.dones, device="cuda")
    masks = torch.as_tensor(env.masks, device="cuda")
    for _ in range(40):
        env.step(torch.argmax(masks * torch.rand(masks.shape, device="cuda"), dim=1))
        assert (planes.cpu().numpy() == env.planes.copy_to_host()).all()
        assert (dones.cpu().numpy() == env.dones.copy_to_host()).all()
    assert not env.was_illegal.copy_to_host().any()


@pytest.mark.parametrize("name", game_names())
def test_what_threads_do_compiles_for_cuda(monkeypatch, name):
    asked = kernels(short(name))
    assert len(asked) == 12
    pretend_device(monkeypatch)
    for kernel, arguments in asked.items():
        code = cuda_code(kernel, *arguments)
        assert "NRT_" not in code, f"{kernel.__name__} of {name} allocates memory"
        assert "llvm.x86" not in code, f"{kernel.__name__} of {name} needs an x86 processor"
