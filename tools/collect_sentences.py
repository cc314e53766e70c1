"""Collect every sentence that players see into the catalogues: pt.po and es.po, in languages/ and each game's folder.

    python tools/collect_sentences.py           # new sentences are added, those that are gone are taken out
    python tools/collect_sentences.py --check   # say what is missing or untranslated, and change nothing

Sentences are found where they are written: in `t(...)` and `translatable(...)` in Python, templates and JavaScript, in
what a game declares, and in the paragraphs of rules and lessons.  A sentence that only one game says goes to the
catalogues of that game; all others are shared.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from babel.messages.jslexer import tokenize, unquote_string
from jinja2 import Environment, nodes

from ludoteca.games import find_game, game_names
from ludoteca.languages.catalogues import FOLDER, po_text, read_catalogue
from ludoteca.languages.choice import ENGLISH, LANGUAGES
from ludoteca.languages.templates import shape_of
from ludoteca.play.game_sentences import SPOKEN, SPOKEN_IN_RULES, game_sentences, python_sentences

SOURCES = FOLDER.parent
GAMES = SOURCES / "games"
TRANSLATED = SOURCES / "web" / "static" / "translated"  # from Python, where the same sentences are


@dataclass(frozen=True)
class Found:
    """A sentence, and where it stands."""

    sentence: str
    where: str
    game: str = ""  # whose it is, if it is a game's

    @property
    def place(self) -> str:
        """Where it stands in the sources."""
        return f"games/{self.game}/{self.where}" if self.game else self.where


def in_python(path: Path) -> Iterator[str]:
    """The sentences of a Python file."""
    is_for_rules = path.relative_to(SOURCES).parts[0] == "kernel"
    yield from python_sentences(path.read_text("utf-8"), SPOKEN_IN_RULES if is_for_rules else SPOKEN)


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


def all_sentences() -> list[Found]:
    """Every sentence with each of its places, in a lasting order."""
    found: list[Found] = []
    for pattern, read in (("*.py", in_python), ("*.html", in_page_template), ("*.js", in_script)):
        for path in sorted(SOURCES.rglob(pattern)):
            is_other = path.is_relative_to(TRANSLATED) or any(path.is_relative_to(GAMES / name) for name in our_games())
            if not is_other:
                found += [Found(text, path.relative_to(SOURCES).as_posix()) for text in read(path)]
    for name in our_games():
        found += [Found(text, where, name) for where, text in game_sentences(find_game(name))]
    return [each for each in dict.fromkeys(found) if any(letter.isalpha() for letter in each.sentence)]


def our_games() -> list[str]:
    """The games in this repository."""
    return [name for name in game_names() if (GAMES / name).is_dir()]


def folder_of(game: str) -> Path:
    """Where a game's catalogues are, or the shared ones."""
    return GAMES / game if game else FOLDER


def translations(language: str, game: str) -> dict[str, str]:
    """What a game's catalogue translates, or the shared one."""
    path = folder_of(game) / f"{language}.po"
    return read_catalogue(path.read_bytes()) if path.is_file() else {}


def write(language: str, sentences: list[Found]) -> None:
    """Write the catalogues of a language; what only one game says goes to its folder, with any known translation."""
    owner: dict[str, str] = {}
    known: dict[str, str] = {}
    for each in sentences:
        if owner.setdefault(each.sentence, each.game) != each.game:
            owner[each.sentence] = ""
    for game in ("", *our_games()):
        known = translations(language, game) | known
    for game in ("", *our_games()):
        own = [
            (each.where if game else each.place, each.sentence) for each in sentences if owner[each.sentence] == game
        ]
        (folder_of(game) / f"{language}.po").write_text(po_text(language, own, known), "utf-8")


def troubles(language: str, sentences: list[Found]) -> Iterator[str]:
    """What is wrong with the catalogues of a language, a line for each sentence."""
    shared = translations(language, "")
    first = dict(shared)
    for game in ("", *our_games()):
        own = translations(language, game)
        wanted = {each.sentence: f"{language}: {each.place}" for each in sentences if each.game == game}
        for sentence, place in wanted.items():
            said = own.get(sentence) or shared.get(sentence)
            if said is None:
                yield f"{place}: {sentence!r} is not translated"
            elif shape_of(sentence) != shape_of(said):
                yield f"{place}: {said!r} has other places than {sentence!r}"
            elif first.setdefault(sentence, said) != said:
                yield f"{place}: {sentence!r} is {said!r} here and {first[sentence]!r} elsewhere"
        said_here = wanted.keys() if game else {each.sentence for each in sentences}
        yield from (f"{language}: {game}: {sentence!r} is said nowhere any more" for sentence in own.keys() - said_here)


def main() -> int:
    """What the command does; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say what is wrong")
    asked = parser.parse_args()
    sentences = all_sentences()
    others = [language for language in LANGUAGES if language != ENGLISH]
    if not asked.check:
        for language in others:
            write(language, sentences)
    wrong = [line for language in others for line in troubles(language, sentences)]
    print(*wrong, sep="\n")
    print(f"{len({found.sentence for found in sentences})} sentences, {len(wrong)} troubles", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
