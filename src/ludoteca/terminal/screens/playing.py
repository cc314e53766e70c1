"""The table on the screen: keys, mouse and typed moves all pick; what is shown is computed in `table_view`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from ludoteca.errors import LudotecaError
from ludoteca.languages import in_language, t, translatable
from ludoteca.languages.texts import sentence
from ludoteca.play.position import Move, Position
from ludoteca.search.report import Report
from ludoteca.terminal.dialogs import (
    ChoiceDialog,
    LanguageDialog,
    PauseDialog,
    ResignDialog,
    TextDialog,
    ask_for_bot,
)
from ludoteca.terminal.messages import draw_answer, played_line, review_page, turn_rows
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.saved_games import file_trouble
from ludoteca.terminal.screens.board import BoardScreen, in_background
from ludoteca.terminal.seats import HUMAN
from ludoteca.terminal.table import BotFailed, Table, next_pace, pace_sentence
from ludoteca.terminal.table_view import (
    BoardView,
    Choice,
    Situation,
    choice_beside_moves,
    choices,
    table_view,
    why_no_entry,
)

TICK = 0.25  # seconds between turns of the thinking indicator
ANALYSIS_MS = 120_000
ANALYSIS_LINES = 3
PROGRESS = translatable({
    "moves": "Reviewing the moves: {done} of {of} …",
    "turning points": "Reviewing the turning points: {done} of {of} …",
})  # fmt: skip
SAVED, WRITTEN = translatable(("Saved as {file}.", "Written to {file}."))


class PlayScreen(BoardScreen):
    """A game being played, watched or viewed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pick_or_step", show=False),
        Binding("u", "undo", show=False),
        Binding("r", "redo", show=False),
        Binding("t", "hint", show=False),
        Binding("a", "analyse", show=False),
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
    ]
    COMMAND_KEYS: ClassVar[frozenset[str]] = frozenset(  # keys that do more than select a cell and pick it
        key
        for binding in (*BoardScreen.BINDINGS, *BINDINGS)
        if isinstance(binding, Binding) and not binding.action.startswith(("move", "pick", "choose"))
        for key in binding.key.split(",")
    )

    def __init__(self, table: Table) -> None:
        super().__init__(table.position)
        self.table = table
        self.viewing: int | None = None  # the ply being viewed, if it is not the last
        self.hint: Move | None = None  # the last one given
        self.is_analysing = False
        self.analysed: Position | None = None  # the position that is being analysed
        self.report: Report | None = None  # the latest of the analysis
        self.is_paused = False  # whether bots wait
        self.thinking_since: float | None = None  # when a bot began to think
        self.held: Move | None = None  # what a bot has chosen but not yet played
        self.is_released = False  # whether a key makes it play that
        self.woken = asyncio.Event()  # that key, or another pace

    def on_mount(self) -> None:
        """Let a bot that moves first begin."""
        self.set_interval(TICK, self._tick)
        self.settle()

    def on_unmount(self) -> None:
        """Nobody keeps thinking for a table that was left."""
        self.call_off_bots()
        self.table.stop_clock()

    def _tick(self) -> None:
        clock = self.table.match.clock
        if self.table.claim_time():
            self._change_game(self.call_off_bots)
        elif self.thinking_since is not None or (clock is not None and clock.running is not None):
            self.show()

    # --- how it stands, and showing it

    @property
    def situation(self) -> Situation:
        """The current state of the table."""
        return Situation(
            table=self.table,
            entry=self.entry,
            cursor=self.cursor,
            viewing=self.viewing,
            message=self.message,
            is_typing=self.is_typing,
            hint=self.hint,
            is_analysing=self.is_analysing,
            report=self.report,
            thinking_s=None if self.thinking_since is None else time.monotonic() - self.thinking_since,
            is_paused=self.is_paused,
            is_bot_waiting=self.is_waiting_for_a_key,
        )

    @property
    def shown(self) -> Position:
        """The position on the screen: the last, or the one being viewed."""
        return self.table.position if self.viewing is None else self.table.match.positions[self.viewing]

    @property
    def can_enter(self) -> bool:
        """Whether a person can enter a move now."""
        return self.situation.can_enter

    @property
    def is_choosing(self) -> bool:
        """Whether only numbered choices continue the move; answers to a draw offer come first."""
        return self.situation.is_choosing

    def board_view(self) -> BoardView:
        """Everything about the table."""
        return table_view(self.situation)

    def settle(self) -> None:
        """After the position has changed: begin a new entry, show it, let a bot think."""
        self.entry = Entry(self.table.position)
        self._follow()
        if not self.is_paused:
            self.table.start_clock()
            if self.table.is_bots_turn and self.thinking_since is None and self.held is None:
                self.thinking_since = time.monotonic()
                self.begin("bot", self._bots_turn)
        self.show()

    # --- entering moves

    def action_pick_or_step(self) -> None:
        """If bots are waiting, let them continue; otherwise like Enter."""
        if self.is_paused and self.table.is_bots_turn:
            self.is_paused = False
            self.settle()
        elif self.is_waiting_for_a_key:
            self._release()
        else:
            self.action_pick()

    def on_key(self, event: events.Key) -> None:
        """If a bot waits for a key, any key that is not a command works."""
        if self.is_waiting_for_a_key and not self.is_paused and event.key not in self.COMMAND_KEYS:
            event.stop()
            self._release()

    def action_choose(self, number: int) -> None:
        """Take the choice with this number."""
        offered = choices(self.situation)
        if number <= len(offered):
            self.take(offered[number - 1])

    @on(OptionList.OptionSelected, "#moves")
    def move_taken(self, event: OptionList.OptionSelected) -> None:
        """A click on a turn shows the position after it."""
        self.view(turn_rows(self.table)[event.option_index].plies.stop)

    def read(self, text: str) -> None:
        """A typed move, the next pick, or anything else that is offered by number."""
        if text.lower() in ("p", "pause", t("pause").lower()):
            self.action_pause()
        elif (offered := choice_beside_moves(self.situation, text)) is not None:
            self.take(offered)
        else:
            super().read(text)

    def enter(self, read: Callable[[str], Move | None], text: str) -> None:
        """Take a pick or a typed move, or say why that is not possible now."""
        if reason := why_no_entry(self.situation):
            self.say(reason)
        else:
            super().enter(read, text)

    def action_back(self) -> None:
        """One step back: from typing, an earlier position, or a pick."""
        if self.viewing is not None and not self.is_typing:
            self.view(None)
        else:
            super().action_back()

    def play(self, move: Move) -> None:
        """A person's move."""
        self.table.play(move)
        self.message = ""
        self._forget_hint()
        self.settle()

    # --- bots

    async def _bots_turn(self) -> None:
        """A bot thinks, waits for its pace and plays; cancelling this discards its move."""
        table = self.table
        position, begun = table.position, time.monotonic()
        move = await in_background(lambda _: table.think(position))
        self.thinking_since, self.held, self.is_released = None, move, False
        self.show()
        while not self.is_released and (table.pace is None or time.monotonic() - begun < table.pace):
            self.woken.clear()
            with suppress(TimeoutError):
                left = None if table.pace is None else begun + table.pace - time.monotonic()
                await asyncio.wait_for(self.woken.wait(), left)
        self.held = None
        table.play(move)
        if table.people:
            self.message = played_line(table)
        self.settle()

    @property
    def is_waiting_for_a_key(self) -> bool:
        """Whether Space makes a bot continue: it is paused, or moves step by step."""
        return self.table.is_bots_turn and (self.is_paused or (self.held is not None and self.table.pace is None))

    def _release(self) -> None:
        """Play the move that a bot has chosen."""
        self.is_released = True
        self.woken.set()

    def call_off_bots(self) -> None:
        """Discard what bots have found; one that is still thinking is abandoned and replaced."""
        self.cancel("bot")
        if self.thinking_since is not None:
            self.table.replace_bots()
        self.thinking_since = self.held = None

    def failed(self, error: Exception) -> None:
        """Replace a bot that failed; only report anything else."""
        self.call_off_bots()
        self._forget_hint()
        super().failed(error)
        if isinstance(error, BotFailed):
            self._ask_for_another(self.message)

    def _ask_for_another(self, reason: str) -> None:
        """A bot has failed: it tries again, or another or a person takes its seat; the game is kept either way."""
        table, seat = self.table, self.table.position.mover

        def seated(spec: str | None) -> None:
            if spec is None:
                self._ask_for_another(reason)
                return
            table.seat_another(seat, spec)
            self._play_on()

        def answered(answer: str | None) -> None:
            match answer:
                case "bot":
                    ask_for_bot(self.app, table.variant.name, table.seat_of(seat), seated)
                case "person":
                    seated(HUMAN)
                case "menu":
                    self.app.to_menu()
                case _:
                    self._play_on()

        answers = [
            ("bot", t("Choose another bot")),
            ("person", t("Play this side yourself")),
            ("again", t("Let it try again")),
            ("menu", t("Main menu (the game is saved)")),
        ]
        self.app.push_screen(ChoiceDialog(reason, answers), answered)

    def _play_on(self) -> None:
        """Nothing more to say: the game continues."""
        self.message = ""
        self.settle()

    def action_pace(self, by: int) -> None:
        """Make bots slower or faster."""
        self.table.set_pace(next_pace(self.table.pace, by))
        self.woken.set()
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
        self.call_off_bots()
        self.is_paused = self.table.is_watched
        self._change_game(self.table.undo)

    def action_redo(self) -> None:
        """Forward again."""
        self.call_off_bots()
        self._change_game(self.table.redo)

    def _change_game(self, change: Callable[[], None]) -> None:
        self.viewing, self.message = None, ""
        self._forget_hint()
        self.cancel("review")
        self.attempt(change)
        self.settle()

    def action_step(self, by: int) -> None:
        """View an earlier or a later position."""
        self.view(min(max(self.situation.ply + by, 0), len(self.table.match.plies)))

    def view(self, ply: int | None) -> None:
        """View the position after a ply; None: the last."""
        self.viewing = None if ply is None or ply >= len(self.table.match.plies) else ply
        self.message = ""
        self._forget_hint()
        self._follow()
        self.show()

    # --- advice

    def action_hint(self) -> None:
        """A move with its reason."""
        if self.table.outcome is not None and self.viewing is None:
            self.say(t("The game is over."))
            return
        self._forget_hint()
        self.begin("hint", self._find_hint)
        self.say(t("Looking for a good move …"))

    async def _find_hint(self) -> None:
        from ludoteca.explain.hints import HINT_MS, hint

        position = self.shown
        found = await in_background(lambda stop: hint(position, HINT_MS, stop=stop))
        if position is self.shown:
            self.hint = found.move
            self.say(in_language(found.text))

    def _forget_hint(self) -> None:
        self.hint = None
        self.cancel("hint")

    def action_analyse(self) -> None:
        """Live analysis on or off."""
        self.is_analysing = not self.is_analysing
        self.analysed = None
        self._follow()
        self.show()

    def _follow(self) -> None:
        """Analyse what is shown from now on, if analysis is on."""
        if self.shown is self.analysed:
            return
        self.cancel("analysis")
        self.analysed = self.report = None
        if self.is_analysing and self.shown.outcome is None:
            self.analysed = self.shown
            self.begin("analysis", self._analyse)

    async def _analyse(self) -> None:
        from ludoteca.search.analysis import analyse

        position = self.shown

        def hear(report: Report) -> None:
            if report.position is self.analysed:
                self.report = report
                self.show()

        def tell(report: Report) -> None:  # from the thread
            self.call_later(hear, report)

        def work(stop: Any) -> Report:
            return analyse(position, ms=ANALYSIS_MS, lines=ANALYSIS_LINES, stop=stop, listener=tell)

        hear(await in_background(work))

    def review(self) -> None:
        """Find out which moves mattered."""
        if not self.table.match.plies:
            self.say(t("There are no moves to review."))
            return
        self.cancel("review")
        self.begin("review", self._review)
        self.say(t("Reviewing the game …"))

    async def _review(self) -> None:
        from ludoteca.explain.reviews import review

        final, is_done = self.table.position, False

        def hear(words: str) -> None:
            if final is self.table.position and not is_done:
                self.say(words)

        def tell(what: str, done: int, of: int) -> None:  # from the thread
            self.call_later(hear, t(PROGRESS[what], done=done, of=of))

        found = await in_background(lambda stop: review(final, stop=stop, listener=tell))
        is_done = True
        self.say("")
        self.app.show_page(review_page(found))

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
                self._play_on()

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
        self.call_off_bots()
        self.is_paused = True
        self.table.stop_clock()
        can_speak = bool(self.table.people) and self.table.outcome is None
        dialog = PauseDialog(can_speak=can_speak, is_kept=self.table.is_stored)
        self.app.push_screen(dialog, self._paused)
        self.show()

    def _paused(self, answer: str | None) -> None:
        self.is_paused = False
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
        self.begin("draw", partial(self._consider_draw, 1 - offered))
        self.say(t("{player} is considering a draw …", player=table.named(1 - offered)))

    async def _consider_draw(self, seat: int) -> None:
        """The bot at a seat answers a draw offer, unless the game has gone on meanwhile."""
        table, position = self.table, self.table.position
        accepts = await in_background(lambda _: table.bot_accepts_draw(seat))
        if table.match.draw_offer is None or table.outcome is not None or position is not table.position:
            return
        who = table.named(seat)
        table.answer_draw(accept=accepts)
        self.call_off_bots()
        self.settle()
        self.say(draw_answer(who, accepts=accepts))

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
                self.call_off_bots()
                self.message = ""
                self._forget_hint()
            self.settle()

        who = table.people if len(table.people) > 1 else (table.speaker,)
        named, reason = {seat: table.named(seat) for seat in who}, None if settled is None else settled.reason
        self.app.push_screen(ResignDialog(named, reason), answered)

    # --- files

    def action_save(self) -> None:
        """Save a copy under a name; replacing another game of that name needs confirmation."""
        table = self.table

        def named(name: str | None) -> None:
            there = table.saved_games.named(name) if name else None
            if name and there is None:
                self._write(lambda: table.save_as(name), SAVED)
            elif name and there is not None:
                question = t("{name} already exists: {game}. Replace it?", name=name, game=there.line)
                answers = [("no", t("Keep both: choose another name")), ("yes", t("Replace it"))]
                self.app.push_screen(ChoiceDialog(question, answers), partial(answered, name))

        def answered(name: str, answer: str | None) -> None:
            if answer == "yes":
                self._write(lambda: table.save_as(name), SAVED)
            elif answer == "no":
                self.action_save()

        self.app.push_screen(TextDialog(t("Save as"), table.variant.title), named)

    def action_export(self) -> None:
        """Write the games of the table to a file, as records."""
        table = self.table

        def named(name: str | None) -> None:
            if name is not None:
                path = Path(name) if name.strip() else None
                self._write(lambda: table.saved_games.export(table.record_text(), table.variant.name, path), WRITTEN)

        question = t("Which file should the record be written to? Leave it empty for a new file.")
        self.app.push_screen(TextDialog(question), named)

    def _write(self, write: Callable[[], Path], words: str) -> None:
        """Write a file; say where it is, or why it could not be written."""
        try:
            self.say(t(words, file=write()))
        except OSError as error:
            self.say(sentence(file_trouble(error)))

    # --- the rest

    def choose_language(self) -> None:
        """Change the language."""

        def chosen(language: str | None) -> None:
            if language is not None:
                self.app.speak(language)
                self.message = ""
            self.settle()

        self.app.push_screen(LanguageDialog(), chosen)

    def action_leave(self) -> None:
        """To the main menu."""
        self.leave(self.app.to_menu)

    def leave(self, way: Callable[[], None]) -> None:
        """Leave the table; if its game could not be saved and would be lost, ask first."""
        if not self.table.unsaved:
            way()
            return
        question = t("{reason} Leave without saving it?", reason=sentence(self.table.unsaved))
        dialog = ChoiceDialog(question, [("no", t("Stay")), ("yes", t("Leave"))])
        self.app.push_screen(dialog, lambda answer: way() if answer == "yes" else self.settle())
