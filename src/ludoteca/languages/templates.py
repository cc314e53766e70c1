"""Templates: sentences with placeholders.

`{name}` is filled with a value, `{count:stone|stones}` with one word for 1 and another for any other number,
`{way:[north,south]}` with one word of a list, `{size:number}` with a number and `{played:date}` with a date in the
style of the language.  English sentences also have `{count:word}` ("two", and figures above twelve),
`{percent:article}` ("an 80") and `{player:adjective}` ("white" for White); translations may omit these forms. A name
may be several words, as in `{their points}`.  Translations have the same placeholders, in any order, with words of
their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

PLACE = re.compile(r"\{(\w[\w ]*)(?::([^{}]*))?\}")

ENGLISH_NUMBERS = ("en", "xx")  # the second is the test language

Form = Callable[[Any, str], str]  # a value in the style of a language


def number_form(value: Any, language: str) -> str:
    """A number with the language's separators for thousands and decimals: 1,234.5."""
    if language in ENGLISH_NUMBERS:
        return f"{value:,}"
    from babel.numbers import format_decimal

    return format_decimal(value, locale=language)


def date_form(value: date, language: str) -> str:
    """A date: 3 Nov 2026."""
    from babel.dates import format_date

    if language in ENGLISH_NUMBERS:
        return format_date(value, "d MMM y", locale="en")
    return format_date(value, "medium", locale=language)


NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
COLOURS = frozenset(["Black", "White", "Red", "Green", "Blue", "Yellow", "Orange", "Purple", "Brown", "Grey", "Pink"])


def plain(value: Any) -> str:
    """A value as it is; a number of points that is whole has no decimals."""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def word_form(value: Any, language: str) -> str:
    """A small number as English prose has it: two, but 13."""
    is_small = value < len(NUMBER_WORDS) and value == int(value)
    return NUMBER_WORDS[int(value)] if language in ENGLISH_NUMBERS and is_small else plain(value)


def article_form(value: Any, language: str) -> str:
    """A number up to 100 after its indefinite article: a 66, an 80."""
    article = "an" if value in (8, 11, 18) or 80 <= value < 90 else "a"
    return f"{article} {value}" if language in ENGLISH_NUMBERS else str(value)


def adjective_form(value: Any, _language: str) -> str:
    """A player's name as an adjective: a white disc."""
    return str(value).lower() if value in COLOURS else str(value)


FORMS: dict[str, Form] = {"number": number_form, "date": date_form}
ENGLISH_FORMS: dict[str, Form] = {"word": word_form, "article": article_form, "adjective": adjective_form}
ALL_FORMS = FORMS | ENGLISH_FORMS


def fill(template: str, places: Mapping[str, Any], language: str = "en") -> str:
    """A template with its placeholders filled in; one without a value is left as it is."""

    def filled(match: re.Match[str]) -> str:
        name, form = match[1], match[2]
        if form is not None and f"{name}:{form}" in places:
            return str(places[f"{name}:{form}"])  # already formatted: {0:cell}
        if name not in places:
            return match[0]
        value = places[name]
        if form is None:
            return plain(value)
        if form in ALL_FORMS:
            return ALL_FORMS[form](value, language)
        if form.startswith("["):
            return str(form[1:-1].split(",")[value].strip())
        if "|" in form:
            one, _, many = form.partition("|")
            return one if value == 1 else many
        return str(value)

    return PLACE.sub(filled, template)


def shape_of(template: str) -> frozenset[tuple[str, str]]:
    """The placeholders of a template with the kind of each, which a translation must have too."""
    return frozenset((name, _kind_of(form)) for name, form in PLACE.findall(template))


def _kind_of(form: str) -> str:
    if "|" in form or form in ENGLISH_FORMS:
        return ""  # a translation may say "1 de 3" where English needs two words
    return f"[{form.count(',')}]" if form.startswith("[") else form
