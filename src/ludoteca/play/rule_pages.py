"""The rule pages: `rules.md` in each game's folder.  What a player needs comes first; the rest is for reference.

A page is written in English; its sections are given in the current language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from textwrap import fill

from ludoteca.errors import LudotecaError
from ludoteca.games import find_game
from ludoteca.kernel.declare import Game
from ludoteca.languages.choice import ENGLISH, current_language
from ludoteca.languages.markdown import LEAD, page_in_language
from ludoteca.languages.texts import t, translatable
from ludoteca.play.position import Position, load_game

TRADITIONAL = translatable("Traditional")  # instead of a designer
FOR_PLAYERS = translatable("How to play")
REFERENCE = translatable("For reference")
WIDTH = 100  # of a translated line; English ones keep the author's line breaks
FENCE = re.compile(r"^```diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class RuleDiagram:
    """A position with its caption."""

    caption: str
    position: str = ""
    moves: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)

    def start(self, game: str) -> Position:
        """The position before the moves."""
        variant = load_game(game, **self.options)
        return variant.position(self.position) if self.position else variant.start(0)

    def shown(self, game: str) -> Position:
        """The position to draw."""
        position = self.start(game)
        for move in self.moves:
            position = position.play(move)
        return position


def read_diagram(block: str) -> RuleDiagram:
    """A diagram from the lines of its block."""
    keys: dict[str, str] = {}
    caption = []
    for line in block.strip().splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() in ("position", "moves", "options"):
            keys[key.strip()] = value.strip()
        else:
            caption.append(line.strip())
    options = dict(pair.split("=", 1) for pair in keys.get("options", "").split() if "=" in pair)
    moves = tuple(move.strip() for move in keys.get("moves", "").split(",") if move.strip())
    return RuleDiagram(" ".join(caption), keys.get("position", ""), moves, options)


def with_diagrams(text: str, draw: Callable[[RuleDiagram], str]) -> str:
    """The page with every diagram drawn."""
    return FENCE.sub(lambda block: draw(read_diagram(block[1])), text)


def as_text(game: str) -> Callable[[RuleDiagram], str]:
    """A diagram on a page that is read as text: the boards before and after the moves, then the caption."""

    def draw(diagram: RuleDiagram) -> str:
        try:
            boards = [diagram.shown(game).board()]
            if diagram.moves:
                boards.insert(0, diagram.start(game).board())
        except LudotecaError as error:
            return t("(a diagram cannot be drawn: {trouble})", trouble=str(error))
        lines = "\n\n".join("\n".join(f"    {line}" for line in board.splitlines()) for board in boards)
        return f"{lines}\n\n{diagram.caption}"

    return draw


@dataclass(frozen=True, slots=True)
class RulePage:
    """The rules of a game, for people."""

    game: str
    text: str  # Markdown as written, with diagrams as blocks (see RuleDiagram)

    @property
    def drawn(self) -> str:
        """The page for a terminal, with diagrams drawn as text, and a heading before the reference part."""
        head, *sections = self.sections
        first = [section for section in sections if is_for_players(section)]
        rest = [section for section in sections if not is_for_players(section)]
        parts = [head, *first, *([f"# {t(REFERENCE)}\n\n"] if first and rest else []), *rest]
        return with_diagrams(_wrapped("".join(parts)), as_text(self.game))

    @property
    def how_to_play(self) -> str:
        """The section that interfaces show to someone about to play."""
        found = [section for section in self.sections[1:] if is_for_players(section)]
        if not found:
            return self.drawn
        return with_diagrams(_wrapped(found[0].partition("\n")[2].strip()), as_text(self.game))

    @property
    def sections(self) -> list[str]:
        """The text before the first heading, then each section with its heading, in the current language."""
        return [page_in_language(section) for section in re.split(r"^(?=## )", self.text + "\n", flags=re.MULTILINE)]


def is_for_players(section: str) -> bool:
    """Whether a section is one that players read first."""
    return section.startswith((f"## {FOR_PLAYERS}", f"## {t(FOR_PLAYERS)}"))


def _wrapped(page: str) -> str:
    """A page with its long lines wrapped, since each paragraph of a translation is one line."""
    if current_language() == ENGLISH:
        return page
    return "\n".join(row if row.startswith(("|", "    ")) else _wrapped_row(row) for row in page.splitlines())


def _wrapped_row(row: str) -> str:
    begins = LEAD.match(row)
    return fill(row, WIDTH, subsequent_indent=" " * len(begins[0] if begins else ""), break_long_words=False)


def rule_page(name: str) -> RulePage:
    """A game's `rules.md`; for a game without one, what its declaration says."""
    game = find_game(name)
    page = game.resource("rules.md")
    if page is not None:
        return RulePage(game.name, page.read_bytes().decode("utf-8", errors="replace").strip())
    return RulePage(game.name, _page_from_declaration(game))


def designers_of(game: Game) -> str:
    """Who designed a game, with "and" in the reader's language."""
    if game.designer == TRADITIONAL:
        return t(TRADITIONAL)
    others, _, last = game.designer.partition(" and ")
    return t("{others} and {last}", others=others, last=last) if last else others


def _page_from_declaration(game: Game) -> str:
    by = t("Designed by {designer}.", designer=designers_of(game))
    lines: list[str] = [f"# {t(game.title)}", "", by, "", f"## {FOR_PLAYERS}", "", game.summary]
    if game.options:
        lines += ["", f"## {t('Options')}", ""]
        lines += [f"- `{option.name}={option.text(option.default)}`: {t(option.explain)}" for option in game.options]
    return "\n".join(lines)
