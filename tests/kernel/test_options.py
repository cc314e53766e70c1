"""Options: what people may give, and what they are told otherwise."""

from __future__ import annotations

import pytest

from ludoteca.games import find_game
from ludoteca.kernel import BadOption, Option, Ruling, half_numbers, number_list, whole_numbers
from ludoteca.kernel.description import describe
from ludoteca.kernel.options import option_of

TURNS = Option("turns", 9, "How many turns.", parse=whole_numbers(1, 40))
PIECES = Option("pieces", 9, "How many pieces.", (9, None), whole_numbers(0, 200, or_unlimited=True))


@pytest.mark.parametrize("given", [7, "7", " 7 ", "07"])
def test_a_whole_number_can_be_given_as_text(given):
    assert TURNS.value(given) == 7


@pytest.mark.parametrize("given", [0, 41, -1, "4.0", "²", "", "many", True, None, "unlimited", "9" * 5000])
def test_other_numbers_are_refused_with_those_there_are(given):
    with pytest.raises(BadOption, match=r"^turns cannot be .*: it is a number from 1 to 40$"):
        TURNS.value(given)


def test_a_number_may_be_unlimited_where_it_says_so():
    assert [PIECES.value(given) for given in (None, "none", "Unlimited", 0, 200)] == [None, None, None, 0, 200]
    with pytest.raises(BadOption, match=r"it is a number from 0 to 200, or unlimited$"):
        PIECES.value(201)


def test_what_a_parsed_option_takes_is_told_and_described():
    assert TURNS.choices_text() == "a number from 1 to 40"
    assert PIECES.choices_text() == "a number from 0 to 200, or unlimited, such as 9 or unlimited"
    described = {option["name"]: option for option in describe(find_game("glaisher"))["options"]}
    assert described["max_turns"]["bounds"] == [0, 5000]
    assert described["reserve"]["takes"] == "a number from 0 to 200, or unlimited"
    assert described["start"]["takes"] == "" and described["start"]["bounds"] is None
    counts = next(option for option in describe(find_game("greener"))["options"] if option["name"] == "counts")
    assert counts["takes"].endswith("such as 9,9,18")


def test_a_value_may_have_other_words():
    size = Option("size", 10, "How wide.", (10, 8), also={"8x8": 8})
    assert [size.value(given) for given in (8, "8", " 8X8 ", "10")] == [8, 8, 8, 10]
    with pytest.raises(BadOption, match=r"it can be 10 or 8$"):
        size.value("9x9")


KOMI = Option("komi", "usual", "How many.", parse=half_numbers(0, 20, word="usual"))


@pytest.mark.parametrize(
    ("given", "value", "text"),
    [(7.5, 7.5, "7.5"), ("7.5", 7.5, "7.5"), (" 7.50", 7.5, "7.5"), ("7", 7, "7"), (7.0, 7, "7"), ("20.0", 20, "20")],
)
def test_a_number_may_have_a_half(given, value, text):
    assert KOMI.value(given) == value and KOMI.text(KOMI.value(given)) == text
    assert KOMI.value("Usual ") == "usual"


@pytest.mark.parametrize("given", [20.5, "7.25", "-1", "7.", ".5", "7,5", "½", "", "nan", "1e1", None, "9" * 5000])
def test_other_halves_are_refused_with_those_there_are(given):
    with pytest.raises(BadOption, match=r"^komi cannot be .*: it is usual, or a whole or half number from 0 to 20$"):
        KOMI.value(given)
    with pytest.raises(BadOption, match=r": it is a whole or half number from 1 to 2$"):
        Option("handicap", 1, "How many.", parse=half_numbers(1, 2)).value("usual")


COUNTS = Option("counts", "usual", "How many.", parse=number_list(3, "usual, or three numbers", word="usual"))


@pytest.mark.parametrize("given", [(1, 20, 3), [1, 20, 3], "1,20,3", " 1, 20,3 "])
def test_a_few_numbers_can_be_given_as_text_or_as_a_list(given):
    assert COUNTS.value(given) == (1, 20, 3)
    assert COUNTS.text(COUNTS.value(given)) == "1,20,3"
    assert COUNTS.value(" Usual") == "usual"


@pytest.mark.parametrize(
    "given", ["", "1,2", "1,2,3,4", "1,-2,3", "1,2,1000", "1,2,x", "1,2,²", (1, 2), "usual,usual", 7]
)
def test_other_lists_are_refused_with_what_it_takes(given):
    with pytest.raises(BadOption, match=r"^counts cannot be .*: it is usual, or three numbers$"):
        COUNTS.value(given)


def test_a_list_without_a_word_takes_no_word():
    with pytest.raises(BadOption):
        Option("pair", (1, 2), "A pair.", parse=number_list(2, "two numbers")).value("")


def test_the_names_of_a_rulings_values_may_be_words_enough():
    option = option_of("begins", Ruling("Who moves first.", "black", "white_or_red", last="the last to lose"))
    assert option.choices == ("black", "white_or_red", "last")
    assert [option.value_words(choice) for choice in option.choices] == ["black", "white or red", "the last to lose"]
