"""The comparison with python-chess counts what is published, and says what it needs."""

from __future__ import annotations

import sys

import chess_perft
import pytest

import ludoteca
from ludoteca.play.perft import count_sequences


@pytest.mark.parametrize("name", chess_perft.POSITIONS)
def test_the_counts_are_the_published_ones(name):
    text, depth, expected = chess_perft.POSITIONS[name]
    assert count_sequences(ludoteca.game("chess").position(text), depth) == expected


def test_a_wrong_count_has_no_speed():
    with pytest.raises(AssertionError):
        chess_perft.per_second(lambda: 3, 4)


def test_without_python_chess_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(SystemExit, match="pip install chess"):
        chess_perft.main()
