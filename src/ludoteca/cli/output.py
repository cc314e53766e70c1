"""How results and remarks are printed: results to standard output, remarks to standard error; lines for programs."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

import typer

from ludoteca.languages.texts import in_english

FEWEST = 40  # columns; in a narrower terminal words are broken
LONG, TENTHS = 100, 10  # steps from which on a log gets progress too, and how many lines of it
SAID_EVERY = 100  # games, in a log of work whose length is unknown


def print_json(answer: Any) -> None:
    """The answer as one JSON document on one line, in English: programs read it."""
    typer.echo(json.dumps(in_english(answer), ensure_ascii=not is_unicode()))


def say(sentence: str) -> None:
    """Talk, which goes to standard error; results go to standard output."""
    typer.echo(in_width(sentence, is_watched=sys.stderr.isatty()), err=True)


def print_row(row: str, indent: int) -> None:
    """A row of a list; what does not fit on a line of the terminal goes on below it, indented."""
    typer.echo(in_width(row, indent, is_watched=sys.stdout.isatty()))


def in_width(text: str, indent: int = 0, *, is_watched: bool) -> str:
    """Text of which a terminal breaks no word; anybody else gets it as it is."""
    if not is_watched:
        return text
    width = max(FEWEST, shutil.get_terminal_size().columns)
    rows = (wrap(row, width, subsequent_indent=" " * indent, break_on_hyphens=False) for row in text.split("\n"))
    return "\n".join("\n".join(parts) for parts in rows)


def is_unicode() -> bool:
    """Whether standard output can show the pieces' glyphs."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


class ProgressLine:
    """One line of progress on standard error that is written over; silent unless somebody watches.

    Leaving `with` clears it; after Ctrl-C it says what was kept.
    """

    def __init__(self, kept: str = "") -> None:
        self.is_watched = sys.stderr.isatty()
        self.kept = kept

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.clear()
        if kind is KeyboardInterrupt and self.kept:
            say(f"interrupted; {self.kept}")

    def show(self, words: str, *, is_lasting: bool = False) -> None:
        """Replace the line; where nobody watches, a log gets those that last."""
        if self.is_watched:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{words[:width]}")
            sys.stderr.flush()
        elif is_lasting:
            say(words)

    def count(self, words: str, done: int) -> None:
        """Replace the line; a log gets every hundredth."""
        self.show(words, is_lasting=done > 0 and done % SAID_EVERY == 0)

    def report(self, words: str, done: int, of: int, step: int = 1) -> None:
        """Replace the line after a step of the work; a log gets a line at each tenth of it, if there is much."""
        self.show(words, is_lasting=of >= LONG and done * TENTHS // of > (done - step) * TENTHS // of)

    def clear(self) -> None:
        """Leave an empty line."""
        self.show("")

    def say(self, sentence: str) -> None:
        """Say something that stays."""
        self.clear()
        say(sentence)


LONGEST_LINE = 1_000_001  # what comes after is taken as a line of its own, and refused


def lines_in() -> Iterator[str]:
    """Standard input line by line, as soon as each arrives; what is no text becomes question marks."""
    while line := sys.stdin.buffer.readline(LONGEST_LINE):
        yield line.decode(errors="replace")


def line_out(line: str) -> None:
    """A line to standard output, at once; when nobody reads it any more, that is the end."""
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # perhaps in a thread, which could not end the others otherwise
        os._exit(0)
