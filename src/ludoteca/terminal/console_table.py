"""A table in a plain terminal: the board is printed after each turn, moves and commands are typed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from ludoteca.kernel.errors import LudotecaError, MoveError
from ludoteca.languages import in_language, later, t
from ludoteca.play.move_words import move_in_words
from ludoteca.play.position import Move
from ludoteca.play.rule_pages import rule_page
from ludoteca.play.sentence_case import sentence
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.change_language import change_language
from ludoteca.terminal.console_help import help_page
from ludoteca.terminal.messages import draw_answer, file_trouble, report_lines, series_line, turn_line
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import Quit, ToMenu, ask, command_in, is_agreed, menu, remark, whole_number
from ludoteca.terminal.table import STEP, Table, pace_text, read_pace
from ludoteca.terminal.turn_rows import turn_rows

HELP = later({
    "moves": "all legal moves",
    "board": "draw the board again",
    "hint": "a move and its reason",
    "back": "drop a half-chosen move",
    "draw": "offer a draw",
    "save": "{save} NAME keeps a copy",
    "pace": "{pace} 0.5 or {pace} {step}",
    "pause": "or {key}: resume, save, main menu, exit",
    "menu": "to the main menu",
    "undo": "back to your last decision",
    "redo": "forward again",
    "analyse": "the best moves and their worth",
    "history": "the turns so far; {history} 5 shows the board after turn 5",
    "resign": "give the game up",
    "export": "{export} FILE writes a record",
    "rules": "how to play",
    "language": "{language} pt, es or en",
    "quit": "leave; the game is kept",
})  # fmt: skip
ANALYSIS_MS = 3000
SLOW_S = 1.0  # after so long a person is told that the bot is at work


class ConsoleTable:
    """One table, played until it is over or left."""

    def __init__(self, table: Table, *, ascii_only: bool = False) -> None:
        self.table = table
        self.ascii_only = ascii_only or not (sys.stdout.encoding or "").lower().startswith("utf")
        self.entry = Entry(table.position)

    def run(self) -> None:
        """Play all games of the series; Quit and ToMenu leave the table as it is, saved."""
        while True:
            self.play_game()
            print(f"\n{turn_line(self.table)}.")
            if self.table.series.games > 1:
                print(f"{in_language(self.table.series.score_text())}.")
            if not self.table.has_next_game:
                break
            print(t("The next game begins; sides are changed."))
            self.table.next_game()
        if series_line(self.table):
            print(f"{series_line(self.table)}.")

    def play_game(self) -> None:
        """To the end of the game at hand."""
        if self.table.score_line():
            print(f"\n{self.table.score_line()}")
        self.draw()
        while self.table.outcome is None:
            if self.table.match.draw_offer is not None and self.table.is_persons_turn:
                self.answer_draw()
            elif self.table.is_persons_turn:
                self.persons_turn()
            else:
                self.bots_turn()

    def draw(self) -> None:
        """The board, with letters where the terminal has no glyphs; and a new entry for it."""
        self.entry = Entry(self.table.position)
        print(f"\n{sheet(self.table.position, ascii_only=self.ascii_only)}")

    def bots_turn(self) -> None:
        """A bot thinks and plays; Ctrl-C pauses."""
        table = self.table
        position = table.position
        try:
            who = table.named(position.mover)
            move = self.patiently(lambda: table.think(position), t("{player} is thinking …", player=who))
            if table.pace is None:
                question = t("Enter for the move, {key} to pause", key="p")
                said = ask(f"{question}: ").lower()
                if self.common(said):
                    return
            elif table.pace:
                time.sleep(table.pace)
        except KeyboardInterrupt:
            print()
            table.replace_bots()
            self.pause()
            return
        print("\n" + t("{player} plays {move}.", player=who, move=move_in_words(move)))
        self.play(move)

    def patiently(self, work: Callable[[], Move], words: str) -> Move:
        """Do it in a thread, so that Ctrl-C is heard, and say so when it takes long."""
        thinking = BackgroundWork(lambda _: work())
        if not thinking.wait(SLOW_S):
            print(words)
        return thinking.result()

    def play(self, move: Move) -> None:
        """Play a move and draw the board; say so once when it cannot be kept."""
        was_unsaved = self.table.unsaved
        self.table.play(move)
        if self.table.unsaved and self.table.unsaved != was_unsaved:
            remark(sentence(self.table.unsaved))
        self.draw()

    def persons_turn(self) -> None:
        """Ask until a move was played or the position has changed otherwise."""
        who = self.table.named(self.table.position.mover)
        question = t("{player}, your move", player=who)
        if self.entry.picked:
            question = t("{player}, your move {picks} …", player=who, picks=self.entry.so_far)
        said = ask(f"{question}: ")
        if not said:
            print(self.offer())
            return
        if self.entry.reads(said) or not self.common(said.lower(), said):
            self.enter(said)

    def enter(self, said: str) -> None:
        """Read a move or the next pick; a refusal says why."""
        try:
            move = self.entry.type(said)
        except MoveError as error:
            remark(sentence(str(error)))
            return
        if move is None:
            print(self.offer())
            return
        self.play(move)

    def offer(self) -> str:
        """What can be picked next; choices that are not cells are numbered and explained."""
        choices = self.entry.choices
        lines = [
            f"  {number:3} {pick.name}" + (f"  {in_language(pick.label)}" if pick.label not in ("", pick.name) else "")
            for number, pick in enumerate(choices, 1)
        ]
        if self.entry.cells:
            lines.append("  " + t("You can choose: {choices}", choices=", ".join(self.entry.cells)))
        return "\n".join(lines)

    # --- commands

    def common(self, said: str, original: str = "") -> bool:
        """Carry out a command; False when it is none."""
        commands: dict[str, Callable[[], None]] = {
            "p": self.pause, "pause": self.pause, "undo": self.undo, "redo": self.redo, "u": self.undo,
            "hint": self.hint, "analyse": self.analyse, "analyze": self.analyse, "board": self.draw,
            "moves": lambda: print(" ".join(str(move) for move in self.table.position.moves())),
            "help": self.help, "?": self.help, "back": lambda: self.back(), "language": lambda: self.language(argument),
            "rules": lambda: print(f"\n{rule_page(self.table.variant.name).how_to_play}\n"),
            "resign": self.resign, "draw": self.offer_draw, "save": lambda: self.save(argument),
            "export": lambda: self.export(argument), "pace": lambda: self.pace(argument),
            "history": lambda: self.history(argument), "menu": self.to_menu,
        }  # fmt: skip
        found = command_in(original or said, commands)
        if found is None:
            return False
        word, argument = found
        try:
            commands[word]()
        except LudotecaError as error:
            remark(sentence(str(error)))
        except OSError as error:
            remark(sentence(file_trouble(error)))
        return True

    def language(self, name: str) -> None:
        """Speak another language from now on, or say which there are."""
        remark(change_language(self.table.saved_games, name))

    def to_menu(self) -> None:
        """Leave for the main menu."""
        raise ToMenu

    def pause(self) -> None:
        """The pause menu."""
        entries = [
            ("resume", ""),
            ("save", t("keep a copy under a name")),
            ("menu", t("to the main menu")),
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

    def back(self) -> None:
        """Drop the last pick."""
        if not self.entry.back():
            remark(t("Nothing is chosen yet."))
        elif self.entry.picked:
            print(self.offer())

    def help(self) -> None:
        """The list of commands."""
        example = str(self.table.position.moves()[0]) if self.table.position.moves() else t("none")
        places = {word: t(word) for word in ("save", "pace", "history", "export", "language")}
        commands = {command: t(words, **places, step=t(STEP), key="p") for command, words in HELP.items()}
        print(help_page(example, commands.items()))

    def hint(self) -> None:
        """A move with its reason."""
        from ludoteca.explain.hints import HINT_MS, hint

        remark(in_language(hint(self.table.position, HINT_MS).text))

    def analyse(self) -> None:
        """The best moves with what they are worth."""
        from ludoteca.search.analysis import analyse

        for line in report_lines(analyse(self.table.position, ms=ANALYSIS_MS, lines=3)):
            remark(line)

    def resign(self) -> None:
        """Give up, if the person means it."""
        if is_agreed(t("Resign?")):
            self.table.resign()

    def offer_draw(self) -> None:
        """Offer a draw: a person is asked at their turn, a bot answers now."""
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
        """Keep a copy under a name."""
        title = self.table.variant.title
        name = name or ask(f"{t('Under which name')} [{title}]: ") or title
        there = self.table.saved_games.named(name)
        if there is not None:
            remark(t("{name} is taken: {game}.", name=name, game=there.line))
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
        """Set the bots' pace, or say it."""
        if text:
            self.table.set_pace(read_pace(text))
        remark(t("Bots take {pace}.", pace=pace_text(self.table.pace)))

    def history(self, text: str) -> None:
        """The turns so far, or the board after one of them."""
        match = self.table.match
        rows = [row for row in turn_rows(self.table) if not row.is_undone]
        if not text:
            for row in rows:
                print(f"  {row.number:3} {in_language(self.table.position.players[row.seat].name):8} {row.moves}")
            return
        chosen = whole_number(text)
        if chosen is None or chosen > len(rows):
            raise LudotecaError(t("type the number of a turn from 0 to {count}", count=len(rows)))
        ply = rows[chosen - 1].plies.stop if chosen else 0
        print(f"\n{sheet(match.positions[ply], ascii_only=self.ascii_only)}")
