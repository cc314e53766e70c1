"""The board in a plain terminal: it is printed, and moves and commands are typed.

Playing, a lesson and puzzles differ in their commands and in what they do with a move.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import ClassVar

from ludoteca.errors import LudotecaError, MoveError
from ludoteca.kernel.scene import Pick
from ludoteca.languages import in_language, t
from ludoteca.languages.texts import sentence
from ludoteca.play.move_input import steps_of
from ludoteca.play.position import Move, Position
from ludoteca.play.rule_pages import rule_page
from ludoteca.terminal.messages import effect_words, report_lines
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import ToMenu, ask, command_in, help_page, remark, say, say_page
from ludoteca.terminal.saved_games import file_trouble
from ludoteca.terminal.table import STEP

ANALYSIS_MS = 3000


class ConsoleBoard:
    """A board on which moves are typed."""

    HELP: ClassVar[Mapping[str, str]]  # the commands, and what each does

    def __init__(self, position: Position, *, ascii_only: bool = False) -> None:
        self.ascii_only = ascii_only or not (sys.stdout.encoding or "").lower().startswith("utf")
        self.entry = Entry(position)

    @property
    def position(self) -> Position:
        """Where a move is entered."""
        raise NotImplementedError

    def play(self, move: Move) -> None:
        """A move was entered."""
        raise NotImplementedError

    def commands(self, rest: str) -> dict[str, Callable[[], object]]:  # noqa: ARG002 (others take arguments)
        """What each command does, with the rest of its line."""
        return {
            "board": self.draw,
            "moves": lambda: say(self.said(" ".join(map(self.position.written, self.position.whole_moves())))),
            "rules": lambda: say_page(lambda: rule_page(self.position.variant.name).how_to_play),
            "back": self.back,
            "help": self.help,
            "?": self.help,
            "menu": self.to_menu,
        }

    def said(self, words: str) -> str:
        """Words with the cells named as in the chosen rules."""
        return self.position.variant.labels.shown(words)

    def draw(self) -> None:
        """The board, with letters if the terminal has no glyphs; and a new entry for it."""
        self.entry = Entry(self.position)
        say(f"\n{sheet(self.position, ascii_only=self.ascii_only)}")

    # --- entering

    def ask_for_move(self) -> None:
        """A move, its beginning or a command; an empty line shows what can be chosen."""
        said = ask(f"{self.question}: ")
        if not said:
            say(self.offer())
        elif self.entry.reads(said) or not self.run_command(said):
            self.enter_all(said)

    @property
    def question(self) -> str:
        """What is asked for: a move, or the rest of one."""
        return t("Your move {picks} …", picks=self.entry.so_far) if self.entry.picked else t("Your move")

    def enter_all(self, said: str) -> None:
        """Read a move, or the moves of a turn that is written as one, up to the first that is refused."""
        for step in steps_of(self.entry.position, said):
            before = self.entry
            self.enter(step)
            if self.entry is before:
                return

    def enter(self, said: str) -> None:
        """Read a move or the next pick; a refusal says why."""
        try:
            move = self.entry.type(said)
        except MoveError as error:
            remark(self.said(sentence(str(error))))
            return
        if move is None:
            say(self.offer())
        else:
            self.play(move)

    def offer(self) -> str:
        """What can be picked next; choices that are not cells are numbered and explained."""
        width = max((len(pick.name) for pick in self.entry.choices), default=0)
        lines = [
            f"  {number:3} {pick.name:{width}}  {self.explained(pick)}".rstrip()
            for number, pick in enumerate(self.entry.choices, 1)
        ]
        if self.entry.cells:
            cells = ", ".join(map(self.said, self.entry.cells))
            lines.append("  " + t("You can choose: {choices}", choices=cells))
        return "\n".join(lines)

    def explained(self, pick: Pick) -> str:
        """What a choice by name means, or where it leads when it completes the move."""
        if pick.label not in ("", pick.name):
            return str(in_language(pick.label))
        after = self.entry.after(pick.name)
        return "" if after is None else self.said(effect_words(self.entry.position, after))

    # --- commands

    def run_command(self, said: str) -> bool:
        """Run a command; False if it is not one."""
        found = command_in(said, self.commands(""))
        if found is None:
            return False
        word, rest = found
        try:
            self.commands(rest)[word]()
        except LudotecaError as error:
            remark(sentence(str(error)))
        except OSError as error:
            remark(sentence(file_trouble(error)))
        return True

    def back(self) -> None:
        """Drop the last pick."""
        if not self.entry.back():
            remark(t("Nothing has been chosen yet."))
        elif self.entry.picked:
            say(self.offer())

    def help(self) -> None:
        """The list of commands."""
        places = {command: t(command) for command in self.HELP} | {"step": t(STEP), "key": "p"}
        say(help_page(self.example, [(command, t(words, **places)) for command, words in self.HELP.items()]))

    @property
    def example(self) -> str:
        """A move as it is typed."""
        moves = self.position.whole_moves()
        return self.said(self.position.written(moves[0])) if moves else t("none")

    def analyse(self) -> None:
        """The best moves with their values."""
        from ludoteca.search.analysis import analyse

        for line in report_lines(analyse(self.position, ms=ANALYSIS_MS, lines=3)):
            remark(self.said(line))

    def to_menu(self) -> None:
        """Leave for the main menu."""
        raise ToMenu
