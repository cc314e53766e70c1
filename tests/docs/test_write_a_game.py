"""The tutorial, followed to the letter: its game is packaged, installed and played as a stranger's would be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca

SOURCES = (Path(ludoteca.__file__).parents[1], Path(__file__).parents[1])  # of the package, and of what tests share
PAGE = Path(__file__).parents[2] / "docs" / "write-a-game.md"


def blocks(language: str) -> list[str]:
    """The code blocks of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> dict[str, str]:
    """The environment of a process in which the tutorial's package is installed."""
    source = tmp_path_factory.mktemp("hexapawn")
    (source / "hexapawn.py").write_text("\n".join(blocks("python")))
    (source / "pyproject.toml").write_text(blocks("toml")[0])
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--no-build-isolation", "--target", str(target), str(source)], check=True)
    data = tmp_path_factory.mktemp("data")
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (target, *SOURCES))), "XDG_DATA_HOME": str(data)}


def run(environment: dict[str, str], *command: str, typed: str = "") -> str:
    result = subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_game_conforms_and_plays(installed):
    printed = run(installed, sys.executable, "-W", "error", "-c", blocks("python-check")[0])
    assert printed.splitlines()[-1] == "[a3-a2, a3-b2, c3-c2, c3-b2]"


@pytest.mark.parametrize("line", re.findall(r"^\$ (.*)$", "".join(blocks("console")), re.MULTILINE))
def test_the_command_line_knows_it(installed, line):
    assert run(installed, sys.executable, "-m", *line.split())


def test_leaf_counts(installed):
    count = "import ludoteca; from ludoteca.play.perft import count_sequences as count;"
    count += "print([count(ludoteca.game('hexapawn').start(), depth) for depth in (1, 2, 3)])"
    assert run(installed, sys.executable, "-c", count) == "[3, 10, 28]\n"


GOAL = "reach the far row, or leave your opponent without a move."  # of the summary, which its rule page is made from
FULL_SCREEN = """
from pathlib import Path
from screens import drive, table_after
from ludoteca.play import load_game
from ludoteca.terminal.app import LudotecaApp
from ludoteca.terminal.dialogs import PageDialog
from ludoteca.terminal.saved_games import SavedGames

saved_games = SavedGames(Path("."))
app = LudotecaApp(saved_games, table=table_after(load_game("hexapawn"), 0, saved_games))

async def steps(pilot):
    await pilot.press("i")
    await pilot.pause()
    assert isinstance(app.screen, PageDialog)
    print(app.screen.text)

drive(app, steps)
"""
WEB = """
from pathlib import Path
from servers import Server

server = Server(Path(".")).start()
try:
    for address in ("/rules/hexapawn", "/api/v1/library/hexapawn"):
        answer = server.client().http.get(address)
        assert answer.status_code == 200, answer.text
        print(answer.text)
finally:
    server.close()
"""


def test_the_command_shows_its_rules(installed):
    assert GOAL in run(installed, sys.executable, "-m", "ludoteca", "rules", "hexapawn")


def test_the_console_shows_its_rules(installed):
    command = [sys.executable, "-m", "ludoteca", "play", "hexapawn", "--plain", "--second", "human"]
    assert GOAL in run(installed, *command, typed="rules\nquit\n")


def test_the_full_screen_shows_its_rules(installed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert GOAL in run(installed, sys.executable, "-c", FULL_SCREEN)


def test_the_web_shows_its_rules(installed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = run(installed, sys.executable, "-c", WEB)
    assert "<h2>How to play</h2>" in shown and "## How to play" in shown


def changed(installed: dict[str, str], folder: Path, old: str, new: str) -> dict[str, str]:
    """The environment of a process in which the game's file, in that folder, says something else."""
    source = "\n".join(blocks("python"))
    assert old in source
    (folder / "hexapawn.py").write_text(source.replace(old, new, 1))
    return installed | {"PYTHONPATH": os.pathsep.join((str(folder), installed["PYTHONPATH"]))}


def test_a_page_of_its_own_lies_beside_the_module(installed, tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "hexapawn.md").write_bytes(b"# Hexapawn\n\nA page with a \xe9 that is not UTF-8.")
    environment = changed(installed, tmp_path, "", "")
    assert "A page with a" in run(environment, sys.executable, "-m", "ludoteca", "rules", "hexapawn")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("state.mover, turn", "state.movr, turn", "line {}: the state has no field movr; did you mean mover?"),
        ("most_moves=9", "most_moves=2", "Hexapawn has 3 moves in the position 'bbb/.../www w', more than"),
    ],
)
def test_a_mistake_is_one_sentence_on_the_command_line(installed, tmp_path, old, new, said):
    environment = changed(installed, tmp_path, old, new)
    line = 1 + (tmp_path / "hexapawn.py").read_text().split(new)[0].count("\n")
    done = subprocess.run(
        [sys.executable, "-m", "ludoteca", "moves", "hexapawn"],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    assert done.stderr.startswith("ludoteca: ") and said.format(line) in done.stderr
