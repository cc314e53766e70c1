"""Texts stored in a file or database in such a way that they can be rendered in any language when they are read."""

from __future__ import annotations

import json
from typing import Any

from ludoteca.languages.texts import Text, in_english, parts_of, t

MARK = '{"template": '  # no sentence begins like this


def stored_text(text: str) -> str:
    """A text as it is stored: its template and values, or only its words if nothing else is known."""
    if not isinstance(text, Text) or not text.places or _is_finished(text):
        return str(in_english(text))
    return json.dumps(parts_of(text), ensure_ascii=False, default=str)


def _is_finished(text: Text) -> bool:
    """Whether the text, or a text in it, has a `finish` function, which cannot be stored."""
    return text.finish is not None or any(isinstance(one, Text) and _is_finished(one) for one in text.places.values())


def read_text(stored: str) -> str:
    """A stored text; words alone are looked up in the catalogue, or left as they are."""
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
    return t(value["template"], **{name: _whole(place) for name, place in value.get("places", {}).items()})
