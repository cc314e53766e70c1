"""Accuracy: how little of the winning chance a player gave away, from 0 to 100.

A move that gives away d percent of the winning chance is worth 103.17 * exp(-0.0435 d) - 3.17: 100 where it gives
nothing away, 64 at 10 percent, 40 at 20.  A player's accuracy is half the mean of the moves, each weighted by how much
the chances moved around it, and half their harmonic mean, which one bad move pulls down.  Lichess counts so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import harmonic_mean, pstdev

SCALE, STEEPNESS, OFFSET = 103.1668, 0.04354, 3.1669
LEAST_WEIGHT, MOST_WEIGHT = 0.5, 12.0  # in percent of the winning chance
SMALLEST_WINDOW, LARGEST_WINDOW = 2, 8  # moves
WORST = 1.0  # what a move is worth at least in the harmonic mean, which a nought would make nought


def move_accuracy(loss: float) -> float:
    """What a move is worth that gives away so much of the winning chance, from 0 to 1."""
    return min(100.0, max(0.0, SCALE * math.exp(-STEEPNESS * 100 * max(0.0, loss)) - OFFSET))


def move_weights(chances: Sequence[float]) -> list[float]:
    """How much each move counts: the chances of the first player before the first move and after each one."""
    percent = [100 * chance for chance in chances]
    size = min(LARGEST_WINDOW, max(SMALLEST_WINDOW, (len(percent) - 1) // 10))
    weights = []
    for ply in range(1, len(percent)):
        first = max(0, min(ply - size // 2, len(percent) - size))
        weights.append(min(MOST_WEIGHT, max(LEAST_WEIGHT, pstdev(percent[first : first + size]))))
    return weights


def accuracy(moves: Sequence[tuple[float, float]]) -> float | None:
    """A player's accuracy, from what each move is worth and how much it counts; None without a move."""
    if not moves:
        return None
    weighted = sum(worth * weight for worth, weight in moves) / sum(weight for _, weight in moves)
    return (weighted + harmonic_mean([max(WORST, worth) for worth, _ in moves])) / 2
