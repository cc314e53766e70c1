"""How a game's players write moves and whole games elsewhere, in a file format that other programs read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.layouts import AnyState

MOST_LETTERS = 16  # of a move that a game spells

Letters = Any  # an array of numpy.int16: how many letters follow, then their numbers


@dataclass(frozen=True, eq=False, kw_only=True)
class Notation:
    """The usual notation of a game and its file format, if it has one; `game(notation=Notation(…))`.

    `write(state, code)` is a legal move as files have it; without it, files have moves as people see them: as the
    game's function `spell` writes them, or else as our own texts.  `read(state, text)` returns the codes of the moves
    that a text can mean, legal or not; those that are legal are chosen among them, so it need not know the rules.  Both
    are plain Python and get a state that they must not change.
    """

    format: str = ""  # the name of the file format, in lower case: "pgn"
    write: Callable[[AnyState, int], str] | None = None
    read: Callable[[AnyState, str], Sequence[int]] | None = None
    turn: str = ""  # a pattern whose groups are the moves of a turn that is written as one: d1-d7/g7
    tags: Mapping[str, str] = field(default_factory=dict)  # in every file of this game; no file may contradict them
    options: Mapping[str, str] = field(default_factory=dict)  # by tag: the option whose value it is
    write_position: Callable[[str], str] | None = None  # from position text to that of the format, if it differs
    read_position: Callable[[str], str] | None = None  # and back
    number: str = ""  # the field with the number of the move, if a game can begin with a later one
    write_options: Callable[[AnyState], Mapping[str, str]] | None = None  # from the first state to tags of the format
    read_options: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None  # from all tags to our options
    vertex: Callable[[AnyState, int], str] | None = None  # a move as GTP writes it, if engines of that protocol play it
    unclaimed: Mapping[str, str] = field(default_factory=dict)  # options for games that went on where ours would end
    is_uci: bool = False  # whether our own texts of moves and positions are those of UCI engines


# --- moves as people see them, spelt by compiled code, which browsers run too: `spell(state, move, letters)`


def new_letters() -> Letters:
    """Room for the letters of a move."""
    return np.zeros(1 + MOST_LETTERS, np.int16)


def letters_of(text: str) -> Letters:
    """A text as `put_letters` takes it."""
    return np.array([ord(letter) for letter in text], np.int16)


def text_of(letters: Letters) -> str:
    """What a game has spelt."""
    return "".join(map(chr, letters[1 : 1 + int(letters[0])].tolist()))


@compiled
def put_letter(letters: Letters, letter: int) -> None:
    """Add a letter, by its number; one that does not fit is left out."""
    place = letters[0] + 1
    if place < len(letters):
        letters[place] = letter
        letters[0] = place


@compiled
def put_letters(letters: Letters, text: Letters) -> None:
    """Add a text that `letters_of` made."""
    for letter in text:
        put_letter(letters, letter)


# --- files


def sgf_point(spot: tuple[int, int]) -> str:
    """A row and a column as SGF writes them: letters for the column and the row, from the top left."""
    return chr(ord("a") + spot[1]) + chr(ord("a") + spot[0])


def sgf_spot(text: str) -> tuple[int, int] | None:
    """The row and the column of such letters."""
    return (ord(text[1]) - ord("a"), ord(text[0]) - ord("a")) if re.fullmatch("[a-z]{2}", text) else None
