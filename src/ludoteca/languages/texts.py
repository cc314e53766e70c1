"""Texts: sentences that remember their template, so that they can be rendered in another language later."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from ludoteca.languages.catalogues import translated
from ludoteca.languages.choice import ENGLISH, current_language
from ludoteca.languages.templates import fill

Value = TypeVar("Value")


class Text(str):
    """A sentence in the current language.  It is an ordinary string that also remembers its template and values."""

    __slots__ = ("finish", "places", "template")
    template: str
    places: Mapping[str, Any]
    finish: Callable[[str], str] | None  # applied after filling in, for example to capitalise

    def said_in(self, language: str) -> str:
        """The same sentence in a language."""
        return _said(self.template, self.places, self.finish, language)

    def __str__(self) -> str:
        """The text itself, so that `str(error)` can still be rendered in another language."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return make_text, (self.template, self.places, self.finish, str.__str__(self))


def make_text(
    template: str, places: Mapping[str, Any], finish: Callable[[str], str] | None = None, said: str | None = None
) -> Text:
    """A sentence from its parts; `said` is its current wording, if known."""
    if said is None:
        said = _said(template, places, finish, current_language())
    made = Text(said)
    made.template, made.places, made.finish = template, places, finish
    return made


def _said(template: str, places: Mapping[str, Any], finish: Callable[[str], str] | None, language: str) -> str:
    filled = translated(template, language)
    if places:
        given = {name: in_language(value, language) for name, value in places.items()}
        filled = fill(filled, given, language)
    return finish(filled) if finish else filled


def t(template: str, /, **places: Any) -> Text:
    """A sentence in the current language; a `Text` is rendered again."""
    if isinstance(template, Text):
        return make_text(template.template, {**template.places, **places}, template.finish)
    if not places and current_language() == ENGLISH:
        return english(template)
    return make_text(template, places)


@lru_cache(maxsize=4096)
def english(template: str, **places: Any) -> Text:
    """A text that reads as English whatever the current language is, for declarations that many people will see.

    `t` and `in_language` render it in another language, also when it fills a placeholder of another sentence.
    """
    return make_text(str.__str__(template), places, said=fill(template, in_language(places, ENGLISH)))


def translatable(templates: Value) -> Value:
    """Mark templates that `t` will render later, so that they are collected for the catalogues; unchanged otherwise."""
    return templates


def joined(parts: Iterable[str], separator: str = ", ") -> str:
    """Several texts as one that can still be rendered in another language."""
    listed = list(parts)
    if not any(isinstance(part, Text) for part in listed):
        return separator.join(listed)
    places = {f"part{number}": part for number, part in enumerate(listed)}
    return make_text(separator.join(f"{{{name}}}" for name in places), places)


def finished(text: str, finish: Callable[[str], str]) -> str:
    """A text to which a function is applied whenever it is rendered; `finish` must be a module's function."""
    if isinstance(text, Text):
        return make_text("{text}", {"text": text}, finish)
    return finish(text)


def in_language(value: Any, language: str | None = None) -> Any:
    """The same value, including lists and dictionaries, with each text in a language (by default the current one)."""
    language = current_language() if language is None else language
    if isinstance(value, Text):
        return value.said_in(language)
    if isinstance(value, dict):
        return {key: in_language(each, language) for key, each in value.items()}
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return type(value)(in_language(each, language) for each in value)
    return value


def parts_of(text: Text) -> dict[str, Any]:
    """What a text is made of, for a script that renders it: the template, the values, and the name of its `finish`."""
    places = {name: parts_of(each) if isinstance(each, Text) else each for name, each in text.places.items()}
    made: dict[str, Any] = {"template": text.template}
    if places:
        made["places"] = places
    if text.finish is not None:
        made["finish"] = text.finish.__name__
    return made


def in_english(value: Any) -> Any:
    """The same value in English, as in records, files and APIs."""
    return in_language(value, ENGLISH)


def sentence(reason: str) -> str:
    """A reason with a capital and a full stop; "c3 is taken" keeps the cell's name as it is."""
    return finished(reason, with_capital_and_stop)


def with_capital_and_stop(reason: str) -> str:
    """The same, for text that is already in its language."""
    is_word = not any(letter.isdigit() or letter == "_" for letter in reason.split(" ")[0])
    first = reason[:1].upper() + reason[1:] if is_word else reason
    return first if first.endswith((".", "!", "?", "…")) else first + "."


MARK = '{"template": '  # no sentence begins like this


def stored_text(text: str) -> str:
    """A text as it is stored: its template and values, or only its words if nothing else is known."""
    if not isinstance(text, Text) or not text.places or _is_finished(text):
        return str(in_english(text))
    return json.dumps(parts_of(text), ensure_ascii=False, default=str)


def _is_finished(text: Text) -> bool:
    """Whether the text, or a text in it, has a `finish` function, which cannot be stored."""
    return text.finish is not None or any(isinstance(one, Text) and _is_finished(one) for one in text.places.values())


def read_text(stored: str) -> str:
    """A stored text; words alone are looked up in the catalogue, or left as they are."""
    if not stored.startswith(MARK):
        return t(stored)
    try:
        read = _whole(json.loads(stored))
    except (ValueError, LookupError, TypeError):  # damaged
        return stored
    return read if isinstance(read, Text) else stored


def _whole(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return t(value["template"], **{name: _whole(place) for name, place in value.get("places", {}).items()})
