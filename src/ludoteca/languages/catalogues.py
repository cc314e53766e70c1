"""The catalogues: for each language, what every template is there.

They are written as `.po` files, which translators' programs read, and kept as JSON in the cache, which starts faster.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from ludoteca.folders import cache_folder
from ludoteca.languages.choice import ENGLISH

FOLDER = Path(__file__).parent
MARKED = "xx"  # a language for tests: what went through the catalogue stands in these brackets, and is longer
OPENING, CLOSING = "⟦", "⟧"


def translated(template: str, language: str) -> str:
    """A template in a language; in English where the catalogue does not have it."""
    if language == ENGLISH or not template:
        return template
    if language == MARKED:
        return f"{OPENING}{template}{CLOSING}"
    return catalogue(language).get(template, template)


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


def _kept_file(language: str, digest: str) -> Path:
    return cache_folder() / "languages" / f"{language}-{digest}.json"


def _read_and_kept(source: bytes, kept: Path) -> dict[str, str]:
    found = read_catalogue(source)
    beside = kept.with_suffix(".new")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(found, ensure_ascii=False), "utf-8")
        beside.replace(kept)
    except OSError:  # it is then read anew each time
        return found
    return found


def read_catalogue(source: bytes) -> dict[str, str]:
    """The translations in a `.po` file; those that are missing or doubtful are left out."""
    from io import BytesIO

    from babel.messages.pofile import read_po

    return {
        message.id: message.string
        for message in read_po(BytesIO(source))
        if isinstance(message.id, str) and message.id and isinstance(message.string, str) and message.string
        if not message.fuzzy
    }
