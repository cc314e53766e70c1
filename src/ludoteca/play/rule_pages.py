"""The rule pages: `rules.md` in each game's folder.  What a player needs comes first; the rest is for reference.

A page is written in English; its sections are given in the current language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import fill

from ludoteca.games import find_game
from ludoteca.kernel.declare import Game
from ludoteca.languages.choice import ENGLISH, current_language
from ludoteca.languages.markdown import LEAD, page_in_language
from ludoteca.languages.texts import t, translatable
from ludoteca.play.rule_diagrams import as_text, with_diagrams

FOR_PLAYERS = translatable("How to play")
REFERENCE = translatable("For reference")
WIDTH = 100  # of a translated line; English ones keep the author's line breaks


@dataclass(frozen=True, slots=True)
class RulePage:
    """The rules of a game, for people."""

    game: str
    text: str  # Markdown as written, with diagrams as blocks (see rule_diagrams)

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
    others, _, last = game.designer.partition(" and ")
    return t("{others} and {last}", others=others, last=last) if last else others


def _page_from_declaration(game: Game) -> str:
    by = t("Designed by {designer}.", designer=designers_of(game))
    lines: list[str] = [f"# {t(game.title)}", "", by, "", f"## {FOR_PLAYERS}", "", game.summary]
    if game.options:
        lines += ["", f"## {t('Options')}", ""]
        lines += [f"- `{option.name}={option.text(option.default)}`: {t(option.explain)}" for option in game.options]
    return "\n".join(lines)
