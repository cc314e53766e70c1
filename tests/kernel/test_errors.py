"""Errors: messages stay short, whatever was given."""

from __future__ import annotations

import pytest

import ludoteca
from ludoteca.errors import LudotecaError, shown
from ludoteca.play.records import read_record


@pytest.mark.parametrize(
    ("call", "beginning"),
    [
        (lambda: ludoteca.game("x" * 1_000_000), "there is no game called 'xxxx"),
        (lambda: ludoteca.game("gekitai", **{"y" * 5000: 1}), "gekitai has no option called 'yyyy"),
        (lambda: ludoteca.game("mapello", map="x" * 5000), "map cannot be 'xxxx"),
        (lambda: ludoteca.game("greener", size="9" * 5000), "size cannot be '9999"),
        (lambda: ludoteca.game("greener", counts=[10**6000] * 3), "counts cannot be "),
        (lambda: ludoteca.game("squ", first_turn=list(range(9999))), "squ has no option"),
        (lambda: ludoteca.game("gekitai", double_win=list(range(9999))), "double_win cannot be [0, 1, 2"),
        (lambda: read_record(f'[Game "{"x" * 60_000}"] *'), "line 1, column 1: there is no game called 'xxxx"),
    ],
)
def test_a_message_repeated_all_of_what_was_given(call, beginning):
    with pytest.raises(LudotecaError) as caught:
        call()
    assert str(caught.value).startswith(beginning)
    assert len(str(caught.value)) < 400
    assert "…" in str(caught.value) or "squ" in beginning


def test_what_is_short_is_shown_as_it_is():
    assert shown("a" * 40) == repr("a" * 40)
    assert shown("a" * 41) == repr("a" * 40 + "…")
    assert shown(7) == "7"
