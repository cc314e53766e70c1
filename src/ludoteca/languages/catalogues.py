"""The catalogues: the translations of every template, by language.

They are `.po` files, which translation programs can read, and are cached as JSON, which loads faster.  This folder has
the sentences that Ludoteca or several of its games use; each game has its own in its folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.folders import cache_folder
from ludoteca.languages.choice import ENGLISH
from ludoteca.languages.templates import PLACE

if TYPE_CHECKING:
    from babel.messages.catalog import Message
FOLDER = Path(__file__).parent
MARKED = "xx"  # a language for tests: everything that went through the catalogue is in these brackets, and longer
OPENING, CLOSING = "⟦", "⟧"


def translated(template: str, language: str) -> str:
    """A template in a language, or in English if the catalogue does not have it."""
    if language == ENGLISH or not template:
        return template
    if language == MARKED:
        has_words = any(map(str.isalpha, PLACE.sub(r"\2", template)))  # one that only joins texts is no sentence
        return f"{OPENING}{template}{CLOSING}" if has_words else template
    found = catalogue(language).get(template)
    if found is None and game_catalogues:
        found = catalogue_of_games(language).get(template)
    return template if found is None else found


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The translations into a language that all games share, by English template."""
    return cached_catalogue((FOLDER / f"{language}.po").read_bytes())


Brought = Callable[[str], Mapping[str, str]]  # by language: its translations of every template

game_catalogues: list[Brought] = []


def join_catalogue(brought: Brought) -> None:
    """Register a game's own translations; they are read when first needed."""
    game_catalogues.append(cache(brought))
    catalogue_of_games.cache_clear()


@cache
def catalogue_of_games(language: str) -> Mapping[str, str]:
    """The translations of the games declared so far; if two games disagree, the first wins."""
    joined: dict[str, str] = {}
    for brought in game_catalogues:
        joined = {**brought(language), **joined}
    return joined


def cached_catalogue(source: bytes) -> dict[str, str]:
    """The translations in a `.po` file, parsed once; ValueError if it is not a `.po` file."""
    kept = cache_folder() / "languages" / f"{sha256(source).hexdigest()[:16]}.json"
    with suppress(OSError, ValueError):
        return dict(json.loads(kept.read_text("utf-8")))
    found = read_catalogue(source)
    beside = kept.with_suffix(".new")
    with suppress(OSError):  # then it is read again each time
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(found, ensure_ascii=False), "utf-8")
        beside.replace(kept)
    return found


# --- files of translations


def read_catalogue(source: bytes) -> dict[str, str]:
    """The translations in a `.po` file, without missing or doubtful ones; ValueError if it is not a `.po` file."""
    return {str(message.id): str(message.string) for message in read_messages(source)}


def read_messages(source: bytes) -> Iterator[Message]:
    """The same translations, with the places where each sentence is used."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        found = read_po(BytesIO(source), abort_invalid=True)
    except PoFileError as error:
        raise ValueError(f"line {error.lineno + 1}: {error}") from error
    for message in found:
        is_text = isinstance(message.id, str) and isinstance(message.string, str)
        if is_text and message.id and message.string and not message.fuzzy:
            yield message


def po_text(language: str, sentences: Iterable[tuple[str, str]], known: Mapping[str, str]) -> str:
    """A `.po` file with these sentences and where each is used; known translations are filled in."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    catalogue = Catalog(locale=language)
    for where, sentence in sentences:
        catalogue.add(sentence, known.get(sentence, ""), locations=[(where.replace(" ", "-"), 0)])
    for message in catalogue:
        message.flags.clear()  # our placeholders are not Python's
    out = BytesIO()
    write_po(out, catalogue, width=0, omit_header=True, include_lineno=False)
    header = f'"Language: {language}\\n"'
    return f'msgid ""\nmsgstr ""\n{header}\n"Content-Type: text/plain; charset=utf-8\\n"\n\n{out.getvalue().decode()}'
