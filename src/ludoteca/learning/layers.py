"""The possible contents of a cell as a small number: from the fields of a state, as the mover sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.layouts import AnyState
from ludoteca.kernel.declare import Game
from ludoteca.kernel.fields import Cells, Numbers, Where
from ludoteca.search.learned_tables import CELLS, HEIGHTS, NOBODY, NUMBERS

MOST_CONTENTS = 9  # of a cell; with more, tables of a few cells would be too large
MOST_KINDS = 27  # the same if there are several kinds of pieces: tables then have two or three cells
HIGHEST = 4  # stacks are distinguished up to this many pieces


@dataclass(frozen=True)
class Layer:
    """One kind of thing that can be on a cell: its field, and how many levels of it are distinguished."""

    kind: int  # of a line of code, see `learned_tables`
    name: str  # of the field with the cells, or with the numbers where there is no other
    side: int  # 0 the mover's, 1 the other's, -1 nobody's
    heights: str = ""  # the field of numbers
    levels: int = 1
    is_piece: bool = True
    sort: int = 0  # the number of the kind of piece, if the field has several

    def where(self, game: Game) -> Where:
        """The cells of its numbers."""
        field = game.fields.fields[self.name]
        assert isinstance(field, Cells | Numbers)
        return field.where


def layers_of(game: Game) -> list[Layer]:
    """All layers of a game's states."""
    state, found, told = game.fields, [], set()
    for name, cells in state.of_kind(Cells).items():
        sides = (0, 1) if cells.per_player else (-1,)
        kind, levels = (HEIGHTS, HIGHEST) if cells.heights else (CELLS, 1)
        found += [
            Layer(kind, name, side, cells.heights, levels, not cells.mark, sort)
            for sort in range(len(cells.every_kind))
            for side in sides
        ]
        told.add(cells.heights)
        if cells.heights and cells.nobody is not None:
            found.append(Layer(NOBODY, name, -1, cells.heights, HIGHEST))
        if cells.inside is not None:
            told.add(cells.inside[1])
            found.append(Layer(NUMBERS, cells.inside[1], -1, cells.inside[1], HIGHEST, is_piece=False))
    for name in state.of_kind(Numbers):
        if name not in told:
            found.append(Layer(NUMBERS, name, -1, name, HIGHEST))
    return found


def seen(game: Game, layer: Layer, state: AnyState) -> npt.NDArray[np.int64]:
    """By number of the field: how much of the layer is there, for the mover of the state."""
    where = layer.where(game)
    out = np.zeros(where.size, np.int64)
    if layer.kind == NUMBERS:
        out[:] = np.minimum(state[layer.heights], layer.levels)
        return np.maximum(out, 0)
    field = game.fields.fields[layer.name]
    assert isinstance(field, Cells)
    sets = field.sets(state[layer.name])
    if layer.kind == NOBODY:
        owned = sum(sets[1:], sets[0]) if len(sets) == 1 else sets[0] | sets[1]
        for number in range(where.size):
            if not owned >> number & 1:
                out[number] = min(max(int(state[layer.heights][number]), 0), layer.levels)
        return out
    chosen = sets[0]
    if layer.side >= 0:
        chosen = sets[(int(state["mover"]) ^ layer.side) * len(field.every_kind) + layer.sort]
    for number in range(where.size):
        if chosen >> number & 1:
            out[number] = 1 if layer.kind == CELLS else min(max(int(state[layer.heights][number]), 1), layer.levels)
    return out


@dataclass(frozen=True)
class Contents:
    """The layers with what each adds to the number of a cell's contents: groups of mutually exclusive layers."""

    groups: tuple[tuple[Layer, ...], ...]

    @property
    def count(self) -> int:
        """How many different contents a cell can have."""
        total = 1
        for group in self.groups:
            total *= 1 + sum(layer.levels for layer in group)
        return total

    def worths(self) -> list[tuple[Layer, list[int]]]:
        """By layer, what each of its levels adds."""
        found, place = [], 1
        for group in self.groups:
            digit = 0
            for layer in group:
                found.append((layer, [place * (digit + level) for level in range(1, layer.levels + 1)]))
                digit += layer.levels
            place *= 1 + digit
        return found


def contents_of(game: Game, states: Sequence[AnyState]) -> Contents:
    """The contents of a game's cells, as few as distinguish its positions, judged by sample positions."""
    layers = layers_of(game)
    shown = {layer: np.array([_by_cell(game, layer, state) for state in states]) for layer in layers}
    layers = [
        replace(layer, levels=min(layer.levels, int(shown[layer].max()))) for layer in layers if shown[layer].any()
    ]
    by_name = {(layer.kind, layer.name, layer.side, layer.sort): layer for layer in shown}

    def amounts(layer: Layer) -> npt.NDArray[np.int64]:
        return shown[by_name[layer.kind, layer.name, layer.side, layer.sort]]

    groups: list[list[Layer]] = []
    for layer in layers:
        mine = amounts(layer) > 0
        fit = next((group for group in groups if not any((mine & (amounts(one) > 0)).any() for one in group)), None)
        if fit is None:
            groups.append([layer])
        else:
            fit.append(layer)
    found = Contents(tuple(map(tuple, groups)))
    sorts = [len(cells.every_kind) for cells in game.fields.cells.values() if len(cells.every_kind) > 1]
    most = max(MOST_CONTENTS, min(1 + 2 * sum(sorts), MOST_KINDS))
    while found.count > most:
        highest = max(layer.levels for group in found.groups for layer in group)
        if highest > 1:  # distinguish fewer levels
            found = Contents(
                tuple(
                    tuple(replace(layer, levels=min(layer.levels, highest - 1)) for layer in group)
                    for group in found.groups
                )
            )
        elif len(found.groups) > 1:  # or leave out what is on top of other things
            found = Contents(found.groups[:-1])
        else:
            found = Contents((found.groups[0][: most - 1],))
    return found


def _by_cell(game: Game, layer: Layer, state: AnyState) -> npt.NDArray[np.int64]:
    """The same by cell of the board."""
    where = layer.where(game)
    out = np.zeros(where.board.size, np.int64)
    amounts = seen(game, layer, state)
    for number, cell in where.cell_of.items():
        out[cell] = amounts[number]
    return out
