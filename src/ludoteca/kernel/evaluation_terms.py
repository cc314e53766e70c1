"""Evaluations as named terms with weights, so that the weights can be fitted and read."""

from __future__ import annotations

from typing import Any

from ludoteca.compiler.compiled import compiled


@compiled
def weigh(terms: Any, weights: Any) -> float:
    """The sum of the terms, each times its weight."""
    total = 0.0
    for index in range(len(terms)):
        total += terms[index] * weights[index]
    return total


@compiled
def weigh_at(stage: int, terms: Any, weights: Any) -> float:
    """The same with separate weights for each stage of the game: weights[stage, term]."""
    total = 0.0
    for index in range(len(terms)):
        total += terms[index] * weights[stage, index]
    return total
