"""A strength for every number: the usual levels interpolated, from which a game's levels are chosen.

0 is the usual first level and 9 the last; strengths between two levels are interpolated, and below the first they think
as little but are less and less choosy.
"""

from __future__ import annotations

import math
from dataclasses import replace

from ludoteca.bots.levels import LEVELS, USUAL, LevelBot, Rung

WEAKEST, STRONGEST = -4.0, float(len(LEVELS) - 1)
DIGITS = 2  # of a strength; finer differences cannot be measured


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
