"""The folders in which Ludoteca keeps things: what must last, and what can be made again."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

NAME = "ludoteca"
SETTINGS = "settings.json"  # in the data folder: what the person chose in the terminal


def data_folder() -> Path:
    """The user's folder for saved games, records and the server's database; LUDOTECA_DATA moves it."""
    return _chosen("LUDOTECA_DATA") or _existing_home(platformdirs.user_data_path(NAME, appauthor=False))


def cache_folder() -> Path:
    """The user's folder for machine code; LUDOTECA_CACHE moves it."""
    return _chosen("LUDOTECA_CACHE") or _existing_home(platformdirs.user_cache_path(NAME, appauthor=False))


def _chosen(variable: str) -> Path | None:
    chosen = os.environ.get(variable)
    return Path(chosen).expanduser() if chosen else None


def _existing_home(folder: Path) -> Path:
    """The folder; RuntimeError when nobody knows where the user's home is, which leaves a `~` at its beginning."""
    return folder.expanduser()


def make_private_folder(folder: Path) -> None:
    """A folder that its owner alone can enter, unless there is one; likewise those above it that are missing."""
    missing = [each for each in folder.parents if not each.exists()]
    for each in (*reversed(missing), folder):
        each.mkdir(mode=0o700, exist_ok=True)
