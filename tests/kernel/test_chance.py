"""The random generator: streams of different seeds have nothing in common."""

from __future__ import annotations

from ludoteca.kernel import new_random
from ludoteca.kernel.random_numbers import below, next_word


def test_neighbouring_seeds_give_streams_that_share_nothing():
    words = set()
    for seed in range(50):
        random = new_random(seed)
        words.update(int(next_word(random)) for _ in range(50))
    assert len(words) == 50 * 50


def test_a_seed_gives_its_stream_again_and_none_gives_a_new_one():
    assert new_random(7) == new_random(7)
    assert new_random() != new_random()


def test_numbers_below_a_limit_are_equally_likely():
    random = new_random(3)
    counts = [0] * 6
    for _ in range(6000):
        counts[below(random, 6)] += 1
    assert all(850 < count < 1150 for count in counts)
