"""Which of the two interfaces to open: the full-screen app if the terminal supports it, otherwise the plain console."""

from __future__ import annotations

import os
import sys

from ludoteca.play.lessons import Lesson
from ludoteca.puzzles.solving import Solving
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.table import Table


def can_fill_the_screen() -> bool:
    """Whether a person is at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def is_unicode() -> bool:
    """Whether the terminal shows more than ASCII."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def has_16_colours() -> bool:
    """Whether the terminal has only 16 colours."""
    from rich.console import Console

    return Console().color_system in ("standard", "windows")


def run(
    *,
    is_plain: bool = False,
    ascii_only: bool = False,
    saved_games: SavedGames | None = None,
    table: Table | None = None,
    solving: Solving | None = None,
    lesson: Lesson | None = None,
) -> None:
    """Open the app or the console, at the menu, a table, a puzzle or a lesson."""
    saved_games = SavedGames() if saved_games is None else saved_games
    saved_games.tidy()
    ascii_only = ascii_only or not is_unicode()
    if is_plain or not can_fill_the_screen():
        from ludoteca.terminal.console.menu import Console

        Console(saved_games, ascii_only=ascii_only).run(table, solving, lesson)
        return
    from ludoteca.terminal.app import LudotecaApp

    looks = {"ascii_only": ascii_only, "has_16_colours": has_16_colours()}
    LudotecaApp(saved_games, table=table, solving=solving, lesson=lesson, **looks).run()
