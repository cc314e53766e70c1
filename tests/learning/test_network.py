"""Networks: what is trained is what the file plays, and a training that was killed goes on.

These tests need PyTorch, ONNX and onnxruntime, which `make learners` installs; without them they are skipped.
"""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import numpy as np
import pytest
from commands import answer
from typer.testing import CliRunner

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

import ludoteca  # noqa: E402
from ludoteca.adapters.vector import VectorEnv  # noqa: E402
from ludoteca.bots import check_plays  # noqa: E402
from ludoteca.cli.app import whole_program  # noqa: E402
from ludoteca.errors import LudotecaError  # noqa: E402
from ludoteca.learning.network.games import Batch, play_batch  # noqa: E402
from ludoteca.learning.network.residual import (  # noqa: E402
    ResidualNetwork,
    Turns,
    device_called,
    learn,
    losses,
    measure,
    onnx_file,
)
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


def numbers_in(run):
    """What a run has measured: names and steps."""
    lines = (run / "progress.csv").read_text().splitlines()
    return [(row["name"], row["step"]) for row in csv.DictReader(lines)]


def test_the_file_answers_as_the_network_does_and_learning_lowers_the_losses(network):
    encoder = Encoder(GEKITAI)
    lessons = play_batch(Batch(GEKITAI, games=6, seed=1, nodes=50, simulations=4, network=None))
    before = sum(measure(network.eval(), lessons))
    assert [step for step, *_ in learn(network, lessons, encoder, steps=60, seed=1)] == [50, 60]
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


def test_what_is_learned_from_goes_to_the_device_of_the_network():
    lessons = play_batch(Batch(GEKITAI, games=2, seed=1, nodes=5, simulations=4, network=None))
    elsewhere = ResidualNetwork(Encoder(GEKITAI), blocks=1, channels=4).to("meta")  # has shapes, but no numbers
    assert [str(loss.device) for loss in losses(elsewhere, lessons.planes, lessons.policies, lessons.values)] == [
        "meta",
        "meta",
    ]
    assert str(device_called("auto")) == ("cuda:0" if torch.cuda.is_available() else "cpu")
    with pytest.raises(LudotecaError, match="PyTorch cannot use the device 'abacus' here"):
        device_called("abacus")


def test_a_table_learns_what_a_network_says(file, tmp_path):
    run = tmp_path / "run"
    tiny = ("-n", "1000", "--rounds", "1", "--nodes", "5", "--pairs", "0", "-j", "1", "--run", str(run))
    answer("train", "gekitai", *tiny, "--from", str(file))
    names = [name for name, _ in numbers_in(run)]
    assert "distance from the network, in expected results" in names
    assert json.loads((run / "config.json").read_text())["options"]["from"] == str(file)
    refused = CliRunner().invoke(whole_program(), ["train", "reversi", *tiny[:-1], str(tmp_path), "--from", str(file)])
    assert refused.exit_code == 2 and "is a network for gekitai, not for reversi" in refused.stderr


def test_a_training_that_is_killed_goes_on_where_it_was(tmp_path):
    run = tmp_path / "run"
    settings = "--positions 1000 --rounds 2 --nodes 30 --simulations 2 --size 1x4 --pairs 1 --ms 5 --workers 1 --json"
    command = [sys.executable, "-m", "ludoteca", "train", "gekitai", "--network", *settings.split(), "--run", str(run)]
    environment = {**os.environ, "LUDOTECA_DATA": str(tmp_path)}
    out = run / "gekitai.onnx"
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
    rows = numbers_in(run)
    assert len(rows) == len(set(rows))
    assert Counter(name for name, _ in rows) == {
        "policy loss by step of learning": 2,
        "value loss by step of learning": 2,
        "policy loss on games held out": 2,
        "value loss on games held out": 2,
        "score against the best so far": 1,
        "score against the usual search": 1,
    }
    assert (run / "report.html").read_text().count("<svg") >= 4
    assert json.loads((run / "config.json").read_text())["options"]["seed"] == 1
