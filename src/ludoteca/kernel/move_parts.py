"""The parts of a move, each with its meaning: a cell, a way, a choice, or a target that is seen from a cell.

A part has numbered values.  Each value has a pick (what a person clicks), a name in move text, a number for learners,
and an image under each symmetry of the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.errors import BadDeclaration
from ludoteca.kernel.boards import EIGHT_WAYS, SIX_WAY_NAMES, SIX_WAYS, Board, Region, Symmetry
from ludoteca.kernel.cell_places import Spot
from ludoteca.kernel.scene import Pick, choice
from ludoteca.kernel.shared_sentences import NOT_A_WAY, NOT_ON_BOARD, refused

NOT_GIVEN = -1  # the value of a part that a person has omitted
UNKNOWN = -2  # the value of a part that was given but is invalid

Where = Board | Region
Numbers = npt.NDArray[np.int64]

COMPASS = ("e", "w", "s", "n", "se", "nw", "sw", "ne")  # of EIGHT_WAYS
LONG_NAMES = {"e": "east", "w": "west", "s": "south", "n": "north"}
CELL_WORD = r"[a-z]\d{1,3}"  # on nearly every board; such a word is a cell, though perhaps of another board
COLUMN_WORD = r"[a-z]\d{0,3}"  # such a cell, or a column
WHOLE_NUMBER = re.compile("[0-9]+")


def long_name(way: str) -> str:
    """A direction in words: `se` is south-east."""
    return "-".join(LONG_NAMES.get(letter, letter) for letter in way)


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of these words, the longest first; a hyphen in them may be typed as a space, or omitted."""
    listed = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\-", "[- ]?").replace(r"\ ", " ") for word in listed)


def plain(word: str) -> str:
    """A word without what people omit or change when they type it."""
    return word.lower().replace("-", "").replace(" ", "")


