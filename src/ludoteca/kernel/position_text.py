"""Reads and writes position text, from the fields of a state: board, mover, then the other fields in order.

    ....../..r.../....../...b../....../...... r

Fields are separated by one space, rows by slashes, top row first.  Required fields come first; optional ones (flags
that are set, phases other than the usual one, lists of cells) are at the end in any order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any

from ludoteca.compiler.layouts import AnyState
from ludoteca.errors import BadDeclaration, UnreadablePosition
from ludoteca.kernel.boards import OFF, Board
from ludoteca.kernel.cell_contents import letters_of
from ludoteca.kernel.fields import (
    CellAt,
    Cells,
    Count,
    Counts,
    Field,
    Flag,
    Flags,
    Numbers,
    Phase,
    Seat,
    State,
    Together,
)
from ludoteca.kernel.scene import Player
from ludoteca.languages.texts import Text, english, finished, joined, t, translatable

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
RUN = re.compile("[0-9]{1,3}")
EMPTY_RUN = re.compile(r"\.+")
PLACE = re.compile(r"\{(\w+)\}")  # of a field that is written together with others
DIGITS = re.compile("[0-9]+")


def unreadable(name: str, /, **places: Any) -> UnreadablePosition:
    """The error with one of those sentences."""
    return UnreadablePosition(t(POSITION_WORDS[name], **places))


def fields_of(text: str, names: Sequence[str], optional: int = 0) -> list[str]:
    """The fields of a position text; `names` are their names, the last `optional` of them may be missing."""
    if len(text) > LONGEST_TEXT:
        raise unreadable("longest", most=LONGEST_TEXT, count=len(text))
    fields = text.split()
    needed, found = len(names) - optional, len(fields)
    if not needed <= found <= len(names):
        named = names[:needed] if found < needed else names
        form = "fields_between" if len(named) > needed else "fields"
        raise unreadable(form, least=needed, count=len(named), listed=joined(named), found=found)
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
    return RUN.sub(lambda run: "." * int(run[0]), row)


def rows_text(board: Board, tokens: Sequence[str], separator: str = "", *, has_runs: bool = False) -> str:
    """The board field: one token per cell, in the order of the cells; with `has_runs`, `...` is written as `3`."""
    rows, end = [], 0
    for row in board.rows:
        begin, end = end, end + len(row)
        rows.append(separator.join(tokens[begin:end]))
    if has_runs:
        rows = [EMPTY_RUN.sub(lambda run: str(len(run[0])), row) for row in rows]
    return "/".join(rows)


def one_of(word: str, letters: str, what: str) -> int:
    """Which of the letters the field is, ignoring case.  `what` names it, as a template or a text."""
    place = letters.lower().find(word.lower()) if len(word) == 1 else -1
    if place < 0:
        raise unreadable("one_of", what=t(what), listed=", ".join(letters), word=repr(word[:20]))
    return place


def whole_number(word: str, what: str, low: int, high: int) -> int:
    """A number between two inclusive bounds; `what` names it."""
    number = int(word) if DIGITS.fullmatch(word) and len(word) <= len(str(high)) else low - 1
    if not low <= number <= high:
        raise unreadable("number", what=what, low=low, high=high, word=repr(word[:20]))
    return number


def cell_named(name: str, board: Board, what: str) -> int:
    """The cell of that name."""
    cell = board.number.get(name.lower())
    if cell is None:
        raise unreadable("cell", what=what, name=repr(name[:20]))
    return cell


@dataclass(frozen=True, eq=False)
class PositionText:
    """How the positions of a game are written."""

    fields: State
    players: tuple[Player, Player]

    @cached_property
    def letters(self) -> str:
        """The letters of both players."""
        return self.players[0].letter + self.players[1].letter

    @cached_property
    def required(self) -> dict[str, Field]:
        """What every position has after board and mover."""
        return {name: one for name, one in self.fields.written.items() if not self._is_optional(one)}

    @cached_property
    def optional(self) -> dict[str, Field]:
        """What a position may have at its end, lists of cells last."""
        found = {
            name: one
            for name, one in self.fields.written.items()
            if self._is_optional(one) and not (isinstance(one, Flag) and one.instead_of)
        }
        return dict(sorted(found.items(), key=lambda item: isinstance(item[1], Cells)))

    @cached_property
    def stand_ins(self) -> dict[str, tuple[str, Flag]]:
        """By the name of a field: the flag whose word can replace it."""
        return {flag.instead_of: (name, flag) for name, flag in self.fields.of_kind(Flag).items() if flag.instead_of}

    @staticmethod
    def _is_optional(one: Field) -> bool:
        return isinstance(one, Flag | Cells) or (isinstance(one, Phase) and bool(one.silent))

    def description(self) -> dict[str, Any]:
        """The same as JSON: an optional field is one of several words, or a list of cells after a word."""
        return {
            "longest": LONGEST_TEXT,
            "separator": self.fields.separator,
            "has_runs": self.fields.has_runs,
            "required": list(self.required),
            "optional": [{"name": name, **self._optional_form(one)} for name, one in self.optional.items()],
            "stand_ins": {name: flag for name, (flag, _) in self.stand_ins.items()},
            "cleared": self._cleared,
            "forms": {name: form.pattern for name, form in self.forms.items()},
        }

    @staticmethod
    def _optional_form(one: Field) -> dict[str, Any]:
        if isinstance(one, Cells):
            return {"listed": one.listed}
        if isinstance(one, Flag):
            return {"words": {one.word: 1}}
        assert isinstance(one, Phase)
        return {"words": {word: number for number, word in enumerate(one.names) if word not in one.silent}}

    # --- writing

    def write(self, state: AnyState, board: Board) -> str:
        """The position as text."""
        return self.written(state, board, self.tokens(state, board))

    def written(self, state: AnyState, board: Board, tokens: Sequence[str]) -> str:
        """The position as text, with what is written for each cell."""
        mover = self.players[self.fields.colour_of(state, self.fields.number(state, "mover"))].letter
        words = [rows_text(board, tokens, self.fields.separator, has_runs=self.fields.has_runs), mover]
        words += [self._written(state, name, one) for name, one in self.required.items()]
        notes = [self._noted(state, name, one, board) for name, one in self.optional.items()]
        return " ".join([*words, *(note for note in notes if note)])

    def tokens(self, state: AnyState, board: Board) -> list[str]:
        """What is written for each cell, in board order."""
        shown: dict[int, str] = {}
        for scenery in self.fields.scenery.values():
            shown.update(dict.fromkeys(scenery.where.cells, scenery.letter))
        for name, numbers in self.fields.amounts.items():
            amounts = getattr(state, name).tolist()
            shown.update((cell, str(amounts[number])) for number, cell in numbers.where.cell_of.items())
        for name, cells in self.fields.cells.items():
            sets = cells.sets(getattr(state, name))
            letters = self._letters_of(cells, self.fields.colour_of(state, 0))
            heights = getattr(state, cells.heights).tolist() if cells.heights else None
            inside = getattr(state, cells.inside[1]).tolist() if cells.inside else None
            if heights is not None and cells.nobody is not None:
                shown.update(
                    (cells.where.cell_of[number], cells.nobody.letter)
                    for number, height in enumerate(heights)
                    if height and number in cells.where.cell_of
                )
            cell_of = cells.where.cell_of
            for letter, left in zip(letters, sets, strict=True):
                while left:
                    lowest = left & -left
                    number = lowest.bit_length() - 1
                    left ^= lowest
                    token = letter
                    if heights is not None:
                        token += self._height_text(cells, heights[number], inside[number] if inside else None)
                    shown[cell_of[number]] = token
        return list(map(shown.get, board.cells, repeat(".")))

    def _letters_of(self, cells: Cells, is_swapped: int) -> list[str]:
        """The letters of a field's sets, those of the first seat first."""
        return self._letters[id(cells)][is_swapped]

    @cached_property
    def _letters(self) -> dict[int, tuple[list[str], list[str]]]:
        """The same by field and by whether sides are swapped."""
        found = {}
        for cells in self.fields.cells.values():
            if cells.per_player:
                first, second = (letters_of(cells, player, colour) for colour, player in enumerate(self.players))
                found[id(cells)] = first + second, second + first
            else:
                found[id(cells)] = [cells.letter], [cells.letter]
        return found

    def check_letters(self) -> None:
        """Raise BadDeclaration if a letter could mean two things on one cell."""
        seen: dict[str, list[tuple[str, frozenset[int]]]] = {}
        for name, field in (self.fields.cells | self.fields.scenery).items():
            letters = self._letters[id(field)][0] if isinstance(field, Cells) else [field.letter]
            if isinstance(field, Cells) and field.nobody is not None:
                letters = [*letters, field.nobody.letter]
            here = frozenset(field.where.cells)
            for letter in letters:
                if letter == ".":
                    raise BadDeclaration(f"{name} has the letter '.', which means an empty cell")
                for other, there in seen.setdefault(letter, []):
                    if not here.isdisjoint(there):
                        both = f"two kinds of {name}" if other == name else f"{other} and {name}"
                        raise BadDeclaration(
                            f"{both} have the letter {letter!r} in position text; give one of them another letter"
                        )
                seen[letter].append((name, here))

    def _height_text(self, cells: Cells, height: int, inside: int | None) -> str:
        if height == 1 and self._heights_of(cells).omit_one:
            return ""
        return str(height) if inside is None else f"{height}:{inside}"

    def _heights_of(self, cells: Cells) -> Numbers:
        heights = self.fields.fields[cells.heights]
        assert isinstance(heights, Numbers)
        return heights

    def _written(self, state: AnyState, name: str, one: Field) -> str:
        """A required field."""
        fields = self.fields
        if name in self.stand_ins and fields.number(state, self.stand_ins[name][0]):
            return self.stand_ins[name][1].word
        if isinstance(one, Together):
            if not fields.number(state, one.given):
                return one.none
            return PLACE.sub(lambda place: self._written(state, place[1], fields.fields[place[1]]), one.template)
        if isinstance(one, Counts):
            first, second = fields.numbers(state, name)
            return f"{first}-{second}" if not fields.colour_of(state, 0) else f"{second}-{first}"
        value = fields.number(state, name)
        if isinstance(one, Count):
            return "unlimited" if value == one.unlimited else str(value)
        if isinstance(one, Flags):
            return "".join(letter for bit, letter in enumerate(one.letters) if value >> bit & 1) or "-"
        if isinstance(one, Phase):
            return list(one.names)[value]
        if isinstance(one, Seat):
            return self.players[fields.colour_of(state, value)].letter
        assert isinstance(one, CellAt)
        if one.none and value == OFF:
            return one.none
        return one.where.board.name[one.where.cell_of[value]]

    def _noted(self, state: AnyState, name: str, one: Field, board: Board) -> str:
        """An optional field; empty if the position does not have it."""
        if isinstance(one, Cells):
            cell_of, [numbers] = one.where.cell_of, self.fields.sets(state, name)
            return one.listed + ",".join(board.name[cell_of[each]] for each in numbers) if numbers else ""
        value = self.fields.number(state, name)
        return next((word for word, number in self._optional_form(one)["words"].items() if number == value), "")

    # --- reading

    def read(self, state: AnyState, text: str, board: Board) -> None:
        """Read a text into a state whose options are filled in; UnreadablePosition if that is impossible."""
        names = self._names
        words = fields_of(text, [*names, *([english(POSITION_WORDS["note"])] * len(self.optional))], len(self.optional))
        given, notes = words[2 : len(names)], words[len(names) :]
        for name in self._cleared:
            self.fields.clear(state, name)
        self._read_notes(state, notes, board)
        self.read_board(state, words[0], board)
        mover = one_of(words[1], self.letters, POSITION_WORDS["the_mover"]) ^ self.fields.colour_of(state, 0)
        self.fields.set_number(state, "mover", mover)
        for (name, one), word in zip(self.required.items(), given, strict=True):
            self._read_field(state, name, one, word, board)
        for name, cells in self.fields.marks.items():
            [numbers] = self.fields.sets(state, name)
            for cell in [cells.where.cell_of[each] for each in numbers]:
                if not self._stands_on(state, cell):
                    raise unreadable("bare", cell=board.name[cell], word=cells.listed)

    @cached_property
    def _names(self) -> list[str]:
        """The names of the fields of a position text."""
        return [
            *(english(POSITION_WORDS[part]) for part in ("board", "mover")),
            *(self._name(name) for name in self.required),
        ]

    def _name(self, name: str) -> str:
        if name in self.stand_ins:
            return t("{others} or {last}", others=self._called[name], last=self.stand_ins[name][1].word)
        return self._called[name]

    @cached_property
    def _called(self) -> dict[str, str]:
        """By field, its name for people, in lower case."""
        return {
            name: finished(english(one.label), str.lower) if one.label else name.replace("_", " ")
            for name, one in self.fields.fields.items()
        }

    @cached_property
    def _the(self) -> dict[str, Text]:
        """The same with the article."""
        return {name: t(POSITION_WORDS["the_field"], field=called) for name, called in self._called.items()}

    @cached_property
    def _cleared(self) -> list[str]:
        """What options may have put on the board, and what only text can set: cleared before a text is read."""
        kinds = Cells | Numbers | Flag
        fields = self.fields.fields.items()
        return [name for name, one in fields if isinstance(one, kinds) or (isinstance(one, Phase) and one.silent)]

    def read_board(self, state: AnyState, word: str, board: Board) -> None:
        """Read the board of a position into a state; its previous contents are removed."""
        sets: dict[str, list[list[int]]] = {
            name: [[] for _ in self._letters_of(cells, 0)] for name, cells in self.fields.cells.items()
        }
        for cell, token in tokens_of(word, board, self.fields.separator, has_runs=self.fields.has_runs):
            if self._read_amount(state, cell, token, board):
                continue
            if token == "." and not any(cell in scenery.where.number_of for scenery in self.fields.scenery.values()):
                continue
            self._read_token(state, sets, cell, token, board)
        for name, numbers in sets.items():
            self.fields.set_sets(state, name, numbers)

    def _read_amount(self, state: AnyState, cell: int, token: str, board: Board) -> bool:
        """The number on a cell, if it has one."""
        for name, numbers in self.fields.amounts.items():
            number = numbers.where.number_of.get(cell)
            if number is not None:
                what = t(POSITION_WORDS["the_number"], cell=board.name[cell])
                self.fields.set_number(state, name, whole_number(token, what, 0, numbers.most), number)
                return True
        return False

    def _read_token(
        self, state: AnyState, sets: dict[str, list[list[int]]], cell: int, token: str, board: Board
    ) -> None:
        """The contents of one cell; upper and lower case differ, unless no letter matches exactly."""
        known: list[str] = [] if any(cell in one.where.number_of for one in self.fields.scenery.values()) else ["."]
        for cells in self.fields.cells.values():
            if cell in cells.where.number_of:
                known += self._letters_of(cells, 0) + ([cells.nobody.letter] if cells.nobody else [])
        known += [one.letter for one in self.fields.scenery.values() if cell in one.where.number_of]
        written = token[:1]
        letter = next((each for fold in (str, str.lower) for each in known if fold(each) == fold(written)), None)
        for name, cells in self.fields.cells.items():
            if cell not in cells.where.number_of:
                continue
            number = cells.where.number_of[cell]
            letters = self._letters_of(cells, self.fields.colour_of(state, 0))
            if letter in letters:
                sets[name][letters.index(letter)].append(number)
                self._read_height(state, cells, number, token, board.name[cell])
                return
            if cells.nobody is not None and cells.nobody.letter == letter:
                self._read_lone(state, cells, number, token, board.name[cell])
                return
        if letter is None or letter == "." or len(token) > 1:
            raise unreadable("token", cell=board.name[cell], known=", ".join(known), token=repr(token[:20]))

    def _read_height(self, state: AnyState, cells: Cells, number: int, token: str, name: str) -> None:
        """The height of a stack, and what is in it, after its letter."""
        if not cells.heights:
            if len(token) > 1:
                raise unreadable("one_letter", token=repr(token[:20]), cell=name)
            return
        numbers = self._heights_of(cells)
        if len(token) == 1 and numbers.omit_one:
            self.fields.set_number(state, cells.heights, 1, number)
            return
        word, colon, contents = token[1:].partition(":")
        least = 2 if numbers.omit_one else 1
        height = whole_number(word, t(POSITION_WORDS["the_height"], cell=name), least, numbers.most)
        self.fields.set_number(state, cells.heights, height, number)
        if cells.inside is not None:
            colour, field = cells.inside
            what = t(POSITION_WORDS["the_inside"], colour=english(colour), cell=name)
            self.fields.set_number(state, field, whole_number(contents, what, 0, height - 1), number)
        elif colon:
            raise unreadable("stack", token=repr(token[:20]), cell=name)

    def _read_lone(self, state: AnyState, cells: Cells, number: int, token: str, name: str) -> None:
        """A piece that belongs to nobody and stands alone."""
        assert cells.nobody is not None
        if len(token) > 1:
            raise unreadable("lone", colour=english(cells.nobody.colour), token=repr(token[:20]), cell=name)
        self.fields.set_number(state, cells.heights, 1, number)
        if cells.inside is not None and cells.inside[0] == cells.nobody.colour:
            self.fields.set_number(state, cells.inside[1], 1, number)

    def _stands_on(self, state: AnyState, cell: int) -> bool:
        """Whether there is any piece on a cell."""
        return any(
            cells.where.number_of[cell] in numbers
            for name, cells in self.fields.cells.items()
            if cell in cells.where.number_of
            for numbers in self.fields.sets(state, name)
        )

    def _read_field(self, state: AnyState, name: str, one: Field, word: str, board: Board) -> None:
        """A required field."""
        what, fields = self._the[name], self.fields
        if name in self.stand_ins and word.lower() == self.stand_ins[name][1].word.lower():
            fields.set_number(state, self.stand_ins[name][0], 1)
        elif isinstance(one, Together):
            self._read_together(state, name, one, word, board)
        elif isinstance(one, Counts):
            self._read_counts(state, name, one, word, what)
        elif isinstance(one, Count):
            is_unlimited = one.unlimited is not None and word.lower() == "unlimited"
            value = one.unlimited if is_unlimited else whole_number(word, what, one.low, one.high)
            fields.set_number(state, name, value or 0)
        elif isinstance(one, Flags):
            if word != "-" and (len(set(word)) < len(word) or any(letter not in one.letters for letter in word)):
                raise unreadable("letters", what=what, letters=one.letters, word=repr(word[:20]))
            value = sum(1 << bit for bit, letter in enumerate(one.letters) if letter in word)
            fields.set_number(state, name, value)
        elif isinstance(one, Phase):
            known = list(one.names)
            if word.lower() not in known:
                others, last = ", ".join(known[:-1]), known[-1]
                raise unreadable("phase", what=what, others=others, last=last, word=repr(word[:20]))
            fields.set_number(state, name, known.index(word.lower()))
        elif isinstance(one, Seat):
            fields.set_number(state, name, one_of(word, self.letters, what) ^ fields.colour_of(state, 0))
        else:
            assert isinstance(one, CellAt)
            is_none = one.none and word == one.none
            value = OFF if is_none else one.where.number_of[cell_named(word, board, what)]
            fields.set_number(state, name, value)

    def _read_counts(self, state: AnyState, name: str, one: Counts, word: str, what: str) -> None:
        counts = word.split("-")
        if len(counts) != 2:
            first, second = (player.name for player in self.players)
            raise unreadable("counts", what=what, first=first, second=second, word=repr(word[:20]))
        for colour, count in enumerate(counts):
            seat = colour ^ self.fields.colour_of(state, 0)
            whose = t(POSITION_WORDS["of_player"], player=self.players[colour].name, field=self._called[name])
            self.fields.set_number(state, name, whole_number(count, whose, one.low, one.high), seat)

    def _read_together(self, state: AnyState, name: str, one: Together, word: str, board: Board) -> None:
        if word == one.none:
            return
        found = self.forms[name].fullmatch(word.lower())
        if found is None:
            looks = t(POSITION_WORDS["together"], what=self._the[name], none=repr(one.none), form=one.template)
            explained = t(one.explain) if one.explain else looks
            raise unreadable("together_found", explained=explained, word=repr(word[:20]))
        for part, own in zip(PLACE.findall(one.template), found.groups(), strict=True):
            self._read_field(state, part, self.fields.fields[part], own, board)

    @cached_property
    def forms(self) -> dict[str, re.Pattern[str]]:
        """By field that stands for several: how they are written together."""
        found = {}
        for name, one in self.fields.of_kind(Together).items():
            parts = PLACE.split(one.template)
            form = "".join(self._form_of(part) if index % 2 else re.escape(part) for index, part in enumerate(parts))
            found[name] = re.compile(form, re.ASCII)
        return found

    def _form_of(self, name: str) -> str:
        """The regular expression of a field that is written together with others."""
        one = self.fields.fields[name]
        if isinstance(one, Seat):
            return f"([{re.escape(self.letters.lower())}])"
        return r"([a-z]*\d{1,2})" if isinstance(one, CellAt) else r"(\d{1,5})"

    def _read_notes(self, state: AnyState, notes: list[str], board: Board) -> None:
        """The optional fields at the end, each at most once."""
        seen: set[str] = set()
        for note in notes:
            name = self._read_note(state, note.lower(), board)
            if name in seen:
                raise unreadable("notes", notes=repr(" ".join(notes)[:40]))
            seen.add(name)

    def _read_note(self, state: AnyState, note: str, board: Board) -> str:
        for name, one in self.optional.items():
            words = self._optional_form(one).get("words", {})
            if note in words:
                self.fields.set_number(state, name, words[note])
                return name
            if isinstance(one, Cells) and note.startswith(one.listed):
                numbers, what = [], t(POSITION_WORDS["cell_after"], word=one.listed)
                for word in note[len(one.listed) :].split(","):
                    cell = cell_named(word, board, what)
                    if cell not in one.where.number_of:
                        raise unreadable("cell_inside", what=what, word=repr(word[:20]))
                    numbers.append(one.where.number_of[cell])
                self.fields.set_sets(state, name, [numbers])
                return name
        raise unreadable("note_unknown", notes=self._possible_notes(), note=repr(note[:20]))

    def _possible_notes(self) -> str:
        words: list[str] = []
        for form in map(self._optional_form, self.optional.values()):
            words += form.get("words", ()) or [t(POSITION_WORDS["listed_cells"], word=form["listed"])]
        return joined(words)
