"""The current language: the one that was asked for, if there is a catalogue for it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "pt": "Português", "es": "Español"}  # each in its own language
VARIABLE = "LUDOTECA_LANGUAGE"

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
_of_program = [ENGLISH]  # the default in every thread and task


def current_language() -> str:
    """The language in which sentences are rendered in this context."""
    return _spoken.get() or _of_program[0]


def speak(language: str) -> None:
    """Set the language of the whole program, which serves one person."""
    _of_program[0] = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language of this context only: other threads and tasks serve other people."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def known_language(asked: Iterable[str]) -> str | None:
    """The first of these languages that is supported, or None: `pt_BR.UTF-8` and `pt-PT` are `pt`."""
    for tag in asked:
        language = tag.replace("_", "-").split("-")[0].split(".")[0].strip().lower()
        if language in LANGUAGES:
            return language
        if language in ("c", "posix"):
            return ENGLISH
    return None


def language_of_system() -> str:
    """The language that the environment asks for: LUDOTECA_LANGUAGE, then the usual variables."""
    environment = os.environ
    locale = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    several = environment.get("LANGUAGE", "").split(":") if locale not in ("", "C", "POSIX") else []
    asked = [environment.get(VARIABLE, ""), *several, locale]
    return known_language(filter(None, asked)) or ENGLISH


def language_of_browser(accepted: str) -> str:
    """The language that a browser prefers, from its `Accept-Language` header: `pt-PT,pt;q=0.9,en;q=0.5`."""
    weighed: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        tag, _, quality = part.partition(";")
        weight = quality.strip().removeprefix("q=")
        weighed.append((float(weight) if weight.replace(".", "", 1).isdecimal() else 1.0, tag.strip()))
    weighed.sort(key=lambda each: -each[0])
    return known_language(tag for weight, tag in weighed if weight > 0) or ENGLISH
