"""Sentences: said where they hold, known by number, listed with the game."""

from __future__ import annotations

import pytest
from toys import GAME as TOY

import ludoteca.play
from ludoteca.compiler.sentences import sentences_of, spoken, template_of
from ludoteca.errors import BadDeclaration
from ludoteca.kernel import NOTHING, compiled, say, say_score, words

NAMES = {"cell": lambda cell: f"c{cell}", "player": lambda seat: ("Red", "Black")[seat], "colour": str}
NAMED = words("{0:player} has no stone at {1:cell}")


@compiled
def told(count, cell):
    """Some stones."""
    if count > 9:
        return say(NAMED, 1, cell)
    if count < 0:
        return NOTHING
    return say("there is nothing" if count == 0 else "{0} {0:stone|stones} at {1:cell}", count, cell)


@compiled
def counted(first, second):
    """No sentence, though this is text."""
    return say_score(first, second, "{0} to {1}", "{0} each")


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(0, "there is nothing"), (1, "1 stone at c4"), (3, "3 stones at c4"), (12, "Black has no stone at c4"), (-1, "")],
)
def test_a_sentence_is_said_where_it_stands(count, sentence):
    assert spoken(told(count, 4), NAMES) == spoken(told.py_func(count, 4), NAMES) == sentence


def test_scores_have_sentences_of_their_own():
    assert [spoken(counted(*score), NAMES) for score in ((3, 1), (1, 3), (2, 2))] == ["3 to 1", "3 to 1", "2 each"]


def test_a_number_of_halves_is_said_as_people_write_it():
    names = TOY.names(ludoteca.play.Variant(TOY).blank)
    said = [spoken((words("{0:halves} points"), halves), names) for halves in (15, 14, 0, 1)]
    assert said == ["7.5 points", "7 points", "0 points", "0.5 points"]


def test_the_sentences_of_a_function_are_known_and_its_docstring_is_none():
    assert {each.template for each in sentences_of(told)} == {"there is nothing", "{0} {0:stone|stones} at {1:cell}"}
    assert {each.template for each in sentences_of(counted)} == {"{0} to {1}", "{0} each"}
    assert sentences_of(told.py_func) == sentences_of(3) == ()
    assert told.__doc__ == "Some stones."


def test_a_number_depends_on_the_text_alone():
    assert told(0, 4)[0] == words("there is nothing")
    assert template_of(told(3, 4)[0]) == "{0} {0:stone|stones} at {1:cell}"


def test_other_text_in_compiled_code_is_left_to_the_compiler():
    def silent(state):
        return "text"

    code = silent.__code__
    assert compiled(silent).py_func.__code__ is code


@pytest.mark.parametrize("template", ["{0:stones}", "{7}", "a {brace"])
def test_a_sentence_that_cannot_be_filled_in_is_refused_where_it_stands(template):
    source = f"def said(state):\n    return say({template!r})\n"
    space = {"say": say}
    exec(compile(source, __file__, "exec"), space)
    with pytest.raises(BadDeclaration):
        compiled(space["said"])


def test_a_game_lists_what_its_functions_say():
    assert {"the token is at {0:cell}"} <= {each.template for each in TOY.words}
