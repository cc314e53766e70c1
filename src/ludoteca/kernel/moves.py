"""Kinds of moves, declared once from typed parts.

A game declares the kinds of its moves once:

    PLACE, SPLIT = kinds(
        Move(cell=Cell(BOARD)),
        Move(cell=Cell(BOARD), way=Way(BOARD), division=Choice(NAMES), text="{cell}-{way}:{division}"),
    )

A move is a number, its code: the kinds have consecutive codes, and within a kind the values of the parts are the digits
of a number (mixed radix).  `SPLIT.code(cell, way, division)`, `SPLIT.cell(move)` and `SPLIT.has(move)` are arithmetic,
in compiled code and in plain Python alike.  From the same declaration follow the picks and the text of a move, the
parsing of typed moves, moves on a transformed board and numbered actions for learners.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.layouts import AnyState
from ludoteca.compiler.move_types import MoveCodes, read_part_in_compiled_code, wrong_number
from ludoteca.errors import BadDeclaration, UnreadableMove
from ludoteca.kernel.boards import Symmetry
from ludoteca.kernel.conditions import Conditions, listed
from ludoteca.kernel.move_parts import NOT_GIVEN, UNKNOWN, Cell, Choice, Part, Target, Way, any_of
from ludoteca.kernel.scene import Pick, choice
from ludoteca.kernel.shared_sentences import MAY_NOT_PASS, MAY_NOT_SWAP
from ludoteca.languages.texts import translatable

__all__ = [
    "NOT_GIVEN",
    "UNKNOWN",
    "Cell",
    "Choice",
    "Move",
    "MoveKinds",
    "Part",
    "Reading",
    "Target",
    "Way",
    "kinds",
    "passing",
    "swapping",
]

MOST_CODES = 2**31
LONGEST_TYPED = 200  # characters; nobody types a longer move
BETWEEN = "[ :,>-]*(?:(?:x|to|at|on)[ :,>-]*)?"  # what may be between two parts, including nothing
AFTER_WORD = " (?:(?:at|on|to) )?|[:,>-] ?"
FIELD = re.compile(r"\{(\w+)\}")


class Reading(NamedTuple):
    """A possible meaning of a text: a kind of move with the values of its parts, and the names of the picks so far.

    Values are cells (by number in their region), ways and choices; NOT_GIVEN for omitted parts, UNKNOWN for invalid
    ones.  The value of a target is its cell.
    """

    kind: Move
    values: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def problem(self) -> str:
        """What to say about the first invalid part, or else about the kind; "" for nothing."""
        given = self.names[1:] if self.kind.word else self.names
        for part, value, name in zip(self.kind.parts.values(), self.values, given, strict=False):
            if value == UNKNOWN:
                return part.problem(name)
        return self.kind.otherwise


class Move(MoveCodes):
    """A kind of move: a word, or parts, or both.

    `text` says how such moves are written, with its parts in order; without it a word and its parts are separated by
    spaces, and parts alone are joined by hyphens.  `label` is what people read where they choose the word, and
    `otherwise` is the refusal if they cannot.  It is possible while `when` holds, for example during a phase; kinds
    that are possible at the same time have the same `when`.  `prompt` tells the mover what to do then.  A move with
    `is_pass` is possible if no other is, or always with `by_choice`; one with `is_swap` exchanges the sides.  With
    `chain`, moves of one player that begin where the last one ended are one move to people: `11x18` and `18x25` are
    `11x18x25`.
    """

    parts: dict[str, Part]

    def __init__(
        self,
        word: str = "",
        /,
        *,
        label: str = "",
        text: str = "",
        otherwise: str = "",
        when: Conditions = (),
        prompt: str = "",
        is_pass: bool = False,
        by_choice: bool = False,
        is_swap: bool = False,
        chain: bool = False,
        **parts: Part,
    ) -> None:
        self.word, self.label, self.otherwise, self.parts = word, label, otherwise, parts
        self.when, self.prompt = listed(when), prompt
        self.is_pass, self.by_choice, self.is_swap = is_pass, by_choice, is_swap
        self.template = text or " ".join([word] * bool(word) + ["-".join(f"{{{name}}}" for name in parts)]).strip()
        self.chain = chain
        self.first = 0  # its lowest code
        self._check()
        sizes = [part.size for part in parts.values()]
        self.sizes = tuple(sizes)
        self.weights = tuple(int(np.prod(sizes[place + 1 :], dtype=object)) for place in range(len(sizes)))
        self.count = int(np.prod(sizes, dtype=object))  # the number of codes
        if self.count >= MOST_CODES:
            raise BadDeclaration(f"a kind of move has {self.count} codes; at most {MOST_CODES - 1} fit")
        for name in parts:
            read_part_in_compiled_code(name)

    def _check(self) -> None:
        if not (self.word or self.parts):
            raise BadDeclaration("a kind of move needs a word or parts: Move('pass'), Move(cell=Cell(BOARD))")
        for place, (name, part) in enumerate(self.parts.items()):
            if not isinstance(part, Part):
                raise BadDeclaration(f"the part {name} is {part!r}; a part is declared as in {name}=Cell(BOARD)")
            if hasattr(Move, name) or name in self.__dict__ or name in ("sizes", "weights", "count"):
                raise BadDeclaration(f"a part of a move cannot be called {name}; choose another name")
            if isinstance(part, Target):
                origin = next(iter(self.parts.values()))
                if place == 0 or not isinstance(origin, Cell):
                    raise BadDeclaration(f"{name} is seen from the first part of its move, which must be a Cell")
                self.parts[name] = part.seen_from(origin)
        if FIELD.findall(self.template) != list(self.parts):
            raise BadDeclaration(
                f"the text {self.template!r} should have every part once, in this order: {', '.join(self.parts)}"
            )
        if self.chain and not self._can_be_chained():
            raise BadDeclaration(
                f"moves in a chain go from a cell to a cell, written like {{man}}x{{target}}, not {self.template!r}"
            )

    def _can_be_chained(self) -> bool:
        if [type(part) for part in self.parts.values()] != [Cell, Cell]:
            return False
        origin, end = (part.where for part in self.parts.values() if isinstance(part, Cell))
        before, between, after = self._literals
        is_in_a_name = any(between in name for name in origin.board.names)
        return origin is end and not before and not after and between != "" and not is_in_a_name

    @property
    def link(self) -> str:
        """What is written between the cells of a chain; "" if such moves are not chained."""
        return self._literals[1] if self.chain else ""

    @cached_property
    def chain_forms(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """Regular expressions for a chain of two moves or more that people type, and for each of its cells."""
        cell, flags = next(iter(self.parts.values())).pattern, re.IGNORECASE | re.ASCII
        whole = re.compile(f"(?:{cell})(?:{BETWEEN}(?:{cell})){{2,}}", flags)
        return whole, re.compile(f"(?:{BETWEEN})({cell})", flags)

    def _from(self, first: int) -> Move:
        """The same kind with codes from here on."""
        made = copy(self)
        made.first = first
        return made

    def __repr__(self) -> str:
        declared = [repr(self.word)] * bool(self.word) + [
            f"{name}={type(part).__name__}" for name, part in self.parts.items()
        ]
        return f"Move({', '.join(declared)})"

    # --- codes, as in compiled code

    def code(self, *values: int) -> int:
        """The code of the move with these parts."""
        if len(values) != len(self.parts):
            raise TypeError(wrong_number(self.parts, len(values)))
        return self.first + sum(int(value) * weight for value, weight in zip(values, self.weights, strict=True))

    def has(self, move: int) -> bool:
        """Whether a move is of this kind."""
        return self.first <= move < self.first + self.count

    def __getattr__(self, name: str) -> Any:
        """A part by name: `SPLIT.cell(move)`."""
        parts = self.__dict__.get("parts", {})
        if name not in parts:
            known = f"; its parts are {', '.join(parts)}" if parts else ""
            raise AttributeError(f"a move of the kind {self.__dict__.get('template')!r} has no {name}{known}")
        return partial(self._digit, list(parts).index(name))

    def _digit(self, place: int, move: int) -> int:
        return (int(move) - self.first) // self.weights[place] % self.sizes[place]

    def values(self, move: int) -> tuple[int, ...]:
        """The values of all parts."""
        digits = int(move) - self.first
        return tuple(digits // weight % size for weight, size in zip(self.weights, self.sizes, strict=True))

    # --- meaning

    @cached_property
    def _word_picks(self) -> tuple[Pick, ...]:
        return (choice(self.word, self.label),) if self.word else ()

    @cached_property
    def _steps(self) -> tuple[tuple[int, int, tuple[Any, ...], Any, Any], ...]:
        """For each part its weight and size, its picks and names, and the function that finds what is meant."""
        return tuple(
            (weight, part.size, part.picks, part.names, part.function)
            for weight, part in zip(self.weights, self.parts.values(), strict=True)
        )

    def picks(self, state: AnyState, move: int) -> tuple[Pick, ...]:
        """The picks that lead to a move: its word, then its parts."""
        digits = int(move) - self.first
        found = list(self._word_picks)
        origin = digits // self.weights[0] if self.weights else 0
        for weight, size, picks, _, function in self._steps:
            value = digits // weight % size
            found.append(picks[value if function is None else int(function(state, origin, value))])
        return tuple(found)

    def text_of(self, state: AnyState, move: int) -> str:
        """A move as text."""
        digits = int(move) - self.first
        origin = digits // self.weights[0] if self.weights else 0
        written = ""
        for literal, (weight, size, _, names, function) in zip(self._literals, self._steps, strict=False):
            value = digits // weight % size
            written += literal + names[value if function is None else int(function(state, origin, value))]
        return written + self._literals[-1]

    @cached_property
    def _literals(self) -> tuple[str, ...]:
        """The text before each part, and after the last."""
        return tuple(FIELD.split(self.template)[::2])

    def text(self, names: Sequence[str]) -> str:
        """Picks as text, from their names; the first few of them are enough."""
        given = names[1:] if self.word else names
        if not given and self.parts:
            return self.word
        written = "".join(literal + name for literal, name in zip(self._literals, given, strict=False))
        return written + (self._literals[-1] if len(given) == len(self.parts) else "")

    @cached_property
    def pattern(self) -> str:
        """What people may type: a regular expression with a group for each part, later parts optional."""
        rest = re.escape(self._literals[-1].strip()) if self.parts else ""
        pattern = f"(?:{rest})?" if rest else ""
        for place, part in reversed(list(enumerate(self.parts.values()))):
            literal = self._literals[place].strip()
            if place == 0:
                word = f"(?:{any_of((self.word, self.label))})"
                before = f"(?:{word}(?:{AFTER_WORD})|{re.escape(self._literals[0])})" if self.word else ""
                if not self.word and literal:
                    before = f"(?:{re.escape(literal)})?"
                whole = f"{before}({part.pattern}){pattern}"
                return f"{whole}|{word}" if self.word else whole
            other = f"|[ ]*{re.escape(literal)}[ ]*" if literal and not re.fullmatch(BETWEEN, literal) else ""
            pattern = f"(?:(?:{BETWEEN}{other})({part.pattern}){pattern})?"
        return any_of((self.word, self.label))

    @cached_property
    def _form(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.IGNORECASE | re.ASCII)

    def read(self, typed: str) -> Reading | None:
        """The meaning of a text as a move of this kind, with later parts optional; None if it has none."""
        found = self._form.fullmatch(typed)
        if found is None:
            return None
        return self._reading([group for group in found.groups() if group is not None])

    def named(self, names: Sequence[str]) -> Reading | None:
        """The meaning of pick names as a move of this kind; None if they cannot be one."""
        if self.word and (not names or names[0] != self.word):
            return None
        given = names[1:] if self.word else names
        if len(given) > len(self.parts):
            return None
        if given and not self.word:
            first, *_ = self.parts.values()
            if first.form.fullmatch(given[0]) is None:
                return None
        return self._reading(given)

    def _reading(self, given: Sequence[str]) -> Reading:
        read = [part.read(word) for part, word in zip(self.parts.values(), given, strict=False)]
        missing = (NOT_GIVEN,) * (len(self.parts) - len(read))
        words = (self.word,) if self.word else ()
        return Reading(self, (*(value for value, _ in read), *missing), words + tuple(name for _, name in read))

    def turned(self, move: int, symmetry: Symmetry) -> int:
        """The move on a transformed board."""
        parts = zip(self.parts.values(), self.values(move), strict=True)
        return self.code(*(part.turned(value, symmetry) for part, value in parts))

    def actions(self, cells: Collection[int]) -> tuple[npt.NDArray[np.int64], int]:
        """The number of each move for learners on a board of these cells, counted from 0, and how many there are.

        The number is -1 for moves that cannot occur.
        """
        numbers, total = np.zeros(1, np.int64), 1
        for part in self.parts.values():
            own = part.actions(cells)
            size = int(own.max()) + 1
            numbers = np.where((numbers[:, None] < 0) | (own < 0), -1, numbers[:, None] * size + own).ravel()
            total *= size
        return numbers, total

    def description(self) -> dict[str, Any]:
        """The kind as data."""
        whole, each = (form.pattern for form in self.chain_forms) if self.chain else ("", "")
        return {
            "word": self.word,
            "label": self.label,
            "otherwise": self.otherwise,
            "when": list(self.when),
            "text": self.template,
            "first": self.first,
            "count": self.count,
            "pattern": self.pattern,
            "chain": {"link": self.link, "each": each, "whole": whole} if self.chain else None,
            "parts": [
                {"name": name, "size": part.size, "weight": weight, "pattern": part.pattern, **part.description()}
                for (name, part), weight in zip(self.parts.items(), self.weights, strict=True)
            ],
        }


def passing(otherwise: str = "", when: Conditions = (), *, by_choice: bool = False) -> Move:
    """A pass: possible if the mover has no other move, or always with `by_choice`; `otherwise` is the refusal."""
    said = otherwise or ("" if by_choice else MAY_NOT_PASS)
    return Move("pass", label="Pass", otherwise=said, when=when, is_pass=True, by_choice=by_choice)


def swapping(otherwise: str = MAY_NOT_SWAP, when: Conditions = ()) -> Move:
    """The pie rule: the second player may answer the first move by taking over the first player's side.

    The state needs a flag for it, `swapped=Flag("swapped", swaps_sides=True)`.  It is possible while the only piece on
    the board is the first player's, unless a function `can_swap(state)` says otherwise.
    """
    return Move("swap", label=translatable("Swap sides"), otherwise=otherwise, when=when, is_swap=True)


def kinds(*moves: Move) -> tuple[Move, ...]:
    """The kinds of moves of a game, with consecutive codes."""
    numbered, first = [], 0
    for move in moves:
        numbered.append(move._from(first))
        first += move.count
    if first >= MOST_CODES:
        raise BadDeclaration(f"the moves have {first} codes; at most {MOST_CODES - 1} fit")
    return tuple(numbered)


class MoveKinds:
    """All kinds of moves of a game, optionally with the names that its file gives them."""

    def __init__(self, kinds: Mapping[str, Move] | Iterable[Move]) -> None:
        named = dict(kinds) if isinstance(kinds, Mapping) else {str(place): kind for place, kind in enumerate(kinds)}
        self.by_name = dict(sorted(named.items(), key=lambda item: item[1].first))
        self.kinds = tuple(self.by_name.values())
        end = 0
        for kind in self.kinds:
            if kind.first < end:
                raise BadDeclaration(
                    "two kinds of moves share codes; number them: PLACE, PASS = kinds(Move(…), Move(…))"
                )
            end = kind.first + kind.count
        self.count = end  # one more than the highest code
        self.chained = tuple(kind for kind in self.kinds if kind.chain)
        if len({kind.link for kind in self.chained}) > 1:
            raise BadDeclaration("all moves in chains have the same text between their cells")
        self._ends: tuple[tuple[int, Move], ...] = tuple((kind.first + kind.count, kind) for kind in self.kinds)

    def of(self, code: int) -> Move:
        """The kind of a move."""
        for end, kind in self._ends:
            if code < end and code >= kind.first:
                return kind
        raise UnreadableMove(f"{code} is not the number of a move of this game")

    def picks(self, state: AnyState, code: int) -> tuple[Pick, ...]:
        """The picks that lead to a move."""
        return self.of(code).picks(state, code)

    def is_chained(self, before: int, code: int) -> bool:
        """Whether a move continues the chain of the one before it by the same player."""
        earlier, later = self.of(before), self.of(code)
        return earlier.chain and later.chain and earlier.values(before)[1] == later.values(code)[0]

    @property
    def link(self) -> str:
        """What is written between the cells of a chain; "" if no moves are chained."""
        return self.chained[0].link if self.chained else ""

    def text_of(self, state: AnyState, code: int) -> str:
        """A move as text."""
        return self.of(code).text_of(state, code)

    def text(self, names: Sequence[str]) -> str:
        """Picks as text, from their names; the first few of them are enough."""
        fitting = self.named(names)
        if self.chained and not fitting:
            return self.link.join(names)
        known = [reading for reading in fitting if UNKNOWN not in reading.values]
        return (known or fitting)[0].kind.text(names) if fitting else " ".join(names)

    def read(self, typed: str) -> list[Reading]:
        """Every possible meaning of a text, legal or not, with later parts optional.

        Case does not matter, nor do separators between the parts.  Meanings whose parts all exist come first.
        """
        text = " ".join(typed.split())
        if len(text) > LONGEST_TYPED:
            return []
        return self._best_first(kind.read(text) for kind in self.kinds)

    def read_chain(self, typed: str) -> tuple[str, ...]:
        """The cells of a chain of two moves or more that a text spells out, legal or not; () if it is none."""
        for kind in self.chained:
            whole, each = kind.chain_forms
            cell, *_ = kind.parts.values()
            if whole.fullmatch(typed) is not None:
                return tuple(cell.read(word)[1] for word in each.findall(typed))
        return ()

    def named(self, names: Sequence[str]) -> list[Reading]:
        """Every possible meaning of pick names, likewise."""
        return self._best_first(kind.named(names) for kind in self.kinds)

    def _best_first(self, readings: Iterable[Reading | None]) -> list[Reading]:
        return sorted((each for each in readings if each is not None), key=lambda each: UNKNOWN in each.values)

    def turned(self, code: int, symmetry: Symmetry) -> int:
        """A move on a transformed board."""
        return self.of(code).turned(code, symmetry)

    def action_table(
        self, cells: Collection[int], used: Collection[Move] | None = None
    ) -> tuple[npt.NDArray[np.int32], int]:
        """The action of each code on a board of these cells, -1 for codes that cannot occur; and how many there are.

        Actions number the moves without gaps, kind by kind; kinds that are not `used` have none.
        """
        table, count = np.full(self.count, -1, np.int32), 0
        for kind in self.kinds:
            if used is None or any(kind is each for each in used):
                numbers, own = kind.actions(cells)
                table[kind.first : kind.first + kind.count] = np.where(numbers < 0, -1, numbers + count)
                count += own
        return table, count

    def labels(self) -> list[str]:
        """What people read where they choose, and what they are told about words that cannot be meant."""
        found: list[str] = []
        for kind in self.kinds:
            found += [kind.label or kind.word, kind.otherwise]
            for part in kind.parts.values():
                found += [pick.label for pick in part.picks if pick is not None and not pick.is_cell]
                found += [getattr(part, "otherwise", "")]
        return [label for label in dict.fromkeys(found) if label]

    def description(self) -> list[dict[str, Any]]:
        """The kinds as data: everything needed to do the same without Python."""
        return [{"name": name, **kind.description()} for name, kind in self.by_name.items()]
