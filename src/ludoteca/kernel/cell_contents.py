"""The contents of each cell, from the fields of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from ludoteca.compiler.layouts import AnyState
from ludoteca.compiler.scratch import MOST_CELLS
from ludoteca.kernel.boards import Board
from ludoteca.kernel.fields import GLYPHS, Cells, State
from ludoteca.kernel.scene import EMPTY, Look, Piece, Player
from ludoteca.languages.texts import english


@lru_cache(maxsize=4096)
def look_of(piece: Piece, height: int, inside: tuple[tuple[str, int], ...], marks: tuple[str, ...]) -> Look:
    """A look, made once: boards show the same few again and again."""
    return Look((piece,), height, inside, marks)


@lru_cache(maxsize=256)
def marked_cell(marks: tuple[str, ...]) -> Look:
    """An empty cell with marks."""
    return Look(marks=marks)


def letters_of(cells: Cells, player: Player, colour: int) -> list[str]:
    """A player's letters in position text for the pieces of a field, by kind."""
    return [kind.letter_of(colour) or player.letter for kind in cells.every_kind]


def glyph_of(piece: str, players: tuple[Player, Player], colour: int) -> str:
    """A player's piece as a character: solid for the first player and hollow for the second, but hollow for White."""
    return GLYPHS[piece][colour ^ (players[0].colour == "white")]


@dataclass(frozen=True, eq=False)
class Looks:
    """How the positions of a game look, cell by cell."""

    fields: State
    players: tuple[Player, Player]
    own_marks: Mapping[str, str] = field(default_factory=dict)  # the marks that `cell_marks` sets, with their pictures
    cell_marks: Callable[..., None] | None = None  # compiled: cell_marks(state, out), a bit set over them by cell

    @cached_property
    def players_pieces(self) -> dict[str, tuple[tuple[Piece, ...], tuple[Piece, ...]]]:
        """By field, and by whether sides are swapped: the pieces of its sets, the first seat's first."""
        return {
            name: (self._players_pieces(cells, 0), self._players_pieces(cells, 1))
            for name, cells in self.fields.cells.items()
            if cells.per_player
        }

    def _players_pieces(self, cells: Cells, first: int) -> tuple[Piece, ...]:
        return tuple(
            Piece(kind.piece, self.players[colour].colour, seat, glyph_of(kind.piece, self.players, colour), letter)
            for seat, colour in enumerate((first, 1 - first))
            for kind, letter in zip(cells.every_kind, letters_of(cells, self.players[colour], colour), strict=True)
        )

    @cached_property
    def others_pieces(self) -> dict[str, Piece]:
        """By field: the piece that belongs to nobody."""
        pieces = {
            name: Piece(cells.piece, cells.colour or "stone", None, GLYPHS[cells.piece][2], cells.letter, cells.prize)
            for name, cells in self.fields.cells.items()
            if not cells.per_player
        }
        for name, scenery in self.fields.scenery.items():
            pieces[name] = Piece(scenery.piece, scenery.colour, None, GLYPHS[scenery.piece][2], scenery.letter)
        for name, numbers in self.fields.amounts.items():
            pieces[name] = Piece(numbers.piece, numbers.colour, None, GLYPHS[numbers.piece][2], "")
        return pieces

    @cached_property
    def palette(self) -> tuple[Piece, ...]:
        """Every piece that can be on the board, each once."""
        pieces = [piece for seats in self.players_pieces.values() for piece in seats[0]]
        pieces += [cells.nobody for cells in self.fields.cells.values() if cells.nobody is not None]
        pieces += self.others_pieces.values()
        return tuple(dict.fromkeys(pieces))

    @cached_property
    def mark_pictures(self) -> dict[str, str]:
        """By mark: its picture, one of `MARKS`.  A mark is an id here, whatever the language."""
        pictures = {cells.mark: cells.piece for cells in self.fields.marks.values()} | dict(self.own_marks)
        return {str.__str__(mark): picture for mark, picture in pictures.items()}

    def of(self, state: AnyState, board: Board) -> dict[str, Look]:
        """The contents of every cell, by name in board order."""
        marks = self._marks(state)
        seen: dict[int, Look] = {}
        for name, scenery in self.fields.scenery.items():
            look = Look((self.others_pieces[name],), 1, is_scenery=True)
            seen.update(dict.fromkeys(scenery.where.cells, look))
        for name, numbers in self.fields.amounts.items():
            for number, amount in enumerate(getattr(state, name).tolist()):
                if (cell := numbers.where.cell_of.get(number)) is not None:
                    seen[cell] = look_of(self.others_pieces[name], amount, (), marks.get(cell, ()))
        for name, cells in self.fields.cells.items():
            self._add(state, name, cells, marks, seen)
        for cell, words in marks.items():
            if cell not in seen:
                seen[cell] = marked_cell(words)
        return {board.name[cell]: seen.get(cell, EMPTY) for cell in board.cells}

    def _add(
        self, state: AnyState, name: str, cells: Cells, marks: dict[int, tuple[str, ...]], seen: dict[int, Look]
    ) -> None:
        """What one field contributes to the cells."""
        if cells.per_player:
            pieces = self.players_pieces[name][self.fields.colour_of(state, 0)]
        else:
            pieces = (self.others_pieces[name],)
        heights = getattr(state, cells.heights).tolist() if cells.heights else None
        inside = getattr(state, cells.inside[1]).tolist() if cells.inside else None
        cell_of = cells.where.cell_of
        if heights is not None and cells.nobody is not None:
            for number, height in enumerate(heights):
                if height and number in cell_of:
                    seen[cell_of[number]] = look_of(cells.nobody, height, (), marks.get(cell_of[number], ()))
        for piece, members in zip(pieces, cells.sets(getattr(state, name)), strict=True):
            left = members
            while left:
                lowest = left & -left
                left ^= lowest
                number = lowest.bit_length() - 1
                height = heights[number] if heights is not None else 1
                contents = ((cells.inside[0], inside[number]),) if cells.inside and inside and height > 1 else ()
                seen[cell_of[number]] = look_of(piece, height, contents, marks.get(cell_of[number], ()))

    def _marks(self, state: AnyState) -> dict[int, tuple[str, ...]]:
        """The words that mark cells."""
        found: dict[int, tuple[str, ...]] = {}
        for name, cells in self.fields.marks.items():
            members = cells.sets(getattr(state, name))[0]
            for number, cell in cells.where.cell_of.items() if members else ():
                if members >> number & 1:
                    found[cell] = (*found.get(cell, ()), english(cells.mark))
        if self.cell_marks is not None:
            bits = np.zeros(MOST_CELLS, np.uint8)
            self.cell_marks(state, bits)
            for cell in np.flatnonzero(bits).tolist():
                words = tuple(word for index, word in enumerate(self.own_marks) if bits[cell] >> index & 1)
                found[cell] = (*found.get(cell, ()), *words)
        return found
