"""Repetition, as both searches see it: keys of the game's earlier positions, then of the line."""

from __future__ import annotations

from typing import Any

from ludoteca.kernel.compiled import compiled


@compiled
def occurs_before(keys: Any, here: int) -> bool:
    """Whether the key at `here` is among those before it."""
    key = keys[here]
    for earlier in range(here - 1, -1, -1):
        if keys[earlier] == key:
            return True
    return False
