"""Words: the sentences of a game, separate from the rules that choose among them.

A compiled function says which sentence applies, with its numbers:

    return say("the stack of {0} at {1:cell} is too tall", height, cell)

The sentence is a template.  `@compiled` replaces it by its number, since compiled code has no text, so that it can be
listed, translated, and filled in where no Python runs.  A sentence that is used in several places, or composed of
parts, gets a name: TOO_TALL = words("…"), say(TOO_TALL, height, cell).

A template's placeholders are `{0}` for a number, `{0:cell}`, `{0:player}` and `{0:colour}` for the name of a cell, a
side or a side's colour, `{0:halves}` for a number of halves (7.5 for 15), `{0:stone|stones}` for singular or plural,
and `{0:[north,south]}` for one word of a list.
"""

from __future__ import annotations

import dis
import re
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ludoteca.errors import BadDeclaration
from ludoteca.languages.texts import Text, make_text

MOST_ARGUMENTS = 6
PLACE = re.compile(r"\{(\d)(?::([^{}]*))?\}")
NAMED_FORMS = ("cell", "player", "colour", "halves")
F_STRING = ("FORMAT_VALUE", "FORMAT_SIMPLE", "BUILD_STRING")  # the instructions of one, by Python version
SAYING = {"say", "say_score"}  # the functions that take sentences

Said = tuple[int, ...]  # the number of a template, then its arguments


class Words(int):
    """A template; compiled code knows it by its number, which depends only on the text.

    It prints as the number, because that is how constants are passed to LLVM.
    """

    template: str


_templates: dict[int, Words] = {}


def _numbered(number: int, template: str) -> Words:
    made = Words(number)
    made.template = template
    return made


def words(template: str) -> Words:
    """A sentence that compiled functions can say."""
    for place, form in PLACE.findall(template):
        if int(place) >= MOST_ARGUMENTS:
            raise BadDeclaration(f"{template!r} uses {{{place}}}; the last placeholder is {{{MOST_ARGUMENTS - 1}}}")
        if form and form not in (*NAMED_FORMS, "word") and "|" not in form and not re.fullmatch(r"\[.*\]", form):
            raise BadDeclaration(
                f"{template!r} asks for {form!r}; a place is a number, {', '.join(NAMED_FORMS)}, word, or words"
            )
    if "{" in PLACE.sub("", template) or "}" in PLACE.sub("", template):
        raise BadDeclaration(f"{template!r} has an unmatched brace; a place looks like {{0}} or {{0:cell}}")
    number = zlib.crc32(template.encode()) & 0x7FFFFFFF if template else 0
    known = _templates.setdefault(number, _numbered(number, template))
    if known.template != template:
        raise BadDeclaration(
            f"{template!r} and {known.template!r} happen to have the same number; change a word in one of them"
        )
    return known


NOTHING: Said = (int(words("")), *[0] * MOST_ARGUMENTS)  # returned by a function that has nothing to say


def intern_sentences(function: Callable[..., Any]) -> None:
    """Replace the sentences in a function by their numbers, before it is compiled."""
    code = function.__code__
    if not SAYING & set(code.co_names):
        return
    if any(step.opname in F_STRING for step in dis.get_instructions(code)):
        raise BadDeclaration(
            f"{function.__name__} says an f-string; write a sentence with placeholders, and pass the numbers: "
            'say("{0:player} has {1}", player, count)'
        )
    found = {text: words(text) for text in code.co_consts if isinstance(text, str) and text != function.__doc__}
    constants = tuple(int(found[each]) if isinstance(each, str) and each in found else each for each in code.co_consts)
    function.__code__ = code.replace(co_consts=constants)
    function.__dict__["sentences"] = tuple(found.values())


def sentences_of(function: Any) -> tuple[Words, ...]:
    """The sentences in a compiled function; empty for anything else."""
    return getattr(getattr(function, "py_func", None), "sentences", ())


def template_of(number: int) -> str:
    """The template of a number."""
    try:
        return _templates[int(number)].template
    except KeyError:
        raise BadDeclaration(f"{number} is not the number of any words(...)") from None


def spoken(said: Any, names: Mapping[str, Callable[[int], str]]) -> Text:
    """A compiled function's sentence in words; `names` give the names of cells, players and colours."""
    number, *arguments = (int(part) for part in said)
    return filled(template_of(number), arguments, names)


def filled(template: str, arguments: list[int], names: Mapping[str, Callable[[int], str]]) -> Text:
    """A template with its placeholders filled in."""
    places: dict[str, Any] = {}
    for number, form in _places_of(template):
        value = arguments[int(number)]
        if form in names:
            places[f"{number}:{form}"] = names[form](value)
        places[number] = value
    return make_text(template, places)


@lru_cache(maxsize=1024)
def _places_of(template: str) -> tuple[tuple[str, str], ...]:
    return tuple(PLACE.findall(template))
