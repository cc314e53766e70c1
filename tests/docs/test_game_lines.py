"""The lines of each game are those that docs/finish-a-game.md tells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "finish-a-game.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\w+), (with|without|on)\b.* \| (\d+) \|$", re.MULTILINE)
TABLE = ROW.findall(PAGE[PAGE.index("## How long a game is") :])
NOT_COUNTED = {"with": ("endings.py",), "without": ("evaluation.py", "endings.py")}


def lines_of(name: str, how: str) -> int:
    """All lines of a game's Python files but those that are not counted."""
    if how == "on":
        return len((ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8").splitlines())
    files = (ROOT / "src" / "ludoteca" / "games" / name).glob("*.py")
    counted = [file for file in files if file.name not in NOT_COUNTED[how]]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in counted)


def test_all_games_are_in_the_table():
    assert len(TABLE) == 7


@pytest.mark.parametrize(("name", "how", "told"), TABLE, ids=[name for name, *_ in TABLE])
def test_a_game_is_hardly_longer_than_the_page_says(name, how, told):
    assert int(told) * 0.95 <= lines_of(name.lower(), how) <= int(told) * 1.05
