"""A lesson in a plain terminal: the board is printed, the learner types moves, and every one is answered."""

from __future__ import annotations

from textwrap import fill

from ludoteca.kernel.errors import MoveError
from ludoteca.play.lessons import Lesson
from ludoteca.play.rule_pages import rule_page
from ludoteca.play.sentence_case import sentence
from ludoteca.terminal.lesson_visit import LessonVisit
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import ToMenu, ask
from ludoteca.terminal.saved_games import SavedGames

WIDTH = 100  # characters a line
HELP = """\
Type a move, such as {example}, or only its beginning to be offered the rest.
  show     play a turn that is right     skip     on to the next step
  board    draw the board again          back     drop a half-chosen move, or to the step before
  moves    all legal moves               rules    how to play
  menu     leave the lesson              quit     leave; the step is remembered"""


class ConsoleLesson:
    """One lesson, gone through to its end or left."""

    def __init__(self, lesson: Lesson, saved_games: SavedGames, *, ascii_only: bool = False) -> None:
        self.visit = LessonVisit(lesson, saved_games)
        self.ascii_only = ascii_only
        self.entry = Entry(self.visit.position)

    def run(self) -> None:
        """All steps; Quit and ToMenu leave."""
        lesson = self.visit.lesson
        print(f"\n{lesson.title}")
        for paragraph in lesson.intro:
            print(fill(paragraph, WIDTH))
        print("Type help for the commands.")
        self.begin()
        while not self.visit.is_at_end:
            self.take_turn()
        print(f"\nYou know {lesson.game.title}. {lesson.game.goal}")

    def begin(self) -> None:
        """Show the step at hand."""
        if self.visit.is_at_end:
            return
        print(f"\n{self.visit.heading}\n")
        for paragraph in self.visit.step.text:
            print(fill(paragraph, WIDTH))
        self.ask_for()

    def ask_for(self) -> None:
        """The board and the task."""
        self.draw()
        print(fill(f"Task: {self.visit.step.task}", WIDTH))

    def draw(self) -> None:
        """The board as it stands, and a new entry for it."""
        self.entry = Entry(self.visit.position)
        print(f"\n{sheet(self.visit.position, ascii_only=self.ascii_only)}\n")

    def take_turn(self) -> None:
        """Ask for a move, or for what comes after one."""
        if self.visit.is_right:
            self.follow(ask("Enter goes on, or again: ").lower(), to=self.visit.at + 1)
        elif self.visit.is_wrong:
            self.follow(ask("Enter tries again, or show or skip: ").lower(), to=self.visit.at)
        else:
            self.enter(ask("Your move" + (f" {self.entry.so_far} …: " if self.entry.picked else ": ")))

    def follow(self, said: str, to: int) -> None:
        """After a turn: on, once more, or what was typed."""
        if said == "again" or (not said and to == self.visit.at):
            self.visit.again()
            self.ask_for()
        elif not said:
            self.visit.begin(to)
            self.begin()
        elif not self.command(said):
            print("  Press Enter, or type again, show, skip or menu.")

    def enter(self, said: str) -> None:
        """A move, its beginning, or a command; a refusal says why."""
        if not self.entry.reads(said) and self.command(said.lower()):
            return
        if not said:
            print(self.offer())
            return
        try:
            move = self.entry.type(said)
        except MoveError as error:
            print(f"  {sentence(str(error))}")
            return
        if move is None:
            print(self.offer())
            return
        self.visit.play(move)
        self.tell()

    def offer(self) -> str:
        """What can be picked next."""
        return f"  You can choose: {', '.join(str(pick) for pick in self.entry.options)}"

    def tell(self) -> None:
        """The board after the turn, and the answer."""
        self.draw()
        print(fill(self.visit.words, WIDTH, initial_indent="  ", subsequent_indent="  "))
        if self.visit.unsaved:
            print(f"  {sentence(self.visit.unsaved)}")

    def command(self, said: str) -> bool:
        """Carry out a command; False when it is none."""
        match said:
            case "show":
                print(f"  {self.visit.show_how()}")
                self.tell()
            case "skip":
                self.visit.begin(self.visit.at + 1)
                self.begin()
            case "back":
                if not self.entry.back():
                    self.visit.begin(self.visit.at - 1)
                    self.begin()
            case "board":
                self.draw()
            case "moves":
                print(" ".join(str(move) for move in self.visit.position.moves()))
            case "rules":
                print(f"\n{rule_page(self.visit.lesson.game.name).how_to_play}\n")
            case "help" | "?":
                moves = self.visit.position.moves()
                print(HELP.format(example=moves[0] if moves else "none"))
            case "menu":
                raise ToMenu
            case _:
                return False
        return True
