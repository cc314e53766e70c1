"""The queries about a position, and their right answers: for the engine and for the check."""

from __future__ import annotations

from ludoteca.play import Position

RESULTS = {0: "p1win", 1: "p2win", None: "draw"}


def query_answers(position: Position) -> dict[str, str]:
    """The answer to each `query`, by its word."""
    outcome = position.outcome
    return {
        "p1turn": "true" if position.mover == 0 else "false",
        "gameover": "false" if outcome is None else "true",
        "result": "none" if outcome is None else RESULTS[outcome.winner],
    }