class Part:
    """What every part of a move has."""

    size: int  # the number of values
    unordered: str = ""  # what is between the elements of a name that is a list in any order
    function: Callable[[Any, int, int], int] | None = None  # of the state, the first part and the value: what is meant

    @cached_property
    def picks(self) -> tuple[Pick | None, ...]:
        """The pick of each value, None for values that never occur."""
        raise NotImplementedError

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each value in move text, "" for values that never occur."""
        return tuple(pick.name if pick else "" for pick in self.picks)

    @cached_property
    def value_of(self) -> dict[str, int]:
        """The value of each name."""
        return {name: value for value, name in enumerate(self.names) if name}

    @cached_property
    def value_typed(self) -> dict[str, int]:
        """The value of each name or label, normalised by `plain`."""
        found: dict[str, int] = {}
        for value, pick in enumerate(self.picks):
            if pick is not None:
                found.setdefault(plain(pick.name), value)
        for value, pick in enumerate(self.picks):
            if pick is not None and pick.label:
                found.setdefault(plain(pick.label), value)
        return found

    @cached_property
    def pattern(self) -> str:
        """What a person may type for it, as a regular expression for both Python and browsers."""
        return any_of(word for pick in self.picks if pick for word in (pick.name, pick.label))

    @cached_property
    def form(self) -> re.Pattern[str]:
        """The same, compiled."""
        return re.compile(self.pattern, re.IGNORECASE | re.ASCII)

    @cached_property
    def value_sorted(self) -> dict[str, int]:
        """The value of each name with its elements in order."""
        return {self.in_order(name): value for name, value in self.value_of.items()}

    @cached_property
    def is_of_numbers(self) -> bool:
        """Whether the elements of its names are numbers."""
        return all(word.isdigit() for name in self.value_of for word in name.split(self.unordered))

    def read(self, word: str) -> tuple[int, str]:
        """The value that a word names, and its proper name; UNKNOWN and the word itself if it names none."""
        tidy, value = word.lower(), self.value_of.get(word)
        if value is None and self.unordered:
            tidy = self.in_order(word)
            value = self.value_sorted.get(tidy)
        elif value is None:
            value = self.value_typed.get(plain(word))
        return (UNKNOWN, tidy) if value is None else (value, self.names[value])

    def in_order(self, name: str) -> str:
        """A list with its elements in order."""
        words = name.lower().replace(",", " ").replace(self.unordered, " ").split()
        if self.is_of_numbers and all(WHOLE_NUMBER.fullmatch(word) for word in words):
            return self.unordered.join(map(str, sorted(map(int, words))))
        return self.unordered.join(sorted(words))

    def problem(self, name: str) -> str:  # noqa: ARG002 (most parts look at it)
        """What to say about a name that is not a value; "" for nothing."""
        return ""

    def actions(self, cells: Collection[int]) -> Numbers:  # noqa: ARG002 (cells do)
        """The number of each value for learners, on a board of these cells; -1 if it cannot occur."""
        return np.arange(self.size)

    def turned(self, value: int, symmetry: Symmetry) -> int:  # noqa: ARG002 (cells and ways do)
        """The value on a transformed board."""
        return value

    def description(self) -> dict[str, Any]:
        """The part as data."""
        raise NotImplementedError


@dataclass(frozen=True)
class Cell(Part):
    """A cell of a board or of a region of it.

    If the move begins at one of the mover's pieces, `own` names their field, or a compiled function of the state, or of
    the state and a player, that returns a set of them.  `otherwise` is said about other cells of the board; {0} in it
    is the cell's name.  With `by_column`, for pieces that fall, at most one cell of a column is possible at a time: any
    cell of the column means it, and so does the column's letter.
    """

    where: Where
    own: str = ""
    otherwise: str = ""
    by_column: bool = False

    @property
    def size(self) -> int:  # type: ignore[override]
        """One more than the highest cell number."""
        return self.where.size

    @cached_property
    def cell_of(self) -> dict[int, int]:
        """The cell on the whole board, by value."""
        return self.where.cell_of

    @cached_property
    def number_of(self) -> dict[int, int]:
        """The value, by cell on the whole board."""
        return self.where.number_of

    @cached_property
    def picks(self) -> tuple[Pick | None, ...]:
        """A click on the cell."""
        name, cell_of = self.where.board.name, self.cell_of
        also = {each: names for names in self.columns.values() for each in names}
        return tuple(
            Pick(name[cell_of[value]], also=also.get(name[cell_of[value]], ())) if value in cell_of else None
            for value in range(self.size)
        )

    @cached_property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """The names of each column's cells, from the top, by its letter; only if any of them can be picked."""
        columns: dict[str, tuple[str, ...]] = {}
        for cell in self.cell_of.values() if self.by_column else ():
            name = self.where.board.name[cell]
            columns[name[0]] = (*columns.get(name[0], ()), name)
        return columns

    @cached_property
    def value_typed(self) -> dict[str, int]:
        """The value of each name, with the other names of a numbered board; a column's letter means its top cell."""
        board = self.where.board
        others = dict(zip(board.other_names, board.cells, strict=False))
        named = {name: self.number_of[cell] for name, cell in (board.number | others).items() if cell in self.number_of}
        return named | {letter: self.value_of[names[0]] for letter, names in self.columns.items()}

    @cached_property
    def pattern(self) -> str:
        """Anything that looks like a cell of a board, if the cells of this one do."""
        names = self.where.board.names
        for word in (COLUMN_WORD if self.by_column else CELL_WORD, rf"\d{{1,2}}|{CELL_WORD}"):
            if all(re.fullmatch(word, name) for name in names):
                return word
        return any_of([*names, *self.columns])

    def problem(self, name: str) -> str:
        """That it is not on the board, or why it cannot be meant."""
        if name in self.where.board.number:
            return refused(self.otherwise, name) if self.otherwise else ""
        return refused(NOT_ON_BOARD, name)

    def actions(self, cells: Collection[int]) -> Numbers:
        """Numbered without gaps."""
        cell_of, wanted = self.cell_of, set(cells)
        occurs = np.array([value in cell_of and cell_of[value] in wanted for value in range(self.size)])
        return np.where(occurs, np.cumsum(occurs) - 1, -1)

    def turned(self, value: int, symmetry: Symmetry) -> int:
        """The cell's image."""
        return self.number_of[symmetry.cells[self.cell_of[value]]]

    def description(self) -> dict[str, Any]:
        """Its names, and the cell numbers on the whole board."""
        return {
            "type": "cell",
            "names": list(self.names),
            "cells": [self.cell_of.get(value, -1) for value in range(self.size)],
            "typed": {name: value for name, value in self.value_typed.items() if name not in self.value_of},
            "own": self.own,
            "columns": {letter: list(names) for letter, names in self.columns.items()},
            "word": self.where.word,
            "otherwise": self.otherwise,
        }


class Way(Part):
    """A direction: of a board (`Way(BOARD)`), the first few of a square board (`Way(4)`), or those listed as steps."""

    def __init__(
        self, ways: Board | int | Sequence[Spot], names: Sequence[str] = (), labels: Sequence[str] = ()
    ) -> None:
        if isinstance(ways, Board):
            self.steps, on_board = ways.ways, ways.ways
        else:
            self.steps = EIGHT_WAYS[:ways] if isinstance(ways, int) else tuple(ways)
            on_board = EIGHT_WAYS
        compass = SIX_WAY_NAMES if on_board == SIX_WAYS else COMPASS
        if not names and not set(self.steps) <= set(on_board[: len(compass)]):
            raise BadDeclaration("these ways have no names of their own; name them: Way(WAYS, names=('e', 'w'))")
        self.size = len(self.steps)
        self.way_names = tuple(names) or tuple(compass[on_board.index(step)] for step in self.steps)
        self.labels = tuple(labels) or tuple(map(long_name, self.way_names) if not names else self.way_names)
        if not self.size == len(self.way_names) == len(self.labels):
            raise BadDeclaration(
                f"there are {self.size} ways, but {len(self.way_names)} names and {len(self.labels)} labels for them"
            )
        if not set(self.steps) <= set(on_board):
            raise BadDeclaration("a way is a step to a neighbour of a cell: one of EIGHT_WAYS on boards of squares")
        self.on_board = tuple(on_board.index(step) for step in self.steps)  # its number among the ways of the board

    @cached_property
    def picks(self) -> tuple[Pick | None, ...]:
        """A choice by name."""
        return tuple(choice(name, label) for name, label in zip(self.way_names, self.labels, strict=True))

    def problem(self, name: str) -> str:
        """Which directions there are."""
        return refused(NOT_A_WAY, name, ", ".join(self.names))

    def turned(self, value: int, symmetry: Symmetry) -> int:
        """The direction's image."""
        return self.on_board.index(symmetry.ways[self.on_board[value]])

    def description(self) -> dict[str, Any]:
        """Its names, and the index of each among the ways of the board."""
        return {"type": "way", "names": list(self.names), "labels": list(self.labels), "ways": list(self.on_board)}


