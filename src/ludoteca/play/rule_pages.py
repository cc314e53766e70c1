"""The rule pages: docs/rules/<game>.md, which also travel inside the installed package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ludoteca.games import find_game, game_package
from ludoteca.kernel.declare import Game

SOURCE_TREE = Path(__file__).resolve().parents[3]  # when Ludoteca runs from its repository


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
    """A game's page; for a game that brings none, what its declaration says."""
    game = find_game(name)
    for folder in _folders(game):
        page = folder / f"{game.name}.md"
        if page.is_file():
            return RulePage(game.name, page.read_bytes().decode("utf-8", errors="replace").strip())
    return RulePage(game.name, _page_from_declaration(game))


def _folders(game: Game) -> Iterator[Traversable]:
    """Where a page may lie; a game of another package brings its own in a folder `rules`."""
    yield files("ludoteca") / "rules"
    yield SOURCE_TREE / "docs" / "rules"
    home = import_module(game_package(game.name))
    if hasattr(home, "__path__"):
        yield files(home) / "rules"
    elif home.__file__ is not None:  # a plain module, of which Python 3.11 knows no files: what lies beside it
        yield Path(home.__file__).parent / "rules"


def _page_from_declaration(game: Game) -> str:
    lines = [f"# {game.title}", "", f"Designed by {game.designer}.", "", "## How to play", "", game.summary]
    if game.options:
        lines += ["", "## Options", ""]
        lines += [f"- `{option.name}={option.text(option.default)}`: {option.explain}" for option in game.options]
    return "\n".join(lines)
