"""The language of the terminal: LUDOTECA_LANGUAGE, or the one chosen last time, or the system's.

This is read before every command, so it imports little.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.folders import SETTINGS, data_folder
from ludoteca.languages import t
from ludoteca.languages.choice import LANGUAGES, VARIABLE, current_language, known_language, language_of_system, speak

if TYPE_CHECKING:
    from ludoteca.terminal.saved_games import SavedGames

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


def change_language(saved_games: SavedGames, said: str) -> str:
    """Change to the named language and return what to say; without a name, say which language is current."""
    from ludoteca.errors import LudotecaError, shown

    if not said:
        known = ", ".join(f"{name} ({code})" for code, name in LANGUAGES.items())
        return t(
            "The language is {language}. Available: {languages}.",
            language=LANGUAGES[current_language()],
            languages=known,
        )
    language = read_language(said)
    if language is None:
        known = ", ".join(LANGUAGES)
        raise LudotecaError(
            t("there is no language called {name}; available: {languages}", name=shown(said), languages=known)
        )
    return speak_from_now_on(saved_games, language)


def speak_from_now_on(saved_games: SavedGames, language: str) -> str:
    """Change the language and remember it; returns a sentence that says so, or why it cannot be remembered."""
    speak(language)
    try:
        saved_games.set(**{SETTING: language})
    except OSError as error:
        return t("The language could not be saved: {reason}.", reason=error.strerror or error)
    return t("The language is now {language}.", language=LANGUAGES[language])
