"""The fields of a state, each with its meaning.

A game declares its state once:

    STATE = State(stones=Cells(BOARD, per_player=True, piece="disc"), double_win=DOUBLE_WIN)

where DOUBLE_WIN is a `Ruling("Who wins when both meet a goal.", draw="a draw", mover="the mover wins")`.

From this follow the NumPy layout that compiled code works on, reading and writing position text (`position_text`), the
contents of each cell (`cell_contents`), symmetries, planes for learners (`planes`), the editor's
palette and the options that people choose.  Every state also has `mover`, the seat to move, 0 or 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ludoteca.compiler.layouts import AnyState, Layout, Sets, copied, state_layout
from ludoteca.compiler.named_numbers import NamedNumbers
from ludoteca.compiler.set_arrays import SetArray
from ludoteca.compiler.set_types import CellSet
from ludoteca.errors import BadDeclaration
from ludoteca.kernel.boards import OFF, Board, Region, Symmetry
from ludoteca.kernel.scene import Piece

Where = Board | Region

GLYPHS = {  # by kind of piece: for the first player, the second, and nobody
    "disc": ("●", "○", "◍"),
    "stone": ("●", "○", "◍"),
    "counter": ("●", "○", "◍"),
    "man": ("●", "○", "◍"),
    "crowned": ("◉", "◎", "◍"),
    "pyramid": ("▲", "△", "●"),
    "pawn": ("♟", "♙", "◍"),
    "queen": ("♛", "♕", "◍"),
    "king": ("♚", "♔", "◍"),
    "knight": ("♞", "♘", "◍"),
    "bishop": ("♝", "♗", "◍"),
    "rook": ("♜", "♖", "◍"),
    "cube": ("■", "□", "▣"),
    "ring": ("◉", "◎", "◌"),
    "wall": ("█", "█", "█"),
    "arrow": ("✖", "✖", "✖"),
    "joker": ("★", "★", "★"),
    "bonus": ("◇", "◇", "◇"),
    "bar": ("━", "═", "─"),
    "box": ("■", "□", "▣"),
    "seeds": ("●", "○", "●"),
}
MARKS = {  # pictures of marks: on solid pieces and empty cells, on outlined pieces, and as a letter
    "disc": ("◦", "◦", "*"),
    "ring": ("◆", "◇", "*"),
    "black": ("▪", "▪", "x"),  # a small square of that colour, whose player owns the cell
    "white": ("▫", "▫", "o"),
    "corner": ("▲", "△", "^"),  # four of a colour are joined
    "faint corner": ("▴", "▵", "'"),
}
ROUND = frozenset({"disc", "stone", "counter", "man", "crowned"})  # each drawn in its own way
WIDER = ("i1", "u2", "i2", "u4", "i4", "i8")  # kinds of numbers
COLOURS = ("black", "white", "red", "yellow", "green", "blue", "stone", "gold")


@dataclass(frozen=True, kw_only=True)
class Field:
    """What every field has: its name for people, and whether position text contains it."""

    label: str = ""
    is_written: bool = True

    def layout(self) -> Layout | None:
        """How it is stored; None if it needs no storage."""
        raise NotImplementedError

    @property
    def sets_stored(self) -> Sets | None:
        """For sets of several words: their dimensions, words per set, and cells per word."""
        return None


def turned_numbers(where: Where, symmetry: Symmetry) -> dict[int, int]:
    """Where each number of a board or a region goes; cells that are not on the symmetry's board are left out."""
    return {
        number: where.number_of[symmetry.cells[cell]]
        for number, cell in where.cell_of.items()
        if cell in symmetry.cells
    }


