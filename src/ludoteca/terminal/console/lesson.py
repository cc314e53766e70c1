"""A lesson in a plain terminal: every move is answered."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.languages import t, translatable
from ludoteca.languages.texts import sentence
from ludoteca.play.lessons import Lesson
from ludoteca.play.position import Move, Position
from ludoteca.terminal.console.board import ConsoleBoard
from ludoteca.terminal.lesson_visit import LessonVisit
from ludoteca.terminal.prompts import ask, command_in, remark, say
from ludoteca.terminal.saved_games import SavedGames


class ConsoleLesson(ConsoleBoard):
    """One lesson, played to its end or left."""

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

    def __init__(self, lesson: Lesson, saved_games: SavedGames, *, ascii_only: bool = False) -> None:
        self.visit = LessonVisit(lesson, saved_games)
        super().__init__(self.visit.position, ascii_only=ascii_only)

    @property
    def position(self) -> Position:
        """The position of the step, after the moves played."""
        return self.visit.position

    def run(self) -> None:
        """All steps; Quit and ToMenu leave."""
        lesson = self.visit.lesson
        say(f"\n{t(lesson.title)}")
        for paragraph in lesson.intro:
            say(t(paragraph))
        say(t("Type {help} for the commands.", help=t("help")))
        self.go_to(self.visit.at)
        while not self.visit.is_at_end:
            self.take_turn()
        say("\n" + t("You now know {game}. {goal}", game=lesson.game.title, goal=t(lesson.game.goal)))

    def go_to(self, at: int) -> None:
        """Begin a step."""
        self.visit.begin(at)
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
        """The board, separated from what follows."""
        super().draw()
        say()

    def take_turn(self) -> None:
        """Ask for a move, or for what comes after one."""
        if self.visit.is_right:
            self.follow(t("Press Enter to continue, or type {again}", again=t("again")), to=self.visit.at + 1)
        elif self.visit.is_to_try:
            words = {"show": t("show"), "skip": t("skip")}
            self.follow(t("Press Enter to try again, or type {show} or {skip}", **words), to=self.visit.at)
        else:
            self.ask_for_move()

    def follow(self, question: str, to: int) -> None:
        """After a turn: continue, try again, or what was typed."""
        said = ask(f"{question}: ").lower()
        if command_in(said, ("again",)) == ("again", "") or (not said and to == self.visit.at):
            self.visit.again()
            self.ask_for()
        elif not said:
            self.go_to(to)
        elif not self.run_command(said):
            words = {word: t(word) for word in ("again", "show", "skip", "menu")}
            remark(t("Press Enter, or type {again}, {show}, {skip} or {menu}.", **words))

    def play(self, move: Move) -> None:
        """A learner's move; the answer judges it."""
        self.visit.play(move)
        self.tell()

    def tell(self) -> None:
        """The board after the turn, and the answer."""
        self.draw()
        remark(self.visit.words)
        if self.visit.unsaved:
            remark(sentence(self.visit.unsaved))

    def commands(self, rest: str) -> dict[str, Callable[[], object]]:
        """What each command does."""
        return super().commands(rest) | {"show": self.show, "skip": lambda: self.go_to(self.visit.at + 1)}

    def show(self) -> None:
        """A correct turn."""
        remark(self.visit.show_how())
        self.tell()

    def back(self) -> None:
        """Drop the last pick, or go back a step."""
        if not self.entry.back():
            self.go_to(self.visit.at - 1)
