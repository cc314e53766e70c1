"""The games of examples/ keep every promise, are played by bots, and are found by their files; learners learn."""

from __future__ import annotations

import pickle
import re
import runpy
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest
from commands import run

import ludoteca
from ludoteca.errors import LudotecaError, UnknownName
from ludoteca.games import find_game, game_names
from ludoteca.games.dotsandboxes import rules as dotsandboxes_rules
from ludoteca.games.game_files import open_game_file
from ludoteca.play import load_game
from ludoteca.play.conformance import check_game
from ludoteca.play.perft import count_sequences
from ludoteca.play.rule_pages import rule_page
from ludoteca.play.svg_picture import picture
from ludoteca.search.limits import Limits
from ludoteca.search.solver import solve_exactly

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = sorted(file.stem for file in FOLDER.glob("*.py"))


def example(name: str):
    return ludoteca.game(str(FOLDER / f"{name}.py"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_conforms(name):
    assert check_game(example(name), games=2).positions > 5


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_bot_plays_an_example(name):
    bot, position = ludoteca.bot("greedy", seed=1), example(name).start(1)
    for _ in range(6):
        if position.outcome is None:
            position = position.play(bot.choose(position))
    assert picture(position).startswith("<svg")
    assert "## How to play" in rule_page(name).text


def test_a_file_that_was_opened_is_a_game_like_any_other():
    variant = example("hexapawn")
    assert "hexapawn" in game_names() and find_game("Hexapawn") is variant.game and load_game("hexapawn") == variant
    assert pickle.loads(pickle.dumps(variant.start().play("b1-b2"))).moves()


def test_another_process_reads_what_was_pickled(tmp_path):
    (tmp_path / "position").write_bytes(pickle.dumps(example("hexapawn").start().play("b1-b2")))
    show = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')))"
    command = [sys.executable, "-c", show, str(tmp_path / "position")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "bbb/.w./w.w b\n"


def test_a_game_that_was_moved_is_played_with_the_machine_code_that_it_has(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path / "cache"))
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        shutil.copy(FOLDER / "hexapawn.py", tmp_path / folder)
        done = run("moves", str(tmp_path / folder / "hexapawn.py"))
        assert done.stdout.split() == ["a1-a2", "b1-b2", "c1-c2"], done.stderr


def test_a_name_from_elsewhere_never_opens_a_file(tmp_path):
    file = tmp_path / "trap.py"
    file.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')")
    for asked in (find_game, load_game):
        with pytest.raises(UnknownName):
            asked(str(file))
    assert not (tmp_path / "sprung").exists()


def test_two_threads_get_one_whole_game(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    file = tmp_path / "slow.py"
    source = (FOLDER / "hexapawn.py").read_text().replace('title="Hexapawn"', 'title="Slow"')
    file.write_text("import time\n" + source.replace("GAME = game(", "time.sleep(0.2)\nGAME = game("))
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(open_game_file, [file] * 4))
    assert len(set(map(id, found))) == 1 and found[0].title == "Slow"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = (\n", "line 1: '(' was never closed"),
        ("x = 1\ny = x + z\n", "line 2: NameError: name 'z' is not defined"),
        ("x = 1\n", "declares no game: it has no GAME = game(…)"),
        (None, "there is no file"),
    ],
)
def test_what_is_no_game_is_one_sentence(tmp_path, source, said):
    file = tmp_path / "wrong.py"
    if source is not None:
        file.write_text(source)
    with pytest.raises(LudotecaError) as raised:
        ludoteca.game(str(file))
    assert said in str(raised.value) and str(file) in str(raised.value) and "\n" not in str(raised.value)


BOXES = """
from ludoteca.kernel import game

GAME = game(title="Boxes", designer="", players=("Blue", "Red"), summary="Close boxes.", longest=12, half_points={half},
            board=lambda options: BOARDS[options["size"]])
"""


def test_an_exact_lead_has_halves(tmp_path):
    rules = Path(dotsandboxes_rules.__file__).read_text()
    leads = []
    for name, half in (("whole", False), ("half", True)):
        (tmp_path / f"{name}_boxes.py").write_text(f"{rules}\n\n{BOXES.format(half=half)}")
        position = ludoteca.game(str(tmp_path / f"{name}_boxes.py"), size=2).start()
        report = solve_exactly(position.play("b1").play("b5"), Limits(nodes=1_000_000))
        leads.append(report.points)
    assert leads[0] and leads[1] == leads[0] / 2


def test_leaf_counts():
    assert [count_sequences(example("hexapawn").start(), depth) for depth in (1, 2, 3)] == [3, 10, 28]


def learner(name: str):
    """The function `main` of an example of examples/learners."""
    return runpy.run_path(str(FOLDER / "learners" / f"{name}.py"))["main"]


def test_a_table_learns_that_the_second_player_wins_hexapawn():
    report = solve_exactly(example("hexapawn").start(), Limits(nodes=1_000_000))
    assert report.value < 0 and learner("tabular")(steps=300) == pytest.approx(-1, abs=0.01)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "library"), [("ppo", "torch"), ("maskable_ppo", "sb3_contrib")])
def test_a_learner_runs(name, library, tmp_path):
    if find_spec(library) is None:
        pytest.skip(f"needs {library}: pip install '.[sb3]'")
    import torch

    torch.set_num_threads(1)  # several only wait for each other where other tests run
    assert -1 <= learner(name)(opponent="random", steps=128, rows=2, judged=4) <= 1


@pytest.mark.thorough
def test_alphazero_trains_a_network_to_beat_random_play():
    pytest.importorskip("torch")  # pip install '.[nn]'
    settings = "--iterations 1 --games 8 --simulations 8 --steps 10"
    command = [sys.executable, str(FOLDER / "learners" / "alphazero.py"), "gekitai", *settings.split()]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"(\d+)% of the points against random play, (\d+)% against", told)
    assert len(found) == 2 and int(found[1][0]) > 60
