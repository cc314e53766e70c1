"""Records as text, in one canonical form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ludoteca.play.position import usual_start
from ludoteca.play.records.tree import HALVES, RESULTS, RecordedGame, RecordLine, RecordPly

WIDTH = 80
PLAIN_MOVE = re.compile(r"[^\s{}()\[\];\"\\_$%!?.]+")
NOTE = "clk|eval"  # the names allowed in `[%name …]` inside a comment
TO_ESCAPE = re.compile(rf"[\\}}]|\[(?=%(?:{NOTE}))")  # in a comment
LineWords = Callable[..., Iterator[str | tuple[Any, ...]]]


def write_record(record: RecordedGame) -> str:
    """Tags, an empty line, moves wrapped to the width, the result."""
    words = [*tree_words(_line_words, record.main, 1), record.result]
    return "".join(f"[{name} {quoted(value)}]\n" for name, value in tags_of(record)) + f"\n{wrapped(words)}\n"


def write_records(records: list[RecordedGame]) -> str:
    """Several records, separated by empty lines."""
    return "\n".join(write_record(record) for record in records)


def tags_of(record: RecordedGame) -> Iterator[tuple[str, str]]:
    """The tags in the order in which they are written; Position only if the start is not the usual one."""
    yield "Game", record.variant.name
    for name, value in dict(record.variant.changed_options).items():
        yield f"Option.{name}", value
    if record.start != usual_start(record.variant):
        yield "Position", str(record.start)
    yield "First", record.players[0]
    yield "Second", record.players[1]
    if record.date:
        yield "Date", record.date
    yield "Result", record.result
    if record.termination:
        yield "Termination", record.termination
    yield from record.tags.items()


def quoted(text: str) -> str:
    """Text in quotes, with quotes and backslashes escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def clock_text(clock_ms: int) -> str:
    """Hours, minutes and seconds, with a fraction only if there is one: 0:09:58.3."""
    seconds, fraction = divmod(clock_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    rest = f".{fraction:03}".rstrip("0") if fraction else ""
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}{rest}"


def move_word(move: str) -> str:
    """A move as one word: underscores for spaces, and quotes if a reader would take it for something else."""
    word = move.replace(" ", "_")
    is_plain = PLAIN_MOVE.fullmatch(move.replace(" ", "")) is not None and word not in (*RESULTS, HALVES)
    return word if is_plain else quoted(move)


def wrapped(words: Iterable[str]) -> str:
    """Words on lines of the usual width."""
    lines, current = [], ""
    for word in words:
        if current and len(current) + 1 + len(word) > WIDTH:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return "\n".join([*lines, current])


def tree_words(line_words: LineWords, *main: Any) -> Iterator[str]:
    """The words of all lines, with brackets around variations.

    `line_words(*main)` gives those of the main line: words, and for each variation the arguments with which it gives
    those of the variation.  The tree is walked with a stack, so its depth does not matter.
    """
    stack = [line_words(*main)]
    opening = ""
    held = ""  # a closing bracket is appended to the word before it, so each word waits for the next
    while stack:
        item = next(stack[-1], None)
        if item is None:
            stack.pop()
            if stack:
                held += ")"
        elif isinstance(item, str):
            if held:
                yield held
            held, opening = opening + item, ""
        else:
            opening = "("
            stack.append(line_words(*item))
    if held:
        yield held


def _line_words(line: RecordLine, number: int) -> Iterator[str | tuple[RecordLine, int]]:
    """Words, and for each variation its line and the number of its first ply."""
    yield from in_braces(_escaped(line.comment))
    for ply in line.plies:
        yield f"{number}. {move_word(ply.move)}"
        yield from in_braces([*notes_of(ply), *_escaped(ply.comment)])
        for variation in ply.variations:
            yield variation, number
        number += 1


def notes_of(ply: RecordPly) -> list[str]:
    """The clock and the evaluation after a move, as they are written in a comment."""
    notes = [] if ply.clock_ms is None else [f"[%clk {clock_text(ply.clock_ms)}]"]
    return notes + ([] if ply.evaluation is None else [f"[%eval {ply.evaluation!r}]"])


def _escaped(comment: str) -> list[str]:
    return TO_ESCAPE.sub(r"\\\g<0>", comment).split()


def in_braces(words: list[str]) -> list[str]:
    """A comment of these words; nothing if there are none."""
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words
