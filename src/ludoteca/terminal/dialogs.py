"""Small windows over the table: a choice, a line to type, a page to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.errors import LudotecaError
from ludoteca.languages import in_language, t
from ludoteca.languages.choice import LANGUAGES, current_language
from ludoteca.languages.texts import sentence
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.seats import SeatChoice, check_seat, seat_choices

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A window that is closed only once: a second Enter, pressed before it is gone, must not close what is below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close it, unless it is already closing."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


class ChoiceDialog(Dialog[str | None]):
    """A question with a few answers; Esc returns None."""

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
        """Select the next or the previous answer."""
        answers = self.query_one(OptionList)
        if by > 0:
            answers.action_cursor_down()
        else:
            answers.action_cursor_up()

    @on(OptionList.OptionSelected)
    def answered(self, event: OptionList.OptionSelected) -> None:
        """An answer was chosen."""
        self.dismiss(event.option.id)


class BotDialog(ChoiceDialog):
    """The bots that play a game, in groups, each with what it does; and any other by its spec."""

    SPEC = "spec:"  # the answer for typing a spec; no bot has this name

    def __init__(self, bots: Sequence[SeatChoice], spec: str = "") -> None:
        super().__init__(t("Which bot?"), [(bot.spec, bot.title) for bot in bots])
        self.bots = bots
        self.spec = spec  # the selected one

    def compose(self) -> ComposeResult:
        """The list, and a line about the selected bot."""
        options: list[Option] = []
        for at, bot in enumerate(self.bots):
            if at == 0 or bot.group != self.bots[at - 1].group:
                options.append(Option(Text(bot.group, "bold"), disabled=True))
            options.append(Option(f"  {bot.title}", id=bot.spec))
        options.append(Option(t("Another bot, given as a spec such as mcts:500ms"), id=self.SPEC))
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False, classes="question")
            yield OptionList(*options, markup=False, id="bots")
            yield Static(id="bot", markup=False)

    def on_mount(self) -> None:
        """Select the one that was chosen before."""
        ids = [option.id for option in self.query_one(OptionList).options]
        self.query_one(OptionList).highlighted = ids.index(self.spec) if self.spec in ids else 1
        self.explain(self.spec)

    @on(OptionList.OptionHighlighted)
    def pointed(self, event: OptionList.OptionHighlighted) -> None:
        """Another one was selected."""
        self.explain(event.option.id or "")

    def explain(self, spec: str) -> None:
        """What a bot does."""
        words = {bot.spec: bot.explain for bot in self.bots}
        self.query_one("#bot", Static).update(words.get(spec, ""))


class TextDialog(Dialog[str | None]):
    """A question that is answered by typing; Esc returns None."""

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


def ask_for_bot(app: App[None], game_name: str, spec: str, chosen: Callable[[str | None], None]) -> None:
    """Show the list of bots; `chosen` gets the spec, None if the person changed their mind."""

    def typed(text: str | None) -> None:
        if not text:
            chosen(None)
            return
        try:
            chosen(check_seat(text, game_name))
        except LudotecaError as error:
            app.notify(sentence(in_language(str(error))), severity="error")
            app.push_screen(TextDialog(t("Which bot?"), text), typed)

    def answered(answer: str | None) -> None:
        if answer == BotDialog.SPEC:
            app.push_screen(TextDialog(t("Which bot?")), typed)
        else:
            chosen(answer)

    app.push_screen(BotDialog(seat_choices(game_name)[1:], spec), answered)


class LanguageDialog(ChoiceDialog):
    """Asks for a language, each in its own words."""

    def __init__(self) -> None:
        super().__init__(t("Language"), list(LANGUAGES.items()))


def language_line() -> str:
    """The current language, as menus offer to change it."""
    return t("Language: {language}", language=LANGUAGES.get(current_language(), ""))


class PauseDialog(ChoiceDialog):
    """What to do with a paused game."""

    def __init__(self, *, can_speak: bool, is_kept: bool) -> None:
        words = [("draw", t("Offer a draw")), ("resign", t("Resign or abort"))] if can_speak else []
        answers = [
            ("resume", t("Resume")),
            ("save", t("Save as")),
            ("export", t("Export a record")),
            *words,
            ("language", language_line()),
            ("menu", t("Main menu (the game is saved)") if is_kept else t("Main menu")),
            ("exit", t("Exit (the game is saved)") if is_kept else t("Exit")),
        ]
        super().__init__(t("Paused"), answers)


class ResignDialog(ChoiceDialog):
    """Asks whether to resign, for which seat if two people play, or to end the game without a result."""

    def __init__(self, who: Mapping[int, str], settled: str | None) -> None:
        if len(who) == 1:
            ((seat, name),) = who.items()
            question, answers = t("{player}: resign?", player=name), [(str(seat), t("Resign"))]
        else:
            question = t("Who resigns?")
            answers = [(str(seat), t("{player} resigns", player=name)) for seat, name in who.items()]
        answers.append(("abort", t("End it without a result")))
        if settled is not None:
            answers.append(("settle", t("End it now: {settled}", settled=settled)))
        super().__init__(question, [("no", t("Keep playing")), *answers])


class AsciiMarkdown(Markdown):
    """A page for ASCII-only terminals."""

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
        """The page, and how to close it."""
        with Vertical(classes="page"):
            with VerticalScroll():
                yield self.page
            yield Static(f"{t('Arrows scroll')}   {t('Esc back')}", classes="keys", markup=False)

    def on_mount(self) -> None:
        """The arrow keys scroll at once."""
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, by: int) -> None:
        """A line further."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


class ComingPageDialog(PageDialog):
    """Something to read that is still being made."""

    LOOK_S = 0.05  # how often to check whether it is ready

    def __init__(self, meanwhile: str, work: BackgroundWork[str], *, ascii_only: bool) -> None:
        super().__init__(meanwhile, ascii_only=ascii_only)
        self.work = work
        self.ascii_only = ascii_only

    def on_mount(self) -> None:
        """Wait for it."""
        super().on_mount()
        self.timer = self.set_interval(self.LOOK_S, self.look)

    async def look(self) -> None:
        """Show it when it is ready, or why it cannot be made."""
        if not self.work.wait(0):
            return
        try:
            text = self.work.result()
        except LudotecaError as error:
            text = sentence(in_language(str(error)))
        self.text = ascii_text(text) if self.ascii_only else text
        await self.page.update(self.text)
        self.timer.stop()  # last, as it ends its own caller
