"""A learner's progress through a lesson: which step, what was played, what was answered.  Both interfaces use this."""

from __future__ import annotations

from ludoteca.languages import in_language, t
from ludoteca.play.lessons import Answer, Lesson, Step, Verdict, answer_to
from ludoteca.play.lessons.answers import solution
from ludoteca.play.position import Move, Position
from ludoteca.play.position_interface import cells_of, changed_between
from ludoteca.terminal.saved_games import SavedGames

DONE = "done"


def setting_of(game: str) -> str:
    """The name of the setting that remembers the step reached in a game's lesson."""
    return f"lesson-{game}"


def reached(saved_games: SavedGames, game: str) -> str:
    """The step reached in a game's lesson, or that it is done; empty if unknown."""
    try:
        return saved_games.settings().get(setting_of(game), "")
    except OSError:  # an unreadable folder is reported when something is to be saved in it
        return ""


def is_done(saved_games: SavedGames, game: str) -> bool:
    """Whether the person has completed a game's lesson."""
    return reached(saved_games, game) == DONE


class LessonVisit:
    """One visit to a lesson."""

    def __init__(self, lesson: Lesson, saved_games: SavedGames) -> None:
        self.lesson = lesson
        self.saved_games = saved_games
        self.unsaved = ""  # why the step reached cannot be remembered
        kept = reached(saved_games, lesson.game.name)
        self.begin(min(int(kept), len(lesson.steps) - 1) if kept.isdigit() else 0)

    def begin(self, at: int) -> None:
        """Begin a step; one beyond the last is the end."""
        self.at = min(max(at, 0), len(self.lesson.steps))
        self.played: list[Move] = []
        self.answer: Answer | None = None
        self.is_shown = False  # whether the turn was shown, not the learner's
        if not self.is_at_end:
            self.position = self.step.start

    def again(self) -> None:
        """Restart the step."""
        self.begin(self.at)

    @property
    def is_at_end(self) -> bool:
        """Whether all steps are done."""
        return self.at >= len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.at]

    @property
    def heading(self) -> str:
        """Which step it is."""
        return t(
            "Step {number} of {count}: {title}",
            number=self.at + 1,
            count=len(self.lesson.steps),
            title=t(self.step.title),
        )

    @property
    def is_right(self) -> bool:
        """Whether the turn is over and was right."""
        return self.answer is not None and self.answer.verdict is Verdict.RIGHT and not self.is_shown

    @property
    def is_to_try(self) -> bool:
        """Whether the turn is over and the step is not done: it was wrong, or was only shown."""
        return self.answer is not None and (self.is_shown or self.answer.verdict is Verdict.WRONG)

    @property
    def words(self) -> str:
        """What was answered."""
        if self.answer is None:
            return ""
        words = in_language(self.answer.words)
        if self.is_right:
            return t("Right. {remark}", remark=words)
        return t("Not yet. {remark}", remark=words) if self.answer.verdict is Verdict.WRONG else words

    def play(self, move: Move) -> None:
        """Play a learner's move; at the end of the turn the opponent's reply is on the board, too."""
        self.played.append(move)
        self.position = self.position.play(move)
        self.answer = answer_to(self.step, self.played)
        for reply in self.answer.reply:
            self.position = self.position.play(reply)
        if self.is_right:
            self._remember()

    def show_how(self) -> str:
        """Play a correct turn; returns its moves."""
        self.again()
        self.is_shown = True
        found = solution(self.step)
        assert found is not None, "a step that cannot be solved is not shown"
        for move in found.moves:
            self.play(move)
        return found.text

    def _remember(self) -> None:
        name, step = self.lesson.game.name, self.at + 1
        if is_done(self.saved_games, name):
            return
        try:
            self.saved_games.set(**{setting_of(name): DONE if step == len(self.lesson.steps) else str(step)})
            self.unsaved = ""
        except OSError as error:
            self.unsaved = t("your place could not be saved: {reason}", reason=error.strerror or error)

    def marked(self) -> tuple[frozenset[str], frozenset[str]]:
        """The cells of what was played since the step began, and what else changed."""
        last: set[str] = set()
        position: Position = self.position
        while position.previous is not None and position is not self.step.start:
            move = position.last_move
            if move is not None:
                last.update(cells_of(move, changed_between(position.previous, position)))
            position = position.previous
        return frozenset(last), frozenset(changed_between(self.step.start, self.position)) - last
