"""A lesson in a plain terminal: the board is printed, the learner types moves, and each is answered."""

from __future__ import annotations

from ludoteca.kernel.errors import MoveError
from ludoteca.languages import in_language, t, translatable
from ludoteca.play.lessons import Lesson
from ludoteca.play.rule_pages import rule_page
from ludoteca.play.sentence_case import sentence
from ludoteca.terminal.lesson_visit import LessonVisit
from ludoteca.terminal.move_entry import Entry, move_question
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import ToMenu, ask, command_in, help_page, remark, say, say_page
from ludoteca.terminal.saved_games import SavedGames

HELP = translatable({
    "show": "show a correct turn",
    "board": "redraw the board",
    "moves": "all legal moves",
    "menu": "leave the lesson",
    "skip": "go to the next step",
    "back": "cancel an unfinished move, or go back a step",
    "rules": "how to play",
    "quit": "leave (your place is saved)",
})  # fmt: skip
COMMANDS = (*HELP, "again", "help", "?")


class ConsoleLesson:
    """One lesson, played to its end or left."""

    def __init__(self, lesson: Lesson, saved_games: SavedGames, *, ascii_only: bool = False) -> None:
        self.visit = LessonVisit(lesson, saved_games)
        self.ascii_only = ascii_only
        self.entry = Entry(self.visit.position)

    def run(self) -> None:
        """All steps; Quit and ToMenu leave."""
        lesson = self.visit.lesson
        say(f"\n{t(lesson.title)}")
        for paragraph in lesson.intro:
            say(t(paragraph))
        say(t("Type {help} for the commands.", help=t("help")))
        self.begin()
        while not self.visit.is_at_end:
            self.take_turn()
        say("\n" + t("You now know {game}. {goal}", game=lesson.game.title, goal=t(lesson.game.goal)))

    def begin(self) -> None:
        """Show the current step."""
        if self.visit.is_at_end:
            return
        say(f"\n{self.visit.heading}\n")
        for paragraph in self.visit.step.text:
            say(t(paragraph))
        self.ask_for()

    def ask_for(self) -> None:
        """The board and the task."""
        self.draw()
        say(t("Task: {task}", task=t(self.visit.step.task)))

    def draw(self) -> None:
        """The current board, and a new entry for it."""
        self.entry = Entry(self.visit.position)
        say(f"\n{sheet(self.visit.position, ascii_only=self.ascii_only)}\n")

    def take_turn(self) -> None:
        """Ask for a move, or for what comes after one."""
        if self.visit.is_right:
            question = t("Press Enter to continue, or type {again}", again=t("again"))
            self.follow(ask(f"{question}: ").lower(), to=self.visit.at + 1)
        elif self.visit.is_to_try:
            question = t("Press Enter to try again, or type {show} or {skip}", show=t("show"), skip=t("skip"))
            self.follow(ask(f"{question}: ").lower(), to=self.visit.at)
        else:
            self.enter(ask(f"{move_question(self.entry)}: "))

    def follow(self, said: str, to: int) -> None:
        """After a turn: continue, try again, or what was typed."""
        if command_in(said, ("again",)) == ("again", "") or (not said and to == self.visit.at):
            self.visit.again()
            self.ask_for()
        elif not said:
            self.visit.begin(to)
            self.begin()
        elif not self.command(said):
            words = {word: t(word) for word in ("again", "show", "skip", "menu")}
            remark(t("Press Enter, or type {again}, {show}, {skip} or {menu}.", **words))

    def enter(self, said: str) -> None:
        """A move, its beginning, or a command; a refusal says why."""
        if not self.entry.reads(said) and self.command(said.lower()):
            return
        if not said:
            say(self.offer())
            return
        try:
            move = self.entry.type(said)
        except MoveError as error:
            remark(sentence(str(error)))
            return
        if move is None:
            say(self.offer())
            return
        self.visit.play(move)
        self.tell()

    def offer(self) -> str:
        """What can be picked next."""
        picks = ", ".join(in_language(str(pick)) for pick in self.entry.options)
        return "  " + t("You can choose: {choices}", choices=picks)

    def tell(self) -> None:
        """The board after the turn, and the answer."""
        self.draw()
        remark(self.visit.words)
        if self.visit.unsaved:
            remark(sentence(self.visit.unsaved))

    def command(self, said: str) -> bool:
        """Run a command; False if it is not one."""
        word, rest = command_in(said, COMMANDS) or ("", "")
        match "" if rest else word:
            case "show":
                remark(self.visit.show_how())
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
                say(" ".join(str(move) for move in self.visit.position.moves()))
            case "rules":
                say_page(lambda: rule_page(self.visit.lesson.game.name).how_to_play)
            case "help" | "?":
                moves = self.visit.position.moves()
                commands = {command: t(words) for command, words in HELP.items()}
                say(help_page(str(moves[0]) if moves else t("none"), commands.items()))
            case "menu":
                raise ToMenu
            case _:
                return False
        return True
