"""The rule pages: `rules.md` beside each game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludoteca.games import find_game
from ludoteca.kernel.declare import Game
from ludoteca.play.rule_diagrams import as_text, with_diagrams


@dataclass(frozen=True, slots=True)
class RulePage:
    """The rules of a game, for people."""

    game: str
    text: str  # Markdown, with diagrams as blocks (see rule_diagrams)

    @property
    def drawn(self) -> str:
        """The page for a terminal, with diagrams drawn as text."""
        return with_diagrams(self.text, as_text(self.game))

    @property
    def how_to_play(self) -> str:
        """The section that interfaces show to someone who sits down to play."""
        section = re.search(r"^## How to play[^\n]*\n(.*?)(?=^## |\Z)", self.drawn, re.MULTILINE | re.DOTALL)
        return section[1].strip() if section else self.drawn


def rule_page(name: str) -> RulePage:
    """The page that lies beside a game, `rules.md`; for a game that brings none, what its declaration says."""
    game = find_game(name)
    page = game.resource("rules.md")
    if page is not None:
        return RulePage(game.name, page.read_bytes().decode("utf-8", errors="replace").strip())
    return RulePage(game.name, _page_from_declaration(game))


def _page_from_declaration(game: Game) -> str:
    lines = [f"# {game.title}", "", f"Designed by {game.designer}.", "", "## How to play", "", game.summary]
    if game.options:
        lines += ["", "## Options", ""]
        lines += [f"- `{option.name}={option.text(option.default)}`: {option.explain}" for option in game.options]
    return "\n".join(lines)
