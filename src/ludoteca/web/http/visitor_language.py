"""The language of a visitor: the one that was chosen here, else the one that the browser asks for.

The server itself works in English: texts are said in a visitor's language where they leave it.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection

from ludoteca.languages.catalogues import MARKED
from ludoteca.languages.choice import LANGUAGES, language_of_browser

LANGUAGE_COOKIE = "language"


def is_language(language: str) -> bool:
    """Whether a page can be had in a language; the one for tests is among them."""
    return language in LANGUAGES or language == MARKED


def language_of(connection: HTTPConnection) -> str:
    """The language in which a visitor is spoken to."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if is_language(chosen) else language_of_browser(connection.headers.get("accept-language", ""))
