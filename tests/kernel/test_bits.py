"""Bit sets: the compiled functions, the portable ones and plain Python give the same answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludoteca.compiler.bits import bit, deposit, extract, has, highest, lowest, nth_bit, popcount, without_lowest
from ludoteca.compiler.compiled import compiled

words = st.integers(0, 2**64 - 1)
cells = st.integers(0, 63)


@compiled
def all_one_set(a):
    return popcount(a), lowest(a), highest(a), without_lowest(a)


@compiled
def all_two_sets(a, b):
    return extract(a, b), deposit(a, b)


@compiled
def all_cell(a, cell):
    return bit(cell), has(a, cell)


@compiled
def kth(a, k):
    return nth_bit(a, k)


@given(words)
def test_one_set(word):
    assume(word)
    assert all_one_set(np.uint64(word)) == (popcount(word), lowest(word), highest(word), int(without_lowest(word)))
    assert popcount(word) == bin(word).count("1")
    assert 2 ** lowest(word) == word & -word


@given(words, words)
def test_two_sets(a, b):
    assert all_two_sets(np.uint64(a), np.uint64(b)) == (int(extract(a, b)), int(deposit(a, b)))
    assert deposit(extract(a, b), b) == a & b


@given(words, cells)
def test_cells(word, cell):
    assert all_cell(np.uint64(word), cell) == (int(bit(cell)), has(word, cell))


@given(words, st.data())
def test_nth_bit(word, data):
    assume(word)
    k = data.draw(st.integers(0, popcount(word) - 1))
    place = nth_bit(word, k)
    assert kth(np.uint64(word), k) == place
    assert has(word, place) and popcount(word & ((1 << place) - 1)) == k


@pytest.mark.parametrize("word", [0, 2**64 - 1])
def test_extremes(word):
    assert all_two_sets(np.uint64(word), np.uint64(word)) == (int(extract(word, word)), int(deposit(word, word)))
    assert popcount(word) == all_one_set(np.uint64(word))[0]
