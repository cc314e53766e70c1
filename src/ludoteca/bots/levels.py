"""The ladder: ten levels for every game, from a gentle opponent to the strongest there is.

A level is limited by nodes, so it plays the same on a slow machine.  Weaker levels look at fewer positions and choose
among the moves that look nearly best to them, the better the likelier; they never throw a move away on purpose.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from ludoteca.bots.specs import Limits, Spec
from ludoteca.play import Move, Position
from ludoteca.search.deepening import AlphaBeta
from ludoteca.search.desk import new_stop
from ludoteca.search.limits import Budget
from ludoteca.search.solving import prepare_solver, try_to_solve
from ludoteca.search.values import UNIT

LEVELS = range(1, 11)
SOLVER_NODES = 300_000
SOLVER_SHARE = 0.5  # of the limits given to the last level, for the chance that it can play perfectly


@dataclass(frozen=True, slots=True)
class Rung:
    """A level's strength: positions looked at, and how far below the best a move may seem and still be chosen.

    `spread` is in logarithms of odds: with a spread of 1 a move that halves the odds is half as likely as the best.
    """

    nodes: int
    spread: float


USUAL = (
    Rung(60, 3.0),
    Rung(100, 1.5),
    Rung(250, 1.0),
    Rung(600, 0.6),
    Rung(1_500, 0.4),
    Rung(4_000, 0.25),
    Rung(12_000, 0.1),
    Rung(40_000, 0.0),
    Rung(130_000, 0.0),
    Rung(500_000, 0.0),
)

LADDER: dict[str, tuple[Rung, ...]] = {  # measured, see docs/strength.md; other games have the usual ones
    "gekitai": (
        Rung(60, 2.5),
        Rung(220, 1.3),
        Rung(700, 0.76),
        Rung(1_100, 0.62),
        Rung(1_650, 0.49),
        Rung(2_500, 0.35),
        Rung(3_950, 0.225),
        Rung(9_000, 0.06),
        Rung(20_000, 0.0),
        Rung(200_000, 0.0),
    ),
    "glaisher": (
        Rung(60, 2.5),
        Rung(330, 1.1),
        Rung(900, 0.62),
        Rung(1_600, 0.37),
        Rung(2_700, 0.2),
        Rung(4_745, 0.08),
        Rung(6_938, 0.029),
        Rung(12_270, 0.0),
        Rung(24_000, 0.0),
        Rung(60_000, 0.0),
    ),
    "greener": (
        Rung(60, 2.5),
        Rung(266, 1.406),
        Rung(772, 0.816),
        Rung(1_463, 0.539),
        Rung(2_239, 0.386),
        Rung(3_428, 0.258),
        Rung(5_249, 0.156),
        Rung(9_942, 0.05),
        Rung(23_303, 0.0),
        Rung(120_000, 0.0),
    ),
    "mapello": (
        Rung(60, 2.5),
        Rung(170, 1.6),
        Rung(400, 1.05),
        Rung(900, 0.6),
        Rung(1_400, 0.42),
        Rung(2_218, 0.258),
        Rung(3_100, 0.17),
        Rung(5_000, 0.07),
        Rung(9_000, 0.01),
        Rung(25_000, 0.0),
    ),
    "reversi": (
        Rung(60, 2.5),
        Rung(215, 1.543),
        Rung(772, 0.816),
        Rung(1_500, 0.53),
        Rung(2_500, 0.36),
        Rung(4_000, 0.22),
        Rung(6_500, 0.12),
        Rung(10_000, 0.05),
        Rung(15_000, 0.02),
        Rung(40_000, 0.0),
    ),
}


def rung(game_name: str, level: int) -> Rung:
    """The strength of a level in a game."""
    return LADDER.get(game_name, USUAL)[level - 1]


class LevelBot:
    """A rung of the ladder."""

    def __init__(self, name: str, level: int, seed: int | None, rung: Rung | None = None) -> None:
        self.name = name
        self.level = level
        self._rung = rung
        self._chooser = random.Random(seed)
        self._searcher = AlphaBeta(megabytes=16 if level > 7 else 2)
        self._stop = new_stop()

    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """A move of its strength; limits given here can only make it think less."""
        legal = position.moves()
        if len(legal) == 1:
            return legal[0]
        self._stop = stop = new_stop()
        strength = self._rung or rung(position.variant.name, self.level)
        self.prepare(position)
        budget = Budget(limits or Limits())
        if self.level == LEVELS[-1]:
            most = budget.part(SOLVER_SHARE, SOLVER_NODES)
            exact, spent = try_to_solve(position, most, megabytes=8, stop=stop)
            if exact is not None:
                return exact.best
            budget.spend(spent)
        ahead = budget.part(most_nodes=max(strength.nodes, 2 * len(legal)))  # every move is looked at
        lines = 1 if strength.spread == 0 else len(legal)
        found = self._searcher.search(position, ahead, lines=lines, stop=stop).lines
        if strength.spread == 0:
            return found[0].moves[0]
        best = found[0].value
        weights = [math.exp(max((line.value - best) / (strength.spread * UNIT), -50.0)) for line in found]
        return self._chooser.choices(found, weights)[0].moves[0]

    def prepare(self, position: Position) -> None:
        """Have everything compiled that it needs for this game."""
        self._searcher.prepare(position)
        if self.level == LEVELS[-1]:
            prepare_solver(position)

    def interrupt(self) -> None:
        """End the thinking at hand with what it has found; may be called from any thread."""
        self._stop[0] = 1


def level(spec: Spec, seed: int | None) -> LevelBot:
    """`level1` to `level10`."""
    spec.only()
    return LevelBot(spec.text, int(spec.name.removeprefix("level")), seed)