@dataclass(frozen=True)
class Choice(Part):
    """One of several things by name; "" stands for values that never occur.

    With `unordered="+"` a name is a list, and `3+1` can be typed for `1+3`.  `otherwise` is said about a word that is
    not one of the names; {0} in it is the word.

    If only a few of many names are possible at a time, `of` is the maximum: then a number below that is stored, and the
    compiled `function(state, origin, number)` says which name it means after the first part of the move.
    """

    values: Sequence[str]
    labels: Sequence[str] = ()
    unordered: str = ""
    otherwise: str = ""
    function: Callable[[Any, int, int], int] | None = None
    of: int = 0

    def __post_init__(self) -> None:
        if self.labels and len(self.labels) != len(self.values):
            raise BadDeclaration(f"a choice of {len(self.values)} names has {len(self.labels)} labels")
        if (self.function is None) != (self.of == 0):
            raise BadDeclaration(
                "a choice needs both `function` and `of`, or neither: Choice(NAMES, function=found, of=16)"
            )
        named = [name for name in self.values if name]
        if len(set(named)) < len(named):
            raise BadDeclaration("two values of a choice have the same name")

    @property
    def size(self) -> int:  # type: ignore[override]
        """The number of values, including those that never occur; a power of two if a function finds the name."""
        return 1 << (self.of - 1).bit_length() if self.of else len(self.values)

    @cached_property
    def picks(self) -> tuple[Pick | None, ...]:
        """A choice by name."""
        labels = self.labels or [""] * len(self.values)
        return tuple(choice(name, label) if name else None for name, label in zip(self.values, labels, strict=True))

    @cached_property
    def pattern(self) -> str:
        """A name; a list in any order, also with spaces and commas; any word at all, if there is something to say."""
        if self.unordered:
            element, mark = r"\d{1,3}" if self.is_of_numbers else r"[a-z0-9]+", re.escape(self.unordered)
            return f"{element}(?:[ ,{mark}]+{element})*"
        names = any_of(word for pick in self.picks if pick for word in (pick.name, pick.label))
        return f"{names}|[^ :,>-]+" if self.otherwise else names

    def problem(self, name: str) -> str:
        """As declared."""
        return refused(self.otherwise, name) if self.otherwise else ""

    def actions(self, cells: Collection[int]) -> Numbers:  # noqa: ARG002 (cells do)
        """The values that occur, numbered without gaps."""
        if self.of:
            return np.where(np.arange(self.size) < self.of, np.arange(self.size), -1)
        occurs = np.array([bool(name) for name in self.values])
        return np.where(occurs, np.cumsum(occurs) - 1, -1)

    def description(self) -> dict[str, Any]:
        """Everything that was declared."""
        return {
            "type": "choice",
            "names": list(self.names),
            "labels": list(self.labels),
            "numbers": self.actions(()).tolist(),
            "function": self.function.__name__ if self.function else "",
            "unordered": self.unordered,
            "otherwise": self.otherwise,
        }


class Target(Part):
    """A cell that is seen from the first part of the move; stored as one of a number of ways.

    The compiled `function(state, origin, way)` returns the cell: it takes and returns numbers in the region of the
    first part.
    """

    function: Callable[[Any, int, int], int]

    def __init__(self, function: Callable[[Any, int, int], int], ways: int) -> None:
        self.function = function
        self.size = ways

    cell: Cell  # the first part of its move

    def seen_from(self, cell: Cell) -> Target:
        """The same as a part of a move that begins with a cell."""
        made = Target(self.function, self.size)
        made.cell = cell
        return made

    @cached_property
    def picks(self) -> tuple[Pick | None, ...]:
        """Clicks on the visible cells, by cell."""
        return self.cell.picks

    @cached_property
    def pattern(self) -> str:
        """As for cells."""
        return self.cell.pattern

    def problem(self, name: str) -> str:
        """As for cells."""
        return self.cell.problem(name)

    def turned(self, value: int, symmetry: Symmetry) -> int:
        """The way's image."""
        return symmetry.ways[value]

    def description(self) -> dict[str, Any]:
        """The number of ways, and the name of the function."""
        return {"type": "target", "ways": self.size, "function": self.function.__name__}
