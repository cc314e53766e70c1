"""A lesson on the screen: the board, the task beside it, and the answer to every move."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from ludoteca.kernel.errors import MoveError
from ludoteca.languages import in_language, t, translatable
from ludoteca.play.lessons import Lesson
from ludoteca.play.position import Move
from ludoteca.play.sentence_case import sentence
from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.base_app import BaseApp, keys_page
from ludoteca.terminal.board_drawing import NONE, Marks
from ludoteca.terminal.board_widget import BoardWidget
from ludoteca.terminal.layout import WIDE_SIDE_WIDTH, Side, WindowLayout, centre_cell, neighbour, window_layout
from ludoteca.terminal.lesson_visit import LessonVisit
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.side_panel import MoveField, fill
from ludoteca.terminal.table_view import key_line, picking_keys
from ludoteca.terminal.title_line import too_small

KEYS = (
    (translatable("arrows, h j k l"), translatable("move on the board")),
    (translatable("Enter, Space, click"), translatable("choose the cell; after a turn: continue, or try again")),
    (translatable("1 to 9"), translatable("choose by number")),
    (translatable("m, / or Tab"), translatable("type a move")),
    (translatable("Esc, Backspace"), translatable("undo the last choice, or return from typing")),
    ("t", translatable("show me a correct turn")),
    ("r", translatable("try the step again")),
    (translatable("[ and ]"), translatable("previous step, next step")),
    ("i", translatable("how to play")),
    ("d", translatable("dark, light, high contrast")),
    ("q", translatable("leave (your place is saved)")),
)


class LessonScreen(Screen[None]):
    """A lesson, step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)", show=False),
        Binding("down,j", "move(1, 0)", show=False),
        Binding("left,h", "move(0, -1)", show=False),
        Binding("right,l", "move(0, 1)", show=False),
        Binding("enter,space", "pick", show=False),
        *(Binding(str(digit), f"choose({digit})", show=False) for digit in range(1, 10)),
        Binding("escape,backspace", "back", show=False),
        Binding("m,slash,tab", "type", show=False),
        Binding("t", "show_how", show=False),
        Binding("r", "again", show=False),
        Binding("n,right_square_bracket,pagedown", "step(1)", show=False),
        Binding("left_square_bracket,pageup", "step(-1)", show=False),
        Binding("i", "rules", show=False),
        Binding("d", "app.next_theme", show=False),
        Binding("question_mark,f1", "keys", show=False),
        Binding("q", "leave", show=False),
    ]
    app: BaseApp

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.lesson = lesson
        self.pointed = 0  # which of the choices is selected
        self.message = ""  # a refusal
        self.layout_shown: WindowLayout | None = None

    def compose(self) -> ComposeResult:
        """Title, board, words, keys."""
        self.visit = LessonVisit(self.lesson, self.app.saved_games)
        self.entry = Entry(self.visit.position)
        self.cursor = centre_cell(self.visit.position.variant.board)
        yield Static(id="title")
        with Container(id="table"):
            yield BoardWidget(ascii_only=self.app.ascii_only, id="board")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="words", markup=False)
                yield Static(id="task", markup=False)
                yield Static(id="answer", markup=False)
                yield OptionList(id="choices", markup=False)
                yield MoveField(id="typed", compact=True)
        yield Static(id="keys", classes="keys", markup=False)

    def on_mount(self) -> None:
        """The board has the keys."""
        self.query_one("#choices", OptionList).can_focus = False
        self.board.focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.show())
        self.show()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 (the widgets know their sizes)
        """Lay everything out for the new size."""
        self.call_after_refresh(self.show)

    def on_screen_resume(self) -> None:
        """The board has the keys again."""
        if self.is_mounted:
            self.board.focus()

    @property
    def board(self) -> BoardWidget:
        """Where the lesson is played."""
        return self.query_one("#board", BoardWidget)

    @property
    def field(self) -> Input:
        """Where moves are typed."""
        return self.query_one("#typed", Input)

    @property
    def is_choosing(self) -> bool:
        """Whether only numbered choices continue the move."""
        return self.can_enter and not self.entry.cells and bool(self.entry.choices)

    @property
    def can_enter(self) -> bool:
        """Whether a move is expected."""
        return not (self.visit.is_at_end or self.visit.is_right or self.visit.is_to_try)

    # --- showing

    def show(self) -> None:
        """Redraw everything."""
        if not self.is_mounted or not self.query("#side"):
            return
        position, palette = self.visit.position, self.app.palette
        board, accent = position.variant.board, palette.accent(self.lesson.game.accent)
        layout = window_layout(board, *self.app.size)
        self._arrange(layout)
        if self.cursor not in board.number:
            self.cursor = centre_cell(board)
        self.board.show(board, position.scene(), self._marks(), palette, accent)
        title = Text(t(self.lesson.title), f"bold {accent}")
        self.query_one("#title", Static).update(too_small(layout, self.app.size.width - 2, palette) or title)
        self._show_words()
        self._show_choices()
        self.call_after_refresh(self._scroll)
        self.field.placeholder = t("{key}: type a move", key="m") if self.can_enter else ""
        self.query_one("#keys", Static).update(key_line(self._keys(), self.app.size.width - 2))

    def _marks(self) -> Marks:
        last, changed = (NONE, NONE) if self.visit.is_at_end else self.visit.marked()
        board = self.visit.position.variant.board
        return Marks(
            cursor=self.cursor,
            picked=frozenset(name for name in self.entry.picked if name in board.number) if self.can_enter else NONE,
            targets=frozenset(self.entry.cells) if self.can_enter else NONE,
            last=last,
            changed=changed,
        )

    def _show_words(self) -> None:
        if self.visit.is_at_end:
            words: list[str] = [t("You now know {game}", game=self.lesson.game.title), t(self.lesson.game.goal)]
            task, answer = t("Enter: a first game.  {key}: back", key="q"), ""
        else:
            intro = self.lesson.intro if self.visit.at == 0 else ()
            words = [self.visit.heading, *(t(paragraph) for paragraph in (*intro, *self.visit.step.text))]
            task, answer = t(self.visit.step.task), self.message or self.visit.words
            if self.visit.unsaved:
                answer = f"{answer} {sentence(self.visit.unsaved)}".strip()
        self._put("words", "\n\n".join(words))
        self._put("task", task)
        self._put("answer", answer)
        said = self.query_one("#answer", Static)
        said.set_class(self.visit.is_right and not self.message, "-right")

    def _scroll(self) -> None:
        """In a small window the answer and the choices take precedence over the words above them."""
        panel = self.query_one("#side", VerticalScroll)
        if self.query_one("#choices", OptionList).option_count or self.message or self.visit.words:
            panel.scroll_end(animate=False)
        else:
            panel.scroll_home(animate=False)

    def _put(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(ascii_text(text) if self.app.ascii_only else text)

    def _show_choices(self) -> None:
        offered = self.query_one("#choices", OptionList)
        choices = self.entry.choices if self.can_enter else []
        offered.set_class(bool(choices), "-on")
        lines = [f"{number:2}) {in_language(str(pick))}" for number, pick in enumerate(choices, 1)]
        texts = [Text(ascii_text(line) if self.app.ascii_only else line) for line in lines]
        fill(offered, [(pick.name, text) for pick, text in zip(choices, texts, strict=True)])
        offered.highlighted = self.pointed if self.is_choosing else None

    def _keys(self) -> list[str]:
        if self.field.has_focus:
            return [t("Enter play"), t("Esc back")]
        keys, leave = t("{key} keys", key="?"), t("{key} leave", key="q")
        show, skip = t("{key} show me", key="t"), t("{key} skip", key="]")
        if self.visit.is_at_end:
            return [t("Enter play"), t("{key} back", key="["), leave]
        if self.visit.is_right:
            return [t("Enter next"), t("{key} again", key="r"), keys, leave]
        if self.visit.is_to_try:
            return [t("Enter try again"), show, skip, keys, leave]
        picking = picking_keys(is_choosing=self.is_choosing)
        return [picking, t("{key} type", key="m"), show, skip, t("{key} rules", key="i"), keys, leave]

    def _arrange(self, layout: WindowLayout) -> None:
        """Arrange the board and the words as the window allows."""
        if layout == self.layout_shown:
            return
        self.layout_shown = layout
        self.call_after_refresh(self.show)
        self.set_class(layout.side_width == WIDE_SIDE_WIDTH, "-wide")
        for side in Side:
            self.set_class(layout.side is side, f"-{side}")
        panel = self.query_one("#side", VerticalScroll)
        panel.styles.width = layout.side_width if layout.side is Side.BESIDE else "1fr"
        panel.styles.height = "1fr" if layout.side is Side.BESIDE else layout.side_lines

    # --- entering

    def settle(self) -> None:
        """After the position has changed."""
        self.entry = Entry(self.visit.position)
        self.pointed, self.message = 0, ""
        self.show()

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor to the next cell or, if a choice is to be made, to the next choice."""
        if down and self.is_choosing:
            self.pointed = (self.pointed + down) % len(self.entry.choices)
        else:
            self.cursor = neighbour(self.visit.position.variant.board, self.cursor, down, right)
        self.show()

    def action_pick(self) -> None:
        """Pick what is selected; after a turn, continue."""
        if self.visit.is_at_end:
            self.app.set_up(self.lesson.game)
        elif self.visit.is_right:
            self.action_step(1)
        elif self.visit.is_to_try:
            self.action_again()
        else:
            self.enter(self.entry.pick, self.entry.choices[self.pointed].name if self.is_choosing else self.cursor)

    def action_choose(self, number: int) -> None:
        """Take a numbered choice."""
        if self.can_enter and number <= len(self.entry.choices):
            self.enter(self.entry.pick, self.entry.choices[number - 1].name)

    @on(BoardWidget.Clicked)
    def clicked(self, event: BoardWidget.Clicked) -> None:
        """A click moves the cursor and picks; after a wrong turn, it starts again."""
        self.cursor = event.name
        if self.can_enter:
            self.enter(self.entry.pick, event.name)
        elif self.visit.is_to_try:
            self.action_again()

    @on(OptionList.OptionSelected, "#choices")
    def choice_taken(self, event: OptionList.OptionSelected) -> None:
        """A click on a choice."""
        self.action_choose(event.option_index + 1)

    @on(Input.Submitted, "#typed")
    def typed(self, event: Input.Submitted) -> None:
        """A typed move, or the next pick."""
        text = event.value.strip()
        if text and self.can_enter:
            self.enter(self.entry.type, text)

    def enter(self, read: Callable[[str], Move | None], text: str) -> None:
        """Take a pick or a typed move; a refusal says why, and the answer judges it."""
        try:
            move = read(text)
        except MoveError as error:
            self.message = sentence(str(error))
            self.show()
            return
        self.message, self.pointed = "", 0
        if move is None:
            self.show()
            return
        self.visit.play(move)
        if not self.can_enter:
            self.board.focus()
        self.settle()

    def action_back(self) -> None:
        """Leave the field, or drop a pick."""
        if self.field.has_focus:
            self.board.focus()
        elif self.entry.back():
            self.message, self.pointed = "", 0
        self.show()

    def action_type(self) -> None:
        """Go to the field, or back from it."""
        (self.board if self.field.has_focus else self.field).focus()
        self.show()

    # --- steps

    def action_again(self) -> None:
        """Restart the step."""
        self.visit.again()
        self.settle()

    def action_step(self, by: int) -> None:
        """Go to another step."""
        self.visit.begin(self.visit.at + by)
        self.settle()

    def action_show_how(self) -> None:
        """Play a correct turn."""
        if not self.visit.is_at_end:
            self.visit.show_how()
            self.settle()

    def action_rules(self) -> None:
        """How to play this game."""
        self.app.show_rules(self.lesson.game.name)

    def action_keys(self) -> None:
        """The page of keys."""
        self.app.show_page(keys_page(t("Keys of a lesson"), KEYS))

    def action_leave(self) -> None:
        """Return to the previous screen."""
        self.app.pop_screen()
