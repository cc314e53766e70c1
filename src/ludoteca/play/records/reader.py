"""Reads records from text in any format, recognised by how it begins; only one record is in memory at a time."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterator
from typing import TextIO

from ludoteca.languages.texts import t
from ludoteca.play.records.builder import Builder
from ludoteca.play.records.pgn import PgnBuilder, pgn_builder, plain_notes
from ludoteca.play.records.record import Record, all_from_json
from ludoteca.play.records.record_json import is_json
from ludoteca.play.records.sgf import read_sgf
from ludoteca.play.records.tokens import Lines, Token, comment_parts, tokens_of
from ludoteca.play.records.tree import RECORD_WORDS, RESULTS, USUAL_LIMITS, Place, RecordError, RecordLimits

OWN_TAGS = ("game", "position", "first", "second")  # those that no other format has, in lower case


def read_records(text: str, limits: RecordLimits = USUAL_LIMITS) -> list[Record]:
    """All records in a text."""
    if len(text) > limits.characters:
        raise RecordError(
            t(
                RECORD_WORDS["characters"],
                most=limits.characters,
                count=len(text),
            ),
            Place(1, 1),
        )
    return list(iterate_records(io.StringIO(text, newline=None), limits))


def read_record(text: str, limits: RecordLimits = USUAL_LIMITS) -> Record:
    """The only record in a text."""
    records = read_records(text, limits)
    if len(records) != 1:
        raise RecordError(t("expected one record, found {count}", count=len(records)), Place(1, 1))
    return records[0]


def iterate_records(file: TextIO, limits: RecordLimits = USUAL_LIMITS) -> Iterator[Record]:
    """The records of an open file one after the other, in any format; those in JSON all at once."""
    lines = _Peeked(file, limits)
    if is_json(lines.begin):
        yield from all_from_json(lines.text(limits.characters + 1), limits)
    elif lines.begin.lstrip().startswith("("):
        yield from map(Record.of, read_sgf(lines.text(limits.characters + 1), limits))
    else:
        yield from _tagged(lines, limits)


class _Peeked:
    """A file whose beginning was looked at, up to the first line that is not empty; read from the start."""

    def __init__(self, file: TextIO, limits: RecordLimits) -> None:
        self.file = file
        self.seen: deque[str] = deque()
        left = limits.characters
        while left >= 0 and (line := file.readline(left + 1)):
            self.seen.append(line)
            left -= len(line)
            if not line.isspace():
                break
        self.begin = self.seen[-1] if self.seen else ""

    def readline(self, size: int, /) -> str:
        """The next line."""
        return self.seen.popleft() if self.seen else self.file.readline(size)

    def text(self, size: int) -> str:
        """All lines together, but not many more characters than these."""
        return "".join(self.seen) + self.file.read(size)


def _tagged(lines: Lines, limits: RecordLimits) -> Iterator[Record]:
    """Games as text with tags: our own records, which name their game, and others."""
    tags: list[tuple[str, str, Place]] = []
    builder: Builder | None = None
    is_own = False  # whether the file has records of ours, each of which names its game
    waiting: list[Token] = []  # what comes before the first move, which may be needed to find the game
    begins = last = Place(1, 1)
    for token in tokens_of(lines, limits):
        last = token.place
        if not tags and not waiting and builder is None:
            begins = token.place
        if token.kind == "tag":
            if waiting or builder is not None:
                raise RecordError(
                    t(RECORD_WORDS["tag_late"], line=begins.line),
                    token.place,
                )
            tags.append((token.name, token.text, token.place))
            if len(tags) > limits.tags:
                raise RecordError(t(RECORD_WORDS["tags"], most=limits.tags), token.place)
            continue
        waiting.append(token)
        is_own = is_own or any(name.lower() in OWN_TAGS for name, *_ in tags)
        if builder is None and is_own:
            builder = Builder(tags, begins, limits)
        elif builder is None and token.kind in ("move", "result"):
            builder = pgn_builder(tags, begins, limits, token.text if token.kind == "move" else "")
        if builder is None:
            continue
        for each in waiting if token.kind != "result" else waiting[:-1]:
            _take(builder, each)
        waiting = []
        if token.kind == "result":
            yield Record.of(builder.finish(token.text, token.place))
            builder, tags = None, []
    if builder is not None and len(builder.lines) > 1:
        builder.finish("*", last)  # names the open variation
    if builder is not None or tags or waiting:
        raise RecordError(t(RECORD_WORDS["no_result"], listed=", ".join(RESULTS)), last)


def _take(builder: Builder, token: Token) -> None:
    if token.kind == "move":
        builder.move(token.text, token.place)
    elif token.kind == "open":
        builder.open(token.place)
    elif token.kind == "close":
        builder.close(token.place)
    else:
        text = plain_notes(token.text) if isinstance(builder, PgnBuilder) else token.text
        builder.comment(*comment_parts(text, token.place), token.place)
