"""The same game with other weights, so that two evaluations can play each other.

Rules are looked up by state type, so the copy of a game needs a type of its own: the same fields at the same offsets,
with the last one renamed.  A state of the game is a state of the copy, byte for byte.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.compiler.layouts import same_sets
from ludoteca.errors import LudotecaError
from ludoteca.kernel import verbs
from ludoteca.kernel.declare import Game


def own_state_type(state_type: np.dtype[Any], name: str) -> np.dtype[Any]:
    """The state type with its last field renamed."""
    fields: Any = state_type.fields
    names = list(state_type.names or ())
    same_sets(f"{names[-1]}_{name}", names[-1])
    return np.dtype(
        {
            "names": [*names[:-1], f"{names[-1]}_{name}"],
            "formats": [fields[field][0] for field in names],
            "offsets": [fields[field][1] for field in names],
            "itemsize": state_type.itemsize,
            "aligned": True,
        }
    )


@cache
def with_plain_weights(game: Game) -> Game:
    """The game with the evaluation weights that were set by hand, before fitting."""
    if game.plain_weights is None:
        raise LudotecaError(f"{game.title} has only one evaluation")
    return with_weights(game, game.plain_weights)


def with_weights(game: Game, weights: npt.NDArray[np.float64]) -> Game:
    """The game with other weights."""
    if game.own(verbs.terms) is None:
        raise LudotecaError(f"the evaluation of {game.title} is not made of terms")
    name = hashlib.blake2b(weights.tobytes(), digest_size=4).hexdigest()
    functions = {each: function for each, function in game.functions.items() if each != "evaluate"}
    return replace(game, state=own_state_type(game.state, name), functions=functions, weights=weights)
