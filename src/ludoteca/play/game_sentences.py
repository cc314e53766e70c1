"""All text of a game that people read, for translators: its declaration, its code, its rules, its lesson."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from ludoteca.kernel.declare import Game
from ludoteca.kernel.description import words_of
from ludoteca.languages.markdown import blocks_of
from ludoteca.play.lessons.lesson_text import lesson_sentences

RULES = "rules.md"  # where the sentences of a rule page are used
SPOKEN = ("t", "english")  # the functions whose first argument is a sentence
SPOKEN_IN_RULES = (*SPOKEN, "words", "say")


def game_sentences(game: Game) -> Iterator[tuple[str, str]]:
    """Each sentence with where it is used; a sentence used in several places is listed several times."""
    for where, sentence in _all_texts(game):
        if any(map(str.isalpha, sentence)):
            yield where, sentence


def _all_texts(game: Game) -> Iterator[tuple[str, str]]:
    yield from words_of(game)
    is_folder = game.source.name == "__init__.py"
    for file in sorted(game.source.parent.glob("*.py")) if is_folder else [game.source]:
        yield from ((file.name, text) for text in python_sentences(file.read_text("utf-8"), SPOKEN_IN_RULES))
    yield from (("move", kind.word) for kind in game.kinds.kinds if kind.word)
    yield from (("options", option.drawn_as) for option in game.options if option.drawn_as)
    page = game.resource(RULES)
    if page is not None:
        yield from ((RULES, block) for block in blocks_of(page.read_bytes().decode("utf-8", errors="replace")))
    yield from (("lesson", sentence) for sentence in lesson_sentences(game))


def python_sentences(source: str, spoken: Collection[str] = SPOKEN) -> Iterator[str]:
    """The sentences in Python source: the first argument of these functions, and every text inside `translatable`."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in spoken:
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
