"""The bot of docs/bots.md, packaged, installed and played as a stranger's would be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.bots.registry import KNOWN

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()


def blocks(language: str) -> list[str]:
    """The code blocks of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> dict[str, str]:
    """The environment of a process in which the bot of the page is installed."""
    source, target = tmp_path_factory.mktemp("centre"), tmp_path_factory.mktemp("site")
    (source / "centre.py").write_text(next(block for block in blocks("python") if "class Centre" in block))
    (source / "pyproject.toml").write_text(blocks("toml")[0])
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--no-build-isolation", "--target", str(target), str(source)], check=True)
    return os.environ | {"PYTHONPATH": str(target)}


@pytest.mark.parametrize("line", "".join(blocks("sh")).splitlines())
def test_the_bot_of_the_page_plays(installed, line):
    command = [sys.executable, "-m", *line.split()]
    done = subprocess.run(command, env=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "centre" in done.stdout and "crash" not in done.stderr


def test_the_page_names_every_bot_of_the_seed_programs():
    for name, known in KNOWN.items():
        if known.games is not None:
            assert f"`{re.sub('[2-4]', '5', name)}`" in PAGE, name
