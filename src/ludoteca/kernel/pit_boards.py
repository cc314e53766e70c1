"""Boards of pits, and sowing, for games of the mancala family."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.linked_code import overload
from ludoteca.errors import BadDeclaration
from ludoteca.kernel.board_figures import Drawing, draw_cell, end_figure
from ludoteca.kernel.boards import EIGHT_WAYS, OFF, Board, Symmetry, Table, column_name
from ludoteca.kernel.cell_places import Place, Spot

ROW = 1.3  # the distance between the rows, with room for the number of seeds


@dataclass(frozen=True, init=False)
class PitBoard(Board):
    """Two rows of pits, the first player's below, with a store for each player at the right end of their row.

        BOARD = PitBoard(6)
        STATE = State(seeds=Numbers(BOARD, piece="seeds", most=48))

    Pits are numbered counterclockwise, as seeds are sown: the first player's from left to right (a1 to f1), their
    store, the second player's from right to left (f2 to a2), their store.  The stores are called s1 and s2.
    """

    def __init__(self, pits: int, *, stores: bool = True) -> None:
        if not 1 <= pits <= 18:
            raise BadDeclaration(f"a row has 1 to 18 pits, not {pits}")
        place: dict[int, tuple[Spot, str]] = {}  # row and column of each number, and its name
        for row, columns in ((1, range(pits)), (0, range(pits - 1, -1, -1))):
            for column in columns:
                place[len(place)] = (row, column + stores), f"{column_name(column)}{2 - row}"
            if stores:
                place[len(place)] = (row, pits + 1 if row else 0), f"s{2 - row}"
        cells = sorted(place, key=lambda cell: place[cell][0])
        super().__init__(
            shape="pits",
            ways=EIGHT_WAYS,
            cells=tuple(cells),
            spots=tuple(place[cell][0] for cell in cells),
            names=tuple(place[cell][1] for cell in cells),
        )

    def part(self, cells: Iterable[int | str]) -> Self:
        """A board with fewer pits, without gaps between them."""
        part = super().part(cells)
        columns = sorted({column for _, column in part.spots})
        spots = tuple((row, columns.index(column)) for row, column in part.spots)
        object.__setattr__(part, "spots", spots)
        return part

    def form(self, cell: int) -> str:
        """A "pit" or a "store"."""
        return "store" if self.name[cell].startswith("s") else "pit"

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """A store is beside both rows."""
        return tuple(self._place(cell, spot) for cell, spot in zip(self.cells, self.spots, strict=True))

    def _place(self, cell: int, spot: Spot) -> Place:
        return float(spot[1]), ROW * (0.5 if self.form(cell) == "store" else spot[0])

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Only the identity, since rows belong to players and seeds are sown in one direction."""
        return (Symmetry({cell: cell for cell in self.cells}, tuple(range(len(self.ways)))),)

    @cached_property
    def stores(self) -> tuple[int, ...]:
        """Each player's store."""
        return tuple(cell for cell in sorted(self.cells) if self.form(cell) == "store")

    @cached_property
    def pits(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Each player's pits, in the order of sowing."""
        pits = [cell for cell in sorted(self.cells) if self.form(cell) == "pit"]
        return tuple(pits[: len(pits) // 2]), tuple(pits[len(pits) // 2 :])

    @cached_property
    def opposite(self) -> Table:
        """opposite[pit] is the pit across from it; OFF for a store."""
        table = np.full(self.size, OFF, np.int16)
        for mine, yours in zip(self.pits[0], reversed(self.pits[1]), strict=True):
            table[mine], table[yours] = yours, mine
        return table

    def track(self, *players: int) -> Table:
        """track[cell] is where the next seed goes: counterclockwise through all pits and these players' stores."""
        kept = sorted({*self.pits[0], *self.pits[1], *(self.stores[player] for player in players)})
        table = np.full(self.size, OFF, np.int16)
        for cell in self.cells:
            table[cell] = next((other for other in kept if other > cell), kept[0])
        return table


def sow(seeds: Any, pit: int, track: Table, skip: int = OFF) -> int:
    """Take all seeds from a pit and drop them one by one along a track; returns the number of the last pit.

    `BOARD.track(player)` includes that player's store and skips the other; `BOARD.track()` skips both.  With `skip=pit`
    the pit that is sown stays empty, however many seeds there are.
    """
    return int(_sow(seeds, pit, track, skip))


@overload(sow, target="generic", strict=False)  # CUDA knows neither defaults nor keywords
def _sown(seeds, pit, track, skip=None):
    if skip is None:
        return lambda seeds, pit, track: _sow(seeds, pit, track, OFF)
    return lambda seeds, pit, track, skip: _sow(seeds, pit, track, skip)


@compiled
def _sow(seeds: Any, pit: int, track: Table, skip: int) -> int:
    left, seeds[pit] = seeds[pit], 0
    while left > 0:
        pit = track[pit]
        if pit != skip:
            seeds[pit] += 1
            left -= 1
    return pit


@compiled
def draw_sowing(draw: Drawing, seeds: Any, pit: int, track: Table, skip: int = OFF) -> None:
    """One figure from a pit through the pits where `sow`, called with the same arguments, would drop its seeds."""
    left = seeds[pit]
    draw_cell(draw, pit)
    while left > 0:
        pit = track[pit]
        if pit != skip:
            draw_cell(draw, pit)
            left -= 1
    end_figure(draw)
