"""Small windows over the table: a choice, a line to type, a page to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.languages import t
from ludoteca.languages.choice import LANGUAGES, current_language
from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.saved_games import SavedGame

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A window that is left once: a second Enter, pressed before it is gone, must not close what lies below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Leave it, unless that has been done."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


class ChoiceDialog(Dialog[str | None]):
    """A question with a few answers; Esc gives None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", show=False),
        Binding("j", "move(1)", show=False),
        Binding("k", "move(-1)", show=False),
    ]

    def __init__(self, question: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.question = question
        self.answers = answers  # id and words

    def compose(self) -> ComposeResult:
        """The question above its answers."""
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False, classes="question")
            yield OptionList(*(Option(words, id=answer) for answer, words in self.answers), markup=False)

    def action_move(self, by: int) -> None:
        """The next or the previous answer."""
        answers = self.query_one(OptionList)
        if by > 0:
            answers.action_cursor_down()
        else:
            answers.action_cursor_up()

    @on(OptionList.OptionSelected)
    def answered(self, event: OptionList.OptionSelected) -> None:
        """One was taken."""
        self.dismiss(event.option.id)


class TextDialog(Dialog[str | None]):
    """A question that is answered by typing; Esc gives None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self.question = question
        self.first = value

    def compose(self) -> ComposeResult:
        """The question above a field."""
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False, classes="question")
            yield Input(self.first, compact=True)

    @on(Input.Submitted)
    def answered(self, event: Input.Submitted) -> None:
        """Enter was pressed."""
        self.dismiss(event.value)


class LanguageDialog(ChoiceDialog):
    """Asks for a language, each in its own words."""

    def __init__(self) -> None:
        super().__init__(t("Language"), list(LANGUAGES.items()))


def language_line() -> str:
    """The language that is spoken, as menus offer to change it."""
    return t("Language: {language}", language=LANGUAGES.get(current_language(), ""))


class PauseDialog(ChoiceDialog):
    """What to do with a game that rests."""

    def __init__(self, *, can_speak: bool, is_kept: bool) -> None:
        words = [("draw", t("Offer a draw")), ("resign", t("Resign"))] if can_speak else []
        answers = [
            ("resume", t("Resume")),
            ("save", t("Save under a name")),
            ("export", t("Export a record")),
            *words,
            ("language", language_line()),
            ("menu", t("Main menu (the game is kept)") if is_kept else t("Main menu")),
            ("exit", t("Exit (the game is kept)") if is_kept else t("Exit")),
        ]
        super().__init__(t("Paused"), answers)


class ResignDialog(ChoiceDialog):
    """Asks whether the game is given up."""

    def __init__(self, who: str) -> None:
        super().__init__(t("{player}: resign?", player=who), [("no", t("Play on")), ("yes", t("Resign"))])


class ReplaceDialog(ChoiceDialog):
    """Asks whether a game of the same name is replaced."""

    def __init__(self, name: str, kept: SavedGame) -> None:
        question = t("{name} is taken: {game}. Replace it?", name=name, game=kept.line)
        super().__init__(question, [("no", t("Keep both: choose another name")), ("yes", t("Replace it"))])


class LoseDialog(ChoiceDialog):
    """Asks whether to leave a game that cannot be saved."""

    def __init__(self, reason: str) -> None:
        question = t("{reason} Leave and lose it?", reason=reason)
        super().__init__(question, [("no", t("Stay")), ("yes", t("Leave"))])


class AsciiMarkdown(Markdown):
    """A page for terminals that have ASCII alone."""

    BULLETS = ["- "]  # noqa: RUF012 (Textual declares it so)


class PageDialog(Dialog[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark", "dismiss(None)", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
    ]

    def __init__(self, text: str, *, ascii_only: bool) -> None:
        super().__init__()
        self.text = ascii_text(text) if ascii_only else text
        self.page = AsciiMarkdown(self.text) if ascii_only else Markdown(self.text)

    def compose(self) -> ComposeResult:
        """The page, and how to leave it."""
        with Vertical(classes="page"):
            with VerticalScroll():
                yield self.page
            yield Static(f"{t('Arrows scroll')}   {t('Esc back')}", classes="keys", markup=False)

    def on_mount(self) -> None:
        """The arrows scroll at once."""
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, by: int) -> None:
        """A line further."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
