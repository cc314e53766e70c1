"""What agents of PettingZoo and Gymnasium see, and what they get."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.kernel.extras import needs
from ludoteca.play import Position
from ludoteca.play.encoder import Encoder

with needs("gymnasium"):
    from gymnasium import spaces


def observation_space(encoder: Encoder) -> Any:
    """Planes as floating point, and a mask."""
    highest = encoder.highest.astype(np.float32)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (encoder.actions,), np.int8),
        }
    )


def observed(encoder: Encoder, position: Position, seat: int) -> dict[str, Any]:
    """What a player sees of a position; nothing is legal while the other is to move."""
    is_mover = position.mover == seat
    return {
        "observation": encoder.show(position, seat, np.zeros(encoder.shape, np.float32)),
        "action_mask": encoder.mask(position) if is_mover else np.zeros(encoder.actions, np.int8),
    }


def reward(winner: int | None, seat: int) -> float:
    """1 for a win, -1 for a loss, 0 for a draw."""
    return 0.0 if winner is None else 1.0 if winner == seat else -1.0
