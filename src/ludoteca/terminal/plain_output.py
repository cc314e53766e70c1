"""Printing in a plain terminal: no word is broken at its edge.  Through a pipe every line is unchanged."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from textwrap import wrap

from ludoteca.languages import t
from ludoteca.languages.markdown import LEAD, unwrapped
from ludoteca.search.background import BackgroundWork

WIDEST = 100  # characters per line, even if there is room for more
FEWEST = 20  # fewer than this cannot be read
SLOW_S = 1.0  # after this long, a person is told that something is running


def columns() -> int | None:
    """How many characters fit on a line; None if the reader of the pipe decides."""
    if not sys.stdout.isatty():
        return None
    return max(FEWEST, min(WIDEST, shutil.get_terminal_size().columns))


def say(*texts: str) -> None:
    """Print texts, each on a new line."""
    for text in texts or ("",):
        print(in_columns(text, columns()))


def say_page(make: Callable[[], str]) -> None:
    """Print Markdown between two blank lines, its paragraphs as wide as the terminal; making it may take a while."""
    work = BackgroundWork(lambda _: make())
    if not work.wait(SLOW_S):
        say(t("Preparing the rules …"))
    page = work.result()
    say(f"\n{page if columns() is None else unwrapped(page)}\n")


def in_columns(text: str, width: int | None) -> str:
    """The text with long lines wrapped between words, keeping indentation."""
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _parts(line, width))


def _parts(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    lead = LEAD.match(line)
    indent = " " * min(len(lead[0]) if lead else 0, width // 2)
    return wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [line]
