"""All text of a game that people read, for translators: its declaration, its rules, its lesson."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.kernel.declare import Game
from ludoteca.kernel.description import words_of
from ludoteca.languages.markdown import blocks_of
from ludoteca.play.lessons.lesson_text import lesson_sentences

RULES = "rules"  # where the sentences of a rule page are used


def game_sentences(game: Game) -> Iterator[tuple[str, str]]:
    """Each sentence with where it is used; a sentence used in several places is listed several times."""
    yield from words_of(game)
    yield from (("move", kind.word) for kind in game.kinds.kinds if kind.word)
    yield from (("options", option.drawn_as) for option in game.options if option.drawn_as)
    page = game.resource("rules.md")
    if page is not None:
        yield from ((RULES, block) for block in blocks_of(page.read_bytes().decode("utf-8", errors="replace")))
    yield from (("lesson", sentence) for sentence in lesson_sentences(game) if sentence)
