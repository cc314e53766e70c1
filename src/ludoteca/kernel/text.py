"""Position text: fields separated by spaces, rows separated by slashes, errors that name the place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, islice, pairwise
from typing import Any

from ludoteca.errors import UnreadablePosition
from ludoteca.kernel.boards import Board
from ludoteca.languages.texts import joined, t, translatable

# what can be wrong with position text, and what errors call its parts; pages use the same words
POSITION_WORDS = translatable(
    {
        "longest": "a position text has at most {most} characters; this has {count}",
        "fields": "a position has {count:word} fields ({listed}) separated by spaces; found {found}",
        "fields_between": (
            "a position has {least:word} to {count:word} fields ({listed}) separated by spaces; found {found}"
        ),
        "rows": "the board has {count} rows separated by '/'; found {found}",
        "row": "row {number} has {count} cells; found {found} in {row}",
        "one_of": "{what} must be one of {listed}; found {word}",
        "number": "{what} must be a number from {low} to {high}; found {word}",
        "cell": "{what} must be a cell of the board; found {name}",
        "cell_inside": "{what} must be a cell inside the board; found {word}",
        "letters": "{what} must be some of the letters {letters}, or -; found {word}",
        "phase": "{what} must be {others} or {last}; found {word}",
        "counts": "{what} of {first} and {second} must look like 0-0; found {word}",
        "together": "{what} is {none} or looks like {form}",
        "together_found": "{explained}; found {word}",
        "token": "{cell} must hold one of {known}; found {token}",
        "one_letter": "a cell is one letter; found {token} at {cell}",
        "stack": "a stack is a letter and its height; found {token} at {cell}",
        "lone": "{colour} pieces never move, so they never form stacks; found {token} at {cell}",
        "bare": "{word} names {cell}, which is empty",
        "notes": "{notes} cannot be combined at the end of a position",
        "note_unknown": "a position may end with {notes}; found {note}",
        "most_each": "each player can have at most {most} {things}",
        "most": "the board can hold at most {most} {things}",
        "board": "board",
        "mover": "mover",
        "note": "note",
        "the_mover": "the mover",
        "the_field": "the {field}",
        "the_height": "the height of the stack at {cell}",
        "the_number": "the number at {cell}",
        "the_inside": "the number of {colour}s in the stack at {cell}",
        "of_player": "{player}'s {field}",
        "cell_after": "a cell after {word}",
        "listed_cells": "{word}CELLS",
    }
)
LONGEST_TEXT = 4000  # far more than any position needs


def unreadable(name: str, /, **places: Any) -> UnreadablePosition:
    """The error with one of those sentences."""
    return UnreadablePosition(t(POSITION_WORDS[name], **places))


def fields_of(text: str, names: Sequence[str], optional: int = 0) -> list[str]:
    """The fields of a position text; `names` are their names, the last `optional` of them may be missing."""
    if len(text) > LONGEST_TEXT:
        raise unreadable("longest", most=LONGEST_TEXT, count=len(text))
    fields = text.split()
    needed = len(names) - optional
    if not needed <= len(fields) <= len(names):
        named = names[:needed] if len(fields) < needed else names
        form = "fields_between" if len(named) > needed else "fields"
        raise unreadable(form, least=needed, count=len(named), listed=joined(named), found=len(fields))
    return fields


def tokens_of(field: str, board: Board, separator: str = "", *, has_runs: bool = False) -> list[tuple[int, str]]:
    """The cells of the board field with their tokens, row by row; with `has_runs`, `3` means `...`."""
    rows = field.split("/")
    if len(rows) != len(board.rows):
        raise unreadable("rows", count=len(board.rows), found=len(rows))
    found = []
    for number, (row, cells) in enumerate(zip(rows, board.rows, strict=True), 1):
        tokens = row.split(separator) if separator else list(_without_runs(row) if has_runs else row)
        if len(tokens) != len(cells):
            raise unreadable("row", number=number, count=len(cells), found=len(tokens), row=repr(row[:40]))
        found += list(zip(cells, tokens, strict=True))
    return found


def _without_runs(row: str) -> str:
    """A row with a dot for each empty cell."""
    return re.sub(r"[0-9]{1,3}", lambda run: "." * int(run[0]), row)


def rows_text(board: Board, tokens: Iterable[str], separator: str = "", *, has_runs: bool = False) -> str:
    """The board field: one token per cell, in the order of the cells; with `has_runs`, `...` is written as `3`."""
    if separator:
        left = iter(tokens)
        return "/".join([separator.join(islice(left, len(row))) for row in board.rows])
    text, ends = "".join(tokens), accumulate(map(len, board.rows), initial=0)
    rows = [text[begin:end] for begin, end in pairwise(ends)]
    if has_runs:
        rows = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows]
    return "/".join(rows)


def one_of(word: str, letters: str, what: str) -> int:
    """Which of the letters the field is, ignoring case.  `what` names it, as a template or a text."""
    place = letters.lower().find(word.lower()) if len(word) == 1 else -1
    if place < 0:
        raise unreadable("one_of", what=t(what), listed=", ".join(letters), word=repr(word[:20]))
    return place


def whole_number(word: str, what: str, low: int, high: int, **places: str) -> int:
    """A number between two inclusive bounds; `places` are those of `what`."""
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(high)) and low <= int(word) <= high):
        raise unreadable("number", what=t(what, **places), low=low, high=high, word=repr(word[:20]))
    return int(word)


def cell_named(name: str, board: Board, what: str, **places: str) -> int:
    """The cell of that name."""
    cell = board.number.get(name.lower())
    if cell is None:
        raise unreadable("cell", what=t(what, **places), name=repr(name[:20]))
    return cell
