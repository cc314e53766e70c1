"""A puzzle on the screen: a move is entered as at a table, then the line that proves or refutes it is played out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoteca.languages import in_language, t
from ludoteca.play.position import Move, Position
from ludoteca.play.position_interface import cells_of, changed_between
from ludoteca.puzzles.solving import Answer, Solving
from ludoteca.terminal.board_canvas import NONE
from ludoteca.terminal.messages import answer_lines
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.position_sheet import fact_lines, standing
from ludoteca.terminal.screens.board import BoardScreen, in_background
from ludoteca.terminal.seats import HUMAN
from ludoteca.terminal.table import Table
from ludoteca.terminal.table_view import BoardView, entry_view, picking_keys

STEP_S = 0.9  # between two moves of a line being played out


class PuzzleScreen(BoardScreen):
    """Puzzles of one game, one after the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", show=False),
        Binding("s", "solution", show=False),
        Binding("y", "today", show=False),
        Binding("a", "analyse", show=False),
    ]

    def __init__(self, solving: Solving) -> None:
        super().__init__(solving.position)
        self.solving = solving
        self.is_judging = False
        self.answer: Answer | None = None
        self.at = 0  # how much of the answer's line is shown

    def set_out(self) -> None:
        """Show the current puzzle, as if nothing had been tried."""
        self.cancel("answer")
        self.entry = Entry(self.solving.position)
        self.answer, self.at = None, 0
        self.say("")

    @property
    def line(self) -> tuple[Position, ...]:
        """The puzzle's position, and what follows the answer."""
        return (self.solving.position, *(self.answer.line if self.answer is not None else ()))

    @property
    def shown(self) -> Position:
        """The position on the screen."""
        return self.line[min(self.at, len(self.line) - 1)]

    @property
    def is_solved(self) -> bool:
        """Whether the answer was right, or the solution was shown."""
        return self.answer is not None and self.answer.is_right

    @property
    def can_enter(self) -> bool:
        """Whether a move can be entered: not while one is judged, nor while a line is viewed."""
        return not self.is_judging and self.at == 0 and not self.is_solved

    def board_view(self) -> BoardView:
        """The task, the facts and how the player has done so far."""
        solving, shown = self.solving, self.shown
        last: frozenset[str] = NONE
        if self.at and shown.last_move is not None:
            last = frozenset(cells_of(shown.last_move, changed_between(self.line[self.at - 1], shown)))
        return entry_view(
            shown, self.entry if self.can_enter else None, self.cursor, last=last, title=in_language(solving.title),
            task=f"{standing(shown)}\n{t(solving.puzzle.task)}",
            status=[*fact_lines(shown.scene()), f"{in_language(solving.standing())}."],
            message=self.message, keys=self._keys(),
            example=t("{key}: type, such as {move}", key="m", move=solving.example),
        )  # fmt: skip

    def _keys(self) -> list[str]:
        return [
            picking_keys(is_choosing=self.is_choosing),
            t("{key} type", key="m"),
            t("{key} next", key="n"),
            t("{key} solution", key="s"),
            t("{key} today", key="y"),
            t("{key} analyse", key="a"),
            t("[ ] step"),
            t("{key} keys", key="?"),
            t("{key} menu", key="q"),
        ]

    # --- entering a move

    def action_pick(self) -> None:
        """Pick what is selected; after a wrong answer, try again; after a right one, show the next puzzle."""
        if self.is_solved:
            self.action_next()
        elif self.at:
            self.action_back()
        else:
            super().action_pick()

    def pick_clicked(self) -> None:
        """A click picks; after a wrong answer, it starts another attempt."""
        self._try_again()
        super().pick_clicked()

    def read(self, text: str) -> None:
        """A typed move, or the next pick."""
        self._try_again()
        super().read(text)

    def _try_again(self) -> None:
        """After a wrong answer: back to the puzzle."""
        if self.at and not self.is_solved and not self.is_judging:
            self.set_out()

    def action_back(self) -> None:
        """One step back: from typing, a line, or a pick."""
        if self.at and not self.is_typing:
            self._try_again()
        else:
            super().action_back()

    # --- what comes of it

    def play(self, move: Move) -> None:
        """An answer."""
        self._judge(lambda: self.solving.answer(move))

    def _judge(self, judge: Callable[[], Answer]) -> None:
        if not self.is_judging:
            self.is_judging = True
            self.cancel("answer")
            self.begin("answer", partial(self._judged, judge))
            self.say("…")

    async def _judged(self, judge: Callable[[], Answer]) -> None:
        """Judge in a thread, as the first search of a game may have to be compiled; then play the line out."""
        try:
            self.answer = await in_background(lambda _: judge())
        finally:
            self.is_judging = False
        words = answer_lines(self.answer)
        if self.is_solved:
            words.append(t("Enter for the next puzzle."))
        else:
            words.append(t("Esc to try again, {key} for the solution.", key="s"))
        self.at = 1
        self.board.focus()
        self.say("\n".join(words))
        while self.at + 1 < len(self.line):
            await asyncio.sleep(STEP_S)
            self.at += 1
            self.show()

    def action_step(self, by: int) -> None:
        """Step through the line."""
        if self.answer is not None:
            self.cancel("answer")
            self.at = min(max(self.at + by, 1), len(self.line) - 1)
            self.show()

    # --- the rest

    def action_next(self) -> None:
        """Another puzzle."""
        if not self.is_judging:
            self.solving.next()
            self.set_out()

    def action_today(self) -> None:
        """The puzzle of the day."""
        if not self.is_judging:
            self.solving.today()
            self.set_out()
            self.say(t("The puzzle of the day."))

    def action_solution(self) -> None:
        """Give up and see it."""
        self._judge(self.solving.solution)

    def action_analyse(self) -> None:
        """Go to a table with this position, where the key a turns the engine on."""
        start = self.solving.position
        self.app.sit_down(Table.begin(start.variant, (HUMAN, HUMAN), self.app.saved_games, start=start))

    def action_leave(self) -> None:
        """To the main menu."""
        self.app.to_menu()