@dataclass(frozen=True)
class Kind:
    """A kind of piece.  Its letter is upper case for the first player and lower case for the second, or a pair: "xo".

    `piece` is its picture, one of `GLYPHS`; by default, the one with the name of the kind.
    """

    letter: str
    piece: str = ""
    name: str = ""

    def letter_of(self, colour: int) -> str:
        """A player's letter for it; "" means the player's own letter."""
        return self.letter[colour] if len(self.letter) == 2 else (self.letter.upper(), self.letter.lower())[colour]

    def check(self, what: str) -> None:
        """Raise BadDeclaration if it has no picture, or a letter that cannot be written for each player."""
        if self.piece not in GLYPHS:
            raise BadDeclaration(f"no piece is called {self.piece!r}; the pieces are {', '.join(GLYPHS)}")
        letters = [self.letter_of(0), self.letter_of(1)] if self.letter else []
        if len(self.letter) > 2 or any(not _is_letter(letter) for letter in letters):
            raise BadDeclaration(
                f"{what} has the letter {self.letter!r}; it needs one letter, or one for each player, as in 'Kk'"
            )
        if letters and letters[0] == letters[1]:
            raise BadDeclaration(f"{what} needs a letter for each player, as in 'Kk'; {self.letter!r} is one for both")


def check_mark(picture: str) -> None:
    """Raise BadDeclaration if no mark has this picture."""
    if picture not in MARKS:
        raise BadDeclaration(f"no mark is drawn as {picture!r}; the pictures of marks are {', '.join(MARKS)}")


def _is_letter(letter: str) -> bool:
    """Whether one character can be the contents of a cell in position text."""
    return len(letter) == 1 and not letter.isdigit() and not letter.isspace() and letter not in "./,"


@dataclass(frozen=True)
class Cells(Field):
    """Sets of cells as bits: one per player, or one for all.

    Players' pieces have the players' letters in position text, or `letter`: upper case for the first player and lower
    case for the second, or a pair such as "xo".  If the pieces are stacks, `heights` and `inside` name fields of
    numbers: how high each is, and how many pieces of another colour it contains.  `nobody` is the piece on a stack that
    no player owns.  A set with a `mark` is not a piece but a mark on the cell's contents.  Its `piece` is one of
    `MARKS`, and position text lists its cells after the word `listed`, as in `on:c3,d4`.  A piece with a `prize`, such
    as "+3", is there to be taken: the prize is written on it, and its cell counts as empty for whoever places a piece.
    Positions with more than `most` of them (per player, if each has a set) are rejected.
    """

    where: Where
    per_player: bool = False
    piece: str = "disc"
    colour: str = ""  # of a piece that belongs to nobody; players have their own
    letter: str = ""
    heights: str = ""
    inside: tuple[str, str] | None = None  # a colour and a field: ("green", "greens")
    nobody: Piece | None = None
    mark: str = ""
    listed: str = ""
    most: int | None = None
    prize: str = ""

    def __post_init__(self) -> None:
        if not (self.per_player or self.letter or self.mark):
            raise BadDeclaration(
                "cells that belong to no player need a letter for position text: Cells(BOARD, letter='#')"
            )
        if self.mark and self.per_player:
            raise BadDeclaration(
                f"the mark {self.mark!r} cannot differ by player; declare a field for each player, without per_player"
            )
        if self.letter and not self.per_player and not _is_letter(self.letter):
            raise BadDeclaration(f"cells that belong to no player need a single letter, not {self.letter!r}")
        self.check_kinds()

    def check_kinds(self) -> None:
        """Raise BadDeclaration if a kind of piece has no picture, or no letter that can be written."""
        if self.mark:
            check_mark(self.piece)
        else:
            self.every_kind[0].check("a set of cells") if self.per_player else Kind("", self.piece).check("")

    @property
    def every_kind(self) -> tuple[Kind, ...]:
        """The kinds of its pieces: one, unless it is `Pieces`."""
        return (Kind(self.letter, self.piece),)

    @property
    def players(self) -> int:
        """How many players have sets of their own."""
        return 2 if self.per_player else 1

    @property
    def words(self) -> int:
        """How many words one set takes."""
        return self.where.words

    @property
    def word(self) -> int:
        """How many cells each of them has."""
        return self.where.word

    @property
    def _dimensions(self) -> tuple[int, ...]:
        return (2,) if self.per_player else ()

    @property
    def _shape(self) -> tuple[int, ...]:
        return self._dimensions + ((self.words,) if self.words > 1 else ())

    def layout(self) -> Layout:
        """64-bit words, by player and part of the board."""
        return ("u8", self._shape) if self._shape else "u8"

    @property
    def sets_stored(self) -> Sets | None:
        """One set per player, if each has one."""
        return (self._dimensions, self.words, self.word) if self.words > 1 else None

    def sets(self, value: Any) -> list[int]:
        """Each set as one whole number, whose bits are the numbers of `where`; the first player's sets come first."""
        if isinstance(value, CellSet):
            return [value.whole]
        if self.words == 1:
            return np.asarray(value, np.uint64).reshape(-1).tolist()
        value = value.raw if isinstance(value, SetArray) else value
        parts = np.asarray(value, np.uint64).reshape(-1, self.words).tolist()
        return [sum(part << self.word * index for index, part in enumerate(row)) for row in parts]

    def owned(self, value: Any) -> list[int]:
        """The same by player, with the sets of all kinds of pieces combined."""
        sets, count = self.sets(value), len(self.every_kind)
        return [sum(sets[first : first + count]) for first in range(0, len(sets), count)]

    def stored(self, sets: list[int]) -> Any:
        """The inverse of `sets`."""
        mask = (1 << self.word) - 1
        parts = [[one >> self.word * index & mask for index in range(self.words)] for one in sets]
        return np.array(parts, np.uint64).reshape(self._shape)

    def turned(self, state: AnyState, name: str, symmetry: Symmetry) -> Any:
        """Every set with its cells moved."""
        goes = turned_numbers(self.where, symmetry)
        sets = self.sets(state[name])
        return self.stored([sum(1 << there for here, there in goes.items() if each >> here & 1) for each in sets])


