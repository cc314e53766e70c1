"""A table in a plain terminal: the board is printed after each turn, moves and commands are typed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from ludoteca.errors import LudotecaError
from ludoteca.languages import in_language, t, translatable
from ludoteca.languages.texts import sentence
from ludoteca.play.position import Move, Position
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.console.board import ConsoleBoard
from ludoteca.terminal.console.setup import choose_bot, list_bots
from ludoteca.terminal.language import change_language
from ludoteca.terminal.messages import (
    draw_answer,
    legend_line,
    move_in_words,
    series_line,
    turn_line,
    turn_rows,
)
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import (
    SLOW_S,
    Quit,
    ToMenu,
    ask,
    index_of,
    is_agreed,
    menu,
    remark,
    say,
    whole_number,
)
from ludoteca.terminal.seats import HUMAN
from ludoteca.terminal.table import BotFailed, Table, pace_sentence, read_pace


class ConsoleTable(ConsoleBoard):
    """One table, played until it is over or left."""

    HELP = translatable({
        "moves": "all legal moves",
        "board": "redraw the board",
        "hint": "a good move, and why",
        "back": "cancel an unfinished move",
        "draw": "offer a draw",
        "save": "{save} NAME saves a copy",
        "pace": "{pace} 0.5 or {pace} {step}",
        "pause": "or {key}: resume, save, main menu, exit",
        "menu": "main menu",
        "undo": "go back to your last move",
        "redo": "redo what was undone",
        "analyse": "the best moves and how good they are",
        "history": "the moves so far; {history} 5 shows the board after turn 5",
        "resign": "resign; add a colour to resign for that side",
        "abort": "end the game without a result",
        "end": "end a game whose result can no longer change",
        "export": "{export} FILE writes a record",
        "rules": "how to play",
        "language": "{language} pt, es or en",
        "quit": "leave (the game is saved)",
    })  # fmt: skip

    def __init__(self, table: Table, *, ascii_only: bool = False) -> None:
        super().__init__(table.position, ascii_only=ascii_only)
        self.table = table

    @property
    def position(self) -> Position:
        """The current position."""
        return self.table.position

    def run(self) -> None:
        """Play all games of the series; Quit and ToMenu leave the table as it is, saved."""
        while True:
            self.play_game()
            say(f"\n{self.said(turn_line(self.table))}.")
            if self.table.series.games > 1:
                say(f"{in_language(self.table.series.score_text())}.")
            if not self.table.has_next_game:
                break
            say(t("The next game begins; you switch sides."))
            self.table.next_game()
        if series_line(self.table):
            say(f"{series_line(self.table)}.")

    def play_game(self) -> None:
        """Play the current game to its end."""
        if self.table.score_line():
            say(f"\n{self.table.score_line()}")
        self.table.start_clock()
        self.draw()
        self.explain_pieces()
        while self.table.outcome is None and not self.table.claim_time():
            self.table.start_clock()
            if self.table.match.draw_offer is not None and self.table.is_persons_turn:
                self.answer_draw()
            elif self.table.is_persons_turn:
                self.ask_for_move()
            else:
                self.bots_turn()

    def draw(self) -> None:
        """The board and the clocks."""
        super().draw()
        if self.table.match.clock is not None:
            players = zip(self.table.position.players, map(self.table.clock_of, (0, 1)), strict=True)
            times = ", ".join(f"{in_language(player.name)} {left}" for player, left in players)
            say(t("{name}: {task}", name=t("Clock"), task=times))

    def bots_turn(self) -> None:
        """A bot thinks and plays; Ctrl-C pauses."""
        table = self.table
        position = table.position
        try:
            who = table.named(position.mover)
            move = self.patiently(lambda: table.think(position), t("{player} is thinking …", player=who))
            if table.pace is None:
                question = t("Press Enter for the move, {key} to pause", key="p")
                said = ask(f"{question}: ").lower()
                if self.run_command(said):
                    return
            elif table.pace:
                time.sleep(table.pace)
        except KeyboardInterrupt:
            say()
            table.replace_bots()
            self.pause()
            return
        except BotFailed as error:
            remark(sentence(in_language(str(error))))
            self.seat_another(position.mover)
            return
        if not table.has_bot_given_up:
            plays = t("{player} plays {move}.", player=who, move=move_in_words(position.written(move)))
            say("\n" + self.said(t("{player} passes.", player=who) if str(move) == "pass" else plays))
        self.play(move)

    def seat_another(self, seat: int) -> None:
        """If a bot has failed: another, or a person, or the same again; the game is kept."""
        entries = [
            ("bot", t("another bot takes over")),
            ("play", t("play this side yourself")),
            ("again", t("let it try again")),
            ("menu", t("main menu")),
        ]
        match menu(t("How should the game continue?"), entries):
            case "bot":
                list_bots(self.table.variant.game)
                self.table.seat_another(seat, choose_bot(self.table.variant.game, t("Which bot")))
            case "play":
                self.table.seat_another(seat, HUMAN)
            case "again":
                self.table.replace_bots()
            case _:
                raise ToMenu

    def patiently(self, work: Callable[[], Move], words: str) -> Move:
        """Run it in a thread, so that Ctrl-C works, and say so if it takes long."""
        thinking = BackgroundWork(lambda _: work())
        if not thinking.wait(SLOW_S):
            say(words)
        return thinking.result()

    def play(self, move: Move) -> None:
        """Play a move and draw the board; say so once if it cannot be saved."""
        was_unsaved = self.table.unsaved
        self.table.play(move)
        if self.table.unsaved and self.table.unsaved != was_unsaved:
            remark(sentence(self.table.unsaved))
        self.draw()

    @property
    def question(self) -> str:
        """Whose move is asked for, or the rest of a move."""
        who = self.table.named(self.table.position.mover)
        if self.entry.picked:
            return t("{player}, your move {picks} …", player=who, picks=self.entry.so_far)
        return t("{player}, your move", player=who)

    # --- commands

    def commands(self, rest: str) -> dict[str, Callable[[], object]]:
        """What each command does, with the rest of its line."""
        return super().commands(rest) | {
            "p": self.pause, "pause": self.pause, "undo": self.undo, "redo": self.redo, "u": self.undo,
            "hint": self.hint, "analyse": self.analyse, "analyze": self.analyse, "abort": self.abort,
            "end": self.table.settle, "draw": self.offer_draw, "language": lambda: self.language(rest),
            "resign": lambda: self.resign(rest), "save": lambda: self.save(rest),
            "export": lambda: self.export(rest), "pace": lambda: self.pace(rest),
            "history": lambda: self.history(rest),
        }  # fmt: skip

    def language(self, name: str) -> None:
        """Change the language, or list the available ones."""
        remark(change_language(self.table.saved_games, name))

    def to_menu(self) -> None:
        """Return to the main menu; the clock is stopped."""
        self.table.stop_clock()
        super().to_menu()

    def pause(self) -> None:
        """The pause menu; the clock is stopped."""
        self.table.stop_clock()
        entries = [
            ("resume", ""),
            ("save", t("save a copy under a name")),
            ("menu", t("main menu")),
            ("exit", ""),
        ]
        while True:
            match menu(t("Paused"), entries):
                case "save":
                    self.save("")
                case "menu":
                    raise ToMenu
                case "exit":
                    raise Quit
                case _:
                    self.draw()
                    return

    def undo(self) -> None:
        """Back to the person's last decision."""
        self.table.undo()
        self.draw()

    def redo(self) -> None:
        """Forward again."""
        self.table.redo()
        self.draw()

    def help(self) -> None:
        """The list of commands, and what is on the board."""
        super().help()
        self.explain_pieces()

    def explain_pieces(self) -> None:
        """What the signs on the board mean, apart from the players' own pieces."""
        game = self.table.variant.game
        line = legend_line(self.table.position.scene(), game, ascii_only=self.ascii_only)
        if line:
            say(t("On the board: {pieces}", pieces=line))

    def hint(self) -> None:
        """A move with its reason."""
        from ludoteca.explain.hints import HINT_MS, hint

        remark(self.said(in_language(hint(self.table.position, HINT_MS).text)))

    def resign(self, side: str) -> None:
        """Resign for the side to move, or for the named one, after a question."""
        seat = self.table.speaker
        if side:
            names = [str(in_language(player.name)) for player in self.table.position.players]
            if (seat := index_of(side, names)) not in self.table.people:
                raise LudotecaError(t("{side} is not played by a person here", side=repr(side[:40])))
        if seat is None or is_agreed(t("{player}: resign?", player=self.table.named(seat))):
            self.table.resign(seat)

    def abort(self) -> None:
        """End the game without a result, after a question."""
        if is_agreed(t("End the game without a result?")):
            self.table.abort()

    def offer_draw(self) -> None:
        """Offer a draw: a person is asked on their turn, a bot answers now."""
        seat = self.table.offer_draw()
        if self.table.outcome is not None:
            return
        if self.table.is_person(seat):
            self.answer_draw()
            return
        accepts = self.table.bot_accepts_draw(seat)
        remark(draw_answer(self.table.named(seat), accepts=accepts))
        self.table.answer_draw(accept=accepts)

    def answer_draw(self) -> None:
        """Ask the other person."""
        offered = self.table.match.draw_offer
        assert offered is not None
        players = {"player": self.table.named(offered), "other": self.table.named(1 - offered)}
        self.table.answer_draw(accept=is_agreed(t("{player} offers a draw. {other}, accept?", **players)))

    def save(self, name: str) -> None:
        """Save a copy under a name."""
        title = self.table.variant.title
        name = name or ask(f"{t('Save as')} [{title}]: ") or title
        there = self.table.saved_games.named(name)
        if there is not None:
            remark(t("{name} already exists: {game}.", name=name, game=there.line))
            if not is_agreed(t("Replace it?")):
                remark(t("Nothing was saved."))
                return
        remark(t("Saved as {file}.", file=self.table.save_as(name)))

    def export(self, name: str) -> None:
        """Write a record."""
        path = Path(name) if name else None
        written = self.table.saved_games.export(self.table.record_text(), self.table.variant.name, path)
        remark(t("Written to {file}.", file=written))

    def pace(self, text: str) -> None:
        """Set or show the bots' pace."""
        if text:
            self.table.set_pace(read_pace(text))
        remark(pace_sentence(self.table.pace))

    def history(self, text: str) -> None:
        """The turns so far, or the board after one of them."""
        match = self.table.match
        rows = [row for row in turn_rows(self.table) if not row.is_undone]
        if not text:
            for row in rows:
                say(f"  {row.number:3} {in_language(self.table.position.players[row.seat].name):8} {row.moves}")
            return
        chosen = whole_number(text)
        if chosen is None or chosen > len(rows):
            raise LudotecaError(t("type a turn number from 0 to {count}", count=len(rows)))
        ply = rows[chosen - 1].plies.stop if chosen else 0
        say(f"\n{sheet(match.positions[ply], ascii_only=self.ascii_only)}")
