"""The levels: ten for every game, from a gentle opponent to the strongest available.

A level is limited by nodes, so it plays the same on a slow machine.  Weaker levels search fewer positions and choose
among the moves that seem nearly best to them, better ones more often; they never blunder on purpose.  In a game without
an evaluation a node is a whole random game.

A strength is a number: 0 is the usual first level and 9 the last.  Strengths between two levels are interpolated; those
below the first think as little as it does but are less and less choosy.  A game's levels are chosen from them.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from ludoteca.bots.bot import Bot
from ludoteca.bots.specs import Limits, Spec
from ludoteca.compiler.compiled import compiled
from ludoteca.errors import LudotecaError
from ludoteca.explain.accuracy import AccuracyScale, measured_scale
from ludoteca.kernel.declare import Game
from ludoteca.play import Move, Position, Variant
from ludoteca.search.auto_search import AutoSearch, auto_method
from ludoteca.search.learned_evaluation import learned_for
from ludoteca.search.limits import Budget
from ludoteca.search.report import Line
from ludoteca.search.solver import prepare_solver, try_to_solve
from ludoteca.search.threads import StopFlag
from ludoteca.search.values import UNIT, is_proven

LEVELS = range(1, 11)
FORMAT = 2  # of levels.json
SOLVER_NODES = 300_000
SOLVER_SHARE = 0.5  # of the limits given to the last level, for trying to solve the position
SOLVER_MEGABYTES = 8
WEAKEST, STRONGEST = -4.0, float(len(LEVELS) - 1)
DIGITS = 2  # of a strength; finer differences cannot be measured


@compiled
def nodes_for(nodes: int, each: float, moves: int) -> int:
    """What a level may spend on a position with this many moves: every move is considered."""
    return max(nodes, 2 * moves) if each == 0 else min(nodes, math.ceil(each * moves))


@dataclass(frozen=True, slots=True)
class Rung:
    """A level's strength: positions searched, and how far below the best a move may seem and still be chosen.

    `spread` is in log odds: with a spread of 1, a move that halves the odds is half as likely as the best; in a tree it
    is in log visits, and a move that was tried half as often is half as likely.  Weighing all moves takes most of the
    nodes; weighing the few best (`among`) takes less.  A level that is to be equally strong with three moves or a
    hundred has nodes for `each` of them, but never more than `nodes`.
    """

    nodes: int
    spread: float
    among: int | None = None
    each: float | None = None
    time_ms: int | None = None  # for rules or evaluations so slow that the nodes would take longer

    def limits(self, moves: int) -> Limits:
        """What it may spend on a position with this many moves."""
        nodes = nodes_for.py_func(self.nodes, self.each or 0.0, moves)  # type: ignore[attr-defined]
        return Limits(time_ms=self.time_ms, nodes=nodes)

    def to_json(self) -> dict[str, Any]:
        """As in levels.json."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def words(self, method: str) -> str:
        """What it does, in a few words."""
        what = "positions" if method == "alphabeta" else "playouts"
        parts = [f"{self.nodes:,} {what}" if self.each is None else f"{self.each:,g} {what} per legal move"]
        parts += [f"among {self.among} moves"] if self.among is not None else []
        parts += [f"at most {self.time_ms / 1000:g} s"] if self.time_ms is not None else []
        parts += [f"spread {self.spread:g}"] if self.spread else []
        return ", ".join(parts)


USUAL = {  # by search method
    "alphabeta": (
        Rung(60, 3.0),
        Rung(100, 1.5),
        Rung(250, 1.0),
        Rung(600, 0.6),
        Rung(1_500, 0.4),
        Rung(4_000, 0.25),
        Rung(12_000, 0.1),
        Rung(40_000, 0.0),
        Rung(130_000, 0.0, time_ms=1500),
        Rung(500_000, 0.0, time_ms=2000),
    ),
    "mcts": (
        Rung(20_000, 0.7, each=2),
        Rung(20_000, 0.6, each=3),
        Rung(20_000, 0.5, each=5),
        Rung(20_000, 0.4, each=7),
        Rung(20_000, 0.3, each=10),
        Rung(20_000, 0.2, each=20),
        Rung(20_000, 0.1, each=50),
        Rung(20_000, 0.0, each=120, time_ms=1000),
        Rung(20_000, 0.0, each=350, time_ms=1500),
        Rung(40_000, 0.0, each=1000, time_ms=2000),
    ),
}