@dataclass(frozen=True, init=False)
class Pieces(Cells, NamedNumbers):
    """The pieces of both players, of several kinds: a set of cells for each player and kind.

        MEN = Pieces(BOARD, king="K", rook="R", man=Kind("M", piece="disc"))

    In rules `state.men[player, MEN.rook]` is the set of a player's rooks; `MEN.rook` is the number of the kind, 1 here.
    `kind_at` and `all_kinds` say what is on a cell.  Each kind has its letters in position text, which is
    case-sensitive.  With `runs`, position text has numbers for runs of empty cells: `rnbqkbnr/pppppppp/8/8`.
    """

    kinds: tuple[Kind, ...] = ()
    runs: bool = False

    def __init__(
        self, where: Where, *, runs: bool = False, label: str = "", most: int | None = None, **kinds: str | Kind
    ) -> None:
        super().__init__(where, per_player=True, label=label, most=most, piece="disc")
        if not kinds:
            raise BadDeclaration("Pieces needs kinds, each with a letter: Pieces(BOARD, king='K', rook='R')")
        made = []
        for name, kind in kinds.items():
            given = Kind(kind) if isinstance(kind, str) else kind
            made.append(Kind(given.letter, given.piece or name, name))
        self._number(kinds, "a kind of piece")
        self.__dict__.update(kinds=tuple(made), runs=runs, piece=made[0].piece)
        for one in made:
            if not one.letter:
                raise BadDeclaration(f"the kind {one.name} needs a letter for position text: {one.name}='K'")
            one.check(f"the kind {one.name}")

    def check_kinds(self) -> None:
        """Nothing yet: the kinds are checked once they are known."""

    @property
    def every_kind(self) -> tuple[Kind, ...]:
        """Its kinds."""
        return self.kinds

    @property
    def _dimensions(self) -> tuple[int, ...]:
        return (2, len(self.kinds))

    def __len__(self) -> int:
        """How many kinds there are."""
        return len(self.kinds)


def _must_fit(kind: str, low: int, high: int) -> None:
    """Raise BadDeclaration if numbers of a kind cannot be as low or as high."""
    fitting = [each for each in (kind, *WIDER) if np.iinfo(each).min <= low and high <= np.iinfo(each).max]
    if kind not in fitting:
        raise BadDeclaration(f"numbers from {low} to {high} do not fit into {kind!r}; write kind={fitting[0]!r}")


