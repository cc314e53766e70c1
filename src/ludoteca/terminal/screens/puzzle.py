"""A puzzle on the screen: a move is entered as at a table, then the line that proves or refutes it is played out."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ludoteca.kernel.errors import LudotecaError, MoveError
from ludoteca.languages import in_language, t
from ludoteca.play.match.marked_cells import cells_of, changed_between
from ludoteca.play.position import Move, Position
from ludoteca.play.sentence_case import sentence
from ludoteca.puzzles.solving import Answer, Solving
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.background_messages import WorkFailed
from ludoteca.terminal.base_app import BaseApp
from ludoteca.terminal.board_drawing import NONE, Marks
from ludoteca.terminal.board_widget import BoardWidget
from ludoteca.terminal.layout import Side, centre_cell, neighbour, window_layout
from ludoteca.terminal.messages import answer_lines
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import fact_lines, standing
from ludoteca.terminal.seats import HUMAN
from ludoteca.terminal.side_panel import MoveField
from ludoteca.terminal.table import Table
from ludoteca.terminal.table_view import key_line, picking_keys
from ludoteca.terminal.title_line import too_small

STEP_S = 0.9  # between two moves of a line being played out


def puzzle_keys() -> list[str]:
    """The keys of a puzzle, the most important first; the last two are always shown."""
    return [
        picking_keys(is_choosing=False),
        t("{key} type", key="m"),
        t("{key} next", key="n"),
        t("{key} solution", key="s"),
        t("{key} today", key="y"),
        t("{key} analyse", key="a"),
        t("[ ] step"),
        t("{key} keys", key="?"),
        t("{key} menu", key="q"),
    ]


class Judged(Message):
    """An answer has been judged."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__()