def ladder_text(
    method: str,
    rungs: Sequence[Rung],
    *,
    is_learned: bool = False,
    accuracy: AccuracyScale | None = None,
    steps: Sequence[int] | None = None,
) -> str:
    """The content of a level file: one level per line, so that diffs are readable.

    `is_learned` says that they were fitted with a learned evaluation, with which the same nodes have another strength;
    `accuracy` is the scale of reviews, and `steps` the Elo of each level over the one below, if measured.
    """
    rows = ",\n".join(f"    {json.dumps(one.to_json())}" for one in rungs)
    head = f'"format": {FORMAT},\n  "search": "{method}",' + ('\n  "is_learned": true,' if is_learned else "")
    head += "" if accuracy is None else f'\n  "accuracy": {json.dumps(asdict(accuracy))},'
    head += "" if steps is None else f'\n  "steps": {json.dumps(list(steps))},'
    return f'{{\n  {head}\n  "levels": [\n{rows}\n  ]\n}}\n'


def write_ladder(
    target: Path,
    variant: Variant,
    rungs: Sequence[Rung],
    accuracy: AccuracyScale | None,
    steps: Sequence[int] | None = None,
) -> None:
    """Write a file of levels for the search and evaluation that the game has now; it is read again when needed."""
    is_learned = learned_for(variant) is not None
    text = ladder_text(auto_method(variant), rungs, is_learned=is_learned, accuracy=accuracy, steps=steps)
    target.write_text(text, "utf-8")
    for read in (ladder_of, level_steps):
        read.cache_clear()
    measured_scale.cache_clear()


@cache
def ladder_of(game: Game) -> tuple[Rung, ...]:
    """The levels in a game's `levels.json`, if they fit its current search and evaluation.

    Otherwise the usual ones.
    """
    variant = Variant(game)
    method, is_learned = auto_method(variant), learned_for(variant) is not None
    file = game.resource("levels.json")
    if file is None:
        return USUAL[method]
    try:
        found = json.loads(file.read_text("utf-8"))
        rungs = tuple(Rung(**one) for one in found["levels"])
        search = found["search"]
    except (ValueError, KeyError, TypeError) as error:
        raise LudotecaError(f"the levels of {game.title} cannot be read: {error} in {file}") from error
    if found.get("format") != FORMAT or len(rungs) != len(LEVELS):
        raise LudotecaError(f"the levels of {game.title} in {file} are not {len(LEVELS)} levels of format {FORMAT}")
    return rungs if (search, found.get("is_learned", False)) == (method, is_learned) else USUAL[method]


@cache
def level_steps(game: Game) -> tuple[int, ...] | None:
    """The Elo of each level over the one below, if it was measured for the levels that the game has now."""
    file = game.resource("levels.json")
    if file is None or ladder_of(game) is USUAL[auto_method(Variant(game))]:
        return None
    steps = json.loads(file.read_text("utf-8")).get("steps")
    if steps is None:
        return None
    if not isinstance(steps, list) or len(steps) != len(LEVELS) - 1 or not all(type(step) is int for step in steps):
        raise LudotecaError(f"the steps of {game.title} in {file} are not {len(LEVELS) - 1} whole numbers")
    return tuple(steps)


def level_ratings(game: Game, middle: float = 1500.0) -> tuple[float, ...] | None:
    """A rating for each level, with this mean; None if the steps between them have not been measured."""
    steps = level_steps(game)
    if steps is None:
        return None
    heights = list(accumulate(steps, initial=0))
    return tuple(middle + height - sum(heights) / len(heights) for height in heights)


def rung(game: Game, level: int) -> Rung:
    """The strength of a level in a game."""
    return ladder_of(game)[level - 1]


