"""The answers of independent programs, kept in tests/golden."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "golden"


@cache
def positions(game: str) -> list[dict[str, Any]]:
    """The golden positions of a game."""
    return _lines(FOLDER / f"{game}.jsonl.gz")


@cache
def games(game: str) -> list[dict[str, Any]]:
    """The golden complete games of a game."""
    return _lines(FOLDER / f"{game}.games.jsonl.gz")


def leaf_counts(game: str) -> list[dict[str, Any]]:
    """The golden perft entries of a game."""
    return [entry for entry in json.loads((FOLDER / "perft.json").read_text()) if entry["game"] == game]


def _lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]
