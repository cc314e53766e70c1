"""Changes the language of the terminal, and remembers it."""

from __future__ import annotations

from ludoteca.kernel.errors import LudotecaError, shown
from ludoteca.languages import t
from ludoteca.languages.choice import LANGUAGES, current_language, speak
from ludoteca.terminal.language_setting import SETTING, read_language
from ludoteca.terminal.saved_games import SavedGames


def change_language(saved_games: SavedGames, said: str) -> str:
    """Change to the named language and return what to say; without a name, say which language is current."""
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
