"""A table in a plain terminal: the board is printed after each turn, moves and commands are typed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from ludoteca.kernel.errors import LudotecaError, MoveError
from ludoteca.play.position import Move
from ludoteca.play.rule_pages import rule_page
from ludoteca.play.sentence_case import sentence
from ludoteca.search.background import BackgroundWork
from ludoteca.terminal.messages import report_lines, series_line, turn_line
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import Quit, ToMenu, ask, menu, whole_number
from ludoteca.terminal.table import Table, pace_text, read_pace
from ludoteca.terminal.turn_rows import turn_rows

HELP = """\
Type a move, such as {example}, or only its beginning to be offered the rest.
  moves    all legal moves           undo     back to your last decision
  board    draw the board again      redo     forward again
  hint     a move and its reason     analyse  the best moves and their worth
  back     drop a half-chosen move   history  the turns so far; history 5 shows the board after turn 5
  draw     offer a draw              resign   give the game up
  save     save NAME keeps a copy    export   export FILE writes a record
  pace     pace 0.5 or pace step     rules    how to play
  pause    or p: resume, save, main menu, exit
  menu     to the main menu          quit     leave; the game is kept"""
HINT_MS = 1500
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
                print(f"{self.table.series.score_text()}.")
            if not self.table.has_next_game:
                break
            print("The next game begins; sides are changed.")
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
            move = self.patiently(lambda: table.think(position), f"{table.named(position.mover)} is thinking …")
            if table.pace is None:
                said = ask("Enter for the move, p to pause: ").lower()
                if self.common(said):
                    return
            elif table.pace:
                time.sleep(table.pace)
        except KeyboardInterrupt:
            print()
            table.replace_bots()
            self.pause()
            return
        print(f"\n{table.named(position.mover)} plays {move}.")
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
            print(f"  {sentence(self.table.unsaved)}")
        self.draw()

    def persons_turn(self) -> None:
        """Ask until a move was played or the position has changed otherwise."""
        so_far = f" {self.entry.so_far} …" if self.entry.picked else ""
        said = ask(f"{self.table.named(self.table.position.mover)}, your move{so_far}: ")
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
            print(f"  {sentence(str(error))}")
            return
        if move is None:
            print(self.offer())
            return
        self.play(move)

    def offer(self) -> str:
        """What can be picked next; choices that are not cells are numbered and explained."""
        choices = self.entry.choices
        lines = [
            f"  {number:3} {pick.name}" + (f"  {pick.label}" if pick.label not in ("", pick.name) else "")
            for number, pick in enumerate(choices, 1)
        ]
        if self.entry.cells:
            lines.append(f"  You can choose: {', '.join(self.entry.cells)}")
        return "\n".join(lines)

    # --- commands

    def common(self, said: str, original: str = "") -> bool:
        """Carry out a command; False when it is none."""
        word, _, rest = said.partition(" ")
        argument = (original or said).partition(" ")[2].strip()
        commands: dict[str, Callable[[], None]] = {
            "p": self.pause, "pause": self.pause, "undo": self.undo, "redo": self.redo, "u": self.undo,
            "hint": self.hint, "analyse": self.analyse, "analyze": self.analyse, "board": self.draw,
            "moves": lambda: print(" ".join(str(move) for move in self.table.position.moves())),
            "help": self.help, "?": self.help, "back": lambda: self.back(),
            "rules": lambda: print(f"\n{rule_page(self.table.variant.name).how_to_play}\n"),
            "resign": self.resign, "draw": self.offer_draw, "save": lambda: self.save(argument),
            "export": lambda: self.export(argument), "pace": lambda: self.pace(rest),
            "history": lambda: self.history(rest), "menu": self.to_menu,
        }  # fmt: skip
        if word not in commands:
            return False
        try:
            commands[word]()
        except LudotecaError as error:
            print(f"  {sentence(str(error))}")
        except OSError as error:
            print(f"  {sentence(f'{error.filename}: {error.strerror}')}")
        return True

    def to_menu(self) -> None:
        """Leave for the main menu."""
        raise ToMenu

    def pause(self) -> None:
        """The pause menu."""
        entries = [("resume", ""), ("save", "keep a copy under a name"), ("menu", "to the main menu"), ("exit", "")]
        while True:
            match menu("Paused", entries):
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
            print("  Nothing is chosen yet.")
        elif self.entry.picked:
            print(self.offer())

    def help(self) -> None:
        """The list of commands."""
        example = self.table.position.moves()[0] if self.table.position.moves() else "none"
        print(HELP.format(example=example))

    def hint(self) -> None:
        """A move with its reason."""
        from ludoteca.explain.hints import hint

        print(f"  {hint(self.table.position, HINT_MS).text}")

    def analyse(self) -> None:
        """The best moves with what they are worth."""
        from ludoteca.search.analysis import analyse

        for line in report_lines(analyse(self.table.position, ms=ANALYSIS_MS, lines=3)):
            print(f"  {line}")

    def resign(self) -> None:
        """Give up, if the person means it."""
        if ask("Resign? (y/n) [n]: ").lower().startswith("y"):
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
        print(f"  {self.table.named(seat)} {'accepts' if accepts else 'would rather play on'}.")
        self.table.answer_draw(accept=accepts)

    def answer_draw(self) -> None:
        """Ask the other person."""
        offered = self.table.match.draw_offer
        assert offered is not None
        other = self.table.named(1 - offered)
        accepts = ask(f"{self.table.named(offered)} offers a draw. {other}, accept? (y/n) [n]: ")
        self.table.answer_draw(accept=accepts.lower().startswith("y"))

    def save(self, name: str) -> None:
        """Keep a copy under a name."""
        name = name or ask(f"Under which name [{self.table.variant.title}]: ") or self.table.variant.title
        there = self.table.saved_games.named(name)
        if there is not None:
            print(f"  {name} is taken: {there.line}.")
            if not ask("Replace it? (y/n) [n]: ").lower().startswith("y"):
                print("  Nothing was saved.")
                return
        print(f"  Saved as {self.table.save_as(name)}.")

    def export(self, name: str) -> None:
        """Write a record."""
        path = Path(name) if name else None
        written = self.table.saved_games.export(self.table.record_text(), self.table.variant.name, path)
        print(f"  Written to {written}.")

    def pace(self, text: str) -> None:
        """Set the bots' pace, or say it."""
        if text:
            self.table.set_pace(read_pace(text))
        print(f"  Bots take {pace_text(self.table.pace)}.")

    def history(self, text: str) -> None:
        """The turns so far, or the board after one of them."""
        match = self.table.match
        rows = [row for row in turn_rows(self.table) if not row.is_undone]
        if not text:
            for row in rows:
                print(f"  {row.number:3} {self.table.position.players[row.seat].name:8} {row.moves}")
            return
        chosen = whole_number(text)
        if chosen is None or chosen > len(rows):
            raise LudotecaError(f"type the number of a turn from 0 to {len(rows)}")
        ply = rows[chosen - 1].plies.stop if chosen else 0
        print(f"\n{sheet(match.positions[ply], ascii_only=self.ascii_only)}")
