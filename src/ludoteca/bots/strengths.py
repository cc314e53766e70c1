"""A strength for every number: the usual ladder as a slope, from which the levels of a game are cut.

0 is the usual first level and 9 the last; between two levels lies what is between them, and below the first one that
thinks as little and is easier and easier to please.
"""

from __future__ import annotations

from ludoteca.bots.levels import LEVELS, USUAL, LevelBot, Rung

WEAKEST, STRONGEST = -4.0, float(len(LEVELS) - 1)
DIGITS = 2  # of a strength; finer differences cannot be measured


def rung_at(method: str, strength: float) -> Rung:
    """What a player of this strength may look at, and how choosy it is."""
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


def bot_at(method: str, strength: float) -> LevelBot:
    """A player of this strength; the strongest one works out endings, as the last level does."""
    level = LEVELS[-1] if strength == STRONGEST else LEVELS[0]
    return LevelBot(f"strength {strength:g}", level, None, rung_at(method, strength))


def _between(low: float, high: float, share: float) -> float:
    """Equal shares are equal factors."""
    return float(low * (high / low) ** share)
