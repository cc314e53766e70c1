"""The language of the terminal: LUDOTECA_LANGUAGE, or the one chosen last time, or the system's.

This is read before every command, so it imports little.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from ludoteca.folders import SETTINGS, data_folder
from ludoteca.languages.choice import LANGUAGES, VARIABLE, known_language, language_of_system

SETTING = "language"


def language_at_start(folder: Path | None = None) -> str:
    """The language to start with; `folder` is where settings are stored."""
    return (
        known_language([os.environ.get(VARIABLE, "")])
        or _remembered(data_folder() if folder is None else folder)
        or language_of_system()
    )


def _remembered(folder: Path) -> str | None:
    try:
        kept = json.loads((folder / SETTINGS).read_text("utf-8"))
    except (OSError, ValueError):  # the menus report a damaged file
        return None
    language = kept.get(SETTING) if isinstance(kept, dict) else None
    return language if language in LANGUAGES else None


def read_language(said: str) -> str | None:
    """The language that a user means: by its code, `pt`, or by its name in its own language."""
    word = said.strip().casefold()
    for language, name in LANGUAGES.items():
        if word == name.casefold():
            return language
    return known_language([word])
