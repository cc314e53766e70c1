"""Puzzles in a plain terminal: the board is printed, moves and commands are typed."""

from __future__ import annotations

from ludoteca.kernel.errors import LudotecaError, MoveError
from ludoteca.languages import in_language, t, translatable
from ludoteca.play.position import Move, Position
from ludoteca.play.sentence_case import sentence
from ludoteca.puzzles.solving import Answer, Solving
from ludoteca.terminal.messages import answer_lines, report_lines
from ludoteca.terminal.move_entry import Entry, move_question
from ludoteca.terminal.position_sheet import sheet
from ludoteca.terminal.prompts import ToMenu, ask, command_in, help_page, remark, say, whole_number

HELP = translatable({
    "next": "another puzzle",
    "solution": "give up and see the solution",
    "analyse": "the best moves here",
    "board": "redraw the board",
    "today": "the puzzle of the day",
    "puzzle": "{puzzle} 7 opens puzzle 7",
    "moves": "all legal moves",
    "menu": "main menu",
    "quit": "leave (your rating is saved)",
})  # fmt: skip
COMMANDS = (*HELP, "analyze", "n", "back", "help", "?")
ANALYSIS_MS = 3000


class ConsolePuzzles:
    """Puzzles of one game, one after the other."""

    def __init__(self, solving: Solving, *, ascii_only: bool = False) -> None:
        self.solving = solving
        self.ascii_only = ascii_only
        self.entry = Entry(solving.position)

    def run(self) -> None:
        """Until the person leaves; Quit and ToMenu leave."""
        self.show()
        while True:
            said = ask(f"{move_question(self.entry)}: ")
            if not said:
                say(self.offer())
            elif self.entry.reads(said) or not self.common(said.lower()):
                self.enter(said)

    def show(self) -> None:
        """Show the current puzzle."""
        solving, puzzle = self.solving, self.solving.puzzle
        self.entry = Entry(solving.position)
        say(f"\n{in_language(solving.title)}")
        self.draw(solving.position)
        say(t(puzzle.task))

    def draw(self, position: Position) -> None:
        """A board."""
        say(f"\n{sheet(position, ascii_only=self.ascii_only)}")

    def enter(self, said: str) -> None:
        """Read a move or the next pick; a refusal says why."""
        try:
            move = self.entry.type(said)
        except MoveError as error:
            remark(sentence(str(error)))
            return
        if move is None:
            say(self.offer())
        else:
            self.answer(move)

    def offer(self) -> str:
        """What can be picked next."""
        lines = [f"  {number:3} {in_language(str(pick))}" for number, pick in enumerate(self.entry.choices, 1)]
        if self.entry.cells:
            lines.append("  " + t("You can choose: {choices}", choices=", ".join(self.entry.cells)))
        return "\n".join(lines)

    def answer(self, move: Move) -> None:
        """Judge a move; a wrong one is refuted and can be tried again."""
        answer = self.solving.answer(move)
        self.tell(answer)
        if answer.is_right:
            self.go_on()
        else:
            say(t("Try again, or type {solution} or {next}.", solution=t("solution"), next=t("next")))
            self.entry = Entry(self.solving.position)

    def tell(self, answer: Answer) -> None:
        """The result: the sentence, the moves that follow, and where they lead."""
        verdict, *follows = answer_lines(answer)
        say(f"\n{verdict}", *follows)
        self.draw(answer.line[-1])

    def go_on(self) -> None:
        """After a puzzle is finished."""
        say(f"{in_language(self.solving.standing())}.")
        ask(f"{t('Enter for the next puzzle')}: ")
        self.solving.next()
        self.show()

    def common(self, said: str) -> bool:
        """Run a command; False if it is not one."""
        word, rest = command_in(said, COMMANDS) or ("", "")
        match word:
            case "next" | "n":
                self.solving.next()
                self.show()
            case "today":
                self.solving.today()
                self.show()
            case "puzzle":
                self.go_to(rest)
            case "solution":
                self.tell(self.solving.solution())
                self.go_on()
            case "analyse" | "analyze":
                self.analyse()
            case "moves":
                say(" ".join(str(move) for move in self.solving.position.moves()))
            case "board":
                self.show()
            case "back":
                self.entry.back()
            case "menu":
                raise ToMenu
            case "help" | "?":
                commands = {command: t(words, puzzle=t("puzzle")) for command, words in HELP.items()}
                say(help_page(self.solving.example, commands.items()))
            case _:
                return False
        return True

    def go_to(self, rest: str) -> None:
        """Go to the puzzle with a number."""
        try:
            self.solving.choose(whole_number(rest) or 0)
        except LudotecaError as error:
            remark(sentence(str(error)))
            return
        self.show()

    def analyse(self) -> None:
        """The best moves with their values."""
        from ludoteca.search.analysis import analyse

        for line in report_lines(analyse(self.solving.position, ms=ANALYSIS_MS, lines=3)):
            remark(line)
