"""The games of examples/, opened for one test and not among the games after it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ludoteca.games import game_files
from ludoteca.play import Variant

FOLDER = Path(__file__).parents[2] / "examples"


@cache
def example(name: str) -> Variant:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(game_files.FILES, "")
        patch.setattr(game_files, "opened_games", {})
        return Variant(game_files.open_game_file(FOLDER / f"{name}.py"))
