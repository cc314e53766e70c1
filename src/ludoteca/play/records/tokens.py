"""The tokens of games as text with tags: of our own records, and of formats that look like them.

They are read line by line: memory for one comment, time proportional to the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ludoteca.languages.texts import t
from ludoteca.play.match.clock import LONGEST_LEFT_MS
from ludoteca.play.records.tree import (
    HALVES,
    RECORD_WORDS,
    RESULTS,
    TAG_NAME,
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
    for number, line in _lines(file, limits):
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
            place = Place(number, at + 1)
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


def _lines(file: Lines, limits: RecordLimits) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, one at a time."""
    number = 0
    while line := file.readline(limits.characters + 1):
        number += 1
        if len(line) > limits.characters:
            raise RecordError(t("a line has at most {most} characters", most=limits.characters), Place(number, 1))
        yield number, line.removeprefix("\ufeff") if number == 1 else line


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
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)
