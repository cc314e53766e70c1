"""The first screens: the main menu, the choice of a game, and saved games."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.errors import LudotecaError
from ludoteca.kernel.declare import FAMILIES, Game
from ludoteca.languages import in_language, t, translatable
from ludoteca.play.lessons import has_lesson
from ludoteca.play.position import Variant
from ludoteca.terminal.base_app import BaseApp
from ludoteca.terminal.dialogs import ChoiceDialog, LanguageDialog, TextDialog, language_line
from ludoteca.terminal.lesson_visit import is_done
from ludoteca.terminal.saved_games import ALL, SavedGame, filters, narrowed
from ludoteca.terminal.table_view import key_line


class MenuScreen(Screen[None]):
    """A list to choose from, under a title."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", show=False),
        Binding("k", "move(-1)", show=False),
        Binding("escape", "leave", show=False),
        Binding("q", "leave", show=False),
        Binding("d", "app.next_theme", show=False),
        Binding("question_mark,f1", "keys", show=False),
    ]
    app: BaseApp
    heading = "Ludoteca"
    subheading = translatable("Two-player board games, against any opponent you like.")

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        with Vertical(classes="menu"):
            yield Static(t(self.heading), classes="heading", markup=False)
            yield Static(t(self.subheading), classes="subheading", markup=False)
            yield OptionList(id="list", markup=False)
            yield Static("", id="note", markup=False)
        yield Static(id="keys", classes="keys", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self.fill()
        self.show_keys()
        self.query_one(OptionList).focus()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 (the widgets know their sizes)
        """Show as many keys as fit."""
        self.show_keys()

    def show_keys(self) -> None:
        """Show the active keys."""
        for line in self.query("#keys").results(Static):
            line.update(key_line(self.keys(), self.app.size.width - 2, gap=3))

    def keys(self) -> list[str]:
        """The active keys, the most important first; the last two are always shown."""
        move, choose = t("Arrows or {keys} move", keys="j k"), t("Enter choose")
        return [choose, move, t("{key} light or dark", key="d"), t("{key} help", key="?"), self.way_out()]

    def way_out(self) -> str:
        """The key that leaves."""
        return t("{key} back", key="q")

    def fill(self) -> None:
        """Fill the list with what can be chosen."""
        items = self.query_one(OptionList)
        at = items.highlighted or 0
        items.clear_options()
        items.add_options(self.options())
        if items.option_count:
            items.highlighted = min(at, items.option_count - 1)
            if items.get_option_at_index(items.highlighted).disabled:  # a heading
                items.action_cursor_down()

    def options(self) -> list[Option]:
        """What can be chosen."""
        raise NotImplementedError

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        """An extra Enter, pressed before the next screen appeared, does not count here."""
        if self.app.screen is self:
            self.choose(event.option.id or "")

    def choose(self, chosen: str) -> None:
        """Go where a line leads, by its id."""
        raise NotImplementedError

    def note(self, text: str) -> None:
        """Show a sentence below the list."""
        self.query_one("#note", Static).update(in_language(text))

    def action_move(self, by: int) -> None:
        """The next or the previous line."""
        items = self.query_one(OptionList)
        if by > 0:
            items.action_cursor_down()
        else:
            items.action_cursor_up()

    def action_leave(self) -> None:
        """Return to the previous screen."""
        self.app.pop_screen()

    def action_keys(self) -> None:
        """The page of keys."""
        self.app.show_keys()


class MainMenu(MenuScreen):
    """Where everything begins."""

    def options(self) -> list[Option]:
        """Resume, play, load, read, look, leave."""
        found = []
        self.left = self.app.saved_games.unfinished()
        if self.left:
            found.append(Option(f"{t('Resume')}  {self.left[0].line}", id="resume"))
        words = {
            "play": t("Play"),
            "learn": t("Learn a game"),
            "load": t("Saved games and records"),
            "rules": t("How to play"),
            "puzzles": t("Puzzles"),
            "theme": t("Theme: {theme}", theme=t(self.app.palette.title)),
            "language": language_line(),
            "exit": t("Exit"),
        }
        return [*found, *(Option(text, id=name) for name, text in words.items())]

    def way_out(self) -> str:
        """The key that leaves."""
        return t("{key} exit", key="q")

    def choose_language(self) -> None:
        """Ask for a language, each in its own words, and change to it."""

        async def chosen(language: str | None) -> None:
            if language is not None:
                self.app.speak(language)
                at = self.query_one(OptionList).highlighted
                await self.recompose()
                self.on_mount()
                self.query_one(OptionList).highlighted = at

        self.app.push_screen(LanguageDialog(), chosen)

    def on_screen_resume(self) -> None:
        """What can be resumed may have changed."""
        self.fill()

    def action_leave(self) -> None:
        """There is nothing before this."""
        self.app.exit()

    def choose(self, chosen: str) -> None:
        """Go where it leads."""
        match chosen:
            case "resume":
                self.app.open_kept(self.left[0])
            case "play":
                self.app.push_screen(GameMenu())
            case "learn":
                self.app.push_screen(LearnMenu())
            case "load":
                self.app.push_screen(SavedMenu())
            case "rules":
                self.app.push_screen(RulesMenu())
            case "puzzles":
                self.app.push_screen(PuzzleMenu())
            case "theme":
                self.app.action_next_theme()
                self.fill()
            case "language":
                self.choose_language()
            case _:
                self.app.exit()


class GameMenu(MenuScreen):
    """Which game."""

    heading = translatable("Choose a game")
    subheading = ""

    def options(self) -> list[Option]:
        """Every installed game under the heading of its family; one that cannot be loaded says why."""
        from ludoteca.games import find_game, game_names

        families: dict[str, list[Option]] = {family: [] for family in (*FAMILIES, "")}
        for name in game_names():
            line, family = Text(), ""
            try:
                game = find_game(name)
                if not self.is_offered(game):
                    continue
                line.append("  ")
                line.append(in_language(game.title), f"bold {self.app.palette.accent(game.accent)}")
                line.append(self.remark(game), self.app.palette.muted)
                family = game.family
            except LudotecaError as error:
                line.append(f"{name}\n{in_language(str(error))}")
            families[family].append(Option(line, id=name))
        found: list[Option] = []
        for family, offered in families.items():
            if offered:
                heading = t(FAMILIES[family]) if family else t("Other games")
                found += [Option(Text(heading, self.app.palette.muted), disabled=True), *offered]
        return found

    @on(OptionList.OptionHighlighted)
    def _tell(self, event: OptionList.OptionHighlighted) -> None:
        """What the game is about, below the list."""
        from ludoteca.games import find_game

        with suppress(LudotecaError):
            self.note(find_game(event.option.id or "").summary)

    def is_offered(self, game: Game) -> bool:  # noqa: ARG002 (each can be played)
        """Whether a game can be chosen here."""
        return True

    def remark(self, game: Game) -> str:  # noqa: ARG002 (there is none)
        """What follows a game's title."""
        return ""

    def choose(self, chosen: str) -> None:
        """Continue to the settings."""
        try:
            self.lead_on(chosen)
        except LudotecaError as error:
            self.note(str(error))

    def lead_on(self, name: str) -> None:
        """What happens to the chosen game."""
        from ludoteca.games import find_game
        from ludoteca.terminal.screens.setup import SetupScreen

        self.app.push_screen(SetupScreen(find_game(name)))


class RulesMenu(GameMenu):
    """Which game's rules."""

    heading = translatable("How to play")

    def lead_on(self, name: str) -> None:
        """Show the page."""
        self.app.show_rules(name)


class LearnMenu(GameMenu):
    """Which game's lesson."""

    heading = translatable("Learn a game")
    subheading = translatable("A few short steps on the board.")

    def is_offered(self, game: Game) -> bool:
        """Those with a lesson."""
        return has_lesson(game)

    def remark(self, game: Game) -> str:
        """Whether it has been completed."""
        return f"  {t('done')}" if is_done(self.app.saved_games, game.name) else ""

    def on_screen_resume(self) -> None:
        """Another lesson may be completed."""
        self.fill()

    def lead_on(self, name: str) -> None:
        """To the lesson."""
        from ludoteca.games import find_game

        self.app.learn(find_game(name))


class PuzzleMenu(GameMenu):
    """Which game's puzzles."""

    heading = translatable("Puzzles")
    subheading = translatable("Find the one move that is clearly best. The difficulty adapts to you.")

    def is_offered(self, game: Game) -> bool:
        """Those with puzzles."""
        from ludoteca.puzzles.puzzle import has_puzzles

        return has_puzzles(game)

    def lead_on(self, name: str) -> None:
        """Go to a puzzle that suits the player."""
        from ludoteca.games import find_game
        from ludoteca.puzzles.solving import Solving
        from ludoteca.terminal.screens.puzzle import PuzzleScreen

        self.app.push_screen(PuzzleScreen(Solving(Variant(find_game(name)))))


class SavedMenu(MenuScreen):
    """Saved games to continue or view, and records in files."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x,delete", "remove", show=False),
        Binding("f", "filter", show=False),
    ]
    heading = translatable("Saved games and records")
    subheading = translatable("Games are saved automatically; you can step through finished ones.")
    wanted = ALL  # the current filter

    def keys(self) -> list[str]:
        """The keys that do something here."""
        return [t("Enter open"), t("{key} filter", key="f"), t("{key} remove", key="x"), self.way_out()]

    def options(self) -> list[Option]:
        """Records first, then the saved games."""
        shown = narrowed(self.app.saved_games.all(), self.wanted)
        self.kept: dict[str, SavedGame] = {str(at): kept for at, kept in enumerate(shown)}
        return [
            Option(t("Open a record or a saved game from a file"), id="file"),
            *(Option(kept.line, id=key) for key, kept in self.kept.items()),
        ]

    def choose(self, chosen: str) -> None:
        """Open it."""
        if chosen == "file":
            self.app.push_screen(TextDialog(t("Which file?")), self._open_file)
            return
        kept = self.kept[chosen]
        if kept.trouble:
            self.note(kept.trouble)
        else:
            self.app.open_kept(kept)

    def action_filter(self) -> None:
        """Ask which games to list."""
        offered = filters(self.app.saved_games.all())

        def answered(answer: str | None) -> None:
            if answer is not None:
                self.wanted = answer
                self.fill()
                self.note("" if answer == ALL else t("Shown: {games}", games=dict(offered)[answer]))

        self.app.push_screen(ChoiceDialog(t("Which games?"), offered), answered)

    def _open_file(self, name: str | None) -> None:
        if name:
            self.app.open_file(Path(name).expanduser())

    def action_remove(self) -> None:
        """Delete the selected game, after a question."""
        items = self.query_one(OptionList)
        at = items.highlighted
        kept = None if at is None else self.kept.get(items.get_option_at_index(at).id or "")
        if kept is None:
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.app.saved_games.remove(kept.path)
                self.fill()

        question = t("Remove {game}?", game=kept.line)
        self.app.push_screen(ChoiceDialog(question, [("no", t("Keep it")), ("yes", t("Remove it"))]), answered)
