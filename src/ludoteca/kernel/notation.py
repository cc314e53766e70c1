"""How a game's players write moves and whole games elsewhere, in a file format that other programs read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludoteca.compiler.layouts import AnyState


@dataclass(frozen=True, eq=False, kw_only=True)
class Notation:
    """The usual notation of a game and its file format, if it has one; `game(notation=Notation(…))`.

    `write(state, code)` is a legal move as players write it.  `read(state, text)` returns the codes of the moves that
    a text can mean, legal or not; those that are legal are chosen among them, so it need not know the rules.  Both are
    plain Python and get a state that they must not change.
    """

    format: str = ""  # the name of the file format, in lower case: "pgn"
    write: Callable[[AnyState, int], str] | None = None  # every game with a format has both
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


def sgf_point(spot: tuple[int, int]) -> str:
    """A row and a column as SGF writes them: letters for the column and the row, from the top left."""
    return chr(ord("a") + spot[1]) + chr(ord("a") + spot[0])


def sgf_spot(text: str) -> tuple[int, int] | None:
    """The row and the column of such letters."""
    return (ord(text[1]) - ord("a"), ord(text[0]) - ord("a")) if re.fullmatch("[a-z]{2}", text) else None
