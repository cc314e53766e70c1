"""How results and remarks are printed: results to standard output, remarks to standard error."""

from __future__ import annotations

import json
import shutil
import sys
from typing import Any

import typer

from ludoteca.languages.texts import in_english

LONG, TENTHS = 100, 10  # steps from which on a log gets progress too, and how many lines of it


def print_json(answer: Any) -> None:
    """The answer as one JSON document on one line, in English: programs read it."""
    typer.echo(json.dumps(in_english(answer), ensure_ascii=not is_unicode()))


def say(sentence: str) -> None:
    """Talk, which goes to standard error; results go to standard output."""
    typer.echo(sentence, err=True)


def is_unicode() -> bool:
    """Whether standard output can show the pieces' glyphs."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


class ProgressLine:
    """One line of progress on standard error that is written over; silent unless somebody watches."""

    def __init__(self) -> None:
        self.is_watched = sys.stderr.isatty()

    def show(self, words: str) -> None:
        """Replace the line."""
        if self.is_watched:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{words[:width]}")
            sys.stderr.flush()

    def report(self, words: str, done: int, of: int) -> None:
        """Replace the line; where nobody watches, a log gets a line at each tenth of the work, if there is much."""
        self.show(words)
        if not self.is_watched and of >= LONG and done * TENTHS // of > (done - 1) * TENTHS // of:
            say(words)

    def clear(self) -> None:
        """Leave an empty line."""
        self.show("")

    def say(self, sentence: str) -> None:
        """Say something that stays."""
        self.clear()
        say(sentence)
