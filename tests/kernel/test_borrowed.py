"""A borrowed array is the same memory, compiled or not, and its users are counted as before."""

from __future__ import annotations

import sys

import numpy as np

from ludoteca.compiler.compiled import compiled
from ludoteca.compiler.scratch import borrowed


@compiled
def multiply_rows(table, factors):
    table, factors = borrowed(table, factors)
    for index in range(len(table)):
        row = table[index]
        row *= factors[index]


def test_what_is_written_into_a_borrowed_array_is_written_into_the_array():
    for function in (multiply_rows, multiply_rows.py_func):
        table = np.arange(6).reshape(2, 3)
        function(table, np.array([2, 3]))
        assert table.tolist() == [[0, 2, 4], [9, 12, 15]]


def test_an_array_that_was_borrowed_has_as_many_users_as_before():
    table = np.zeros((5, 2), np.int64)
    before = sys.getrefcount(table)
    for _ in range(10):
        multiply_rows(table, np.arange(5))
    assert sys.getrefcount(table) == before
    table.resize((6, 2))  # refused while anybody else uses it
