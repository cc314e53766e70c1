"""What an interface shows: the contents of each cell, the facts beside the board, and moves as paths of picks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludoteca.languages.texts import Text, english, t


@dataclass(frozen=True, slots=True)
class Player:
    """A side of a game, as its rules name it.

    The name is an `english` text: `t(player.name)` translates it, also as part of other sentences.
    """

    name: str  # "Red"
    letter: str  # in position text

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", english(self.name))

    @property
    def colour(self) -> str:
        """The colour's id, for themes."""
        return self.name.lower()

    @property
    def colour_word(self) -> Text:
        """The same for people."""
        return english(self.colour)


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that can be on a cell."""

    kind: str  # its shape, one of `fields.GLYPHS`: "disc", "pyramid", "wall"
    colour: str
    owner: int | None  # 0, 1, or None if it belongs to nobody
    glyph: str  # one character for terminals, different in shape from the other side's
    letter: str  # the same in ASCII
    prize: str = ""  # written on a piece that is there to be taken, such as "+3"; its cell counts as empty


@dataclass(frozen=True, slots=True)
class Look:
    """The contents of one cell.

    `pieces` are listed from the top down as far as they are known; `height` counts all of them, and `inside` says what
    is known about the hidden ones ("green", 2).  `marks` are words such as "record": ids that read as English, and
    texts.
    """

    pieces: tuple[Piece, ...] = ()
    height: int = 0
    inside: tuple[tuple[str, int], ...] = ()
    marks: tuple[str, ...] = ()
    is_scenery: bool = False  # permanent, and of no interest where nothing can happen to it

    @property
    def top(self) -> Piece | None:
        """The visible piece, if any."""
        return self.pieces[0] if self.pieces else None


EMPTY = Look()

Figure = tuple[str, ...]
"""Cells by name in the order a line is drawn through them.  One cell alone is ringed; a path that ends where it began
is closed."""


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A line beside the board: "Reserve: 39", in the current language."""

    name: str
    value: str
    player: int | None = None  # whose fact it is, None if it is shared
    role: str = ""  # "supply", "task" or "": see `facts.Fact`


class Pick(NamedTuple):  # a tuple, since thousands are made: a data class takes four times as long
    """One step in choosing a move: a cell of the board, or a choice offered by name."""

    name: str  # a cell's name, or the choice as in move text
    is_cell: bool = True
    label: str = ""  # the choice in words, an `english` text
    also: tuple[str, ...] = ()  # other cells that mean the same

    def is_meant_by(self, name: str) -> bool:
        """Whether someone who picks this name means it."""
        return name == self.name or name in self.also

    def __str__(self) -> str:
        return self.label or self.name


def choice(name: str, label: str = "") -> Pick:
    """A pick that is not a cell."""
    return Pick(name, is_cell=False, label=english(label) if label else "")


def player_json(player: Player) -> dict[str, Any]:
    """A player, as the game names them."""
    return {"name": player.name, "letter": player.letter, "colour": player.colour}


def shape_json(piece: Piece) -> dict[str, Any]:
    """A piece: what it is."""
    prize = {"prize": piece.prize} if piece.prize else {}
    return {"kind": piece.kind, "colour": piece.colour, "owner": piece.owner, **prize}


def piece_json(piece: Piece) -> dict[str, Any]:
    """The same, and how it is written."""
    return {**shape_json(piece), "glyph": piece.glyph, "letter": piece.letter}


def cell_json(look: Look, piece: Callable[[Piece], Any] = piece_json) -> dict[str, Any]:
    """The contents of a cell."""
    return {
        "pieces": [piece(each) for each in look.pieces],
        "height": look.height,
        "inside": [list(pair) for pair in look.inside],
        "marks": [str.__str__(mark) for mark in look.marks],  # ids, whatever the language
        **({"scenery": True} if look.is_scenery else {}),
    }


def fact_json(fact: ShownFact) -> dict[str, Any]:
    """A fact beside the board."""
    return {"name": fact.name, "value": fact.value, "player": fact.player, "role": fact.role}


@dataclass(frozen=True, slots=True)
class Scene:
    """What is where, and what to say beside the board."""

    cells: dict[str, Look]  # by name, in board order
    facts: tuple[ShownFact, ...]
    players: tuple[Player, Player]
    mover: int | None  # None if the game is over
    score: tuple[float, float] | None
    decided: tuple[Figure, ...]  # what decided a finished game
    threats: tuple[Figure, ...]  # what could decide it next
    labels: Mapping[str, str] = field(default_factory=dict)  # what cells are called, if not by their names
    mark_pictures: Mapping[str, str] = field(default_factory=dict)  # by mark, one of `fields.MARKS`

    @property
    def task(self) -> str:
        """What the mover has to do, if the game says so: "split a stack"; otherwise ""."""
        return next((fact.value for fact in self.facts if fact.role == "task"), "")

    def turn_of(self, name: str) -> str:
        """Whose turn it is and what to do, with a name for the mover: "Red: split a stack", "Ann to move"."""
        return t("{name}: {task}", name=name, task=self.task) if self.task else t("{name} to move", name=name)
