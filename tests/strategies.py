"""Hypothesis strategies shared by the tests of all games."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from ludoteca.play import Position, Variant


def play_randomly(variant: Variant, plies: int, seed: int) -> Position:
    """A position some random moves into a game, the last one before the end if it ends sooner."""
    chance = random.Random(seed)
    position = variant.start(seed)
    for _ in range(plies):
        after = position.play(chance.choice(position.moves()))
        if after.outcome is not None:
            break
        position = after
    return position


def reachable(variant: Variant, most_plies: int = 60) -> st.SearchStrategy[Position]:
    """Positions that random play reaches and that are not over."""
    return st.builds(
        lambda plies, seed: play_randomly(variant, plies, seed),
        st.integers(0, most_plies),
        st.integers(0, 2**32 - 1),
    )
