"""A network of pure arithmetic: it answers alike on every machine, and every cell of the planes matters."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.play.encoder import Encoder

Network = Callable[[Any], tuple[Any, Any]]


def fake_network(encoder: Encoder, sharpness: float = 2.0) -> Network:
    """Whole numbers that look random: logits up to the sharpness, and values from -1 to 1, both with three decimals."""
    size = math.prod(encoder.shape)
    policy = (np.arange(size * encoder.actions) * 2_654_435_761 >> 9).reshape(size, -1) % 65_537
    value = (np.arange(size) * 2_246_822_519 >> 9) % 65_537

    def evaluate(planes: Any) -> tuple[Any, Any]:
        flat = planes.reshape(len(planes), -1).astype(np.int64)
        return sharpness * ((flat @ policy % 2001) / 1000 - 1), (flat @ value % 2001) / 1000 - 1

    return evaluate
