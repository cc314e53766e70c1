"""The rule pages: docs/rules/<game>.md, which also travel inside the installed package."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludoteca.games import find_game
from ludoteca.kernel.declare import Game


@dataclass(frozen=True, slots=True)
class RulePage:
    """The rules of a game, for people."""

    game: str
    text: str  # Markdown

    @property
    def how_to_play(self) -> str:
        """The section that interfaces show to someone who sits down to play."""
        section = re.search(r"^## How to play[^\n]*\n(.*?)(?=^## |\Z)", self.text, re.MULTILINE | re.DOTALL)
        return section[1].strip() if section else self.text


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
