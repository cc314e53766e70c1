"""A player's progress with the puzzles of a game: a rating on the scale of grades, streaks, and what was seen.

Browsers run the same, translated; they store it themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ludoteca.folders import data_folder, make_private_folder
from ludoteca.play.files import MissingSave, read_saved, write_saved
from ludoteca.puzzles.puzzle import HARDEST

BEGINNING = 2.0  # the rating of a newcomer
STEP = 0.8  # how far a rating moves at most
EASIER = 0.5  # puzzles are chosen this much below the rating: more are solved than not
STRIDE = 7919  # a prime: such steps visit all puzzles, in an order that looks random


@dataclass(frozen=True)
class Progress:
    """One player and the puzzles of one game."""

    rating: float = BEGINNING
    streak: int = 0
    best_streak: int = 0
    tried: int = 0
    solved: int = 0
    of: int = 0  # how many puzzles there were when these were seen
    seen: tuple[int, ...] = ()  # their numbers

    def after(self, number: int, grade: int, of: int, *, is_right: bool) -> Progress:
        """The progress after the first answer to a puzzle."""
        expected = 1 / (1 + math.exp(grade - self.rating))
        streak = self.streak + 1 if is_right else 0
        return Progress(
            rating=min(max(self.rating + STEP * (is_right - expected), 1.0), float(HARDEST)),
            streak=streak,
            best_streak=max(self.best_streak, streak),
            tried=self.tried + 1,
            solved=self.solved + is_right,
            of=of,
            seen=(*(self.seen if self.of == of else ()), number),
        )

    def next_number(self, grades: Sequence[int]) -> int:
        """The puzzle to try next, by the grades of all: one that was not seen, of a suitable grade."""
        of, wanted = len(grades), self.rating - EASIER
        seen = set(self.seen) if self.of == of else set()
        left = [number for number in range(1, of + 1) if number not in seen] or list(range(1, of + 1))
        return min(left, key=lambda number: (abs(grades[number - 1] - wanted), number * STRIDE % of))


def number_of_day(day: int, of: int) -> int:
    """The number of the puzzle of a day, counted from 1970 in UTC; the same for everybody."""
    return day * STRIDE % of + 1


class ProgressFile:
    """The progress of this computer's user, by game."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "puzzles.json"

    def _all(self) -> dict[str, Any]:
        try:
            found = read_saved(self.path)
        except MissingSave:
            return {}
        return found if isinstance(found, dict) else {}

    def of(self, game: str) -> Progress:
        """The progress in a game; a new one if there is none, or none that can be read."""
        kept = self._all().get(game)
        try:
            return replace(Progress(**kept), seen=tuple(map(int, kept["seen"]))) if kept else Progress()
        except (TypeError, ValueError, KeyError):
            return Progress()

    def keep(self, game: str, progress: Progress) -> None:
        """Store it."""
        make_private_folder(self.path.parent)
        write_saved(self.path, {**self._all(), game: asdict(progress)})
