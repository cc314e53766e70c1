"""States in arrays: an assignment copies all of a state and nothing else."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from ludoteca.compiler.layouts import new_states
from ludoteca.games import find_game, game_names


@numba.njit
def put(states, index, state):
    states[index] = state


def filled(layout, seed):
    """Three states of random bytes, which need not be positions."""
    states = new_states(3, layout)
    states.view(np.uint8)[:] = np.random.default_rng(seed).integers(0, 256, states.nbytes, dtype=np.uint8)
    return states


def check(layout):
    states, others = filled(layout, 1), filled(layout, 2)
    before = states.tobytes()
    put(states, 1, others[2])
    size = layout.itemsize
    assert states.tobytes() == before[:size] + others.tobytes()[2 * size :] + before[2 * size :]
    put(states, -1, states[1])
    assert states[2].tobytes() == states[1].tobytes() == others[2].tobytes()


@pytest.mark.parametrize("game", game_names())
def test_a_state_is_copied_as_a_whole(game):
    check(find_game(game).state)


@pytest.mark.parametrize("size", [1, 7, 8, 12, 24, 32, 40, 61, 64, 72])
def test_so_are_records_of_any_size(size):
    check(np.dtype([("mover", "u1"), ("rest", "u1", (size - 1,))]) if size > 1 else np.dtype([("mover", "u1")]))
