"""A language's catalogue for the scripts of pages: a separate script, whose address changes with its content."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludoteca.errors import LudotecaError
from ludoteca.games import find_game, game_names
from ludoteca.languages.catalogues import FOLDER, MARKED, read_messages
from ludoteca.languages.choice import ENGLISH, LANGUAGES
from ludoteca.play.game_sentences import RULES
from ludoteca.web.http.static_files import FOR_GOOD

ELSEWHERE = ("terminal/", "cli/", "cli.py")  # where the sentences are that no page shows

catalogues = APIRouter(include_in_schema=False)


def catalogue_address(language: str) -> str | None:
    """The address of the script; None for English, whose sentences are in the scripts themselves."""
    return None if language in (ENGLISH, MARKED) else f"/languages/{language}-{digest_of(language)}.js"


@cache
def catalogue_script(language: str) -> str:
    """A script that gives the pages' scripts their sentences."""
    wanted = {
        str(message.id): str(message.string)
        for source in catalogue_sources(language)
        for message in read_messages(source)
        if message.string != message.id and _is_for_scripts([place for place, _ in message.locations])
    }
    return f"globalThis.ludotecaCatalogue = {json.dumps(wanted, ensure_ascii=False, separators=(',', ':'))};\n"


@cache
def digest_of(language: str) -> str:
    """A name for the current catalogue."""
    return sha256(catalogue_script(language).encode()).hexdigest()[:12]


def catalogue_sources(language: str) -> Iterator[bytes]:
    """The catalogue of Ludoteca, and that of each game."""
    yield (FOLDER / f"{language}.po").read_bytes()
    for name in game_names():
        with suppress(LudotecaError):  # a game of another package that cannot be loaded
            file = find_game(name).resource(f"{language}.po")
            if file is not None:
                yield file.read_bytes()


def _is_for_scripts(places: list[str]) -> bool:
    """Whether a sentence is used where a page's script may need it; rules are part of their page."""
    return not places or not all(place.startswith(ELSEWHERE) or place.endswith(RULES) for place in places)


@catalogues.get("/languages/{name}.js")
async def catalogue_file(name: str) -> Response:
    """A catalogue; the content at this address never changes."""
    language, _, digest = name.partition("-")
    if language not in LANGUAGES or language == ENGLISH or digest != digest_of(language):
        raise HTTPException(404)
    headers = {"cache-control": FOR_GOOD}
    return Response(catalogue_script(language), media_type="text/javascript", headers=headers)
