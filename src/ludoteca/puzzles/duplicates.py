"""Puzzles that are nearly the same: equal on some rotated or reflected board except for a few cells.

Positions are compared as their mover sees them, so exchanging the colours makes no new puzzle either.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludoteca.play.encoder import Encoder
from ludoteca.play.position import Position, Variant

FIRST_PLAYER = "first player"  # the plane that says who the mover is
CELLS_ALIKE = 12  # positions with this many cells may differ in one and are still nearly the same


class Seen:
    """The positions that were kept."""

    def __init__(self, variant: Variant) -> None:
        self._encoder = Encoder(variant)
        self._symmetries = variant.board.symmetries  # also if the rules are not symmetric
        self._compared = [place for place, plane in enumerate(self._encoder.planes) if plane.name != FIRST_PLAYER]
        self._kept: list[npt.NDArray[np.uint8]] = []
        self.most_differing = len(variant.board.cells) // CELLS_ALIKE

    def has_like(self, position: Position) -> bool:
        """Whether a position like this one was kept."""
        if not self._kept:
            return False
        planes, kept = self._planes(position), np.stack(self._kept)
        for symmetry in self._symmetries:
            differing = (kept != self._encoder.turned_planes(planes, symmetry)).any(axis=1).sum(axis=(1, 2))
            if differing.min() <= self.most_differing:
                return True
        return False

    def keep(self, position: Position) -> None:
        """Remember a position."""
        self._kept.append(self._planes(position))

    def _planes(self, position: Position) -> npt.NDArray[np.uint8]:
        """What the mover sees, whoever that is."""
        shown: npt.NDArray[np.uint8] = self._encoder.show(position)[self._compared]
        return shown
