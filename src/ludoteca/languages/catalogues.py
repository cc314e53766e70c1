"""The catalogues: for each language, what every template is there.

They are written as `.po` files, which translators' programs read, and kept as JSON in the cache, which starts faster.
A game of another package brings a catalogue of its own; it adds to ours and changes nothing in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from ludoteca.folders import cache_folder
from ludoteca.languages.choice import ENGLISH
from ludoteca.languages.po_files import read_catalogue
from ludoteca.languages.templates import PLACE

FOLDER = Path(__file__).parent
MARKED = "xx"  # a language for tests: what went through the catalogue stands in these brackets, and is longer
OPENING, CLOSING = "⟦", "⟧"


def translated(template: str, language: str) -> str:
    """A template in a language; in English where the catalogue does not have it."""
    if language == ENGLISH or not template:
        return template
    if language == MARKED:
        has_words = any(map(str.isalpha, PLACE.sub(r"\2", template)))  # what only joins texts is no sentence
        return f"{OPENING}{template}{CLOSING}" if has_words else template
    found = catalogue(language).get(template)
    if found is None and _brought:
        found = catalogue_of_games(language).get(template)
    return template if found is None else found


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """By template in English, what it is in a language."""
    source = (FOLDER / f"{language}.po").read_bytes()
    kept = _kept_file(language, sha256(source).hexdigest()[:16])
    try:
        found = json.loads(kept.read_text("utf-8"))
        return dict(found)
    except (OSError, ValueError):
        return _read_and_kept(source, kept)


Brought = Callable[[str], Mapping[str, str]]  # by language: what every template is there

_brought: list[Brought] = []


def join_catalogue(brought: Brought) -> None:
    """Let a game bring translations of its own; they are read when its words are first said."""
    _brought.append(brought)
    catalogue_of_games.cache_clear()


@cache
def catalogue_of_games(language: str) -> Mapping[str, str]:
    """What the games of others bring, in a language; of two that say a thing differently, the first is heard."""
    joined: dict[str, str] = {}
    for brought in _brought:
        joined = {**brought(language), **joined}
    return joined


def _kept_file(language: str, digest: str) -> Path:
    return cache_folder() / "languages" / f"{language}-{digest}.json"


def _read_and_kept(source: bytes, kept: Path) -> dict[str, str]:
    found = read_catalogue(source)
    beside = kept.with_suffix(".new")
    with suppress(OSError):  # it is then read anew each time
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(found, ensure_ascii=False), "utf-8")
        beside.replace(kept)
    return found
