"""Solving puzzles of a game, one after the other: the part that terminals need."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ludoteca.languages.texts import Text, joined, t
from ludoteca.play.move_input import find_move
from ludoteca.play.position import Move, Position, Variant
from ludoteca.puzzles.progress import ProgressFile, number_of_day
from ludoteca.puzzles.puzzle import Puzzle, puzzles_of
from ludoteca.puzzles.verification import Verifier, is_answer

REFUTING_NODES = 20_000  # for what follows a wrong move that is not in the file
LONGEST_REFUTATION = 4  # moves
DAY_S = 86_400


@dataclass(frozen=True)
class Answer:
    """The result of a move: whether it was right, what to say, and the positions of the line that shows why."""

    is_right: bool
    words: str
    line: tuple[Position, ...]  # from the position after the move on


class Solving:
    """One player and the puzzles of one game."""

    def __init__(self, variant: Variant, kept: ProgressFile | None = None) -> None:
        self.variant = variant
        self.file = puzzles_of(variant.game)
        self.kept = kept or ProgressFile()
        self.progress = self.kept.of(variant.name)
        self.number = 0
        self.is_answered = False  # only the first answer to a puzzle counts
        self._verifier = Verifier(REFUTING_NODES)
        self.next()

    @property
    def puzzle(self) -> Puzzle:
        """The current puzzle."""
        return self.file.number(self.number)

    @property
    def title(self) -> Text:
        """Which puzzle it is, and how hard."""
        return t(
            "{game}, puzzle {number} of {count}, difficulty {grade}",
            game=self.variant.title,
            number=self.number,
            count=len(self.file.puzzles),
            grade=self.puzzle.grade,
        )

    @property
    def example(self) -> str:
        """A legal move that is not the answer, to show how moves are written."""
        legal = self.position.whole_moves()
        return next(self.position.written(move) for move in legal if move.text != self.puzzle.answer)

    def next(self) -> None:
        """Go on to a puzzle that suits the player."""
        self.choose(self.progress.next_number([puzzle.grade for puzzle in self.file.puzzles]))

    def today(self) -> None:
        """Go to the puzzle of the day."""
        self.choose(number_of_day(int(time.time()) // DAY_S, len(self.file.puzzles)))

    def choose(self, number: int) -> None:
        """Go to a puzzle by number; NoPuzzles if there is none."""
        self.file.number(number)
        self.number, self.is_answered = number, False
        self.position = self.puzzle.opened(self.variant)

    def answer(self, move: Move) -> Answer:
        """Judge a move.  The first one for a puzzle counts."""
        puzzle = self.puzzle
        is_right = is_answer(self.position, move, puzzle.answer)
        self._count(is_right=is_right)
        after = self.position.play(move)
        moves = puzzle.solution[1:] if is_right and move.text == puzzle.answer else self._refutation(move, after)
        said = puzzle.told(self.position.written(move), is_right=is_right)
        return Answer(is_right, said, (after, *_played(after, moves)))

    def solution(self) -> Answer:
        """Give up and see the solution."""
        self._count(is_right=False)
        return self.answer(find_move(self.position, self.puzzle.answer))

    def _count(self, *, is_right: bool) -> None:
        """The first answer changes the rating."""
        if not self.is_answered:
            self.is_answered = True
            of = len(self.file.puzzles)
            self.progress = self.progress.after(self.number, self.puzzle.grade, of, is_right=is_right)
            self.kept.keep(self.variant.name, self.progress)

    def _refutation(self, move: Move, after: Position) -> tuple[str, ...]:
        """What follows a move: from the file, or from a search."""
        known = self.puzzle.refutations.get(move.text)
        if known is not None or after.outcome is not None:
            return known or ()
        found = self._verifier.search(after, REFUTING_NODES).pv
        return tuple(each.text for each in found[:LONGEST_REFUTATION])

    def standing(self) -> str:
        """The player's progress, in one line."""
        one = self.progress
        parts = [t("Your rating {rating:number}", rating=round(one.rating, 1))]
        parts += [t("{solved} of {tried} solved", solved=one.solved, tried=one.tried)] if one.tried else []
        parts += [t("streak of {streak}", streak=one.streak)] if one.streak > 1 else []
        return joined(parts)


def _played(position: Position, moves: tuple[str, ...]) -> list[Position]:
    line = []
    for move in moves:
        position = position.play(move)
        line.append(position)
    return line