@dataclass(frozen=True)
class Numbers(Field):
    """A number for each cell, by cell number: for example the heights of stacks.

    In position text the height of a stack follows its letter; with `omit_one` a height of 1 is omitted.  Numbers with a
    `piece` are pieces themselves, such as the seeds in each pit.  Position text then has just the number, 0 for none.
    """

    where: Where
    kind: str = "u1"
    most: int = 255
    omit_one: bool = False
    piece: str = ""
    colour: str = "stone"

    def __post_init__(self) -> None:
        _must_fit(self.kind, 0, self.most)
        if self.piece and self.piece not in GLYPHS:
            raise BadDeclaration(f"no piece is called {self.piece!r}; the pieces are {', '.join(GLYPHS)}")

    def layout(self) -> Layout:
        """One number per cell."""
        return (self.kind, (self.where.size,))

    def turned(self, state: AnyState, name: str, symmetry: Symmetry) -> Any:
        """Every number on the cell where its cell goes."""
        numbers = state[name].copy()
        for here, there in turned_numbers(self.where, symmetry).items():
            numbers[there] = state[name][here]
        return numbers


@dataclass(frozen=True)
class Scenery(Field):
    """Permanent contents of some cells, visible unless another piece is there.  It takes no storage."""

    where: Where
    piece: str = "wall"
    colour: str = "stone"
    letter: str = "#"

    def layout(self) -> None:
        """Nothing is stored."""
        return


@dataclass(frozen=True)
class Count(Field):
    """A whole number.  `unlimited` is the value that means no limit; facts show that word instead.

    Repetition ignores counts with `in_key=False`, such as moves without a capture.
    """

    low: int
    high: int
    kind: str = "u1"
    unlimited: int | None = None
    in_key: bool = True

    def __post_init__(self) -> None:
        _must_fit(self.kind, self.low, self.high)

    def layout(self) -> Layout:
        """One number."""
        return self.kind


@dataclass(frozen=True, init=False)
class Quiet(Count):
    """How many moves ago something last happened.  When it reaches `high`, the game is drawn, for this `reason`.

        quiet=Quiet(100, "fifty moves without a capture or a pawn move")

    Every move adds one, up to `high`; `play` sets it to 0 when something happens.  If `unless` names a field, such as a
    ruling, the game goes on while that is not zero.
    """

    reason: str = ""
    unless: str = ""

    def __init__(self, high: int, reason: str, *, unless: str = "", label: str = "") -> None:
        super().__init__(0, high, "u1" if high < 256 else "u2", in_key=False, label=label)
        self.__dict__.update(reason=reason, unless=unless)


@dataclass(frozen=True)
class Counts(Field):
    """A whole number for each player, written as `2-1`."""

    low: int
    high: int
    kind: str = "u1"

    def __post_init__(self) -> None:
        _must_fit(self.kind, self.low, self.high)

    def layout(self) -> Layout:
        """Two numbers."""
        return (self.kind, (2,))


@dataclass(frozen=True, eq=False)
class Phase(NamedNumbers, Field):
    """The phase of a turn: names that rules use, as in `PHASE.split`, with the words that people read.

    Phases in `silent` are not written, since they follow from the rest.  `otherwise` is said, by phase, to someone who
    tries a move of another phase, and `afterwards` to someone who tries a move of this phase when it is over.
    """

    names: Mapping[str, str]  # "split": "split a stack"
    silent: tuple[str, ...] = ()
    otherwise: Mapping[str, str] = field(default_factory=dict)
    afterwards: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._number(self.names, "a phase")

    def layout(self) -> Layout:
        """One byte."""
        return "u1"


@dataclass(frozen=True)
class Flag(Field):
    """Yes or no; its word is written if it is set, in place of the field `instead_of` if that is named.

    With `swaps_sides` the players have each other's colours while it is set.  `otherwise` is said meanwhile to someone
    who tries a move that is possible only when it is not set.
    """

    word: str
    instead_of: str = ""
    otherwise: str = ""
    swaps_sides: bool = False

    def layout(self) -> Layout:
        """One byte."""
        return "u1"


