"""The language of a visitor: the one chosen here, or the one the browser asks for.

The server itself works in English: texts are rendered in a visitor's language when they leave it.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection

from ludoteca.languages.catalogues import MARKED
from ludoteca.languages.choice import LANGUAGES, language_of_browser

LANGUAGE_COOKIE = "language"


def is_language(language: str) -> bool:
    """Whether pages are available in a language, including the one for tests."""
    return language in LANGUAGES or language == MARKED


def language_of(connection: HTTPConnection) -> str:
    """The language for a visitor."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if is_language(chosen) else language_of_browser(connection.headers.get("accept-language", ""))
