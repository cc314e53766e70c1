"""docs/bots.md: its tables say what the code does, and its bot, packaged and installed, plays as a stranger's would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.bots import BadBotSpec, find_bot
from ludoteca.bots.families import LEVEL_DESCRIPTIONS, known_bots
from ludoteca.bots.search_bots import DEFAULT_LIMITS

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()


def blocks(language: str) -> list[str]:
    """The code blocks of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> tuple[dict[str, str], Path]:
    """The environment of a process in which the bot of the page is installed, and the folder of its file."""
    source, target = tmp_path_factory.mktemp("centre"), tmp_path_factory.mktemp("site")
    (source / "centre.py").write_text(next(block for block in blocks("python") if "class Centre" in block))
    (source / "pyproject.toml").write_text(blocks("toml")[0])
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--no-build-isolation", "--target", str(target), str(source)], check=True)
    others = os.environ.get("PYTHONPATH")
    path = f"{target}{os.pathsep}{others}" if others else str(target)
    return os.environ | {"PYTHONPATH": path}, source


@pytest.mark.parametrize("line", "".join(blocks("sh")).splitlines())
def test_the_bot_of_the_page_plays(installed, line):
    command = [sys.executable, "-m", *line.split()]
    env, folder = installed
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "centre" in done.stdout and "crash" not in done.stderr and "by crashing" not in done.stdout


def test_the_page_names_every_bot_of_the_seed_programs():
    for name, known in known_bots().items():
        if known.games is not None:
            assert f"`{re.sub('[2-4]', '5', name)}`" in PAGE, name


def rows(heading: str) -> list[list[str]]:
    """The cells of the rows, without heads, of the tables of a section."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


BOTS = {row[0].strip("`"): row[1] for row in rows("Bots for every game") if len(row) == 2}
SETTINGS = [
    (bot, name.strip("`"), values, default)
    for name, bots, values, default, _ in (row for row in rows("Bots for every game") if len(row) == 5)
    for bot in re.findall(r"`(\w+)`", bots)
]
KEPT_AS = {"memory": "megabytes"}


def test_the_page_names_every_bot_that_plays_every_game():
    assert set(BOTS) == {name for name, known in known_bots().items() if known.games is None}


def test_the_page_says_of_each_level_what_the_screens_say():
    assert [BOTS[f"level{number}"] for number in range(1, 11)] == list(LEVEL_DESCRIPTIONS)


@pytest.mark.parametrize("bot", ["search", "alphabeta", "mcts"])
def test_the_page_names_every_setting(bot):
    with pytest.raises(BadBotSpec) as refused:
        find_bot(f"{bot}:nonsense=1")
    taken = re.findall(r"(\w+)=…", str(refused.value))
    assert sorted(taken) == sorted(name for owner, name, _, _ in SETTINGS if owner == bot)


@pytest.mark.parametrize(("bot", "name", "values", "default"), SETTINGS)
def test_settings_take_what_the_page_says(bot, name, values, default):
    with pytest.raises(BadBotSpec) as refused:
        find_bot(f"{bot}:{name}=-1")
    assert f" {values}, not" in str(refused.value).replace("from ", "")
    made, plain = (vars(find_bot(spec)) for spec in (f"{bot}:{name}={default.split()[0]}", bot))
    assert made["is_plain"] == plain["is_plain"]
    kept = KEPT_AS.get(name, name)
    if "else" in default:  # it depends on the game
        assert getattr(made["searcher"], kept) is not None and getattr(plain["searcher"], kept) is None
        return
    assert getattr(made["searcher"], kept, None) == getattr(plain["searcher"], kept, None)


def test_searches_think_as_long_as_the_page_says():
    assert f"think for {DEFAULT_LIMITS.time_ms} ms about a move" in PAGE
    assert find_bot("mcts").limits == find_bot("search").limits == find_bot("alphabeta").limits == DEFAULT_LIMITS
    with pytest.raises(BadBotSpec, match="no depth limit"):
        find_bot("mcts:depth=6")
