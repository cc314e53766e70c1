"""What every screen can ask of the app: its settings, and navigation to other screens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import Theme

from ludoteca.errors import LudotecaError
from ludoteca.kernel.declare import Game
from ludoteca.languages import in_language, t, translatable
from ludoteca.languages.texts import sentence
from ludoteca.play.rule_pages import rule_page
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.dialogs import ComingPageDialog, PageDialog
from ludoteca.terminal.language import speak_from_now_on
from ludoteca.terminal.saved_games import SavedGame, SavedGames
from ludoteca.terminal.table import Table
from ludoteca.terminal.theme import CONTRAST, DARK, PALETTES, SIXTEEN, Palette, next_palette

KEYS = (
    (translatable("arrows, h j k l"), translatable("move on the board")),
    (
        translatable("Enter, Space, click"),
        translatable("choose the cell; Space also plays the next move when bots play step by step"),
    ),
    (translatable("1 to 9"), translatable("choose by number")),
    (translatable("m, / or Tab"), translatable("type a move, such as the one in the field")),
    (
        translatable("Esc, Backspace"),
        translatable("undo the last choice, or return from typing or from an earlier move"),
    ),
    ("u, r", translatable("undo to your last move, redo")),
    ("t", translatable("a hint: the best move and why")),
    ("a", translatable("turn live analysis on or off")),
    (translatable("[ and ], Home, End"), translatable("step through the game")),
    (translatable("+ and -"), translatable("slower, faster bots")),
    ("p", translatable("pause: save, export, draw, resign, leave")),
    ("o, g", translatable("offer a draw, resign")),
    ("s, e", translatable("save as, export a record")),
    ("n", translatable("a rematch, or the next game of a series; the next puzzle")),
    ("s, y", translatable("in a puzzle: the solution, the puzzle of the day")),
    ("d", translatable("dark, light, high contrast")),
    ("i", translatable("how to play this game")),
    ("?, F1", translatable("this page")),
    ("q", translatable("main menu (the game is saved)")),
    ("Ctrl-Q", translatable("exit (the game is saved)")),
)


class AsciiFilter(LineFilter):
    """Drops the accents of translations; every character keeps its place."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 (Textual's interface)
        """A line in ASCII."""
        return [segment if segment.text.isascii() else _in_ascii(segment) for segment in segments]


def _in_ascii(segment: Segment) -> Segment:
    """The segment with one ASCII character for each of its own."""
    twins = (character if character.isascii() else ascii_text(character)[:1] or "?" for character in segment.text)
    return Segment("".join(twins), segment.style, segment.control)


class WholeCellBar(ScrollBarRender):
    """A scroll bar of whole characters, which ASCII-only terminals can show, too."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]


class BaseApp(App[None]):
    """The app without its screens, so that they can import it."""

    def __init__(
        self,
        saved_games: SavedGames,
        *,
        ascii_only: bool = False,
        theme: str | None = None,
        has_16_colours: bool = False,
    ) -> None:
        super().__init__()
        ScrollBar.renderer = WholeCellBar  # the documented way, which affects all apps of the process
        self.saved_games = saved_games
        self.ascii_only = ascii_only
        self.has_16_colours = has_16_colours
        for palette in (*PALETTES.values(), SIXTEEN):
            self.register_theme(textual_theme(palette))
        wanted = theme or saved_games.settings().get("theme", DARK.name)
        self.theme = SIXTEEN.name if has_16_colours else wanted if wanted in PALETTES else DARK.name

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Filters for every line that is shown: an ASCII-only terminal gets nothing else."""
        filters = super().get_line_filters()
        return [*filters, AsciiFilter()] if self.ascii_only else filters

    @property
    def palette(self) -> Palette:
        """The colours of the theme chosen."""
        return SIXTEEN if self.has_16_colours else PALETTES.get(self.theme, DARK)

    def sit_down(self, table: Table) -> None:
        """Go to the table, over the main menu."""
        raise NotImplementedError

    def to_menu(self) -> None:
        """Back to the main menu."""
        raise NotImplementedError

    def learn(self, game: Game) -> None:
        """Go to the lesson of a game; errors in it are reported on the current screen."""
        raise NotImplementedError

    def set_up(self, game: Game, like: Table | None = None) -> None:
        """Go to the new-game form, over the main menu; filled in as for another table."""
        raise NotImplementedError

    def open_kept(self, kept: SavedGame) -> None:
        """Continue a saved game."""
        try:
            if kept.is_over:
                table = Table.load(self.saved_games.read(kept.path), self.saved_games, kept.path)
            else:
                path, saved = self.saved_games.take(kept)
                table = Table.load(saved, self.saved_games, path)
        except (LudotecaError, OSError) as error:
            self.notify(in_language(str(error)), severity="error")
            return
        self.sit_down(table)

    def open_file(self, path: Path) -> None:
        """A saved game or a record from a file."""
        try:
            table = Table.of_file(path, self.saved_games)
        except (LudotecaError, OSError, ValueError) as error:
            self.notify(in_language(str(error)), severity="error")
            return
        self.sit_down(table)

    def action_next_theme(self) -> None:
        """Switch between dark, light and high contrast, and remember the choice."""
        if self.has_16_colours:
            self.notify(t("This terminal has 16 colours, so there is only one theme."))
            return
        self.theme = next_palette(self.theme).name
        try:
            self.saved_games.set(theme=self.theme)
        except OSError as error:
            reason = t("the theme could not be saved: {reason}", reason=error.strerror or error)
            self.notify(sentence(reason), severity="warning")

    def speak(self, language: str) -> None:
        """Change the language from now on, and remember it."""
        self.notify(speak_from_now_on(self.saved_games, language))

    def show_keys(self) -> None:
        """The page of keys."""
        self.show_page(keys_page(t("Keys"), KEYS))

    def show_page(self, text: str) -> None:
        """Show something to read, over the screen."""
        self.push_screen(PageDialog(text, ascii_only=self.ascii_only))

    def show_rules(self, name: str) -> None:
        """Show how to play a game.  Its diagrams are played out, and the first time its rules are compiled for that."""
        work = BackgroundWork(lambda _: rule_page(name).drawn)
        self.push_screen(ComingPageDialog(t("Preparing the rules …"), work, ascii_only=self.ascii_only))


def keys_page(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """A page that says what each key does."""
    lines = [f"# {title}", "", f"| {t('Key')} | {t('What it does')} |", "|---|---|"]
    return "\n".join([*lines, *(f"| {t(keys)} | {t(words)} |" for keys, words in rows), ""])


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
