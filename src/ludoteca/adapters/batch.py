"""What the games of a batch share, and how their rows begin: for environments on any device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler import layouts
from ludoteca.errors import LudotecaError
from ludoteca.kernel.verbs import Ending
from ludoteca.play import Position, Variant
from ludoteca.play.encoder import NO_ACTION, SEVERAL, Encoder, shared_encoders, stacked
from ludoteca.play.game_rows import REPETITION_MODES, ROW
from ludoteca.play.planes import Program, joined

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Batch:
    """Games of one variant each, all of one game: their encodings, and the arrays that every row begins with."""

    variants: tuple[Variant, ...]  # each once
    encoders: tuple[Encoder, ...]  # one for each variant; their planes have one size
    shape: tuple[int, int, int]  # of the planes
    actions: int
    which: Array  # [n] the number of each row's variant
    blanks: Array  # by variant: a state with the options filled in
    action_tables: Array
    move_tables: Array
    program: Program
    rows: Array  # [n] as ROW
    keys: int  # how many positions of a game are remembered
    room: Array  # for a list of moves

    @property
    def n(self) -> int:
        """How many games there are."""
        return len(self.which)

    def continued(self, position: Position) -> tuple[int, Array, Array]:
        """A row that continues from a position: the number of its variant, its row, and the keys of its history."""
        if position.variant not in self.variants:
            self.variants[0].own(position)  # says why not
        variant, line = position.variant, list(position.line())[::-1]
        if position.ply > variant.longest:
            raise LudotecaError(f"this position comes after {position.ply} moves; a game lasts {variant.longest}")
        repetition = REPETITION_MODES.index(variant.repetition)
        row = np.zeros(1, ROW)
        row[0] = (position.ply, variant.longest, repetition, position.mover, position.mover, Ending.NONE, 0, 0)
        keys = np.array([each.repetition_key for each in line] if repetition else [], np.uint64)
        return self.variants.index(variant), row, keys


def batch_of(variant: Variant | Sequence[Variant], n: int | None) -> Batch:
    """A batch of n games of a variant, or of a game of each."""
    given = checked_variants(variant, n)
    variants = tuple(dict.fromkeys(given))
    encoders = tuple(shared_encoders(variants))
    rows = np.zeros(len(given), ROW)
    rows["longest"] = [each.longest for each in given]
    rows["repetition"] = [REPETITION_MODES.index(each.repetition) for each in given]
    # a plain array, since compiled functions take longer to access record arrays than to step a row
    blanks = layouts.new_states(len(variants), variants[0].game.state).view(np.ndarray)
    for index, each in enumerate(variants):
        blanks[index] = each.blank
    return Batch(
        variants=variants,
        encoders=encoders,
        shape=encoders[0].shape,
        actions=max(each.actions for each in encoders),
        which=np.array([variants.index(each) for each in given], np.int32),
        blanks=blanks,
        action_tables=stacked([encoder.tables.actions for encoder in encoders], NO_ACTION),
        move_tables=stacked([encoder.tables.moves for encoder in encoders], SEVERAL),
        program=joined([encoder.tables.program for encoder in encoders]),
        rows=rows,
        keys=1 + (max(each.longest for each in given) if rows["repetition"].any() else 0),
        room=np.zeros_like(variants[0].room),
    )


def checked_seat(seat: int | None) -> int | None:
    """The learner's seat."""
    if seat not in (None, 0, 1):
        raise LudotecaError(f"a seat is 0, 1, or None for either, not {seat!r}")
    return seat


def checked_variants(variant: Variant | Sequence[Variant], n: int | None) -> list[Variant]:
    """The variant of each row."""
    if isinstance(variant, Variant):
        if n is None or n < 1:
            raise LudotecaError(f"a vector environment has at least one game, not {n}")
        return [variant] * n
    if not variant or n not in (None, len(variant)):
        raise LudotecaError(f"there should be a variant for each of {n} rows; there are {len(variant)}")
    if len(games := {each.name for each in variant}) > 1:
        raise LudotecaError(f"rows can have different options of one game, not different games: {', '.join(games)}")
    return list(variant)