class LevelBot(Bot):
    """One of the ten levels."""

    def __init__(self, name: str, level: int, seed: int | None, rung: Rung | None = None) -> None:
        self.name = name
        self.level = level
        self._rung = rung
        self.chance = random.Random(seed)
        self.searcher = AutoSearch(megabytes=16, tree_megabytes=64, seed=seed)
        self._stop = StopFlag()

    def choose(self, position: Position, limits: Limits | None = None) -> Move:
        """A move of its strength; limits given here can only make it think less."""
        legal = position.moves()
        self._remember_loss(position, None)
        if len(legal) == 1:
            return legal[0]
        self._stop = stop = StopFlag()
        strength = self._rung or rung(position.variant.game, self.level)
        self.prepare(position)
        own, is_tree = strength.limits(len(legal)), auto_method(position.variant) == "mcts"
        budget = Budget(_shorter(own, limits or Limits(), is_tree=is_tree))
        if self.level == LEVELS[-1]:
            most = min(own.nodes or SOLVER_NODES, SOLVER_NODES)
            exact, spent = try_to_solve(
                position, budget.part(SOLVER_SHARE, most), megabytes=SOLVER_MEGABYTES, stop=stop
            )
            if exact is not None:
                self._remember_loss(position, exact.lines[0])
                return exact.best
            budget.spend(spent)
        ahead = budget.part(most_nodes=own.nodes)
        lines = 1 if strength.spread == 0 else strength.among or len(legal)
        found = self.searcher.search(position, ahead, lines=lines, stop=stop).lines
        self._remember_loss(position, found[0])
        if strength.spread == 0:
            return found[0].moves[0]
        liked = [_log_weight(line, is_tree=is_tree) for line in found]
        weights = [math.exp(max((each - max(liked)) / strength.spread, -50.0)) for each in liked]
        return self.chance.choices(found, weights)[0].moves[0]

    def prepare(self, position: Position) -> None:
        """Compile everything it needs for this game."""
        self.searcher.prepare(position)
        if self.level == LEVELS[-1]:
            prepare_solver(position)

    def reseed(self, seed: int) -> None:
        """Restart its random choices with this seed, and remember nothing."""
        self.chance.seed(seed)
        self.searcher.forget(seed)

    def interrupt(self) -> None:
        """Stop thinking and answer with what it has found; may be called from any thread."""
        self._stop.set()


def _log_weight(line: Line, *, is_tree: bool) -> float:
    """How good a move looks: its log odds of winning or, in a tree, the logarithm of its visits.

    The mean of a few playouts is mostly luck; a tree returns to moves that stay good.
    """
    if is_tree and not is_proven(line.value):
        return math.log(max(1, line.visits))
    return line.value / UNIT


def _shorter(own: Limits, given: Limits, *, is_tree: bool) -> Limits:
    """The limits given, within the level's own time; its nodes are for its own search, and trees have no depth."""
    times = [limits.time_ms for limits in (own, given) if limits.time_ms is not None]
    return Limits(min(times, default=None), given.nodes, None if is_tree else given.depth)


def level(spec: Spec, seed: int | None) -> LevelBot:
    """`level1` to `level10`."""
    spec.only()
    return LevelBot(spec.text, int(spec.name.removeprefix("level")), seed)


def rung_at(method: str, strength: float, most_nodes: int | None = None) -> Rung:
    """How much a player of this strength may search, and how choosy it is; the strongest gets at most `most_nodes`."""
    rung = _usual_rung(method, strength)
    first, last = USUAL[method][0].nodes, USUAL[method][-1].nodes
    if most_nodes is None or most_nodes >= last:
        return rung
    if most_nodes <= first:
        return replace(rung, nodes=min(rung.nodes, most_nodes))
    share = math.log(max(rung.nodes, first) / first) / math.log(last / first)
    return replace(rung, nodes=round(_between(first, most_nodes, share)))


def _usual_rung(method: str, strength: float) -> Rung:
    rungs = USUAL[method]
    if strength <= 0:
        first = rungs[0]
        return Rung(first.nodes, round(first.spread * 2**-strength, 3), first.among, first.each, first.time_ms)
    index = min(int(strength), len(rungs) - 2)
    lower, higher, share = rungs[index], rungs[index + 1], strength - index
    return Rung(
        nodes=round(_between(lower.nodes, higher.nodes, share)),
        spread=round(lower.spread + share * (higher.spread - lower.spread), 3),
        each=None if lower.each is None or higher.each is None else round(_between(lower.each, higher.each, share), 2),
        time_ms=higher.time_ms if share else lower.time_ms,
    )


def bot_at(method: str, strength: float, most_nodes: int | None = None) -> LevelBot:
    """A player of this strength; the strongest one solves endings, like the last level."""
    level = LEVELS[-1] if strength == STRONGEST else LEVELS[0]
    return LevelBot(f"strength {strength:g}", level, None, rung_at(method, strength, most_nodes))


def _between(low: float, high: float, share: float) -> float:
    """Geometric interpolation: equal shares are equal factors."""
    return float(low * (high / low) ** share)