class PuzzleScreen(Screen[None]):
    """Puzzles of one game, one after the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)", show=False),
        Binding("down,j", "move(1, 0)", show=False),
        Binding("left,h", "move(0, -1)", show=False),
        Binding("right,l", "move(0, 1)", show=False),
        Binding("enter,space", "pick", show=False),
        *(Binding(str(digit), f"choose({digit})", show=False) for digit in range(1, 10)),
        Binding("escape,backspace", "back", show=False),
        Binding("m,slash,tab", "type", show=False),
        Binding("n", "next", show=False),
        Binding("s", "solution", show=False),
        Binding("y", "today", show=False),
        Binding("left_square_bracket,pageup", "step(-1)", show=False),
        Binding("right_square_bracket,pagedown", "step(1)", show=False),
        Binding("a", "analyse", show=False),
        Binding("d", "app.next_theme", show=False),
        Binding("question_mark,f1", "keys", show=False),
        Binding("q", "leave", show=False),
    ]
    app: BaseApp

    def __init__(self, solving: Solving) -> None:
        super().__init__()
        self.solving = solving
        self.cursor = centre_cell(solving.variant.board)
        self.work: BackgroundWork[Answer] | None = None
        self.timer: Timer | None = None
        self.begin()

    def begin(self) -> None:
        """Show the current puzzle, as if nothing had been tried."""
        self.entry = Entry(self.solving.position)
        self.answer: Answer | None = None
        self.at = 0  # how much of the answer's line is shown
        self.pointed = 0  # which of the choices is selected
        self.message = ""
        self._stop_playing()

    def compose(self) -> ComposeResult:
        """Title, board, everything else, keys."""
        yield Static(id="title", markup=False)
        with Container(id="table"):
            yield BoardWidget(ascii_only=self.app.ascii_only, id="board")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="task", markup=False)
                yield Static(id="status", markup=False)
                yield Static(id="message", markup=False)
                yield OptionList(id="choices", markup=False)
                yield MoveField(id="typed", compact=True)
        yield Static(id="keys", classes="keys", markup=False)

    def on_mount(self) -> None:
        """Show the first puzzle."""
        self.query_one("#choices", OptionList).can_focus = False
        self.board.focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.show())
        self.show()

    def on_unmount(self) -> None:
        """Nobody keeps thinking for a puzzle that was left."""
        if self.work is not None:
            self.work.call_off()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 (the widgets know their sizes)
        """Lay everything out for the new size."""
        self.call_after_refresh(self.show)

    @property
    def board(self) -> BoardWidget:
        """Where the puzzle is."""
        return self.query_one("#board", BoardWidget)

    @property
    def field(self) -> Input:
        """Where moves are typed."""
        return self.query_one("#typed", Input)

    @property
    def line(self) -> tuple[Position, ...]:
        """The puzzle's position, and what follows the answer."""
        return (self.solving.position, *(self.answer.line if self.answer is not None else ()))

    @property
    def shown(self) -> Position:
        """The position on the screen."""
        return self.line[min(self.at, len(self.line) - 1)]

    @property
    def can_enter(self) -> bool:
        """Whether a move can be entered: not while one is judged, nor while a line is viewed."""
        return self.work is None and self.at == 0 and not (self.answer is not None and self.answer.is_right)

    # --- showing

    def show(self) -> None:
        """Redraw everything."""
        if not self.is_mounted or not self.query("#side"):
            return
        solving, palette, shown = self.solving, self.app.palette, self.shown
        game = solving.variant.game
        layout = window_layout(solving.variant.board, *self.app.size)
        for side in Side:
            self.set_class(layout.side is side, f"-{side}")
        side_panel = self.query_one("#side")
        side_panel.styles.width = layout.side_width if layout.side is Side.BESIDE else "1fr"
        side_panel.styles.height = "1fr" if layout.side is Side.BESIDE else layout.side_lines
        self.board.show(solving.variant.board, shown.scene(), self._marks(), palette, palette.accent(game.accent))
        needed = too_small(layout, self.app.size.width - 2, palette)
        self._tell("#title", needed.plain if needed else in_language(solving.title))
        self._tell("#keys", key_line(puzzle_keys(), self.app.size.width - 2))
        self._tell("#task", f"{standing(shown)}\n{t(solving.puzzle.task)}")
        self._tell("#status", "\n".join([*fact_lines(shown.scene()), f"{in_language(solving.standing())}."]))
        self._tell("#message", self.message)
        choices = self.query_one("#choices", OptionList)
        offered = self.entry.choices if self.can_enter else []
        choices.clear_options()
        choices.add_options([Option(f"{number}) {in_language(str(pick))}") for number, pick in enumerate(offered, 1)])
        choices.set_class(bool(offered), "-on")
        if offered:
            choices.highlighted = min(self.pointed, len(offered) - 1)
        self.field.placeholder = t("{key}: type, such as {move}", key="m", move=solving.example)

    def _tell(self, where: str, words: str) -> None:
        self.query_one(where, Static).update(ascii_text(words) if self.app.ascii_only else words)

    def _marks(self) -> Marks:
        board, before = self.solving.variant.board, self.line[max(self.at - 1, 0)]
        last: frozenset[str] = NONE
        if self.at and self.shown.last_move is not None:
            last = frozenset(cells_of(self.shown.last_move, changed_between(before, self.shown)))
        picked = frozenset(name for name in self.entry.picked if name in board.number)
        targets = frozenset(self.entry.cells) if self.can_enter else NONE
        return Marks(cursor=self.cursor, picked=picked, targets=targets, last=last)

    def say(self, words: str) -> None:
        """Show a sentence until the next move."""
        self.message = words
        self.show()

    # --- putting in a move

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor to the next cell or, if only a choice is left, to the next choice."""
        if down and self.can_enter and not self.entry.cells and self.entry.choices:
            self.pointed = (self.pointed + down) % len(self.entry.choices)
        else:
            self.cursor = neighbour(self.solving.variant.board, self.cursor, down, right)
        self.show()

    def action_pick(self) -> None:
        """Pick the cell under the cursor or the selected choice; after a finished puzzle, show the next one."""
        if self.answer is not None and self.answer.is_right:
            self.action_next()
        elif self.at:
            self.action_back()
        else:
            is_choosing = not self.entry.cells and self.entry.choices
            self._enter(self.entry.pick, self.entry.choices[self.pointed].name if is_choosing else self.cursor)

    def action_choose(self, number: int) -> None:
        """Take a numbered choice."""
        if self.can_enter and number <= len(self.entry.choices):
            self._enter(self.entry.pick, self.entry.choices[number - 1].name)

    @on(BoardWidget.Clicked)
    def clicked(self, event: BoardWidget.Clicked) -> None:
        """A click moves the cursor and picks."""
        self.cursor = event.name
        self.action_back() if self.at and self.work is None else None
        self._enter(self.entry.pick, event.name)

    @on(OptionList.OptionSelected, "#choices")
    def choice_taken(self, event: OptionList.OptionSelected) -> None:
        """A click on a choice."""
        self.action_choose(event.option_index + 1)

    @on(Input.Submitted, "#typed")
    def typed(self, event: Input.Submitted) -> None:
        """A typed move, or the next pick."""
        if event.value.strip():
            if self.at:
                self.action_back()
            self._enter(self.entry.type, event.value.strip())

    def _enter(self, read: Callable[[str], Move | None], text: str) -> None:
        """Take a pick or a typed move; a refusal says why."""
        if not self.can_enter:
            return
        try:
            move = read(text)
        except MoveError as error:
            self.say(sentence(str(error)))
            return
        self.message, self.pointed = "", 0
        if move is None:
            self.show()
        else:
            self._judge(lambda: self.solving.answer(move))

    def action_back(self) -> None:
        """One step back: from typing, a line, or a pick."""
        if self.field.has_focus:
            self.board.focus()
        elif self.at and not (self.answer is not None and self.answer.is_right):
            self.begin()
        else:
            self.entry.back()
        self.show()

    def action_type(self) -> None:
        """To the field, or back from it."""
        (self.board if self.field.has_focus else self.field).focus()

    # --- what comes of it

    def _judge(self, judge: Callable[[], Answer]) -> None:
        """In a thread: the first search of a game may have to be compiled."""
        if self.work is None:
            self.work = BackgroundWork(
                lambda _: judge(),
                lambda answer: self._post(Judged(answer)),
                lambda error: self._post(WorkFailed(error)),
            )
            self.say("…")

    def _post(self, message: Message) -> None:
        self.post_message(message)

    @on(Judged)
    def judged(self, event: Judged) -> None:
        """Show the result, and play it out."""
        self.work, self.answer, self.at = None, event.answer, 1
        words = answer_lines(event.answer)
        if event.answer.is_right:
            words.append(t("Enter for the next puzzle."))
        else:
            words.append(t("Esc to try again, {key} for the solution.", key="s"))
        self.board.focus()
        self._stop_playing()
        self.timer = self.set_interval(STEP_S, self._play_on)
        self.say("\n".join(words))

    @on(WorkFailed)
    def work_failed(self, event: WorkFailed) -> None:
        """Say what went wrong; unexpected errors stay loud."""
        self.work = None
        if not isinstance(event.error, (LudotecaError, OSError)):
            raise event.error
        self.say(sentence(str(event.error)))

    def _play_on(self) -> None:
        if self.at + 1 < len(self.line):
            self.at += 1
            self.show()
        else:
            self._stop_playing()

    def _stop_playing(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None

    def action_step(self, by: int) -> None:
        """Step through the line."""
        if self.answer is not None:
            self._stop_playing()
            self.at = min(max(self.at + by, 1), len(self.line) - 1)
            self.show()

    # --- the rest

    def action_next(self) -> None:
        """Another puzzle."""
        if self.work is None:
            self.solving.next()
            self.begin()
            self.show()

    def action_today(self) -> None:
        """The puzzle of the day."""
        if self.work is None:
            self.solving.today()
            self.begin()
            self.say(t("The puzzle of the day."))

    def action_solution(self) -> None:
        """Give up and see it."""
        self._judge(self.solving.solution)

    def action_analyse(self) -> None:
        """Go to a table with this position, where the key a turns the engine on."""
        start = self.solving.position
        self.app.sit_down(Table.begin(start.variant, (HUMAN, HUMAN), self.app.saved_games, start=start))

    def action_keys(self) -> None:
        """The page of keys."""
        self.app.show_keys()

    def action_leave(self) -> None:
        """To the main menu."""
        self.app.to_menu()
