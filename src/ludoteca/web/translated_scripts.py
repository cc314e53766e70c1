"""Checks that the scripts that were translated from Python for browsers are those of the Python that is here."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from ludoteca.errors import LudotecaError

SOURCES = Path(__file__).parents[1]
TRANSLATED = Path(__file__).parent / "static" / "translated"
CURE = "run `python tools/translate_scripts.py` or install Ludoteca again"


class OldScripts(LudotecaError):
    """Browsers would run other code than this Python."""


def must_be_current(sources: Path = SOURCES, translated: Path = TRANSLATED) -> None:
    """Raise OldScripts if a script is missing, or its Python file has changed since."""
    try:
        noted = json.loads((translated / "sources.json").read_text("utf-8"))
    except FileNotFoundError:
        raise OldScripts(f"the scripts that are translated from Python are missing: {CURE}") from None
    for name, digest in noted.items():
        file = sources / name
        if not file.is_file() or sha256(file.read_bytes()).hexdigest() != digest:
            raise OldScripts(f"{name} has changed since it was translated for browsers: {CURE}")
