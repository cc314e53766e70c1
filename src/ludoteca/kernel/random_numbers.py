"""Random numbers: the generator's state is a 64-bit word in an array, the same compiled, uncompiled and on a GPU."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import numpy as np

from ludoteca.compiler.compiled import compiled

Random = Any  # an array of one numpy.uint64


def new_random(seed: int | None = None) -> Random:
    """A generator; without a seed, an unpredictable one."""
    # a digest, since states a multiple of the step apart would give the same stream, shifted
    number = secrets.token_bytes(8) if seed is None else hashlib.blake2b(str(seed).encode(), digest_size=8).digest()
    return np.frombuffer(number, dtype="<u8").astype(np.uint64)


@compiled
def next_word(random: Random) -> Any:
    """64 random bits (splitmix64, whose only loop-carried step is one addition)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    word = random[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def below(random: Random, limit: int) -> Any:
    """A number from 0 to limit - 1, all equally likely to within one part in four billion."""
    return np.int64(((next_word(random) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))
