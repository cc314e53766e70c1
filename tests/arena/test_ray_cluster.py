"""Work on a Ray cluster: the same games as here, also when a node is killed midway."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import call
from ray_nodes import RayNodes

from ludoteca.arena import ray_cluster
from ludoteca.arena.games import Job, Opening
from ludoteca.arena.ray_cluster import Surroundings, play_watched, run_sent
from ludoteca.arena.tasks import packed, unpacked
from ludoteca.errors import LudotecaError
from ludoteca.games.sent_files import files_to_send

TESTS = Path(__file__).parents[1]
PATIENCE_S = 120
BOTS = """
import os, random, time
from pathlib import Path
from beside import choice

class Steady:
    def __init__(self, seed=None):
        self.chance = random.Random(seed)

    def prepare(self, position):
        if "DOOMED" in os.environ:
            Path(os.environ["FOLDER"], "held").touch()
            time.sleep(1000)

    def choose(self, position):
        return choice(self.chance, position.moves())

class Quits(Steady):
    def choose(self, position):
        os._exit(3)

class Hangs(Steady):
    def choose(self, position):
        Path(os.environ["FOLDER"], "hangs").write_text(str(os.getpid()))
        time.sleep(1000)
"""
TASKS = """
import json, sys
from functools import partial
from pathlib import Path
import ludoteca
from ludoteca.arena import Contest, play_match
from ludoteca.arena.ray_cluster import RayCluster
from task_functions import dies_once, refuses, squares

cluster = RayCluster(sys.argv[1])
found = dict(cluster.run_all(squares, [3, 10**6]))
again = sorted(cluster.run_all(partial(dies_once, Path("died")), range(4)))
start = ludoteca.game("./hexapawn.py").start()
((_, text),) = cluster.run_all(str, [start])
try:
    list(cluster.run_all(refuses, [1, 2]))
except ludoteca.errors.LudotecaError as error:
    said = str(error)
print(json.dumps([found[0].tolist(), int(found[1][-1]), again, text == str(start), said]), flush=True)
contest = Contest(start.variant, ("py:bots.py:Hangs", "random"), 1)
try:
    list(play_match(contest, on=cluster))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a game and bots in files."""
    folder = tmp_path_factory.mktemp("cluster")
    shutil.copy(TESTS.parent / "examples" / "hexapawn.py", folder)
    (folder / "bots.py").write_text(BOTS)
    (folder / "beside.py").write_text("def choice(chance, moves):\n    return chance.choice(moves)\n")
    return folder


@pytest.fixture(scope="module")
def nodes(folder):
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(TESTS / "helpers")]))
    nodes = RayNodes({**os.environ, "PYTHONPATH": path, "FOLDER": str(folder)})
    yield nodes
    nodes.close()


def start(nodes, folder, *words):
    """A Python process beside the files, that may work on the cluster."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, *words], cwd=folder, env=nodes.environment, stdout=pipe, stderr=pipe, text=True
    )


def league(nodes, folder, out, *words):
    bots = ("py:bots.py:Steady", f"py:{folder / 'bots.py'}:Quits", "random")
    return start(nodes, folder, "-m", "ludoteca", "league", "./hexapawn.py", *bots, "-n", "1", "-o", out, *words)


def wait_for(*files):
    end = time.monotonic() + PATIENCE_S
    while not all(file.exists() for file in files):
        assert time.monotonic() < end, f"{files} did not come"
        time.sleep(0.05)


def games_of(file):
    """What was played, in whatever order it ended."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    return sorted(str({key: value for key, value in line.items() if key != "slowest_ms"}) for line in lines)


def test_a_killed_node_costs_nothing_and_the_games_are_those_played_here(nodes, folder):
    there = league(nodes, folder, "there", "--on", nodes.address)
    wait_for(folder / "held")  # a game is under way on the node that will be killed
    nodes.kill_one()
    here = league(nodes, folder, "here", "-j", "1")
    expected, _ = here.communicate(timeout=PATIENCE_S)
    found, said = there.communicate(timeout=PATIENCE_S)
    assert there.returncode == here.returncode == 0, said
    assert found == expected and "Steady" in found
    assert games_of(folder / "there") == games_of(folder / "here")
    assert any("Quits ended its process (exit code 3)" in game for game in games_of(folder / "there"))
    assert all(line.startswith("pair 1: ") for line in said.splitlines()), said


def test_tasks_are_repeated_when_their_process_dies_and_an_interruption_ends_games_everywhere(nodes, folder):
    process = start(nodes, folder, "-W", "error", "-c", TASKS, nodes.address)
    wait_for(folder / "hangs")
    process.send_signal(signal.SIGINT)
    found, said = process.communicate(timeout=PATIENCE_S)
    results, last = found.splitlines()
    numbers = [[number, number] for number in range(4)]
    refusal = "there is no number called '2'; available: 1, 3"
    assert json.loads(results) == [[0, 1, 4], (10**6 - 1) ** 2, numbers, True, refusal]
    assert (process.returncode, last, said) == (0, "interrupted", "")
    end = time.monotonic() + PATIENCE_S
    while Path("/proc", (folder / "hangs").read_text()).exists():
        assert time.monotonic() < end, "the bot still hangs"
        time.sleep(0.05)


# --- without a cluster


def test_where_no_cluster_answers_nothing_is_begun(tmp_path):
    out = tmp_path / "games"
    result = call("match", "gekitai", "random", "random", "-o", str(out), "--on", "127.0.0.1:1")
    assert result.exit_code == 1
    assert "no Ray cluster at 127.0.0.1:1 accepts work from this machine" in result.stderr
    assert not out.exists()


def test_a_wrong_address_says_what_one_looks_like():
    result = call("calibrate", "gekitai", "--on", "ray://somewhere:10001")
    assert result.exit_code == 2
    assert "10.0.0.5:6379" in result.stderr


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LudotecaError, match=r"ray is not installed; install with: pip install 'ludoteca\[ray\]'"):
        ray_cluster.connected("127.0.0.1:6379")


def test_a_machine_with_another_ludoteca_refuses():
    surroundings = Surroundings("another", files_to_send([]), ())
    with pytest.raises(LudotecaError, match="its version of Ludoteca differs from this machine's"):
        unpacked(run_sent(surroundings.packed(), packed(str, 1)))


@pytest.mark.parametrize(
    ("game", "bot", "says"),
    [
        (
            "gekitai",
            "ugi:no-such-engine --fast",
            "there is no program no-such-engine; an engine must be on every machine",
        ),
        ("gekitai", "py:nowhere.py:Bot", "there is no file nowhere.py"),
        ("elsewhere", "random", "there is no game called 'elsewhere'"),
    ],
)
def test_what_is_missing_on_a_machine_is_an_error_and_no_lost_game(game, bot, says):
    job = Job(game, {}, (bot, "random"), (0, 1), 0, Opening(""), seed=1)
    with pytest.raises(LudotecaError, match=f"^on .*{says}"):
        play_watched(job, move_limit_s=60)
