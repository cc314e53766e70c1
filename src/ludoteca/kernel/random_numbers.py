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


STEP = np.uint64(0x9E3779B97F4A7C15)  # odd, so that all 64-bit words come


@compiled
def mixed(word: Any) -> Any:
    """A word whose bits are mixed."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def scaled(word: Any, limit: int) -> Any:
    """A random word as a number from 0 to limit - 1."""
    return np.int64(((word >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@compiled
def next_word(random: Random) -> Any:
    """64 random bits (splitmix64, whose only loop-carried step is one addition)."""
    random[0] += STEP
    return mixed(random[0])


@compiled
def below(random: Random, limit: int) -> Any:
    """A number from 0 to limit - 1, all equally likely to within one part in four billion."""
    return scaled(next_word(random), limit)


@compiled
def below_after(word: Any, calls: int, limit: int) -> Any:
    """What `below` would return after so many other calls of a generator whose state is the word; threads share it."""
    return scaled(mixed(word + STEP * np.uint64(calls + 1)), limit)
