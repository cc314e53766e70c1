"""The tutorial, followed to the letter: its game is packaged, installed and played as a stranger's would be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
    return os.environ | {"PYTHONPATH": str(target)}


def run(environment: dict[str, str], *command: str) -> str:
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_game_conforms_and_plays(installed):
    printed = run(installed, sys.executable, "-W", "error", "-c", blocks("python-check")[0])
    assert printed.splitlines()[-1] == "['a3-a2', 'a3-b2', 'c3-c2', 'c3-b2']"


@pytest.mark.parametrize("line", re.findall(r"^\$ (.*)$", "".join(blocks("console")), re.MULTILINE))
def test_the_command_line_knows_it(installed, line):
    assert run(installed, sys.executable, "-m", *line.split())


def test_leaf_counts(installed):
    count = "import ludoteca; from ludoteca.play.counting import count_sequences as count;"
    count += "print([count(ludoteca.game('hexapawn').start(), depth) for depth in (1, 2, 3)])"
    assert run(installed, sys.executable, "-c", count) == "[3, 10, 28]\n"
