"""Puzzles in a plain terminal: a wrong move is refuted and can be tried again."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.languages import in_language, t, translatable
from ludoteca.play.position import Move, Position
from ludoteca.puzzles.solving import Answer, Solving
from ludoteca.terminal.console.board import ConsoleBoard
from ludoteca.terminal.messages import answer_lines
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import ask, say, whole_number


class ConsolePuzzles(ConsoleBoard):
    """Puzzles of one game, one after the other."""

    HELP = translatable({
        "next": "another puzzle",
        "solution": "give up and see the solution",
        "analyse": "the best moves here",
        "board": "redraw the board",
        "today": "the puzzle of the day",
        "puzzle": "{puzzle} 7 opens puzzle 7",
        "moves": "all legal moves",
        "rules": "how to play",
        "menu": "main menu",
        "quit": "leave (your rating is saved)",
    })  # fmt: skip

    def __init__(self, solving: Solving, *, ascii_only: bool = False) -> None:
        super().__init__(solving.position, ascii_only=ascii_only)
        self.solving = solving

    @property
    def position(self) -> Position:
        """The puzzle's."""
        return self.solving.position

    @property
    def example(self) -> str:
        """A move that is not the solution."""
        return self.solving.example

    def run(self) -> None:
        """Until the person leaves; Quit and ToMenu leave."""
        self.draw()
        while True:
            self.ask_for_move()

    def draw(self) -> None:
        """The current puzzle."""
        say(f"\n{in_language(self.solving.title)}")
        super().draw()
        say(t(self.solving.puzzle.task))

    def play(self, move: Move) -> None:
        """Judge a move; a wrong one is refuted and can be tried again."""
        answer = self.solving.answer(move)
        self.tell(answer)
        if answer.is_right:
            self.go_on()
        else:
            say(t("Try again, or type {solution} or {next}.", solution=t("solution"), next=t("next")))
            self.entry = Entry(self.position)

    def tell(self, answer: Answer) -> None:
        """The result: the sentence, the moves that follow, and where they lead."""
        verdict, *follows = answer_lines(answer)
        say(f"\n{verdict}", *follows, f"\n{sheet(answer.line[-1], ascii_only=self.ascii_only)}")

    def go_on(self) -> None:
        """After a puzzle is finished."""
        say(f"{in_language(self.solving.standing())}.")
        ask(f"{t('Enter for the next puzzle')}: ")
        self.go_to(self.solving.next)

    def go_to(self, choose: Callable[[], object]) -> None:
        """Choose another puzzle and show it."""
        choose()
        self.draw()

    def commands(self, rest: str) -> dict[str, Callable[[], object]]:
        """What each command does."""
        return super().commands(rest) | {
            "next": lambda: self.go_to(self.solving.next),
            "n": lambda: self.go_to(self.solving.next),
            "today": lambda: self.go_to(self.solving.today),
            "puzzle": lambda: self.go_to(lambda: self.solving.choose(whole_number(rest) or 0)),
            "solution": self.give_up,
            "analyse": self.analyse,
            "analyze": self.analyse,
        }

    def give_up(self) -> None:
        """The solution, and then the next puzzle."""
        self.tell(self.solving.solution())
        self.go_on()
