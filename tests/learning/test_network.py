"""Networks: what is trained is what the file plays, and a training that was killed goes on.

These tests need PyTorch, ONNX and onnxruntime (`pip install '.[nn]'`), which `make thorough` does not install; without
them they are skipped.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

import ludoteca  # noqa: E402
from ludoteca.adapters.vector import VectorEnv  # noqa: E402
from ludoteca.bots import check_plays  # noqa: E402
from ludoteca.errors import LudotecaError  # noqa: E402
from ludoteca.learning.network.games import Batch, play_batch  # noqa: E402
from ludoteca.learning.network.residual import ResidualNetwork, Turns, learn, measure, onnx_file  # noqa: E402
from ludoteca.play.encoder import Encoder  # noqa: E402
from ludoteca.play.symmetry import turned  # noqa: E402
from ludoteca.search.batched.network_file import NetworkFile, WrongNetwork  # noqa: E402
from ludoteca.search.limits import Limits  # noqa: E402

pytestmark = pytest.mark.thorough
GEKITAI = ludoteca.game("gekitai")


@pytest.fixture(scope="module")
def network():
    torch.set_num_threads(1)
    torch.manual_seed(1)
    return ResidualNetwork(Encoder(GEKITAI), blocks=1, channels=8)


@pytest.fixture(scope="module")
def file(network, tmp_path_factory):
    path = tmp_path_factory.mktemp("networks") / "tiny.onnx"
    path.write_bytes(onnx_file(network.eval(), GEKITAI))
    return path


def test_the_file_answers_as_the_network_does_and_learning_lowers_the_losses(network):
    encoder = Encoder(GEKITAI)
    lessons = play_batch(Batch(GEKITAI, games=6, seed=1, nodes=50, simulations=4, network=None))
    before = sum(measure(network.eval(), lessons))
    learn(network, lessons, encoder, steps=30, seed=1)
    assert sum(measure(network, lessons)) < before
    env = VectorEnv(GEKITAI, 16, seed=1)
    for _ in range(5):
        env.step(env.random_actions())
    with torch.no_grad():
        logits, values = network(torch.from_numpy(env.planes))
    told = NetworkFile(onnx_file(network, GEKITAI))(env.planes)
    assert told[0] == pytest.approx(logits.numpy(), abs=1e-4)
    assert told[1].ravel() == pytest.approx(values.numpy(), abs=1e-4)


def test_games_of_a_network_teach_legal_moves_and_results(file):
    lessons = play_batch(Batch(GEKITAI, games=4, seed=3, nodes=50, simulations=6, network=file.read_bytes()))
    taken = lessons.planes[:, 0].reshape(-1, 36) + lessons.planes[:, 1].reshape(-1, 36)
    assert lessons.policies[taken > 0].max() == 0 and lessons.policies.sum(1) == pytest.approx(1, abs=0.01)
    assert set(lessons.games.tolist()) == {0, 1, 2, 3} and abs(lessons.values).max() <= 1


def test_positions_are_turned_as_games_are():
    encoder, position = Encoder(GEKITAI), GEKITAI.start().play("a1").play("b3")
    turns = Turns(encoder)
    policy = np.arange(36, dtype=np.float32)
    for number, symmetry in enumerate(GEKITAI.symmetries):
        planes, policies = turns.turned(encoder.show(position)[None], policy[None], number)
        assert (planes[0] == encoder.show(turned(position, symmetry))).all()
        assert (policies[0][encoder.turned_actions(symmetry)] == policy).all()


def test_the_bot_finds_a_win_in_one_and_plays_legal_moves(file):
    bot = ludoteca.bot(f"net:{file}:200")
    position = GEKITAI.start()
    bot.prepare(position)
    for _ in range(4):
        position = position.play(bot.choose(position, Limits(nodes=20)))
    win = GEKITAI.position("....../.r..../..r.../....../....../b....b r")
    assert win.play(bot.choose(win)).outcome.winner == win.mover


def test_a_network_for_another_game_or_none_is_refused(file, tmp_path):
    with pytest.raises(WrongNetwork, match=r"tiny\.onnx is a network for gekitai, not for reversi"):
        check_plays(f"net:{file}", "reversi")
    (tmp_path / "text.onnx").write_text("no network")
    with pytest.raises(LudotecaError, match=r"text\.onnx cannot be read as a network"):
        check_plays(f"net:{tmp_path / 'text.onnx'}", "gekitai")


def test_a_training_that_is_killed_goes_on_where_it_was(tmp_path):
    out = tmp_path / "small.onnx"
    settings = "--positions 1000 --rounds 2 --nodes 30 --simulations 2 --size 1x4 --pairs 1 --ms 5 --workers 1 --json"
    command = [sys.executable, "-m", "ludoteca", "train", "gekitai", "--network", *settings.split(), "-o", str(out)]
    environment = {**os.environ, "LUDOTECA_DATA": str(tmp_path)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        deadline = time.monotonic() + 240
        while not list(tmp_path.rglob("network0.onnx")) and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*0*.npz")} | {
        path: path.stat().st_mtime_ns for path in tmp_path.rglob("network0.onnx")
    }
    assert len(kept) >= 2 and not out.exists()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["against_search"]["pairs"] == 1 and out.exists()
    assert all(path.stat().st_mtime_ns == changed for path, changed in kept.items())
