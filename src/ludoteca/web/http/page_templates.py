"""The page templates and what they can use: the same for the server and for a static site."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, Template, select_autoescape
from jinja2.runtime import Context
from markupsafe import Markup, escape

from ludoteca import __version__
from ludoteca.languages.catalogues import translated
from ludoteca.languages.choice import ENGLISH, LANGUAGES
from ludoteca.languages.templates import fill
from ludoteca.languages.texts import Text, in_english, in_language
from ludoteca.web.http.game_list_words import ago, date_words, standing_words
from ludoteca.web.storage.game_lists import is_unfinished, is_your_turn
from ludoteca.web.table.words import seat_name

FOLDER = Path(__file__).parent.parent / "templates"
PAGE_POLICY = (  # what a page may load and run: its own files, including WebAssembly, and nothing else
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'"
)

_written: ContextVar[str] = ContextVar("written", default=ENGLISH)  # the language of the page being rendered


@contextmanager
def written_in(language: str) -> Iterator[None]:
    """Render pages in this language for a while; what is computed and cached meanwhile is not affected."""
    before = _written.set(language)
    try:
        yield
    finally:
        _written.reset(before)


def t(template: str, /, **places: Any) -> Markup:
    """A sentence in the language of the page; values are escaped, so that they may contain markup or anything else."""
    language = _written.get()
    if isinstance(template, Text):
        return escape(template.said_in(language))
    given = {name: _escaped(in_language(value, language)) for name, value in places.items()}
    return Markup(fill(str(escape(translated(template, language))), given, language))


def _escaped(value: Any) -> Any:
    return escape(value) if isinstance(value, str) else value  # numbers choose between singular and plural


def said(value: Any) -> Any:
    """What a template shows: texts in the language of the page."""
    return value.said_in(_written.get()) if isinstance(value, Text) else value


def script_json(value: Any) -> Markup:
    """JSON that is safe inside a script element: nothing in it can end the element.

    Its texts are in English, unless they were rendered before: the script translates them.
    """
    text = json.dumps(in_english(value), ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


class PageContext(Context):
    """What a template sees.  Those of one page are collected in `contexts`, if the page has such a list."""

    def __init__(self, environment: Environment, parent: dict[str, Any], *rest: Any, **named: Any) -> None:
        super().__init__(environment, parent, *rest, **named)
        parent.get("contexts", []).append(self)


class PageTemplate(Template):
    """A template whose pages leave no garbage: a context and its macros refer to each other, and to a page's data."""

    def render(self, *args: Any, **named: Any) -> str:
        """The page."""
        contexts: list[PageContext] = []
        try:
            return super().render(*args, **named, contexts=contexts)
        finally:
            for context in contexts:
                context.vars.clear()
            contexts.clear()


def page_templates() -> Environment:
    """The templates.  Each page gets `to`, the addresses of the others, and `data`, the initial data of its script."""
    found = Environment(loader=FileSystemLoader(FOLDER), autoescape=select_autoescape(), finalize=said)
    found.context_class, found.template_class = PageContext, PageTemplate
    found.filters["script_json"] = script_json
    found.filters["seat_name"] = seat_name
    found.filters["standing_words"] = standing_words
    found.filters["ago"] = ago
    found.filters["date_words"] = date_words
    found.tests["your_turn"] = is_your_turn
    found.tests["unfinished"] = is_unfinished
    found.globals["version"] = __version__
    found.globals["t"] = t
    found.globals["languages"] = LANGUAGES
    return found
