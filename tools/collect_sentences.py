"""Collect every sentence that players see into the catalogues: src/ludoteca/languages/pt.po and es.po.

    python tools/collect_sentences.py           # new sentences are added, those that are gone are taken out
    python tools/collect_sentences.py --check   # say what is missing or untranslated, and change nothing

Sentences are found where they are written: in `t(...)` and `translatable(...)` in Python, templates and JavaScript, in
what a game declares, and in the paragraphs of rules and lessons.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.jslexer import tokenize, unquote_string
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from ludoteca.games import find_game, game_names
from ludoteca.languages.catalogues import FOLDER
from ludoteca.languages.choice import ENGLISH, LANGUAGES
from ludoteca.languages.po_files import written
from ludoteca.languages.templates import shape_of
from ludoteca.play.game_sentences import game_sentences

SOURCES = FOLDER.parent
OF_GAMES = {"kernel", "games"}  # the packages in which `words` and `say` are given sentences too


@dataclass(frozen=True)
class Found:
    """A sentence, and where it stands."""

    sentence: str
    where: str


def in_python(path: Path) -> Iterator[str]:
    """The sentences of a Python file: the first argument of `t` and `english`, and every text inside `translatable`."""
    said = {"t", "english"} | ({"words", "say"} if path.relative_to(SOURCES).parts[0] in OF_GAMES else set())
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in said:
            if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                yield node.args[0].value
        elif name == "translatable":
            yield from _texts(node.args[0])


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts of a constant, keys of dictionaries left out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _texts(value)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for each in node.elts:
            yield from _texts(each)
    elif isinstance(node, ast.Call):
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            yield from _texts(each)


def in_page_template(path: Path) -> Iterator[str]:
    """The sentences of a page's template: the first argument of `t`."""
    for call in Environment().parse(path.read_text("utf-8")).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "t" and isinstance(call.args[0], nodes.Const):
            yield str(call.args[0].value)


def in_script(path: Path) -> Iterator[str]:
    """The sentences of a script: the first argument of `t`, and every text inside `translatable`, keys left out."""
    tokens = [token for token in tokenize(path.read_text("utf-8")) if "comment" not in token.type]
    for at, token in enumerate(tokens[:-2]):
        is_call = token.type == "name" and tokens[at + 1].value == "("
        if is_call and token.value == "t" and tokens[at + 2].type == "string":
            yield unquote_string(tokens[at + 2].value)
        if is_call and token.value == "translatable":
            yield from _inside(tokens[at + 1 :])


def _inside(tokens: list[Any]) -> Iterator[str]:
    depth = 0
    for token, following in pairwise(tokens):
        depth += (token.value in "([{") - (token.value in ")]}") if token.type == "operator" else 0
        if depth == 0:
            return
        if token.type == "string" and following.value != ":":
            yield unquote_string(token.value)


def in_game(name: str) -> Iterator[str]:
    """The sentences of a game: its declaration, its rules, its lessons."""
    yield from (sentence for _, sentence in game_sentences(find_game(name)))


def all_sentences() -> list[Found]:
    """Every sentence with each of its places, in a lasting order."""
    found: list[Found] = []
    for pattern, read in (("*.py", in_python), ("*.html", in_page_template), ("*.js", in_script)):
        for path in sorted(SOURCES.rglob(pattern)):
            found += [Found(text, path.relative_to(SOURCES).as_posix()) for text in read(path)]
    for name in game_names():
        found += [Found(text, f"games/{name}") for text in in_game(name)]
    return [each for each in dict.fromkeys(found) if any(letter.isalpha() for letter in each.sentence)]


def catalogue_of(language: str) -> Catalog:
    """The catalogue as it is kept."""
    path = FOLDER / f"{language}.po"
    if not path.is_file():
        return Catalog(locale=language)
    return read_po(BytesIO(path.read_bytes()), locale=language)


def updated(old: Catalog, sentences: Iterable[Found]) -> Catalog:
    """The catalogue with these sentences and no others."""
    new = Catalog(locale=old.locale, project="Ludoteca", header_comment=f"# Ludoteca, {LANGUAGES[str(old.locale)]}")
    for found in sentences:
        known = old.get(found.sentence)
        new.add(found.sentence, known.string if known else "", locations=[(found.where, None)])
    return new


def write(catalogue: Catalog) -> None:
    """Keep a catalogue."""
    (FOLDER / f"{catalogue.locale}.po").write_text(written(catalogue), "utf-8")


def troubles(language: str, sentences: list[Found]) -> Iterator[str]:
    """What is wrong with a catalogue, a line for each sentence."""
    catalogue = catalogue_of(language)
    wanted = {found.sentence: found.where for found in sentences}
    for sentence, where in wanted.items():
        message = catalogue.get(sentence)
        if message is None:
            yield f"{language}: {where}: {sentence!r} is not in the catalogue"
        elif not message.string:
            yield f"{language}: {where}: {sentence!r} is not translated"
        elif shape_of(sentence) != shape_of(str(message.string)):
            yield f"{language}: {where}: {message.string!r} has other places than {sentence!r}"
    for message in catalogue:
        if message.id and message.id not in wanted:
            yield f"{language}: {message.id!r} is said nowhere any more"


def main() -> int:
    """What the command does; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say what is wrong")
    asked = parser.parse_args()
    sentences = all_sentences()
    others = [language for language in LANGUAGES if language != ENGLISH]
    if not asked.check:
        for language in others:
            write(updated(catalogue_of(language), sentences))
    wrong = [line for language in others for line in troubles(language, sentences)]
    print(*wrong, sep="\n")
    print(f"{len({found.sentence for found in sentences})} sentences, {len(wrong)} troubles", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
