"""Reads records from text in any format, recognised by how it begins; only one record is in memory at a time."""

from __future__ import annotations

import io
import math
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TextIO

from ludoteca.languages.texts import t
from ludoteca.play.match.clock import LONGEST_LEFT_MS
from ludoteca.play.records.builder import Builder
from ludoteca.play.records.pgn import PgnBuilder, pgn_builder, plain_notes
from ludoteca.play.records.record import Record, all_from_json
from ludoteca.play.records.record_json import is_json
from ludoteca.play.records.sgf import read_sgf
from ludoteca.play.records.tree import (
    HALVES,
    RECORD_WORDS,
    RESULTS,
    TAG_NAME,
    USUAL_LIMITS,
    Place,
    RecordError,
    RecordLimits,
)
from ludoteca.play.records.writer import NOTE

# ++ and *+ never backtrack: without them, an unclosed quote takes hundreds of bytes per character
TOKEN = re.compile(
    r"""(?P<space> (?: \s++ | (?: [0-9]++ \.++ | \.{2,}+ | \$[0-9]++ | [!?]++ ) (?=\s) )++ )
      | (?P<tag> \[ )
      | (?P<open> \( )
      | (?P<close> \) )
      | (?P<comment> \{ )
      | (?P<rest> ;.* )
      | (?P<quoted> "(?:[^"\\]++|\\.)*+" )
      | (?P<word> [^\s{}()\[\];"]++ )""",
    re.VERBOSE | re.DOTALL,
)
TAG = re.compile(rf'\[\s*({TAG_NAME.pattern})\s*"((?:[^"\\]++|\\.)*+)"\s*\]', re.ASCII | re.DOTALL)
COMMENT = re.compile(r"(?:[^\\}]++|\\.|\\$)*+", re.DOTALL)
SPECIAL = re.compile(rf"\\([\\}}\[])|\[%({NOTE})\b([^][]{{0,400}})\]", re.IGNORECASE)
NUMBER = re.compile(r"\d+\.+|\.{2,}", re.ASCII)
GLYPH = re.compile(r"\$\d+|[!?]+", re.ASCII)
CLOCK = re.compile(r"(?:(\d{1,5}):)?(\d{1,2}):(\d{1,2})(?:\.(\d{1,3}))?", re.ASCII)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
EVALUATION = re.compile(r"[+-]?\d{1,300}(?:\.\d{0,300})?(?:e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a record: its kind, its text (of a tag: its value), its place, and a tag's name."""

    kind: str
    text: str
    place: Place
    name: str = ""


class Lines(Protocol):
    """A file, or the part of it that is still to be read."""

    def readline(self, size: int, /) -> str:
        """The next line, or its first characters; "" at the end."""


def tokens_of(file: Lines, limits: RecordLimits) -> Iterator[Token]:
    """The tokens of a file, one at a time."""
    opened: Place | None = None  # of a comment that continues
    parts: list[str] = []
    size = 0  # of this record so far
    for number, line in numbered_lines(file, limits):
        size += len(line)
        if size > limits.characters:
            raise RecordError(t("a record has at most {most} characters", most=limits.characters), Place(number, 1))
        if opened is None and (line.startswith("%") or line.isspace()):  # PGN has such escape lines
            continue
        at = 0
        while at < len(line):
            if opened is not None:
                found = COMMENT.match(line, at)
                assert found is not None  # it matches at least the empty string
                parts.append(found.group())
                at = found.end() + 1
                if at <= len(line):
                    yield Token("comment", "".join(parts), opened)
                    opened, parts = None, []
                continue
            place = Place(number, column_of(line, at))
            match = TOKEN.match(line, at)
            if match is None:
                what = t(RECORD_WORDS["quote_open"])
                if line[at] != '"':
                    what = t(RECORD_WORDS["letter"], letter=repr(line[at]))
                raise RecordError(what, place)
            at = match.end()
            kind, text = str(match.lastgroup), match.group()
            if kind == "comment":
                opened = place
            elif kind == "tag":
                tag = TAG.match(line, match.start())
                if tag is None:
                    raise RecordError(t(RECORD_WORDS["tag"]), place)
                at = tag.end()
                _must_be_short(tag.group(), place, limits)
                yield Token("tag", _unquoted(tag[2]), place, tag[1])
            elif kind == "word":
                _must_be_short(text, place, limits)
                for token in _word_tokens(text, place):
                    if token.kind == "result":
                        size = 0
                    yield token
            elif kind == "quoted":
                _must_be_short(text, place, limits)
                yield Token("move", _unquoted(text[1:-1]), place)
            elif kind == "rest":
                yield Token("comment", text[1:].replace("\\", "\\\\"), place)
            elif kind != "space":
                yield Token(kind, text, place)
    if opened is not None:
        raise RecordError(t(RECORD_WORDS["comment_open"]), opened)


def comment_parts(text: str, place: Place) -> tuple[str, int | None, float | None]:
    """The words of a comment, and the clock and evaluation inside it."""
    found: dict[str, str] = {}

    def special(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        found[match[2].lower()] = match[3].strip()
        return " "

    words = SPECIAL.sub(special, text)
    clock = _clock_ms(found["clk"], place) if "clk" in found else None
    return words, clock, _evaluation(found["eval"], place) if "eval" in found else None


def _clock_ms(text: str, place: Place) -> int:
    read = CLOCK.fullmatch(text)
    if read is None:
        raise RecordError(t(RECORD_WORDS["clock"], text=repr(text[:20])), place)
    hours, minutes, seconds = int(read[1] or 0), int(read[2]), int(read[3])
    clock_ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((read[4] or "0").ljust(3, "0"))
    if seconds > 59 or (hours and minutes > 59) or clock_ms > LONGEST_LEFT_MS:
        raise RecordError(t(RECORD_WORDS["clock_most"], text=repr(text[:20])), place)
    return clock_ms


def _evaluation(text: str, place: Place) -> float:
    value = float(text) if EVALUATION.fullmatch(text) else math.inf
    if not math.isfinite(value):
        raise RecordError(t(RECORD_WORDS["evaluation"], text=repr(text[:20])), place)
    return value


def numbered_lines(file: Lines, limits: RecordLimits) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, one at a time."""
    number = 0
    while line := file.readline(limits.characters + 1):
        number += 1
        if len(line) > limits.characters:
            raise RecordError(t("a line has at most {most} characters", most=limits.characters), Place(number, 1))
        yield number, line.removeprefix("\ufeff") if number == 1 else line


def column_of(line: str, at: int) -> int:
    """The column of a character of a line."""
    return len(line[:at]) + 1


def _must_be_short(text: str, place: Place, limits: RecordLimits) -> None:
    if len(text) > limits.word:
        raise RecordError(
            t(RECORD_WORDS["word"], most=limits.word, count=len(text)),
            place,
        )


def _word_tokens(word: str, place: Place) -> Iterator[Token]:
    """A move or a result, without the ply number before it and the glyphs after it."""
    number = NUMBER.match(word)
    if number is not None:
        word = word[number.end() :]
        place = Place(place.line, place.column + number.end())
    if word in (*RESULTS, HALVES):
        yield Token("result", word.replace(HALVES, "1/2-1/2"), place)
    elif word and not GLYPH.fullmatch(word):
        yield Token("move", word.rstrip("!?").replace("_", " "), place)


def _unquoted(text: str) -> str:
    return ESCAPED.sub(r"\1", text)


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
        yield from tagged_records(lines, limits)


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


def tagged_records(lines: Lines, limits: RecordLimits) -> Iterator[Record]:
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
