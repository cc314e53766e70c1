"""Files of game records as commands read them, and what a record is called."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import typer

from ludoteca.cli.output import say
from ludoteca.languages import t

if TYPE_CHECKING:
    from ludoteca.play.records import Record


def opened(file: Path) -> io.TextIOWrapper:
    """The text of a file or of standard input; bytes that are not UTF-8 are left for the reader to complain about."""
    try:
        source: Any = sys.stdin.buffer if str(file) == "-" else file.open("rb", buffering=0)
    except OSError as error:
        words = t("{file} cannot be opened: {reason}", file=file, reason=error.strerror)
        raise typer.BadParameter(words, param_hint="FILE") from error
    return io.TextIOWrapper(io.BufferedReader(source), encoding="utf-8-sig", errors="replace")


def records_in(text: io.TextIOWrapper) -> Iterator[Record]:
    """The records of a file in any format, be it of a match."""
    from ludoteca.arena.results import is_match_file, records_of
    from ludoteca.play.records import iterate_records

    begin = cast(io.BufferedReader, text.buffer).peek(100).decode("utf-8-sig", errors="replace")
    if is_match_file(begin):
        yield from records_of(text)
    else:
        yield from iterate_records(text)


def title(record: Record) -> str:
    """Who played what, when, and how it went."""
    first, second = (
        t("{player} ({side})", player=name, side=player.name)
        for name, player in zip(record.players, record.variant.game.players, strict=True)
    )
    options = "".join(f", {name}={value}" for name, value in record.variant.changed_options.items())
    played = t("{game}: {first} against {second}", game=f"{record.variant.title}{options}", first=first, second=second)
    return ", ".join(filter(None, (played, record.date, record.result)))


def must_be_some(records: int) -> None:
    """A file without a record is an answer of no."""
    if records == 0:
        say(f"ludoteca: {t('there is no record in this file')}")
        raise typer.Exit(1)
