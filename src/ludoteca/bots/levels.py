"""The ladder: ten levels for every game, from a gentle opponent to the strongest there is.

A level is limited by nodes, so it plays the same on a slow machine.  Weaker levels look at fewer positions and choose
among the moves that look nearly best to them, the better the likelier; they never throw a move away on purpose.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from ludoteca.bots.bot import Bot
from ludoteca.bots.specs import Limits, Spec
from ludoteca.play import Move, Position
from ludoteca.search.iterative_deepening import AlphaBeta
from ludoteca.search.limits import Budget
from ludoteca.search.solver import prepare_solver, try_to_solve
from ludoteca.search.stop_flag import new_stop
from ludoteca.search.values import UNIT

LEVELS = range(1, 11)
SOLVER_NODES = 300_000
SOLVER_SHARE = 0.5  # of the limits given to the last level, for the chance that it can play perfectly


@dataclass(frozen=True, slots=True)
class Rung:
    """A level's strength: positions looked at, and how far below the best a move may seem and still be chosen.

    `spread` is in logarithms of odds: with a spread of 1 a move that halves the odds is half as likely as the best.
    Weighing all moves for that takes most of the nodes; `among` the few best it takes less.
    """

    nodes: int
    spread: float
    among: int | None = None


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
        Rung(90, 3.541),
        Rung(580, 1.052),
        Rung(750, 0.868),
        Rung(860, 0.8),
        Rung(1_300, 0.635),
        Rung(2_000, 0.465),
        Rung(3_300, 0.304),
        Rung(5_300, 0.182),
        Rung(13_000, 0.052),
        Rung(115_000, 0.0),
    ),
    "glaisher": (
        Rung(120, 2.3),
        Rung(520, 1.064),
        Rung(1_900, 0.501),
        Rung(3_000, 0.33),
        Rung(4_600, 0.223),
        Rung(8_500, 0.101),
        Rung(9_000, 0.08, among=3),
        Rung(10_000, 0.0),
        Rung(42_000, 0.0),
        Rung(375_000, 0.0),
    ),
    "greener": (
        Rung(60, 2.5),
        Rung(180, 1.707),
        Rung(430, 1.173),
        Rung(735, 0.89),
        Rung(1_400, 0.613),
        Rung(1_900, 0.477),
        Rung(2_600, 0.382),
        Rung(3_600, 0.285),
        Rung(8_600, 0.115),
        Rung(235_000, 0.0),
    ),
    "mapello": (
        Rung(120, 2.64),
        Rung(520, 1.11),
        Rung(1_370, 0.63),
        Rung(2_450, 0.4),
        Rung(4_000, 0.253),
        Rung(5_500, 0.177),
        Rung(8_500, 0.097),
        Rung(17_000, 0.022),
        Rung(20_000, 0.0),
        Rung(110_000, 0.0),
    ),
    "reversi": (
        Rung(340, 1.36),
        Rung(970, 0.76),
        Rung(1_925, 0.479),
        Rung(3_260, 0.309),
        Rung(5_570, 0.179),
        Rung(9_400, 0.088),
        Rung(13_000, 0.044),
        Rung(22_000, 0.01),
        Rung(49_000, 0.0),
        Rung(200_000, 0.0),
    ),
    "squ": (
        Rung(150, 1.82),
        Rung(380, 1.25),
        Rung(700, 0.91),
        Rung(1_080, 0.72),
        Rung(1_620, 0.55),
        Rung(2_460, 0.394),
        Rung(3_800, 0.272),
        Rung(7_100, 0.134),
        Rung(17_000, 0.044, among=4),
        Rung(200_000, 0.0),
    ),
}


def rung(game_name: str, level: int) -> Rung:
    """The strength of a level in a game."""
    return LADDER.get(game_name, USUAL)[level - 1]


class LevelBot(Bot):
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
        lines = 1 if strength.spread == 0 else strength.among or len(legal)
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

    def reseed(self, seed: int) -> None:
        """Begin its chance anew, and remember nothing."""
        self._chooser.seed(seed)
        self._searcher.forget()

    def interrupt(self) -> None:
        """End the thinking at hand with what it has found; may be called from any thread."""
        self._stop[0] = 1


def level(spec: Spec, seed: int | None) -> LevelBot:
    """`level1` to `level10`."""
    spec.only()
    return LevelBot(spec.text, int(spec.name.removeprefix("level")), seed)
