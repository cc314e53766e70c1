"""The rule pages: `rules.md` beside each game.  What a player reads comes first; the rest is for looking things up."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludoteca.games import find_game
from ludoteca.kernel.declare import Game
from ludoteca.play.rule_diagrams import as_text, with_diagrams

FOR_PLAYERS = "How to play"
REFERENCE = "For reference"


@dataclass(frozen=True, slots=True)
class RulePage:
    """The rules of a game, for people."""

    game: str
    text: str  # Markdown, with diagrams as blocks (see rule_diagrams)

    @property
    def drawn(self) -> str:
        """The page for a terminal, with diagrams drawn as text, and a heading before what is to be looked up."""
        head, *sections = self.sections
        first = [section for section in sections if is_for_players(section)]
        rest = [section for section in sections if not is_for_players(section)]
        parts = [head, *first, *([f"# {REFERENCE}\n\n"] if first and rest else []), *rest]
        return with_diagrams("".join(parts), as_text(self.game))

    @property
    def how_to_play(self) -> str:
        """The section that interfaces show to someone who sits down to play."""
        found = [section for section in self.sections[1:] if is_for_players(section)]
        if not found:
            return self.drawn
        return with_diagrams(found[0].partition("\n")[2].strip(), as_text(self.game))

    @property
    def sections(self) -> list[str]:
        """What stands before the first heading, then each section with its heading."""
        return re.split(r"^(?=## )", self.text + "\n", flags=re.MULTILINE)


def is_for_players(section: str) -> bool:
    """Whether a section is what a player reads first."""
    return section.startswith(f"## {FOR_PLAYERS}")


def rule_page(name: str) -> RulePage:
    """The page that lies beside a game, `rules.md`; for a game that brings none, what its declaration says."""
    game = find_game(name)
    page = game.resource("rules.md")
    if page is not None:
        return RulePage(game.name, page.read_bytes().decode("utf-8", errors="replace").strip())
    return RulePage(game.name, _page_from_declaration(game))


def _page_from_declaration(game: Game) -> str:
    lines = [f"# {game.title}", "", f"Designed by {game.designer}.", "", f"## {FOR_PLAYERS}", "", game.summary]
    if game.options:
        lines += ["", "## Options", ""]
        lines += [f"- `{option.name}={option.text(option.default)}`: {option.explain}" for option in game.options]
    return "\n".join(lines)
