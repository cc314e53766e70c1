"""A lesson on the screen: the board, the task beside it, and the answer to every move."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoteca.languages import t, translatable
from ludoteca.languages.texts import sentence
from ludoteca.play.position import Move, Position
from ludoteca.terminal.base_app import keys_page
from ludoteca.terminal.board_canvas import NONE
from ludoteca.terminal.lesson_visit import LessonVisit
from ludoteca.terminal.move_entry import Entry
from ludoteca.terminal.screens.board import BoardScreen
from ludoteca.terminal.table_view import BoardView, entry_view, picking_keys

KEYS = (
    (translatable("arrows, h j k l"), translatable("move on the board")),
    (translatable("Enter, Space, click"), translatable("choose the cell; after a turn: continue, or try again")),
    (translatable("1 to 9"), translatable("choose by number")),
    (translatable("m, / or Tab"), translatable("type a move")),
    (translatable("Esc, Backspace"), translatable("undo the last choice, or return from typing")),
    ("t", translatable("show me a correct turn")),
    ("r", translatable("try the step again")),
    (translatable("[ and ]"), translatable("previous step, next step")),
    ("i", translatable("how to play")),
    ("d", translatable("dark, light, high contrast")),
    ("q", translatable("leave (your place is saved)")),
)


class LessonScreen(BoardScreen):
    """A lesson, step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "show_how", show=False),
        Binding("r", "again", show=False),
        Binding("n", "step(1)", show=False),
    ]

    def __init__(self, visit: LessonVisit) -> None:
        super().__init__(visit.position)
        self.visit = visit

    @property
    def shown(self) -> Position:
        """The position of the step, after the moves played."""
        return self.visit.position

    @property
    def can_enter(self) -> bool:
        """Whether a move is expected."""
        return not (self.visit.is_at_end or self.visit.is_right or self.visit.is_to_try)

    # --- showing

    def board_view(self) -> BoardView:
        """The words, the task and the answer."""
        visit = self.visit
        lesson, game = visit.lesson, visit.lesson.game
        if visit.is_at_end:
            words: list[str] = [t("You now know {game}", game=game.title), t(game.goal)]
            task, answer, last, changed = t("Enter: a first game.  {key}: back", key="q"), "", NONE, NONE
        else:
            intro = lesson.intro if visit.at == 0 else ()
            words = [visit.heading, *(t(paragraph) for paragraph in (*intro, *visit.step.text))]
            task, answer, (last, changed) = t(visit.step.task), self.message or visit.words, visit.marked()
            if visit.unsaved:
                answer = f"{answer} {sentence(visit.unsaved)}".strip()
        return entry_view(
            self.shown, self.entry if self.can_enter else None, self.cursor, last=last, changed=changed,
            title=t(lesson.title), words="\n\n".join(words), task=task, message=answer,
            is_right=visit.is_right and not self.message, keys=self._keys(),
            example=t("{key}: type a move", key="m") if self.can_enter else "",
        )  # fmt: skip

    def _keys(self) -> list[str]:
        if self.is_typing:
            return [t("Enter play"), t("Esc back")]
        keys, leave = t("{key} keys", key="?"), t("{key} leave", key="q")
        show, skip = t("{key} show me", key="t"), t("{key} skip", key="]")
        if self.visit.is_at_end:
            return [t("Enter play"), t("{key} back", key="["), leave]
        if self.visit.is_right:
            return [t("Enter next"), t("{key} again", key="r"), keys, leave]
        if self.visit.is_to_try:
            return [t("Enter try again"), show, skip, keys, leave]
        picking = picking_keys(is_choosing=self.is_choosing)
        return [picking, t("{key} type", key="m"), show, skip, t("{key} rules", key="i"), keys, leave]

    # --- entering

    def settle(self) -> None:
        """After the position has changed."""
        self.entry = Entry(self.visit.position)
        self.say("")

    def action_pick(self) -> None:
        """Pick what is selected; after a turn, continue."""
        if self.visit.is_at_end:
            self.app.set_up(self.visit.lesson.game)
        elif self.visit.is_right:
            self.action_step(1)
        elif self.visit.is_to_try:
            self.action_again()
        else:
            super().action_pick()

    def pick_clicked(self) -> None:
        """A click picks; after a wrong turn, it starts again."""
        if self.visit.is_to_try:
            self.action_again()
        else:
            super().pick_clicked()

    def play(self, move: Move) -> None:
        """A learner's move; the answer judges it."""
        self.visit.play(move)
        if not self.can_enter:
            self.board.focus()
        self.settle()

    # --- steps

    def action_again(self) -> None:
        """Restart the step."""
        self.visit.again()
        self.settle()

    def action_step(self, by: int) -> None:
        """Go to another step."""
        self.visit.begin(self.visit.at + by)
        self.settle()

    def action_show_how(self) -> None:
        """Play a correct turn."""
        if not self.visit.is_at_end:
            self.visit.show_how()
            self.settle()

    def action_keys(self) -> None:
        """The page of keys."""
        self.app.show_page(keys_page(t("Keys of a lesson"), KEYS))

    def action_leave(self) -> None:
        """Return to the previous screen."""
        self.app.pop_screen()
