"""Texts that are kept: in a file or a database, so that they can be said in any language when they are read again."""

from __future__ import annotations

import json
from typing import Any

from ludoteca.languages.texts import Text, in_english, t

MARK = '{"say": '  # no sentence begins like this


def stored_text(text: str) -> str:
    """A text to keep: what it was made of, or only its words where that is all there is."""
    if not isinstance(text, Text) or text.finish is not None or not text.places:
        return str(in_english(text))
    return json.dumps(_parts(text), ensure_ascii=False)


def _parts(value: Any) -> Any:
    if isinstance(value, Text) and value.finish is None:
        return {"say": value.template, "with": {name: _parts(place) for name, place in value.places.items()}}
    return value if isinstance(value, int | float) else str(in_english(value))


def read_text(stored: str) -> str:
    """A text as it was kept; words alone are a sentence of the catalogue, or stay as they are."""
    if not stored.startswith(MARK):
        return t(stored)
    try:
        read = _whole(json.loads(stored))
    except (ValueError, LookupError, TypeError):  # damaged
        return stored
    return read if isinstance(read, Text) else stored


def _whole(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return t(value["say"], **{name: _whole(place) for name, place in value["with"].items()})
