"""The table on the screen: board left, everything else beside it; keys, mouse and typed moves all pick."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from ludoteca.kernel.errors import LudotecaError, MoveError
from ludoteca.play.position import Move, Position
from ludoteca.play.rule_pages import rule_page
from ludoteca.play.sentences import sentence
from ludoteca.terminal.advice import Advised, Deepened, Engine
from ludoteca.terminal.board_widget import BoardWidget
from ludoteca.terminal.bot_turns import BotChose, BotTurns, ThinkingFailed
from ludoteca.terminal.cell_layout import neighbour
from ludoteca.terminal.dialogs import PageDialog
from ludoteca.terminal.entry import Entry
from ludoteca.terminal.messages import hint_words, played_line
from ludoteca.terminal.screens.asides import Asides
from ludoteca.terminal.screens.showing import show_table
from ludoteca.terminal.table import Table, next_pace, pace_text

if TYPE_CHECKING:
    from ludoteca.terminal.app import LudotecaApp

TICK = 0.25  # seconds between turns of the thinking indicator


class PlayScreen(Screen[None]):
    """A game being played, watched or looked through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)", show=False),
        Binding("down,j", "move(1, 0)", show=False),
        Binding("left,h", "move(0, -1)", show=False),
        Binding("right,l", "move(0, 1)", show=False),
        Binding("enter", "pick", show=False),
        Binding("space", "pick_or_step", show=False),
        *(Binding(str(digit), f"choose({digit})", show=False) for digit in range(1, 10)),
        Binding("escape,backspace", "back", show=False),
        Binding("m,slash,tab", "type", show=False),
        Binding("u", "undo", show=False),
        Binding("r", "redo", show=False),
        Binding("t", "hint", show=False),
        Binding("a", "analyse", show=False),
        Binding("left_square_bracket,pageup", "step(-1)", show=False),
        Binding("right_square_bracket,pagedown", "step(1)", show=False),
        Binding("home", "step(-100000)", show=False),
        Binding("end", "step(100000)", show=False),
        Binding("plus,equals_sign", "pace(1)", show=False),
        Binding("minus", "pace(-1)", show=False),
        Binding("p", "pause", show=False),
        Binding("o", "offer_draw", show=False),
        Binding("g", "resign", show=False),
        Binding("s", "save", show=False),
        Binding("e", "export", show=False),
        Binding("n", "again", show=False),
        Binding("d", "theme", show=False),
        Binding("i", "rules", show=False),
        Binding("question_mark,f1", "keys", show=False),
        Binding("q", "leave", show=False),
    ]
    app: LudotecaApp

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.entry = Entry(table.position)
        self.cursor = centre_cell(table.position)
        self.viewing: int | None = None  # the ply being looked at, when it is not the last
        self.message = ""  # a refusal, a hint, an answer
        self.pointed: str | None = None  # the choice pointed at in the list
        self.ticks = 0
        self.bots = BotTurns(self, table, self.bot_plays)
        self.engine = Engine(self)
        self.asides = Asides(self)

    def compose(self) -> ComposeResult:
        """Title, board, everything else, keys."""
        yield Static(id="title")
        with Container(id="table"):
            yield BoardWidget(ascii_only=self.app.ascii_only, id="board")
            with Vertical(id="side"):
                yield Static(id="players")
                yield Static(id="facts")
                yield Static(id="status", markup=False)
                yield Static(id="message", markup=False)
                yield Static(id="engine", markup=False)
                yield OptionList(id="choices", markup=False)
                yield OptionList(id="moves", markup=False)
                yield Input(id="typed", compact=True, select_on_focus=True)
        yield Static(id="keys", classes="keys", markup=False)

    def on_mount(self) -> None:
        """Everything is shown, and a bot that begins begins."""
        self.query_one("#board", BoardWidget).focus()
        self.query_one("#moves", OptionList).can_focus = False
        self.query_one("#choices", OptionList).can_focus = False
        self.set_interval(TICK, self._tick)
        self.app.theme_changed_signal.subscribe(self, lambda _: self.show())
        self.settle()

    def on_unmount(self) -> None:
        """Nobody thinks on for a table that is left."""
        self.bots.call_off()
        self.engine.forget_hint()
        self.engine.stop()

    def on_screen_resume(self) -> None:
        """The board has the keys."""
        self.query_one("#board", BoardWidget).focus()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 (the widgets know their sizes)
        """Lists and tables are set for the new width."""
        self.call_after_refresh(self.show)

    def _tick(self) -> None:
        self.ticks += 1
        if self.bots.is_thinking or self.engine.is_advising:
            self.show()

    # --- how it stands

    @property
    def shown(self) -> Position:
        """The position on the screen: the last, or the one being looked at."""
        return self.table.position if self.viewing is None else self.table.match.positions[self.viewing]

    @property
    def can_enter(self) -> bool:
        """Whether a person may put in a move now."""
        return self.viewing is None and self.table.is_persons_turn

    def settle(self) -> None:
        """After the position has changed: begin a new entry, show it, let a bot think."""
        self.entry = Entry(self.table.position)
        self.pointed = None
        self.engine.follow(self.shown)
        self.bots.begin()
        self.show()

    def show(self) -> None:
        """Draw everything anew."""
        if self.is_mounted:
            show_table(self)

    def say(self, message: str) -> None:
        """A sentence that stays until the next move."""
        self.message = message
        self.show()

    # --- entering moves

    def action_move(self, down: int, right: int) -> None:
        """The cursor goes to the next cell."""
        self.cursor = neighbour(self.table.variant.board, self.cursor, down, right)
        self.show()

    def action_pick(self) -> None:
        """Pick the cell under the cursor."""
        self.pick(self.cursor)

    def action_pick_or_step(self) -> None:
        """Where bots wait, they go on; else as Enter."""
        if self.bots.is_paused and self.table.is_bots_turn:
            self.bots.is_paused = False
            self.settle()
        elif self.bots.held is not None and self.table.pace is None:
            self.bots.release()
        else:
            self.pick(self.cursor)

    def action_choose(self, number: int) -> None:
        """Take a numbered choice."""
        choices = self.asides.listed()
        if number <= len(choices):
            self.asides.take(choices[number - 1][0])

    @on(BoardWidget.Clicked)
    def clicked(self, event: BoardWidget.Clicked) -> None:
        """A click moves the cursor and picks."""
        self.cursor = event.name
        self.pick(event.name)

    @on(OptionList.OptionSelected, "#choices")
    def choice_taken(self, event: OptionList.OptionSelected) -> None:
        """A click on a choice."""
        self.asides.take(event.option.id or "")

    @on(OptionList.OptionSelected, "#moves")
    def move_taken(self, event: OptionList.OptionSelected) -> None:
        """A click on a move shows the position after it."""
        self.view(int(event.option.id or "0"))

    def pick(self, name: str) -> None:
        """Pick a cell or a choice; a refusal says why."""
        if not self._may_enter():
            return
        self._enter(self.entry.pick, name)

    @on(Input.Submitted, "#typed")
    def typed(self, event: Input.Submitted) -> None:
        """A typed move, or the next pick."""
        text = event.value.strip()
        event.input.value = ""
        if not text:
            self.query_one("#board", BoardWidget).focus()
        elif text.lower() in ("p", "pause"):
            self.action_pause()
        elif self._may_enter():
            self._enter(self.entry.type, text)

    def _may_enter(self) -> bool:
        if self.viewing is not None:
            self.say("You are looking at an earlier position; Esc comes back.")
        elif self.table.outcome is not None:
            self.say("The game is over.")
        elif not self.table.is_persons_turn:
            self.say(f"It is {self.table.named(self.table.position.mover)}'s turn.")
        return self.can_enter

    def _enter(self, way: object, text: str) -> None:
        try:
            move = way(text)  # type: ignore[operator]
        except MoveError as error:
            self.say(sentence(str(error)))
            return
        self.message, self.pointed = "", None
        if move is None:
            self.show()
        else:
            self.play(move)

    def action_back(self) -> None:
        """One step out: of typing, of an earlier position, of a pick."""
        typed = self.query_one("#typed", Input)
        if typed.has_focus:
            self.query_one("#board", BoardWidget).focus()
        elif self.viewing is not None:
            self.view(None)
        elif self.entry.back():
            self.message = ""
        self.show()

    def action_type(self) -> None:
        """To the field, or back from it."""
        typed = self.query_one("#typed", Input)
        (self.query_one("#board", BoardWidget) if typed.has_focus else typed).focus()

    def play(self, move: Move) -> None:
        """A person's move."""
        self.table.play(move)
        self.message = ""
        self.engine.forget_hint()
        self.settle()

    def bot_plays(self, move: Move) -> None:
        """A bot's move; the board names it."""
        self.table.play(move)
        if self.table.people:
            match = self.table.match
            self.message = played_line(self.table, match.positions, [ply.move for ply in match.plies])
        self.settle()

    @on(BotChose)
    def bot_chose(self, event: BotChose) -> None:
        """The bot has made up its mind."""
        self.bots.chose(event)
        self.show()

    @on(ThinkingFailed)
    def thought_failed(self, event: ThinkingFailed) -> None:
        """Say what went wrong; errors that nobody foresaw stay loud."""
        if not isinstance(event.error, LudotecaError):
            raise event.error
        self.bots.call_off()
        self.engine.forget_hint()
        self.say(sentence(str(event.error)))

    # --- going back and looking back

    def attempt(self, deed: object) -> bool:
        """Do something that may be refused; a refusal says why."""
        try:
            deed()  # type: ignore[operator]
        except LudotecaError as error:
            self.say(sentence(str(error)))
            return False
        return True

    def action_undo(self) -> None:
        """Back to the person's last decision, whatever a bot is doing."""
        self.bots.call_off()
        self.bots.is_paused = self.table.is_watched
        self.viewing, self.message = None, ""
        self.attempt(self.table.undo)
        self.settle()

    def action_redo(self) -> None:
        """Forward again."""
        self.bots.call_off()
        self.viewing, self.message = None, ""
        self.attempt(self.table.redo)
        self.settle()

    def action_step(self, by: int) -> None:
        """Look at an earlier or a later position."""
        last = len(self.table.match.plies)
        at = min(max((last if self.viewing is None else self.viewing) + by, 0), last)
        self.view(at)

    def view(self, ply: int | None) -> None:
        """Look at the position after a ply; None: the last."""
        self.viewing = None if ply is None or ply >= len(self.table.match.plies) else ply
        self.engine.follow(self.shown)
        self.show()

    # --- advice

    def action_hint(self) -> None:
        """A move with its reason."""
        if self.shown.outcome is not None:
            self.say("The game is over.")
            return
        self.engine.advise(self.shown)
        self.say("Looking for a good move …")

    @on(Advised)
    def advised(self, event: Advised) -> None:
        """The hint has come."""
        self.engine.forget_hint()
        if event.report.position is self.shown:
            self.asides.best = event.report.best
            self.say(hint_words(event.report))

    def action_analyse(self) -> None:
        """Live analysis on or off."""
        self.engine.toggle(self.shown)
        self.show()

    @on(Deepened)
    def deepened(self, event: Deepened) -> None:
        """A step of the analysis."""
        if self.engine.heard(event.report):
            self.show()

    # --- pace, asides, leaving

    def action_pace(self, by: int) -> None:
        """Slower or faster bots."""
        self.table.pace = next_pace(self.table.pace, by)
        self.table.keep()
        self.bots.change_pace()
        self.say(f"Bots take {pace_text(self.table.pace)}.")

    def action_pause(self) -> None:
        """Stop everything and ask what to do."""
        self.asides.pause()

    def action_offer_draw(self) -> None:
        """Offer a draw."""
        self.asides.offer_draw()

    def action_resign(self) -> None:
        """Give up, after a question."""
        self.asides.resign()

    def action_save(self) -> None:
        """Save under a name."""
        self.asides.save()

    def action_export(self) -> None:
        """Write a record."""
        self.asides.export()

    def action_again(self) -> None:
        """The next game, when this one is over."""
        if self.table.outcome is None:
            self.say("The game is not over yet.")
        else:
            self.asides.take("again")

    def action_theme(self) -> None:
        """Other colours."""
        self.app.action_next_theme()

    def action_rules(self) -> None:
        """How to play this game."""
        self.app.push_screen(PageDialog(rule_page(self.table.variant.name).text))

    def action_keys(self) -> None:
        """The page of keys."""
        self.app.show_help()

    def action_leave(self) -> None:
        """To the main menu; the game is saved."""
        self.app.to_menu()


def centre_cell(position: Position) -> str:
    """The cell where the cursor begins."""
    rows = position.variant.board.rows
    middle = rows[(len(rows) - 1) // 2]
    return position.variant.board.name[middle[(len(middle) - 1) // 2]]