@dataclass(frozen=True)
class Flags(Field):
    """Up to eight yes-or-no answers as the bits of one number, each with a letter, lowest bit first: `Flags("KQkq")`.

    Position text has the letters of those that are set, or `-`; it is case-sensitive.
    """

    letters: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.letters) <= 8 or len(set(self.letters)) < len(self.letters) or "-" in self.letters:
            raise BadDeclaration(f"flags need up to eight different letters, as in Flags('KQkq'), not {self.letters!r}")

    def layout(self) -> Layout:
        """One byte."""
        return "u1"


@dataclass(frozen=True)
class Seat(Field):
    """A player, written with the player's letter."""

    def layout(self) -> Layout:
        """One byte."""
        return "u1"


@dataclass(frozen=True)
class CellAt(Field):
    """One cell, written by its name.  With `none` it may be missing: OFF in rules, and the text of `none` when written.

    With `side` it is the top left corner of a square: the field of that name is the square's side, and under a symmetry
    it becomes the square's new top left corner.
    """

    where: Where
    side: str = ""
    kind: str = ""
    none: str = ""

    def layout(self) -> Layout:
        """One number, which can be negative if there may be no cell."""
        return self.kind or ("i2" if self.none else "u1")

    def turned(self, state: AnyState, name: str, symmetry: Symmetry) -> int:
        """Where the cell goes; for a square, the top left of its corners' images."""
        if self.none and state[name] == OFF:
            return OFF
        cell = self.where.cell_of[int(state[name])]
        if not self.side:
            return self.where.number_of[symmetry.cells[cell]]
        board, side = self.where.board, int(state[self.side])
        if side == 0:
            return int(state[name])
        row, column = board.spot[cell]
        corners = [board.at[row + down, column + right] for down in (0, side) for right in (0, side)]
        first = min((board.spot[symmetry.cells[corner]], symmetry.cells[corner]) for corner in corners)
        return self.where.number_of[first[1]]


@dataclass(frozen=True)
class Together(Field):
    """Several fields written as one word, by a template: `{owner}{side}:{corner}`.

    While the field `given` is zero the word is `none` instead.  The fields themselves have is_written=False.
    """

    template: str
    given: str
    none: str = "-"
    explain: str = ""  # the form of the word, for errors

    def layout(self) -> None:
        """Nothing is stored."""
        return


@dataclass(frozen=True)
class Hidden(Field):
    """Data that compiled code needs but text omits: it follows from the other fields (see `derive`) or the options.

    `Hidden("u2", 4)` is four numbers of two bytes, `Hidden(BOARD, 4)` four sets of cells.
    """

    kind: str | Where = "u8"
    shape: tuple[int, ...] | int = ()
    is_written: bool = field(default=False, kw_only=True)

    @property
    def _dimensions(self) -> tuple[int, ...]:
        return (self.shape,) if isinstance(self.shape, int) else self.shape

    def layout(self) -> Layout:
        """As declared."""
        if isinstance(self.kind, str):
            return (self.kind, self._dimensions) if self._dimensions else self.kind
        shape = self._dimensions + ((self.kind.words,) if self.kind.words > 1 else ())
        return ("u8", shape) if shape else "u8"

    @property
    def sets_stored(self) -> Sets | None:
        """As for `Cells`, if they are sets."""
        if isinstance(self.kind, str) or self.kind.words == 1:
            return None
        return (self._dimensions, self.kind.words, self.kind.word)


class Ruling(NamedNumbers, Field):
    """An option stored in the state as the number of the chosen value; the first value is the default.

    Values are given as keywords, each with its words for forms: `TIES = Ruling("…", first="the first", draw="a draw")`.
    Rules compare them by name: `state.ties == TIES.draw`.  If the names are self-explanatory, they are enough:
    `Ruling("Who moves first.", "black", "white")`.
    """

    def __init__(self, explain: str, *names: str, label: str = "", option: str = "", **values: str) -> None:
        values = {name: name.replace("_", " ") for name in names} | values
        if not values:
            raise BadDeclaration(
                "a ruling names its values: Ruling('Who wins a tie.', first='the first', draw='a draw')"
            )
        self.__dict__.update(label=label, is_written=False, explain=explain, option=option, values=values)
        self._number(values, "a value of a ruling")

    explain: str
    option: str  # the option's name for people, if a field cannot have that name
    values: dict[str, str]

    def layout(self) -> Layout:
        """One byte."""
        return "u1"


