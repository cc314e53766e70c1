"""The full-screen app: menus and tables."""

from __future__ import annotations

import sys
import threading
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from ludoteca.errors import LudotecaError
from ludoteca.kernel.declare import Game
from ludoteca.languages import in_language
from ludoteca.play.lessons import Lesson, lesson_of
from ludoteca.puzzles.solving import Solving
from ludoteca.terminal.base_app import BaseApp
from ludoteca.terminal.lesson_visit import LessonVisit
from ludoteca.terminal.saved_games import SavedGames
from ludoteca.terminal.screens.lesson import LessonScreen
from ludoteca.terminal.screens.menu import MainMenu
from ludoteca.terminal.screens.playing import PlayScreen
from ludoteca.terminal.screens.puzzle import PuzzleScreen
from ludoteca.terminal.screens.setup import SetupScreen
from ludoteca.terminal.table import Table

LOOK_S = 2.0  # how often we look whether the terminal is still there


class LudotecaApp(BaseApp):
    """Ludoteca in a terminal."""

    CSS_PATH = "app.tcss"
    TITLE = "Ludoteca"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)]

    def __init__(
        self,
        saved_games: SavedGames,
        *,
        table: Table | None = None,
        solving: Solving | None = None,
        lesson: Lesson | None = None,
        **looks: Any,
    ) -> None:
        super().__init__(saved_games, **looks)
        self.first_table, self.first_puzzle, self.first_lesson = table, solving, lesson

    def on_mount(self) -> None:
        """Show the menu, and the table that was asked for; games are loaded and compiled meanwhile."""
        self.set_class(self.ascii_only, "-ascii")
        if not self.is_headless:
            self.set_interval(LOOK_S, self.leave_closed_terminal)
        self.push_screen(MainMenu())
        if self.first_table is not None:
            self.sit_down(self.first_table)
        elif self.first_lesson is not None:
            self.push_screen(LessonScreen(LessonVisit(self.first_lesson, self.saved_games)))
        elif self.first_puzzle is not None:
            self.push_screen(PuzzleScreen(self.first_puzzle))
        threading.Thread(target=load_games, name="loading", daemon=True).start()

    def sit_down(self, table: Table) -> None:
        """Go to the table, over the main menu."""
        self.to_menu()
        self.push_screen(PlayScreen(table))
        for notice in table.notices:
            self.notify(in_language(notice), severity="warning")

    def to_menu(self) -> None:
        """Back to the main menu."""
        while not isinstance(self.screen, MainMenu):
            self.pop_screen()

    def learn(self, game: Game) -> None:
        """Go to the lesson of a game; errors in it are reported on the current screen."""
        try:
            self.push_screen(LessonScreen(LessonVisit(lesson_of(game), self.saved_games)))
        except LudotecaError as error:
            self.notify(in_language(str(error)), severity="error")

    def set_up(self, game: Game, like: Table | None = None) -> None:
        """Go to the new-game form, over the main menu; filled in as for another table."""
        self.to_menu()
        self.push_screen(SetupScreen(game, like))

    def leave_closed_terminal(self) -> None:
        """Leave if the terminal was closed, which not every system reports; else we would keep thinking for nobody."""
        if sys.__stdin__ is None or not sys.__stdin__.isatty():
            self.exit()

    async def action_quit(self) -> None:
        """Leave; a table that cannot be saved asks first."""
        table = next((screen for screen in self.screen_stack if isinstance(screen, PlayScreen)), None)
        if table is None:
            self.exit()
        else:
            table.leave(self.exit)


def load_games() -> None:
    """Import every game while the menu is read, so that the list of games appears at once."""
    from ludoteca.games import find_game, game_names

    for name in game_names():
        try:
            find_game(name)
        except LudotecaError:  # reported when someone chooses it
            continue
