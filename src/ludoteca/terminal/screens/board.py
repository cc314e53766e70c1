"""The screen with a board: a cursor, moves that are picked, clicked or typed, and text beside it.

Playing, a lesson and a puzzle differ in what they show and in what they do with a move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.worker import Worker

from ludoteca.errors import LudotecaError, MoveError
from ludoteca.languages import in_language, t
from ludoteca.languages.texts import sentence
from ludoteca.play.move_input import steps_of
from ludoteca.play.position import Move, Position, Variant
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.ascii_text import ascii_text
from ludoteca.terminal.base_app import BaseApp
from ludoteca.terminal.board_widget import BoardWidget
from ludoteca.terminal.layout import WIDE_SIDE_WIDTH, Side, WindowLayout, centre_cell, neighbour, window_layout
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.side_panel import SidePanel
from ludoteca.terminal.table_view import BoardView, key_line
from ludoteca.terminal.theme import Colour, Palette

Result = TypeVar("Result")
LONGEST_OPTIONS = 60  # characters of the title


async def in_background(work: Callable[[Any], Result]) -> Result:
    """The result of work in a separate thread, which gets a stop flag; cancelling the wait stops the work."""
    found: Future[Result] = Future()
    found.set_running_or_notify_cancel()  # so that a late result is not an error
    thread = BackgroundWork(work, found.set_result, found.set_exception)
    try:
        return await asyncio.wrap_future(found)
    finally:
        thread.call_off()


class BoardScreen(Screen[None]):
    """A board on which moves are entered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)", show=False),
        Binding("down,j", "move(1, 0)", show=False),
        Binding("left,h", "move(0, -1)", show=False),
        Binding("right,l", "move(0, 1)", show=False),
        Binding("enter,space", "pick", show=False),
        *(Binding(str(digit), f"choose({digit})", show=False) for digit in range(1, 10)),
        Binding("escape,backspace", "back", show=False),
        Binding("m,slash,tab", "type", show=False),
        Binding("left_square_bracket,pageup", "step(-1)", show=False),
        Binding("right_square_bracket,pagedown", "step(1)", show=False),
        Binding("d", "app.next_theme", show=False),
        Binding("i", "rules", show=False),
        Binding("question_mark,f1", "keys", show=False),
        Binding("q", "leave", show=False),
    ]
    app: BaseApp

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.entry = Entry(position)
        self.cursor = centre_cell(position.variant.board)
        self.message = ""  # a refusal, a hint, an answer
        self.layout_shown: WindowLayout | None = None

    # --- what each kind of screen decides

    @property
    def shown(self) -> Position:
        """The position on the screen."""
        raise NotImplementedError

    @property
    def can_enter(self) -> bool:
        """Whether a move can be entered now."""
        raise NotImplementedError

    def board_view(self) -> BoardView:
        """Everything that is shown."""
        raise NotImplementedError

    def play(self, move: Move) -> None:
        """A move was entered."""
        raise NotImplementedError

    def action_step(self, by: int) -> None:
        """Go back or forward."""
        raise NotImplementedError

    def action_leave(self) -> None:
        """Leave the board."""
        raise NotImplementedError

    # --- showing

    def compose(self) -> ComposeResult:
        """Title, board, everything else, keys."""
        yield Static(id="title")
        with Container(id="table"):
            yield BoardWidget(ascii_only=self.app.ascii_only, id="board")
            yield SidePanel(ascii_only=self.app.ascii_only, id="side")
        yield Static(id="keys", classes="keys", markup=False)

    def on_mount(self) -> None:
        """The board has the keys."""
        self.board.focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.show())
        self.show()

    def on_screen_resume(self) -> None:
        """The board has the keys again."""
        if self.has_widgets:
            self.board.focus()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 (the widgets know their sizes)
        """Lay everything out for the new size."""
        self.call_after_refresh(self.show)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:  # noqa: ARG002 (see `is_typing`)
        """Other keys are active now."""
        self.show()

    @property
    def board(self) -> BoardWidget:
        """Where the pieces are."""
        return self.query_one("#board", BoardWidget)

    @property
    def side(self) -> SidePanel:
        """Everything else."""
        return self.query_one("#side", SidePanel)

    @property
    def field(self) -> Input:
        """Where moves are typed."""
        return self.query_one("#typed", Input)

    @property
    def has_widgets(self) -> bool:
        """Whether there is anything to draw on: not before it is mounted, nor while the screen is being removed."""
        return self.is_mounted and bool(self.query("#typed"))

    @property
    def is_typing(self) -> bool:
        """Whether keys go to the field."""
        return self.has_widgets and self.field.has_focus

    def show(self) -> None:
        """Redraw everything."""
        if not self.has_widgets:
            return
        variant, palette = self.shown.variant, self.app.palette
        if self.cursor not in variant.board.number:  # a different board than before
            self.cursor = centre_cell(variant.board)
        view, accent = self.board_view(), palette.accent(variant.game.accent)
        layout = window_layout(variant.board, *self.app.size)
        self._arrange(layout)
        self.board.show(variant.board, view.cells, view.marks, palette, accent, goal_colours(variant))
        self.side.show(view, palette, brief_lines=layout.side_lines if layout.side is Side.BRIEF else None)
        room = self.app.size.width - 2
        line = title_line(view, palette, accent, is_ascii=self.app.ascii_only)
        self.query_one("#title", Static).update(too_small(layout, room, palette) or line)
        self.query_one("#keys", Static).update(key_line(view.keys, room))

    def _arrange(self, layout: WindowLayout) -> None:
        """Arrange the board and the rest as the window allows."""
        if layout == self.layout_shown:
            return
        self.layout_shown = layout
        self.call_after_refresh(self.show)  # texts are laid out for widths that are known only then
        self.set_class(layout.side_width == WIDE_SIDE_WIDTH, "-wide")
        for side in Side:
            self.set_class(layout.side is side, f"-{side}")
        self.side.styles.width = layout.side_width if layout.side is Side.BESIDE else "1fr"
        self.side.styles.height = "1fr" if layout.side is Side.BESIDE else layout.side_lines

    def say(self, message: str) -> None:
        """Show a sentence until the next move."""
        self.message = message
        self.show()

    # --- entering moves

    @property
    def is_choosing(self) -> bool:
        """Whether only numbered choices continue the move, so that the arrows go through them."""
        return self.can_enter and self.entry.is_choosing

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor to the next cell or, if a choice is to be made, to the next choice."""
        if down and self.is_choosing:
            self.entry.point(down)
        else:
            self.cursor = neighbour(self.shown.variant.board, self.cursor, down, right)
        self.show()

    def action_pick(self) -> None:
        """Pick the cell under the cursor, or the selected choice."""
        self.pick(self.entry.choices[self.entry.pointed].name if self.is_choosing else self.cursor)

    def action_choose(self, number: int) -> None:
        """Take a numbered choice."""
        if self.can_enter and number <= len(self.entry.choices):
            self.pick(self.entry.choices[number - 1].name)

    @on(BoardWidget.Clicked)
    def clicked(self, event: BoardWidget.Clicked) -> None:
        """A click moves the cursor and picks."""
        self.cursor = event.name
        self.pick_clicked()

    @on(OptionList.OptionSelected, "#choices")
    def choice_taken(self, event: OptionList.OptionSelected) -> None:
        """A click on a choice."""
        self.action_choose(event.option_index + 1)

    @on(Input.Submitted, "#typed")
    def typed(self, event: Input.Submitted) -> None:
        """Something was typed.  Esc leaves the field; after an extra Enter, letters would be commands."""
        if event.value.strip():
            self.read(event.value.strip())

    def pick_clicked(self) -> None:
        """Pick the cell that was clicked."""
        self.pick(self.cursor)

    def read(self, text: str) -> None:
        """A typed move, or all of a turn that is written as one, or the next pick."""
        for step in steps_of(self.entry.position, text):
            before = self.entry
            self.enter(self.entry.type, step)
            if self.entry is before:  # it was refused, or is only the beginning of a move
                return

    def pick(self, name: str) -> None:
        """Pick a cell or a choice."""
        self.enter(self.entry.pick, name)

    def enter(self, read: Callable[[str], Move | None], text: str) -> None:
        """Take a pick or a typed move; a refusal says why."""
        if not self.can_enter:
            return
        try:
            move = read(text)
        except MoveError as error:
            self.say(sentence(str(error)))
            return
        self.message = ""
        if move is None:
            self.show()
        else:
            self.play(move)

    def action_back(self) -> None:
        """One step back: from typing, or from a pick."""
        if self.is_typing:
            self.board.focus()
        elif self.entry.back():
            self.message = ""
        self.show()

    def action_type(self) -> None:
        """Go to the field, or back from it."""
        (self.board if self.is_typing else self.field).focus()

    def action_rules(self) -> None:
        """How to play this game."""
        self.app.show_rules(self.shown.variant.name)

    def action_keys(self) -> None:
        """The page of keys."""
        self.app.show_keys()

    # --- waiting for what takes long

    def begin(self, group: str, work: Callable[[], Awaitable[None]]) -> Worker[None]:
        """Run something that waits for background work, until it is cancelled or the screen is left."""

        async def reported() -> None:
            try:
                await work()
            except (LudotecaError, OSError) as error:  # unexpected errors stay loud
                self.call_later(self.failed, error)
            except NoMatches:
                if self.is_attached and self.is_running:
                    raise  # else the program is ending, and has taken the screen apart

        return self.run_worker(reported, group=group)

    def cancel(self, *groups: str) -> None:
        """Cancel what was begun."""
        for group in groups:
            self.workers.cancel_group(self, group)

    def failed(self, error: Exception) -> None:
        """Say what went wrong in the background."""
        self.say(sentence(in_language(str(error))))


def goal_colours(variant: Variant) -> dict[str, str]:
    """The cells at the sides that a player must connect, each with that player's colour."""
    board, sides = variant.board, zip(variant.game.players, variant.game.goals, strict=True)
    return {
        board.name[cell]: player.colour for player, names in sides for name in names for cell in board.sides[name].cells
    }


def title_line(view: BoardView, palette: Palette, accent: Colour, *, is_ascii: bool) -> Text:
    """The top line: the game, its options and the score."""
    line = Text(no_wrap=True, overflow="crop" if is_ascii else "ellipsis")
    line.append(view.title, f"bold {accent}")
    if view.options:
        options = view.options
        if len(options) > LONGEST_OPTIONS:  # whole ones only
            options = f"{options[:LONGEST_OPTIONS].rpartition(', ')[0]}, …"
        line.append(f"  {ascii_text(options) if is_ascii else options}", palette.muted)
    return line.append(f"   {view.score}" if view.score else "", palette.ink)


def too_small(layout: WindowLayout, room: int, palette: Palette) -> Text | None:
    """If the window is too small for the board, the size that is needed, in as many words as fit."""
    if layout.needed is None:
        return None
    size = "{}x{}".format(*layout.needed)
    sayings = (t("Too small: needs {size}", size=size), t("needs {size}", size=size), size)
    words = next((words for words in sayings if len(words) <= room), size)
    return Text(words, f"bold {palette.clay}", no_wrap=True)
