"""What went through the catalogue, in the language for tests: it stands in brackets, and so do its parts."""

from __future__ import annotations

import re
from typing import Any

from ludoteca.languages.catalogues import CLOSING, OPENING
from ludoteca.languages.texts import Text

INNERMOST = re.compile(f"{OPENING}[^{OPENING}{CLOSING}]*{CLOSING}")
WORD = re.compile(r"[^\W\d_]{3,}")  # moves, cells and letters of pieces are shorter
PROSE = re.compile(rf"{WORD.pattern} {WORD.pattern}")  # lists of names have commas


def outside(text: str) -> str:
    """What is left of a text without all that stands in brackets."""
    before = ""
    while before != text:
        before, text = text, INNERMOST.sub("", text)
    return text


def plain_parts(value: Any) -> list[str]:
    """The parts of a text that read like words and are no texts: somebody has put them in without the catalogue."""
    if isinstance(value, Text):
        return [part for each in value.places.values() for part in plain_parts(each)]
    return [value] if isinstance(value, str) and PROSE.search(value) else []


def is_marked(text: str) -> bool:
    """Whether a text comes wholly from the catalogue, numbers and moves left aside."""
    return not WORD.search(outside(text)) and not (isinstance(text, Text) and plain_parts(text))
