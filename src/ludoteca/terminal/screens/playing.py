"""The table on the screen: keys, mouse and typed moves all pick; what is shown is computed in `table_view`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from ludoteca.kernel.errors import LudotecaError, MoveError
from ludoteca.languages import in_language, t
from ludoteca.play.position import Move, Position
from ludoteca.play.sentence_case import sentence
from ludoteca.terminal.advice import Advice
from ludoteca.terminal.background_messages import (
    AnalysisDeepened,
    BotChose,
    DrawAnswered,
    HintFound,
    ReviewFound,
    ReviewProgressed,
    WorkFailed,
)
from ludoteca.terminal.base_app import BaseApp
from ludoteca.terminal.board_widget import BoardWidget
from ludoteca.terminal.bot_turns import BotTurns
from ludoteca.terminal.dialogs import LanguageDialog, PauseDialog, ResignDialog
from ludoteca.terminal.layout import WIDE_SIDE_WIDTH, Side, WindowLayout, centre_cell, neighbour, window_layout
from ludoteca.terminal.messages import draw_answer, played_line, review_page, turn_rows
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.screens.bot_dialogs import ask_for_another
from ludoteca.terminal.screens.file_dialogs import ask_to_export, ask_to_lose, ask_to_save
from ludoteca.terminal.side_panel import SidePanel
from ludoteca.terminal.table import BotFailed, Table, next_pace, pace_sentence
from ludoteca.terminal.table_view import (
    Choice,
    Situation,
    choice_beside_moves,
    choices,
    key_line,
    table_view,
    why_no_entry,
)
from ludoteca.terminal.title_line import title_line, too_small

TICK = 0.25  # seconds between turns of the thinking indicator


class PlayScreen(Screen[None]):
    """A game being played, watched or viewed."""

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
    COMMAND_KEYS: ClassVar[frozenset[str]] = frozenset(  # keys that do more than select a cell and pick it
        key
        for binding in BINDINGS
        if isinstance(binding, Binding) and not binding.action.startswith(("move", "pick", "choose"))
        for key in binding.key.split(",")
    )
    app: BaseApp

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.entry = Entry(table.position)
        self.cursor = centre_cell(table.variant.board)
        self.viewing: int | None = None  # the ply being viewed, if it is not the last
        self.message = ""  # a refusal, a hint, an answer
        self.pointed = 0  # which of the choices is selected
        self.layout_shown: WindowLayout | None = None
        self.bots = BotTurns(table, self.bot_plays, self.post_message, self.set_timer)
        self.advice = Advice(self.post_message)

    def compose(self) -> ComposeResult:
        """Title, board, everything else, keys."""
        yield Static(id="title")
        with Container(id="table"):
            yield BoardWidget(ascii_only=self.app.ascii_only, id="board")
            yield SidePanel(ascii_only=self.app.ascii_only, id="side")
        yield Static(id="keys", classes="keys", markup=False)

    def on_mount(self) -> None:
        """Show everything, and let a bot that moves first begin."""
        self.board.focus()
        self.set_interval(TICK, self._tick)
        self.app.theme_changed_signal.subscribe(self, lambda _: self.show())
        self.settle()

    def on_unmount(self) -> None:
        """Nobody keeps thinking for a table that was left."""
        self.bots.call_off()
        self.table.stop_clock()
        self.advice.forget_hint()
        self.advice.forget_review()
        self.advice.stop()

    def on_screen_resume(self) -> None:
        """The board has the keys."""
        if self.has_widgets:
            self.board.focus()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 (the widgets know their sizes)
        """Lay out lists and tables for the new width."""
        self.call_after_refresh(self.show)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:  # noqa: ARG002 (see `situation`)
        """Other keys are active now."""
        self.show()

    def _tick(self) -> None:
        clock = self.table.match.clock
        if self.table.claim_time():
            self._change_game(self.bots.call_off)
        elif self.bots.is_thinking or self.advice.is_advising or (clock is not None and clock.running is not None):
            self.show()

    @property
    def board(self) -> BoardWidget:
        """Where the game is played."""
        return self.query_one("#board", BoardWidget)

    @property
    def side(self) -> SidePanel:
        """Everything else."""
        return self.query_one("#side", SidePanel)

    @property
    def has_widgets(self) -> bool:
        """Whether there is anything to draw on: not before it is mounted, nor while the screen is being removed."""
        return self.is_mounted and bool(self.query("#side"))

    # --- how it stands, and showing it

    @property
    def situation(self) -> Situation:
        """The current state of the table."""
        return Situation(
            table=self.table,
            entry=self.entry,
            cursor=self.cursor,
            viewing=self.viewing,
            pointed=self.pointed,
            message=self.message,
            is_typing=self.has_widgets and self.side.field.has_focus,
            hint=self.advice.hint,
            is_analysing=self.advice.is_analysing,
            report=self.advice.report,
            thinking_s=self.bots.seconds if self.bots.is_thinking else None,
            is_paused=self.bots.is_paused,
            is_bot_waiting=self.bots.is_waiting_for_a_key,
        )

    @property
    def shown(self) -> Position:
        """The position on the screen: the last, or the one being viewed."""
        return self.situation.shown

    def settle(self) -> None:
        """After the position has changed: begin a new entry, show it, let a bot think."""
        self.entry = Entry(self.table.position)
        self.pointed = 0
        self.advice.follow(self.shown)
        if not self.bots.is_paused:
            self.table.start_clock()
        self.bots.begin()
        self.show()

    def show(self) -> None:
        """Redraw everything."""
        if not self.has_widgets:
            return
        view, palette = table_view(self.situation), self.app.palette
        layout = window_layout(self.table.variant.board, *self.app.size)
        self._arrange(layout)
        accent = palette.accent(self.table.variant.game.accent)
        self.board.show(self.table.variant.board, view.cells, view.marks, palette, accent)
        self.side.show(view, palette, brief_lines=layout.side_lines if layout.side is Side.BRIEF else None)
        room = self.app.size.width - 2
        line = title_line(view, palette, accent, is_ascii=self.app.ascii_only)
        self.query_one("#title", Static).update(too_small(layout, room, palette) or line)
        self.query_one("#keys", Static).update(key_line(view.keys, self.app.size.width - 2))

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

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor to the next cell or, if a choice is to be made, to the next choice."""
        if down and self.situation.is_choosing:
            self.pointed = (self.pointed + down) % len(self.entry.choices)
        else:
            self.cursor = neighbour(self.table.variant.board, self.cursor, down, right)
        self.show()

    def action_pick(self) -> None:
        """Pick the cell under the cursor, or the selected choice."""
        self.pick(self.entry.choices[self.pointed].name if self.situation.is_choosing else self.cursor)

    def action_pick_or_step(self) -> None:
        """If bots are waiting, let them continue; otherwise like Enter."""
        if self.bots.is_paused and self.table.is_bots_turn:
            self.bots.is_paused = False
            self.settle()
        elif self.bots.is_waiting_for_a_key:
            self.bots.release()
        else:
            self.action_pick()

    def on_key(self, event: events.Key) -> None:
        """If a bot waits for a key, any key that is not a command works."""
        if self.bots.is_waiting_for_a_key and not self.bots.is_paused and event.key not in self.COMMAND_KEYS:
            event.stop()
            self.bots.release()

    def action_choose(self, number: int) -> None:
        """Take a numbered choice."""
        offered = choices(self.situation)
        if number <= len(offered):
            self.take(offered[number - 1])

    @on(BoardWidget.Clicked)
    def clicked(self, event: BoardWidget.Clicked) -> None:
        """A click moves the cursor and picks."""
        self.cursor = event.name
        self.pick(event.name)

    @on(OptionList.OptionSelected, "#choices")
    def choice_taken(self, event: OptionList.OptionSelected) -> None:
        """A click on a choice."""
        self.take(choices(self.situation)[event.option_index])

    @on(OptionList.OptionSelected, "#moves")
    def move_taken(self, event: OptionList.OptionSelected) -> None:
        """A click on a turn shows the position after it."""
        self.view(turn_rows(self.table)[event.option_index].plies.stop)

    def pick(self, name: str) -> None:
        """Pick a cell or a choice."""
        self._enter(self.entry.pick, name)

    @on(Input.Submitted, "#typed")
    def typed(self, event: Input.Submitted) -> None:
        """A typed move, the next pick, or anything else that is offered by number."""
        text = event.value.strip()
        if not text:  # Esc leaves the field; after an extra Enter, letters would be commands
            return
        if text.lower() in ("p", "pause", t("pause").lower()):
            self.action_pause()
        elif (offered := choice_beside_moves(self.situation, text)) is not None:
            self.take(offered)
        else:
            self._enter(self.entry.type, text)

    def _enter(self, read: Callable[[str], Move | None], text: str) -> None:
        """Take a pick or a typed move; a refusal says why."""
        if reason := why_no_entry(self.situation):
            self.say(reason)
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
            self.play(move)

    def action_back(self) -> None:
        """One step back: from typing, an earlier position, or a pick."""
        if self.side.field.has_focus:
            self.board.focus()
        elif self.viewing is not None:
            self.view(None)
        elif self.entry.back():
            self.message, self.pointed = "", 0
        self.show()

    def action_type(self) -> None:
        """Go to the field, or back from it."""
        (self.board if self.side.field.has_focus else self.side.field).focus()

    def play(self, move: Move) -> None:
        """A person's move."""
        self.table.play(move)
        self.message = ""
        self.advice.forget_hint()
        self.settle()

    # --- bots

    def bot_plays(self, move: Move) -> None:
        """A bot's move; the board names it."""
        self.table.play(move)
        if self.table.people:
            self.message = played_line(self.table)
        self.settle()

    @on(BotChose)
    def bot_chose(self, event: BotChose) -> None:
        """The bot has chosen its move."""
        self.bots.chose(event)
        self.show()

    @on(WorkFailed)
    def work_failed(self, event: WorkFailed) -> None:
        """Say what went wrong; unexpected errors stay loud."""
        if isinstance(event.error, BotFailed):
            self.bots.call_off()
            reason = sentence(in_language(str(event.error)))
            self.say(reason)
            ask_for_another(self.app, self.table, reason, self._another_seated)
            return
        if not isinstance(event.error, LudotecaError):
            raise event.error
        self.bots.call_off()
        self.advice.forget_hint()
        self.say(sentence(str(event.error)))

    def _another_seated(self) -> None:
        """Someone else has the seat of a bot that failed."""
        self.message = ""
        self.settle()

    def action_pace(self, by: int) -> None:
        """Make bots slower or faster."""
        self.table.set_pace(next_pace(self.table.pace, by))
        self.bots.change_pace()
        self.say(pace_sentence(self.table.pace))

    # --- going back and looking back

    def attempt(self, change: Callable[[], object]) -> bool:
        """Do something that may be refused; a refusal says why."""
        try:
            change()
        except LudotecaError as error:
            self.say(sentence(str(error)))
            return False
        return True

    def action_undo(self) -> None:
        """Back to the person's last decision, whatever a bot is doing."""
        self.bots.call_off()
        self.bots.is_paused = self.table.is_watched
        self._change_game(self.table.undo)

    def action_redo(self) -> None:
        """Forward again."""
        self.bots.call_off()
        self._change_game(self.table.redo)

    def _change_game(self, change: Callable[[], None]) -> None:
        self.viewing, self.message = None, ""
        self.advice.forget_hint()
        self.advice.forget_review()
        self.attempt(change)
        self.settle()

    def action_step(self, by: int) -> None:
        """View an earlier or a later position."""
        self.view(min(max(self.situation.ply + by, 0), len(self.table.match.plies)))

    def view(self, ply: int | None) -> None:
        """View the position after a ply; None: the last."""
        self.viewing = None if ply is None or ply >= len(self.table.match.plies) else ply
        self.message = ""
        self.advice.forget_hint()
        self.advice.follow(self.shown)
        self.show()

    # --- advice

    def action_hint(self) -> None:
        """A move with its reason."""
        if self.table.outcome is not None and self.viewing is None:
            self.say(t("The game is over."))
            return
        self.advice.advise(self.shown)
        self.say(t("Looking for a good move …"))

    @on(HintFound)
    def hint_found(self, event: HintFound) -> None:
        """The hint has arrived; one for another position is too late."""
        if self.advice.is_advising and event.hint.report.position is self.shown:
            self.advice.found(event.hint)
            self.say(in_language(event.hint.text))

    def review(self) -> None:
        """Find out which moves mattered."""
        if not self.table.match.plies:
            self.say(t("There are no moves to review."))
            return
        self.advice.review(self.table.position)
        self.say(t("Reviewing the game …"))

    @on(ReviewProgressed)
    def review_progressed(self, event: ReviewProgressed) -> None:
        """A review has progressed."""
        if self.advice.is_reviewing and event.position is self.table.position:
            self.say(event.words)

    @on(ReviewFound)
    def review_found(self, event: ReviewFound) -> None:
        """A page to read, unless the game has continued meanwhile."""
        if self.advice.is_reviewing and event.position is self.table.position:
            self.advice.forget_review()
            self.say("")
            self.app.show_page(review_page(event.review))

    def action_analyse(self) -> None:
        """Live analysis on or off."""
        self.advice.toggle(self.shown)
        self.show()

    @on(AnalysisDeepened)
    def analysis_deepened(self, event: AnalysisDeepened) -> None:
        """An intermediate report of the analysis."""
        if self.advice.heard(event.report):
            self.show()

    # --- what is offered by number, the pause menu, draws and resigning

    def take(self, choice: Choice) -> None:
        """Take one of those offered."""
        match choice.name:
            case name if choice.is_pick:
                self.pick(name)
            case "again":
                self.action_again()
            case "settings":
                self.app.set_up(self.table.variant.game, self.table)
            case "replay":
                self.view(0)
            case "review":
                self.review()
            case "menu":
                self.action_leave()
            case "exit":
                self.leave(self.app.exit)
            case name:
                self.table.answer_draw(accept=name == "accept")
                self.message = ""
                self.settle()

    def action_again(self) -> None:
        """Start the next game, when this one is over."""
        if self.table.outcome is None:
            self.say(t("The game is not over yet."))
        elif self.table.has_next_game:
            self._change_game(self.table.next_game)
        else:
            self.app.sit_down(self.table.again())

    def action_pause(self) -> None:
        """Bots wait while the person decides."""
        self.bots.call_off()
        self.bots.is_paused = True
        self.table.stop_clock()
        can_speak = bool(self.table.people) and self.table.outcome is None
        dialog = PauseDialog(can_speak=can_speak, is_kept=self.table.is_stored)
        self.app.push_screen(dialog, self._paused)
        self.show()

    def _paused(self, answer: str | None) -> None:
        self.bots.is_paused = False
        answers: dict[str | None, Callable[[], None]] = {
            "save": self.action_save, "export": self.action_export, "draw": self.action_offer_draw,
            "resign": self.action_resign, "language": self.choose_language,
            "menu": self.action_leave, "exit": lambda: self.leave(self.app.exit),
        }  # fmt: skip
        if answer in answers:
            answers[answer]()
        if answer not in ("menu", "exit"):
            self.settle()

    def action_offer_draw(self) -> None:
        """Offer a draw: a person is asked, a bot thinks about it."""
        table = self.table
        if not self.attempt(table.offer_draw) or table.outcome is not None:
            self.settle()
            return
        offered = table.match.draw_offer
        assert offered is not None
        if table.is_person(1 - offered):
            self.say(t("{player} offers a draw.", player=table.named(offered)))
            return
        self.say(t("{player} is considering a draw …", player=table.named(1 - offered)))
        self.bots.consider_draw(1 - offered)

    @on(DrawAnswered)
    def draw_answered(self, event: DrawAnswered) -> None:
        """The bot has answered a draw offer."""
        offered = self.table.match.draw_offer
        if offered is None or self.table.outcome is not None or event.position is not self.table.position:
            return
        who = self.table.named(1 - offered)
        self.table.answer_draw(accept=event.accepts)
        self.bots.call_off()
        self.settle()
        self.say(draw_answer(who, accepts=event.accepts))

    def action_resign(self) -> None:
        """Resign, after a question."""
        table = self.table
        if table.speaker is None or table.outcome is not None:
            self.say(t("There is nothing to resign."))
            return

        settled = table.position.settled

        def answered(answer: str | None) -> None:
            ways: dict[str | None, Callable[[], None]] = {"abort": table.abort, "settle": table.settle}
            ways |= {str(seat): partial(table.resign, seat) for seat in (0, 1)}
            if answer in ways and self.attempt(ways[answer]):
                self.bots.call_off()
                self.message = ""
                self.advice.forget_hint()
            self.settle()

        who = table.people if len(table.people) > 1 else (table.speaker,)
        named, reason = {seat: table.named(seat) for seat in who}, None if settled is None else settled.reason
        self.app.push_screen(ResignDialog(named, reason), answered)

    # --- files

    def action_save(self) -> None:
        """Save a copy under a name."""
        ask_to_save(self.app, self.table, self.say)

    def action_export(self) -> None:
        """Write the game as a record."""
        ask_to_export(self.app, self.table, self.say)

    # --- the rest

    def action_theme(self) -> None:
        """Other colours."""
        self.app.action_next_theme()

    def choose_language(self) -> None:
        """Change the language."""

        def chosen(language: str | None) -> None:
            if language is not None:
                self.app.speak(language)
                self.message = ""
            self.settle()

        self.app.push_screen(LanguageDialog(), chosen)

    def action_rules(self) -> None:
        """How to play this game."""
        self.app.show_rules(self.table.variant.name)

    def action_keys(self) -> None:
        """The page of keys."""
        self.app.show_keys()

    def action_leave(self) -> None:
        """To the main menu."""
        self.leave(self.app.to_menu)

    def leave(self, way: Callable[[], None]) -> None:
        """Leave the table; a game that cannot be saved is not lost without a question."""
        ask_to_lose(self.app, self.table, way, self.settle)
