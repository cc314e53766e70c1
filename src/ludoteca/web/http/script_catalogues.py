"""A language's catalogue for the scripts of pages: a separate script, whose address changes with its content."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludoteca.errors import LudotecaError
from ludoteca.games import find_game, game_names
from ludoteca.languages.catalogues import FOLDER, MARKED, catalogue
from ludoteca.languages.choice import ENGLISH, LANGUAGES
from ludoteca.play.game_sentences import RULES, game_sentences
from ludoteca.web.http.static_files import FOR_GOOD

GAMES = "games/"
ELSEWHERE = ("terminal/", "cli/", "cli.py")  # where the sentences are that no page shows

catalogues = APIRouter(include_in_schema=False)


def catalogue_address(language: str) -> str | None:
    """The address of the script; None for English, whose sentences are in the scripts themselves."""
    return None if language in (ENGLISH, MARKED) else f"/languages/{language}-{digest_of(language)}.js"


@cache
def catalogue_script(language: str) -> str:
    """A script that gives the pages' scripts their sentences."""
    wanted = {
        sentence: words
        for sentence, words in sorted(catalogue(language).items())
        if sentence not in _said_elsewhere(language) and words != sentence
    }
    return f"globalThis.ludotecaCatalogue = {json.dumps(wanted, ensure_ascii=False, separators=(',', ':'))};\n"


@cache
def digest_of(language: str) -> str:
    """A name for the current catalogue."""
    return sha256(catalogue_script(language).encode()).hexdigest()[:12]


@cache
def _said_elsewhere(language: str) -> frozenset[str]:
    """The sentences that only other interfaces use, by the places that the catalogue names."""
    from babel.messages.pofile import read_po

    messages = read_po(BytesIO((FOLDER / f"{language}.po").read_bytes()))
    rules = sentences_of_rules()
    return frozenset(
        str(message.id)
        for message in messages
        if message.locations
        and all(
            str(path).startswith(GAMES if message.id in rules else ELSEWHERE)  # rules come with their page
            for path, _ in message.locations
        )
    )


@cache
def sentences_of_rules() -> frozenset[str]:
    """The sentences of the games' rules that are nowhere else in a game."""
    found: set[str] = set()
    for name in game_names():
        with suppress(LudotecaError):  # a game of another package that cannot be loaded
            told = list(game_sentences(find_game(name)))
            found |= {text for where, text in told if where == RULES} - {text for where, text in told if where != RULES}
    return frozenset(found)


@catalogues.get("/languages/{name}.js")
async def catalogue_file(name: str) -> Response:
    """A catalogue; the content at this address never changes."""
    language, _, digest = name.partition("-")
    if language not in LANGUAGES or language == ENGLISH or digest != digest_of(language):
        raise HTTPException(404)
    headers = {"cache-control": FOR_GOOD}
    return Response(catalogue_script(language), media_type="text/javascript", headers=headers)
