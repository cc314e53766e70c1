"""The ladder: ten levels for every game, from a gentle opponent to the strongest there is.

A level is limited by nodes, so it plays the same on a slow machine.  Weaker levels look at fewer positions and choose
among the moves that look nearly best to them, the better the likelier; they never throw a move away on purpose.
"""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass
from functools import cache

from ludoteca.bots.bot import Bot
from ludoteca.bots.specs import Limits, Spec
from ludoteca.kernel.declare import Game
from ludoteca.kernel.errors import LudotecaError
from ludoteca.play import Move, Position
from ludoteca.search.iterative_deepening import AlphaBeta
from ludoteca.search.limits import Budget
from ludoteca.search.solver import prepare_solver, try_to_solve
from ludoteca.search.stop_flag import new_stop
from ludoteca.search.values import UNIT

LEVELS = range(1, 11)
FORMAT = 1  # of levels.json
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


@cache
def ladder_of(game: Game) -> tuple[Rung, ...]:
    """The ladder that lies beside a game, `levels.json`; the usual one where there is none."""
    file = game.resource("levels.json")
    if file is None:
        return USUAL
    try:
        found = json.loads(file.read_text("utf-8"))
        rungs = tuple(Rung(int(one["nodes"]), float(one["spread"]), one.get("among")) for one in found["levels"])
    except (ValueError, KeyError, TypeError) as error:
        raise LudotecaError(f"the levels of {game.title} cannot be read: {error} in {file}") from error
    if found.get("format") != FORMAT or len(rungs) != len(LEVELS):
        raise LudotecaError(f"the levels of {game.title} in {file} are not {len(LEVELS)} levels of format {FORMAT}")
    return rungs


def rung(game: Game, level: int) -> Rung:
    """The strength of a level in a game."""
    return ladder_of(game)[level - 1]


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
        strength = self._rung or rung(position.variant.game, self.level)
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
