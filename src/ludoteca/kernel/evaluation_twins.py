"""Twins: the same game with another evaluation, so that two evaluations can play each other.

Rules are found by record type, so a twin needs a type of its own: the same fields in the same places, the last one
renamed.  A state of the game is a state of its twin, byte for byte.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import LudotecaError


def twin_record(record: np.dtype[Any], name: str) -> np.dtype[Any]:
    """The record type with its last field renamed."""
    fields: Any = record.fields
    names = list(record.names or ())
    return np.dtype(
        {
            "names": [*names[:-1], f"{names[-1]}_{name}"],
            "formats": [fields[field][0] for field in names],
            "offsets": [fields[field][1] for field in names],
            "itemsize": record.itemsize,
            "aligned": True,
        }
    )


@cache
def plain_twin(game: Game) -> Game:
    """The game with the weights of its evaluation as they were set by hand, before fitting."""
    if game.plain_weights is None:
        raise LudotecaError(f"{game.title} has only one evaluation")
    return weighted_twin(game, game.plain_weights)


def weighted_twin(game: Game, weights: npt.NDArray[np.float64]) -> Game:
    """The game with other weights."""
    if game.terms is None:
        raise LudotecaError(f"the evaluation of {game.title} is not made of terms")
    name = hashlib.blake2b(weights.tobytes(), digest_size=4).hexdigest()
    return replace(game, state=twin_record(game.state, name), evaluate=None, weights=weights)
