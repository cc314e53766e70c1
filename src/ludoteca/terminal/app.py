"""The full-screen app: menus, tables, themes."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from ludoteca.kernel.errors import LudotecaError
from ludoteca.terminal.saved_games import SavedGame, SavedGames
from ludoteca.terminal.table import Table
from ludoteca.terminal.theme import CONTRAST, DARK, PALETTES, Palette, next_palette

KEYS_PAGE = """\
# Keys

| Key | What it does |
|---|---|
| arrows, h j k l | move on the board |
| Enter, Space, click | pick the cell; Space also asks for the next move when bots play step by step |
| 1 to 9 | take a numbered choice |
| m, / or Tab | type a move, such as the one in the field |
| Esc, Backspace | drop the last pick, or come back from typing or from an earlier move |
| u, r | undo to your last decision, redo |
| t | a hint with its reason |
| a | live analysis, on and off |
| [ and ], Home, End | step through the game |
| + and - | slower, faster bots |
| p | pause: save, export, draw, resign, leave |
| o, g | offer a draw, give up |
| s, e | save under a name, export a record |
| n | play again, or the next game of a series |
| d | dark, light, high contrast |
| i | how to play this game |
| ?, F1 | this page |
| q | to the main menu; the game is kept |
| Ctrl-Q | exit; the game is kept |
"""


class LudotecaApp(App[None]):
    """Ludoteca in a terminal."""

    CSS_PATH = "app.tcss"
    TITLE = "Ludoteca"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)]
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 (Textual declares it so)
        (0, "-narrow"), (70, "-normal"), (110, "-wide"),
    ]  # fmt: skip

    def __init__(
        self, saved_games: SavedGames, *, table: Table | None = None, ascii_only: bool = False, theme: str | None = None
    ) -> None:
        super().__init__()
        self.saved_games = saved_games
        self.ascii_only = ascii_only
        self.first_table = table
        for palette in PALETTES.values():
            self.register_theme(textual_theme(palette))
        wanted = theme or saved_games.settings().get("theme", DARK.name)
        self.theme = wanted if wanted in PALETTES else DARK.name

    @property
    def palette(self) -> Palette:
        """The colours of the theme chosen."""
        return PALETTES.get(self.theme, DARK)

    def on_mount(self) -> None:
        """The menu, and the table that was asked for; games are loaded and compiled meanwhile."""
        from ludoteca.terminal.screens.menu import MainMenu

        self.set_class(self.ascii_only, "-ascii")
        self.push_screen(MainMenu())
        if self.first_table is not None:
            self.sit_down(self.first_table)
        threading.Thread(target=load_games, name="loading", daemon=True).start()

    def sit_down(self, table: Table) -> None:
        """To the table, over the main menu."""
        from ludoteca.terminal.screens.playing import PlayScreen

        self.to_menu()
        self.push_screen(PlayScreen(table))

    def to_menu(self) -> None:
        """Back to the main menu."""
        from ludoteca.terminal.screens.menu import MainMenu

        while not isinstance(self.screen, MainMenu):
            self.pop_screen()

    def open_kept(self, kept: SavedGame) -> None:
        """Go on with a saved game."""
        try:
            if kept.is_over:
                table = Table.load(self.saved_games.read(kept.path), self.saved_games, kept.path)
            else:
                path, saved = self.saved_games.take(kept)
                table = Table.load(saved, self.saved_games, path)
        except (LudotecaError, OSError) as error:
            self.notify(str(error), severity="error")
            return
        self.sit_down(table)

    def open_file(self, path: Path) -> None:
        """A saved game or a record from a file."""
        from ludoteca.terminal.open_file import table_from_file

        try:
            table = table_from_file(path, self.saved_games)
        except (LudotecaError, OSError, ValueError) as error:
            self.notify(str(error), severity="error")
            return
        self.sit_down(table)

    def action_next_theme(self) -> None:
        """Dark, light, high contrast, and remember which."""
        self.theme = next_palette(self.theme).name
        self.saved_games.set(theme=self.theme)

    def show_help(self) -> None:
        """The page of keys."""
        from ludoteca.terminal.dialogs import PageDialog

        self.push_screen(PageDialog(KEYS_PAGE))


def load_games() -> None:
    """Import every game while the menu is read, so that the list of games comes at once."""
    from ludoteca.games import find_game, game_names

    for name in game_names():
        try:
            find_game(name)
        except LudotecaError:  # it says so to whoever chooses it
            continue


def textual_theme(palette: Palette) -> Theme:
    """A palette as Textual has it."""
    return Theme(
        name=palette.name, dark=palette.is_dark, primary=palette.moss, secondary=palette.muted, accent=palette.moss,
        warning=palette.clay, error=palette.clay, success=palette.moss, foreground=palette.ink,
        background=palette.paper, surface=palette.card, panel=palette.line,
        variables={"muted": palette.muted, "line": palette.line, "card": palette.card, "moss": palette.moss,
                   "clay": palette.clay, "paper": palette.paper, "ink": palette.ink,
                   "high": palette.ink if palette is CONTRAST else palette.line,
                   "high-ink": palette.paper if palette is CONTRAST else palette.ink},
    )  # fmt: skip
