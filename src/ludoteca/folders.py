"""The folders in which Ludoteca stores its files: one for data, one for what can be recreated."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

NAME = "ludoteca"
SETTINGS = "settings.json"  # in the data folder: what the user chose in the terminal


def data_folder() -> Path:
    """The user's folder for saved games, records and the server's database; LUDOTECA_DATA overrides it."""
    return _chosen("LUDOTECA_DATA") or _existing_home(platformdirs.user_data_path(NAME, appauthor=False))


def cache_folder() -> Path:
    """The user's folder for machine code; LUDOTECA_CACHE overrides it."""
    return _chosen("LUDOTECA_CACHE") or _existing_home(platformdirs.user_cache_path(NAME, appauthor=False))


def _chosen(variable: str) -> Path | None:
    chosen = os.environ.get(variable)
    return Path(chosen).expanduser() if chosen else None


def _existing_home(folder: Path) -> Path:
    """The folder; RuntimeError if the user's home is unknown, in which case the path still begins with `~`."""
    return folder.expanduser()


def make_private_folder(folder: Path) -> None:
    """Create a folder that only its owner can enter, with any missing parents, unless it exists."""
    missing = [each for each in folder.parents if not each.exists()]
    for each in (*reversed(missing), folder):
        each.mkdir(mode=0o700, exist_ok=True)
