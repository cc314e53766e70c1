"""Who plays in a study: random play and some levels of the game, from the weakest to the strongest it can afford.

All of them are limited by nodes alone, so that a seed gives the same games on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludoteca.bots.levels import LEVELS, LevelBot, Rung, ladder_of
from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import BadOption
from ludoteca.play import Variant
from ludoteca.play.game_statistics import GameStatistics
from ludoteca.search.auto_search import auto_method

SKILLS = 5  # levels, unless specified
MOST_WORK = 3_000_000  # positions that a player may search in a game, unless levels are specified
IN_PLAYOUT = 0.3  # the work of passing through a position in a playout, relative to searching it
LEAST_SPREAD = 0.05  # with none at all a level would play the same game again and again
AMONG = 4  # moves, if that spread is all that a level has


@dataclass(frozen=True)
class StudyPlayer:
    """A level as it plays in a study."""

    level: int
    rung: Rung
    words: str  # what it does

    @property
    def name(self) -> str:
        """Its name in reports."""
        return f"level {self.level}"

    def bot(self) -> LevelBot:
        """The player; its name states its full strength, so that its games are never mistaken for another's."""
        return LevelBot(f"{self.name} ({self.words})", self.level, None, self.rung)


def study_players(variant: Variant, typical: GameStatistics, levels: Sequence[int] = ()) -> list[StudyPlayer]:
    """The levels that were asked for, or a selection from the first to the highest that is not too slow."""
    for level in levels:
        if level not in LEVELS:
            raise BadOption(f"there is no level {level}; the levels are {LEVELS[0]} to {LEVELS[-1]}")
    chosen = sorted(set(levels)) or _spaced(_highest(variant.game, typical))
    players: list[StudyPlayer] = []
    for level in chosen:
        rung = _by_nodes(ladder_of(variant.game)[level - 1])
        if not players or rung != players[-1].rung:  # in a game with fewer distinct levels, some are the same
            players.append(StudyPlayer(level, rung, rung.words(auto_method(variant))))
    return players


def work_of(game: Game, nodes: int, typical: GameStatistics) -> float:
    """How many positions this many nodes per move are in a game; a playout passes through half a game on average."""
    positions = IN_PLAYOUT * typical.mean_plies / 2 if auto_method(Variant(game)) == "mcts" else 1.0
    return typical.mean_plies * nodes * positions


def _highest(game: Game, typical: GameStatistics) -> int:
    moves = round(typical.mean_choices)
    nodes = {level: rung.limits(moves).nodes or 0 for level, rung in zip(LEVELS, ladder_of(game), strict=True)}
    return max((level for level in LEVELS if work_of(game, nodes[level], typical) <= MOST_WORK), default=LEVELS[0])


def _spaced(highest: int) -> list[int]:
    """Evenly spaced levels, including the first and the highest."""
    return sorted({round(float(level)) for level in np.linspace(LEVELS[0], highest, SKILLS)})


def _by_nodes(rung: Rung) -> Rung:
    """The same strength without a clock, and with a little randomness if it has none."""
    if rung.spread >= LEAST_SPREAD:
        return replace(rung, time_ms=None)
    return replace(rung, time_ms=None, spread=LEAST_SPREAD, among=AMONG)
