"""How hard a puzzle is: the lowest level that finds its move."""

from __future__ import annotations

from collections import Counter

from ludoteca.bots.levels import LEVELS, LevelBot
from ludoteca.play.position import Position
from ludoteca.puzzles.puzzle import HARDEST

TRIES = 3  # per level, of which most must find it


class Grader:
    """Asks the levels, each as if the position were its first."""

    def __init__(self) -> None:
        self._bots = {level: LevelBot(f"level{level}", level, seed=1) for level in LEVELS}

    def grade(self, position: Position, answer: str) -> tuple[int, list[str]]:
        """The lowest level that finds the answer most of the time, HARDEST if none does; and the wrong moves played.

        The moves that were played most often come first.
        """
        wrong: Counter[str] = Counter()
        for level, bot in self._bots.items():
            tries = 1 if level == LEVELS[-1] else TRIES
            found = 0
            for number in range(tries):
                bot.reseed(1000 * level + number)
                chosen = bot.choose(position).text
                found += chosen == answer
                wrong[chosen] += chosen != answer
                if 2 * found > tries or 2 * (number + 1 - found) > tries:
                    break
            if 2 * found > tries:
                return level, _tempting(wrong)
        return HARDEST, _tempting(wrong)


def _tempting(wrong: Counter[str]) -> list[str]:
    return [move for move, times in wrong.most_common() if times]