class Setting(Field):
    """An option stored in the state as the chosen number, the default first: `Setting("…", 2, 1)`.

    True and False are yes and no.  `also` gives other words for a number: `also={"8x8": 8}`.
    """

    def __init__(
        self,
        explain: str,
        *values: int,
        label: str = "",
        option: str = "",
        kind: str = "u1",
        also: Mapping[str, int] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        if not values:
            raise BadDeclaration(
                "a setting lists its numbers, the default first: Setting('How far a pawn goes.', 1, 2)"
            )
        self.__dict__.update(label=label, is_written=False, explain=explain, option=option, values=values, kind=kind)
        self.__dict__.update(also=dict(also or {}), words=dict(words or {}))

    explain: str
    option: str  # the option's name for people, if a field cannot have that name
    values: tuple[int, ...]
    kind: str
    also: dict[str, int]
    words: dict[str, str]

    def layout(self) -> Layout:
        """One number."""
        return self.kind


class State:
    """The fields of a game's states, by name, and their layout."""

    def __init__(self, **fields: Field) -> None:
        for name, declared in fields.items():
            if not isinstance(declared, Field):
                raise BadDeclaration(
                    f"the field {name} is {declared!r}; a field is declared as in {name}=Cells(BOARD, …)"
                )
        self.fields: dict[str, Field] = fields
        stored = {name: layout for name, declared in fields.items() if (layout := declared.layout()) is not None}
        sets = {name: declared.sets_stored for name, declared in fields.items() if declared.sets_stored}
        self.layout: np.dtype[Any] = state_layout(stored, sys._getframe(1).f_globals, sets)
        self._check_references()
        if self.has_runs and self.separator:
            raise BadDeclaration("runs of empty cells cannot be written as numbers if cells contain numbers")
        self._check_amounts()

    def _check_references(self) -> None:
        """Every field that another one names exists."""
        for name, declared in self.fields.items():
            for attribute in ("heights", "instead_of", "side", "given"):
                wanted = getattr(declared, attribute, "")
                if wanted and wanted not in self.fields:
                    raise BadDeclaration(f"{name} names the field {wanted}, but the state has no such field")
            inside = getattr(declared, "inside", None)
            if inside and inside[1] not in self.fields:
                raise BadDeclaration(f"{name} names the field {inside[1]}, but the state has no such field")

    def _check_amounts(self) -> None:
        """A cell has one number, or one piece."""
        others: dict[int, str] = {}
        places: list[tuple[str, Where]] = [(name, cells.where) for name, cells in self.cells.items()]
        places += [(name, scenery.where) for name, scenery in self.scenery.items()]
        places += [(name, numbers.where) for name, numbers in self.amounts.items()]
        for name, where in places:
            for cell in where.cells:
                other = others.setdefault(cell, name)
                if other != name and (name in self.amounts or other in self.amounts):
                    raise BadDeclaration(
                        f"{other} and {name} are on the same cells; numbers with a piece need cells of their own"
                    )

    def turned(self, state: AnyState, symmetry: Symmetry, derive: Any = None) -> AnyState:
        """The state on a rotated or reflected board; `derive` recomputes what follows from the rest."""
        found = copied(state)
        for name, declared in self.of_kind(Cells, Numbers, CellAt).items():
            found[name] = declared.turned(state, name, symmetry)
        if derive is not None:
            derive(found)
        return found

    def of_kind(self, *kinds: type[Any]) -> dict[str, Any]:
        """The fields of some kinds, in order."""
        return {name: declared for name, declared in self.fields.items() if isinstance(declared, kinds)}

    @cached_property
    def cells(self) -> dict[str, Cells]:
        """The sets of cells that are pieces, in order."""
        return {name: cells for name, cells in self.of_kind(Cells).items() if not cells.mark}

    @cached_property
    def marks(self) -> dict[str, Cells]:
        """The sets of cells that are marks."""
        return {name: cells for name, cells in self.of_kind(Cells).items() if cells.mark}

    @cached_property
    def scenery(self) -> dict[str, Scenery]:
        """The permanent contents of the board."""
        return self.of_kind(Scenery)

    @cached_property
    def amounts(self) -> dict[str, Numbers]:
        """The numbers that are pieces themselves."""
        return {name: numbers for name, numbers in self.of_kind(Numbers).items() if numbers.piece}

    @cached_property
    def written(self) -> dict[str, Field]:
        """What follows the board and the mover in position text, in order."""
        return {
            name: declared
            for name, declared in self.fields.items()
            if declared.is_written
            and not isinstance(declared, Scenery | Numbers)
            and not (isinstance(declared, Cells) and not declared.mark)
        }

    @cached_property
    def phases(self) -> dict[str, tuple[str, int]]:
        """By the name of a phase, its field and its number."""
        return {
            name: (phase, number)
            for phase, declared in self.of_kind(Phase).items()
            for number, name in enumerate(declared.names)
        }

    def first_do(self, state: Any) -> str:
        """What to say now about a move of another phase; "" for nothing."""
        for name, phase in self.of_kind(Phase).items():
            if found := phase.otherwise.get(list(phase.names)[int(state[name])]):
                return str(found)
        return next((flag.otherwise for name, flag in self.of_kind(Flag).items() if state[name]), "")

    def over_for(self, names: Iterable[str]) -> str:
        """What to say about a move that only these phases allow, once they are over; "" for nothing."""
        said = [phase.afterwards.get(name, "") for phase in self.of_kind(Phase).values() for name in names]
        return next(filter(None, said), "")

    @cached_property
    def swap(self) -> str:
        """The flag that swaps the players' colours, if there is one."""
        return next((name for name, flag in self.of_kind(Flag).items() if flag.swaps_sides), "")

    @cached_property
    def separator(self) -> str:
        """The separator of a row's cells in position text: "", or a comma if cells take several characters."""
        return "," if self.amounts or any(cells.heights for cells in self.cells.values()) else ""

    @cached_property
    def has_runs(self) -> bool:
        """Whether position text has numbers for runs of empty cells."""
        return any(isinstance(cells, Pieces) and cells.runs for cells in self.cells.values())

    # --- a state's numbers and sets by the names of fields; browsers have the same

    def number(self, state: AnyState, name: str) -> int:
        """The number in a field that has one."""
        return int(state[name])

    def numbers(self, state: AnyState, name: str) -> list[int]:
        """The numbers in a field."""
        found: list[int] = state[name].tolist()
        return found

    def set_number(self, state: AnyState, name: str, value: int, place: int | None = None) -> None:
        """Set the number of a field, or one of its numbers."""
        if place is None:
            state[name] = value
        else:
            state[name][place] = value

    def sets(self, state: AnyState, name: str) -> list[list[int]]:
        """The cells in each set of a field, by their numbers in it, lowest first."""
        one = self.fields[name]
        assert isinstance(one, Cells)
        return [
            [each for each in range(members.bit_length()) if members >> each & 1] for members in one.sets(state[name])
        ]

    def set_sets(self, state: AnyState, name: str, sets: Iterable[Iterable[int]]) -> None:
        """Set the cells in each set of a field."""
        one = self.fields[name]
        assert isinstance(one, Cells)
        state[name] = one.stored([sum(1 << each for each in set(numbers)) for numbers in sets])

    def clear(self, state: AnyState, name: str) -> None:
        """Set all numbers of a field to zero."""
        state[name] = 0

    def colour_of(self, state: Any, seat: int) -> int:
        """Which of the declared players a seat is now."""
        return seat ^ int(state[self.swap]) if self.swap else seat
